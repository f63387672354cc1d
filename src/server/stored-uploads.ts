import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import { bulkhead } from 'cockatiel'
import { LRUCache } from 'lru-cache'

import { contentTypeOf } from '@/platform/storage/content-types'
import type { FileStore } from '@/platform/storage/file-store'

import type { FileEntry } from './file-index'

type StoredUpload = { size: number; etag: string; bytes: Buffer | null }

/** What is deleted from the bucket is served for up to five minutes more. */
const cacheMs = 5 * 60_000
const maxKeptBytes = 4 * 1024 * 1024
/** Estimated memory of an entry besides the bytes of its file: the key, the size, and the ETag. */
const entryBytes = 500
const readsAtOnce = 32
const maxWaitingReads = 500

/** Audio, video, and documents are read from the bucket in parts; pictures as a whole. */
const isSentInParts = (name: string): boolean => !contentTypeOf(name).startsWith('image/')

/**
 * Uploads in a bucket, for the web process. Pictures are cached in memory up to a limit; the rest
 * passes through. Missing files are requested from the bucket again each time, so that a file saved
 * by another process is available at once.
 */
export class StoredUploads {
  private readonly store: FileStore
  private readonly cache: LRUCache<string, StoredUpload>
  /** Reads that have not ended, so that many visitors of a new picture cause one. */
  private readonly reading = new Map<string, Promise<StoredUpload | null>>()
  private readonly reads = bulkhead(readsAtOnce, maxWaitingReads)

  constructor(store: FileStore, maxBytes: number) {
    this.store = store
    this.cache = new LRUCache<string, StoredUpload>({
      maxSize: maxBytes,
      maxEntrySize: maxKeptBytes + entryBytes,
      sizeCalculation: ({ bytes }) => entryBytes + (bytes?.length ?? 0),
      ttl: cacheMs,
    })
  }

  /** @throws if the bucket fails, or too many reads are waiting */
  async find(name: string): Promise<FileEntry | null> {
    const entry = this.cache.get(name) ?? (await this.readOnce(name))
    if (!entry) return null
    const { size, etag, bytes } = entry
    return {
      size,
      etag,
      br: null,
      gzip: null,
      open: (range) =>
        bytes
          ? Readable.from([range ? bytes.subarray(range.first, range.last + 1) : bytes])
          : this.reads.execute(async () => (await this.store.open(name, range))?.body ?? null),
    }
  }

  private readOnce(name: string): Promise<StoredUpload | null> {
    const running = this.reading.get(name)
    if (running) return running
    const started = this.reads
      .execute(() => this.read(name))
      .finally(() => this.reading.delete(name))
    this.reading.set(name, started)
    return started
  }

  private async read(name: string): Promise<StoredUpload | null> {
    const entry = isSentInParts(name) ? await this.describe(name) : await this.readWhole(name)
    if (entry) this.cache.set(name, entry)
    return entry
  }

  private async describe(name: string): Promise<StoredUpload | null> {
    const file = await this.store.stat(name)
    if (!file) return null
    const etag = `"${file.size.toString(36)}-${Math.floor(file.modifiedAt).toString(36)}"`
    return { size: file.size, etag, bytes: null }
  }

  private async readWhole(name: string): Promise<StoredUpload | null> {
    const bytes = await this.store.get(name)
    if (!bytes) return null
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { size: bytes.length, etag: `"${hash}"`, bytes }
  }
}
