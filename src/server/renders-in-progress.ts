import type { Invalidations } from './cache-invalidation'

/**
 * Next lets simultaneous requests for one page share a render. A request that arrives after a change must not share one
 * that began before it: it would show the old page, and the response would be cached as new.
 */
export class RendersInProgress {
  private readonly rendersOfKey = new Map<
    string,
    Set<{ version: number; done: Promise<unknown> }>
  >()
  private readonly changes: Invalidations

  constructor(changes: Invalidations) {
    this.changes = changes
  }

  /** Whether a render of this key is still running that began before the last invalidation. */
  hasOutdated(key: string): boolean {
    return this.outdated(key).length > 0
  }

  /** Waits for the renders of this key that began before the last invalidation. */
  async waitForOutdated(key: string): Promise<void> {
    for (let outdated = this.outdated(key); outdated.length > 0; outdated = this.outdated(key))
      await Promise.all(outdated)
  }

  /** Runs a render, and counts it as in progress until its promise settles. */
  async run(key: string, render: () => Promise<void>): Promise<void> {
    const done = render()
    const renders = this.rendersOfKey.get(key) ?? new Set()
    const current = { version: this.changes.version, done: done.catch(() => {}) }
    this.rendersOfKey.set(key, renders.add(current))
    try {
      await done
    } finally {
      renders.delete(current)
      if (renders.size === 0) this.rendersOfKey.delete(key)
    }
  }

  private outdated(key: string): Promise<unknown>[] {
    return [...(this.rendersOfKey.get(key) ?? [])]
      .filter(({ version }) => version < this.changes.version)
      .map(({ done }) => done)
  }
}
