import { EventEmitter } from 'node:events'

import type { Payload } from 'payload'
import type { Pool } from 'pg'

declare global {
  /** The pool of this process, for its metrics. Next bundles a copy of this module of its own. */
  var dayfernPool: Pool | undefined
}

/**
 * Shares the pool with the metrics, and logs lost database connections, which the pool replaces. Without a listener,
 * one would end the process, whether it was idle in the pool or checked out.
 */
export function watchPool({ db, logger }: Payload): void {
  globalThis.dayfernPool = db.pool
  let reportedAt = 0
  // All connections are lost at once, and reconnecting fails many times.
  const report = (error: Error): void => {
    if (Date.now() - reportedAt < 1000) return
    reportedAt = Date.now()
    logger.error({ err: error }, 'A database connection was lost')
  }
  const watch = (client: EventEmitter): void => {
    if (!client.listeners('error').includes(report)) client.on('error', report)
  }
  db.pool.on('error', report)
  db.pool.on('connect', watch)
  // Payload opened one before this hook ran. `_clients` is private to pg; its version is pinned.
  const clients: unknown = Reflect.get(db.pool, '_clients')
  for (const client of Array.isArray(clients) ? clients : [])
    if (client instanceof EventEmitter) watch(client as EventEmitter)
}
