import type { EventEmitter } from 'node:events'

import type { Payload } from 'payload'

/**
 * A lost connection is reported and replaced; without a listener it would end the process, whether it lay idle in the
 * pool or was in somebody's hands between two queries.
 */
export function handlePoolErrors({ db, logger }: Payload): void {
  const report = (error: Error): void =>
    logger.error({ err: error }, 'A database connection was lost')
  const watch = (client: EventEmitter): void => {
    if (!client.listeners('error').includes(report)) client.on('error', report)
  }
  db.pool.on('error', report)
  db.pool.on('connect', watch)
  // Payload opened one before this hook ran, and keeps it.
  for (const client of (db.pool as unknown as { _clients?: EventEmitter[] })._clients ?? [])
    watch(client)
}
