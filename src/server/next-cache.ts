import { LRUCache } from 'lru-cache'
import type { IncrementalCacheValue } from 'next/dist/server/response-cache'

import { type Invalidations, invalidations } from './cache-invalidation'

type Entry = { value: IncrementalCacheValue; lastModified: number; tags: readonly string[] }

const defaultMaxBytes = 64 * 1024 * 1024
const maxEntries = 50_000
/** Bytes for the entry's object, its tags, and its slots in the maps. */
const entryOverheadBytes = 1024

/** Estimates the bytes of a value in memory: a string may take two per character. */
const bytesOf = (part: unknown): number => {
  if (typeof part === 'string') return 2 * part.length
  if (part instanceof Uint8Array) return part.byteLength
  if (part instanceof Map)
    return [...part].reduce((sum, [key, value]) => sum + bytesOf(key) + bytesOf(value), 0)
  if (part === null || typeof part !== 'object') return 8
  return Object.entries(part).reduce((sum, [key, value]) => sum + bytesOf(key) + bytesOf(value), 0)
}

/**
 * Marks pages that must respond 404 (components/layout/not-found-page.tsx). Text can't contain it: its `<` is escaped.
 */
export const missingPageMark = '<meta name="page-status" content="404"'

/** Visitors can request more missing paths than there is memory for. */
const isMissingPage = (value: IncrementalCacheValue): boolean =>
  'html' in value && typeof value.html === 'string' && value.html.includes(missingPageMark)

const tagsOf = (value: IncrementalCacheValue, tags: readonly string[]): string[] => {
  const header = 'headers' in value ? value.headers?.['x-next-cache-tags'] : undefined
  const own = 'tags' in value && value.tags ? value.tags : []
  return [...new Set([...tags, ...own, ...(typeof header === 'string' ? header.split(',') : [])])]
}

/** An LRU cache of Next's pages and queries, which also drops entries when their tags are invalidated. */
export class NextCache {
  private readonly keysOfTag = new Map<string, Set<string>>()
  private entries: LRUCache<string, Entry>
  private readonly changes: Invalidations

  constructor(changes: Invalidations, maxBytes = defaultMaxBytes) {
    this.changes = changes
    this.entries = this.makeEntries(maxBytes)
    changes.onInvalidate((tags) => this.invalidate(tags))
  }

  /** Sets the budget in bytes and empties the cache. */
  resize(maxBytes: number): void {
    this.entries.clear()
    this.entries = this.makeEntries(maxBytes)
  }

  get(key: string): Entry | undefined {
    return this.entries.get(key)
  }

  /** Stores a value, unless it's a not-found page or one of its tags was invalidated after its render began. */
  set(key: string, value: IncrementalCacheValue | null, contextTags: readonly string[]): void {
    this.entries.delete(key)
    const startVersion = this.changes.renderVersion()
    if (!value || startVersion === undefined || isMissingPage(value)) return
    const tags = tagsOf(value, contextTags)
    if (this.changes.hasChangedSince(startVersion, tags)) return
    this.entries.set(key, { value, lastModified: Date.now(), tags })
    if (!this.entries.has(key)) return // The entry is larger than maxEntrySize.
    for (const tag of tags) {
      const keys = this.keysOfTag.get(tag) ?? new Set()
      this.keysOfTag.set(tag, keys.add(key))
    }
  }

  state(): { entries: number; bytes: number } {
    return { entries: this.entries.size, bytes: this.entries.calculatedSize }
  }

  private invalidate(tags: readonly string[]): void {
    if (tags.includes('*')) return this.entries.clear()
    for (const tag of tags)
      for (const key of [...(this.keysOfTag.get(tag) ?? [])]) this.entries.delete(key)
  }

  private makeEntries(maxBytes: number): LRUCache<string, Entry> {
    return new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: (entry, key) => entryOverheadBytes + bytesOf(key) + bytesOf(entry),
      dispose: ({ tags }, key) => this.removeFromIndex(key, tags),
    })
  }

  private removeFromIndex(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.keysOfTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.keysOfTag.delete(tag)
    }
  }
}

declare global {
  // The web process and Next's cache handler are separate bundles in one process.
  var dayfernNextCache: NextCache | undefined
}

/** The cache of this process, shared by the web process and Next's cache handler. */
export const nextCache = (globalThis.dayfernNextCache ??= new NextCache(invalidations))
