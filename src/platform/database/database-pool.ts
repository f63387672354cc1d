import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'

import type { Payload } from 'payload'
import type { Pool, PoolClient } from 'pg'

declare global {
  /** The pool of this process, for its metrics. Next bundles its own copy of this module. */
  var dayfernPool: Pool | undefined
}

/**
 * Shares the pool with the metrics, and logs lost database connections, which the pool replaces. Without a listener,
 * one would end the process, whether it was idle in the pool or checked out.
 */
export function watchPool({ db, logger }: Payload): void {
  globalThis.dayfernPool = db.pool
  let reportedAt = 0
  // Logged once only, because all connections are lost at once and reconnecting fails many times.
  const report = (error: Error): void => {
    if (Date.now() - reportedAt < 1000) return
    reportedAt = Date.now()
    logger.error({ err: error }, 'A database connection was lost')
  }
  const watch = (client: PoolClient): void => {
    if (client.listeners('error').includes(report)) return
    client.on('error', report)
    client.once('end', () => setImmediate(releaseLostConnection, db.pool, client))
  }
  db.pool.on('error', report)
  db.pool.on('connect', watch)
  // Payload opened a connection before this hook ran.
  for (const client of clientsOf(db.pool)) watch(client)
}

/**
 * Releases a lost connection that its user hasn't released. Drizzle never releases one that is lost
 * before its BEGIN, nor Payload the one that it holds, and each would take a place in the pool until
 * the process ends.
 */
const releaseLostConnection = (pool: Pool, client: PoolClient): void => {
  if (!clientsOf(pool).includes(client)) return
  client.release(true)
  client.release = () => undefined // Its user may still call it.
}

/** The connections of a pool, also those in use. `_clients` is private to pg; its version is pinned. */
const clientsOf = (pool: Pool): PoolClient[] => {
  const clients: unknown = Reflect.get(pool, '_clients')
  return Array.isArray(clients)
    ? clients.filter((client): client is PoolClient => client instanceof EventEmitter)
    : []
}

/** How long a call waits for a connection, in milliseconds: while the database is down, the others fail at once. */
export const connectionTimeoutMs = { up: 5000, down: 100 }

/**
 * Tells the pool whether the database answers. Once it doesn't, the connections are cut: waiting calls fail now instead
 * of after their time limits, and PostgreSQL rolls back what they hadn't committed.
 */
export function setDatabaseUp(isUp: boolean): void {
  const pool = globalThis.dayfernPool
  if (!pool) return
  pool.options.connectionTimeoutMillis = connectionTimeoutMs[isUp ? 'up' : 'down']
  if (isUp) return
  for (const client of clientsOf(pool)) {
    const stream: unknown = Reflect.get(Reflect.get(client, 'connection') ?? {}, 'stream')
    if (stream instanceof Socket) stream.destroy()
  }
}
