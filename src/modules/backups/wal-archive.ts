import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { FileStore } from '@/platform/storage/file-store'

import { openStores } from './backup-location'
import type { BackupTarget } from './settings'
import { decryptSegment, encryptSegment } from './wal-key'

const compress = promisify(gzip)

/**
 * What PostgreSQL archives: segments (also the partial one of an old timeline), histories of timelines, and labels of
 * base backups.
 */
const walName = /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/
const archivePrefix = 'wal/'
/** '<system>/<group>/<name>.<hash of the content>.gz.age' below 'wal/'. */
const storedFile = /^(\d+)\/[0-9A-F]+\/([\w.]+)\.[0-9a-f]{16}\.gz\.age$/
const suffixLength = '.0123456789abcdef.gz.age'.length
/** Segments whose names begin with the same 22 digits share a folder, so that looking for one lists at most 256. */
const groupOf = (name: string): string => name.slice(0, 22).split('.')[0] ?? ''

type ArchivedWal = {
  /** The identifier of the server that wrote it. */
  systemId: string
  /** As PostgreSQL named it. */
  name: string
  /** In the store of `openWalStores`. */
  file: string
  /** When it was archived, in milliseconds since 1970. */
  archivedAt: number
}

const archiveIn = async (
  store: FileStore,
  { name, hash, encrypted }: { name: string; hash: string; encrypted: () => Promise<Buffer> },
): Promise<void> => {
  const file = `${name}.${hash}.gz.age`
  for await (const other of store.list()) {
    if (other.name === file) return
    if (other.name.slice(0, -suffixLength) === name && !other.name.endsWith('.part'))
      throw new Error(
        `Another ${name} is already archived. Give this server a BACKUP_DIR or a bucket of its own.`,
      )
  }
  await store.put(file, await encrypted())
}

/**
 * Stores a segment of WAL, compressed and encrypted, in every location. Safe to repeat, which PostgreSQL requires of
 * its `archive_command`: a segment that is stored already with the same content is left alone.
 * @param systemId the server's identifier, so that what several servers archive is never mixed
 * @throws Error if a location doesn't take it (PostgreSQL keeps the segment and tries again), or has a segment of that
 * name with other content
 */
export async function archiveWal(
  { target, recipient }: { target: BackupTarget; recipient: string },
  { name, systemId, bytes }: { name: string; systemId: string; bytes: Buffer },
): Promise<void> {
  if (!walName.test(name)) throw new Error(`${name} isn't the name of a WAL file.`)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  let once: Promise<Buffer> | undefined
  const encrypted = (): Promise<Buffer> =>
    (once ??= compress(bytes, { level: 1 }).then((small) => encryptSegment(small, recipient)))
  const folder = `${archivePrefix}${systemId}/${groupOf(name)}/`
  for (const store of openStores(target, folder)) await archiveIn(store, { name, hash, encrypted })
}

/** The stores with what was archived, one for each location. */
export function openWalStores(target: BackupTarget): FileStore[] {
  return openStores(target, archivePrefix)
}

/** Everything that is archived in a store of `openWalStores`, of all servers. */
export async function listWal(store: FileStore): Promise<ArchivedWal[]> {
  const archived: ArchivedWal[] = []
  for await (const { name: file, modifiedAt: archivedAt } of store.list()) {
    const [, systemId, name] = storedFile.exec(file) ?? []
    if (systemId && name) archived.push({ systemId, name, file, archivedAt })
  }
  return archived
}

/** Whether the segments that a server archived last can be opened in each location; true while there are none. */
export async function opensNewestWal(
  target: BackupTarget,
  systemId: string,
  keys: readonly string[],
): Promise<boolean> {
  for (const store of openWalStores(target)) {
    const own = (await listWal(store)).filter((one) => one.systemId === systemId)
    const newest = own.sort((one, other) => one.archivedAt - other.archivedAt).at(-1)
    const bytes = newest ? await store.get(newest.file) : null
    try {
      if (bytes) await decryptSegment(bytes, keys)
    } catch {
      return false
    }
  }
  return true
}

/** Where a segment is in the stream of WAL, whatever its timeline; null for a history of a timeline. */
export function positionOf(name: string): string | null {
  return name.length >= 24 ? name.slice(8, 24) : null
}

/** Returns the name of the first segment that is missing between others, without its timeline; null if none is. */
export function findGap(names: Iterable<string>, segmentBytes: number): string | null {
  const perLog = 2 ** 32 / segmentBytes
  const numbers = new Set<number>()
  for (const name of names) {
    const position = positionOf(name)
    if (position && name.length === 24)
      numbers.add(
        Number.parseInt(position.slice(0, 8), 16) * perLog + Number.parseInt(position.slice(8), 16),
      )
  }
  const sorted = [...numbers].sort((one, other) => one - other)
  const before = sorted.find((number, index) => (sorted[index + 1] ?? number + 1) !== number + 1)
  if (before === undefined) return null
  const hex = (number: number): string =>
    Math.trunc(number).toString(16).toUpperCase().padStart(8, '0')
  return `${hex((before + 1) / perLog)}${hex((before + 1) % perLog)}`
}

/**
 * Deletes in every location what no remaining base backup needs, and what is too old. Histories of timelines
 * hold no data and stay.
 * @param options.firstSegment the first segment that the oldest remaining base backup of this server needs
 * @param options.expiredBefore in milliseconds since 1970
 * @returns how many files
 */
export async function pruneWal(
  target: BackupTarget,
  options: { systemId: string; firstSegment: string; expiredBefore: number },
): Promise<number> {
  const first = positionOf(options.firstSegment) ?? ''
  let deleted = 0
  for (const store of openWalStores(target))
    for (const { systemId, name, file, archivedAt } of await listWal(store)) {
      const position = positionOf(name)
      if (position === null) continue
      const isUnneeded = systemId === options.systemId && position < first
      if (!isUnneeded && archivedAt >= options.expiredBefore) continue
      await store.delete(file)
      deleted += 1
    }
  return deleted
}
