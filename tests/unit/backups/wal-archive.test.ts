import { describe, expect, it } from '@jest/globals'

import { findGap, positionOf } from '@/modules/backups/wal-archive'

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
})
