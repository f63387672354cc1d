import type { CacheHandler, CacheHandlerValue } from 'next/dist/server/lib/incremental-cache'
import type { IncrementalCacheValue } from 'next/dist/server/response-cache'

import { invalidations } from './cache-invalidation'
import { nextCache } from './next-cache'

/**
 * Next keeps rendered pages and queries here (`cacheHandler` in next.config.ts). A restart begins with an empty cache,
 * because pages kept on disk would outlive their invalidations (docs/decisions/001).
 */
export default class MemoryCacheHandler implements CacheHandler {
  async get(key: string): Promise<CacheHandlerValue | null> {
    return nextCache.get(key) ?? null
  }

  async set(
    key: string,
    value: IncrementalCacheValue | null,
    context: Parameters<CacheHandler['set']>[2],
  ): Promise<void> {
    nextCache.set(key, value, 'tags' in context ? (context.tags ?? []) : [])
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    invalidations.invalidate([tags].flat())
  }

  resetRequestCache(): void {}
}
