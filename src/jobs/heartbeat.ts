import type { EventEmitter } from 'node:events'

import { and, isNotNull, lt, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { queuedJobs, unlockWorkers } from '@/platform/job-queue'

/** Namespace of the workers' advisory locks; platform/sync-engine.ts has another. */
const lockNumber = 20_261_122

/**
 * Marks the workers of this process as alive: each holds an advisory lock under its id on one
 * connection, which PostgreSQL releases when the process dies.
 * @param events graphile-worker's events, which name the workers
 * @param onLost called once, when the connection is lost: the workers should stop
 * @returns gives the connection back; call it once the workers have stopped
 */
export async function startHeartbeat(
  payload: Payload,
  events: EventEmitter,
  onLost: () => void,
): Promise<() => void> {
  const client = await payload.db.pool.connect()
  let isReleased = false
  const release = (): void => {
    if (isReleased) return
    isReleased = true
    client.release(true) // Closing the connection releases its locks.
  }
  const handleLoss = (): void => {
    if (isReleased) return
    release()
    onLost()
  }
  client.once('error', handleLoss)
  client.once('end', handleLoss)
  let locks: Promise<unknown> = Promise.resolve()
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => {
    locks = locks
      .then(() =>
        client.query('select pg_advisory_lock($1, hashtext($2))', [lockNumber, worker.workerId]),
      )
      .catch(handleLoss)
  })
  return release
}

/**
 * Releases the jobs of stale workers, those without a heartbeat. graphile-worker itself would wait
 * four hours, and so would a receipt whose worker was killed.
 * @returns the ids of the stale workers
 */
export function releaseStaleJobs(payload: Payload): Promise<string[]> {
  return payload.db.drizzle.transaction(async (tx) => {
    // A worker that has just started may not hold its lock yet.
    const workers = await tx
      .selectDistinct({ id: queuedJobs.lockedBy })
      .from(queuedJobs)
      .where(
        and(
          isNotNull(queuedJobs.lockedBy),
          lt(queuedJobs.lockedAt, sql`now() - interval '10 seconds'`),
        ),
      )
    const stale: string[] = []
    for (const { id } of workers) {
      // Raw SQL: the query builder has no advisory locks.
      const { rows } = await tx.execute(
        sql`select pg_try_advisory_xact_lock(${lockNumber}, hashtext(${id})) as "isStale"`,
      )
      if (id && rows[0]?.isStale) stale.push(id)
    }
    if (stale.length > 0) await unlockWorkers(tx, stale)
    return stale
  })
}
