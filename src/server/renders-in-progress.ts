import type { Invalidations } from './cache-invalidation'

/** How long a render whose visitor has gone may still hold back later requests, in milliseconds. Its promise may never settle. */
const abandonedAfterMs = 5_000

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

  /**
   * Runs a render, and counts it as in progress until its promise settles, its response is complete (sending it may take
   * a slow visitor any time), or shortly after its visitor has gone.
   * @param once registers a listener for the response's events
   */
  async run(
    key: string,
    render: () => Promise<void>,
    once: (event: 'complete' | 'close', listener: () => void) => unknown = () => {},
  ): Promise<void> {
    const over = new Promise<void>((resolve) => {
      once('complete', resolve)
      once('close', () => setTimeout(resolve, abandonedAfterMs).unref())
    })
    const { version } = this.changes
    const done = render()
    const renders = this.rendersOfKey.get(key) ?? new Set()
    const current = { version, done: Promise.race([done.catch(() => {}), over]) }
    this.rendersOfKey.set(key, renders.add(current))
    const remove = (): void => {
      renders.delete(current)
      if (renders.size === 0 && this.rendersOfKey.get(key) === renders)
        this.rendersOfKey.delete(key)
    }
    void over.then(remove)
    try {
      await done
    } finally {
      remove()
    }
  }

  private outdated(key: string): Promise<unknown>[] {
    return [...(this.rendersOfKey.get(key) ?? [])]
      .filter(({ version }) => version < this.changes.version)
      .map(({ done }) => done)
  }
}
