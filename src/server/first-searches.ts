import { LRUCache } from 'lru-cache'

const isSearch = (url: string): boolean => /[?&]search=/.test(url)

/**
 * Tells new searches from repeated ones. Most searches are never repeated, and their pages would fill the memory,
 * so only repeated ones are stored.
 */
export class FirstSearches {
  private readonly seen: LRUCache<string, true>

  constructor(max = 20_000) {
    this.seen = new LRUCache({ max })
  }

  /** Whether this is a search that was not made before. From now on it was. */
  isFirst(url: string): boolean {
    if (!isSearch(url) || this.seen.get(url)) return false
    this.seen.set(url, true)
    return true
  }
}
