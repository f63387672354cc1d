import { AsyncLocalStorage } from 'node:async_hooks'

/** How many tags keep the version of their last invalidation. All others share the newest version that was dropped. */
const maxTags = 20_000
const allTags = '*'

/**
 * Counts invalidations, and knows for each tag when it was last invalidated. A render remembers the version at which it
 * began, so that a result which was read before a change and is ready after it is never stored.
 */
export class Invalidations {
  /** Grows with every invalidation. */
  version = 0
  private readonly versionOfTag = new Map<string, number>()
  /** Every tag counts as invalidated at this version at least. */
  private oldestKnown = 0
  private readonly listeners: ((tags: readonly string[]) => void)[] = []
  private readonly renders = new AsyncLocalStorage<{ version: number }>()

  /** Marks tags as changed and notifies the caches of this process; `*` means all tags. */
  invalidate(tags: readonly string[]): void {
    this.version += 1
    if (tags.includes(allTags)) {
      this.versionOfTag.clear()
      this.oldestKnown = this.version
    } else for (const tag of tags) this.remember(tag)
    for (const listener of this.listeners) listener(tags)
  }

  onInvalidate(listener: (tags: readonly string[]) => void): void {
    this.listeners.push(listener)
  }

  /** Runs a request for Next; what is rendered within counts as begun now. */
  render<Result>(work: () => Result): Result {
    return this.renders.run({ version: this.version }, work)
  }

  /** @returns the version at which the current render began; undefined outside of `render` */
  renderVersion(): number | undefined {
    return this.renders.getStore()?.version
  }

  /** Whether one of the tags was invalidated after the version. */
  hasChangedSince(version: number, tags: readonly string[]): boolean {
    return (
      version < this.oldestKnown || tags.some((tag) => (this.versionOfTag.get(tag) ?? 0) > version)
    )
  }

  private remember(tag: string): void {
    this.versionOfTag.delete(tag)
    this.versionOfTag.set(tag, this.version)
    if (this.versionOfTag.size <= maxTags) return
    for (const [oldest, version] of this.versionOfTag) {
      this.versionOfTag.delete(oldest)
      this.oldestKnown = Math.max(this.oldestKnown, version)
      return
    }
  }
}

declare global {
  // The web process and Next's cache handler are separate bundles in one process.
  var dayfernInvalidations: Invalidations | undefined
}

/** The invalidations of this process, shared by the web process and Next's cache handler. */
export const invalidations = (globalThis.dayfernInvalidations ??= new Invalidations())
