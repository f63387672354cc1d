import { LRUCache } from 'lru-cache'

const isSearch = (url: string): boolean => /[?&]search=/.test(url)

/**
 * Tells searches that nobody made before from those that repeat. There are more texts to search for than memory for
 * their pages, and most are never asked for again: only a repeated search is worth storing.
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
