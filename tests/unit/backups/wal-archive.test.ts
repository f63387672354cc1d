import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { describe, expect, it } from '@jest/globals'
import { generateIdentity, identityToRecipient } from 'age-encryption'

import { archiveWal, findGap, opensNewestWal, positionOf } from '@/modules/backups/wal-archive'

const segmentBytes = 16 * 1024 * 1024

describe('archived WAL', () => {
  it('has no gap when segments are consecutive, even across timelines and log boundaries', () => {
    const names = ['0000000100000000000000FE', '0000000100000000000000FF']
    const next = [
      '000000010000000100000000',
      '000000020000000100000000',
      '000000020000000100000001',
    ]
    expect(findGap([...names, ...next], segmentBytes)).toBeNull()
    expect(findGap([], segmentBytes)).toBeNull()
  })

  it('reports the first missing segment and ignores backup labels and history files', () => {
    const names = [
      '000000010000000000000004',
      '000000010000000000000005.00000028.backup',
      '00000002.history',
      '000000010000000000000006',
      '000000010000000000000009',
    ]
    expect(findGap(names, segmentBytes)).toBe('0000000000000005')
    expect(findGap(['0000000100000000000000FF', '000000010000000100000001'], segmentBytes)).toBe(
      '0000000100000000',
    )
  })

  it('returns the position of a segment and null for a history file', () => {
    expect(positionOf('0000000100000002000000A3')).toBe('00000002000000A3')
    expect(positionOf('00000002.history')).toBeNull()
  })

  it('tells whether a key opens what a server archived last', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'dayfern-wal-'))
    const target = { folder, bucket: null }
    const [earlier, current] = [await generateIdentity(), await generateIdentity()]
    const archive = async (name: string, key: string, systemId = '77') =>
      archiveWal(
        { target, recipient: await identityToRecipient(key) },
        { name, systemId, bytes: Buffer.from(name) },
      )
    const isOpen = (key: string): Promise<boolean> => opensNewestWal(target, '77', [key])
    try {
      expect(await isOpen(current)).toBe(true)
      await archive('000000010000000000000004', earlier)
      expect([await isOpen(earlier), await isOpen(current)]).toEqual([true, false])
      await archive('000000010000000000000005', earlier, '78')
      await archive('000000010000000000000005', current)
      expect([await isOpen(earlier), await isOpen(current)]).toEqual([false, true])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
