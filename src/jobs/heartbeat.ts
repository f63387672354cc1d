import type { EventEmitter } from 'node:events'

import type { Payload } from 'payload'
import type { PoolClient } from 'pg'

/** Tells these locks from the others of the shop (platform/sync-engine.ts has one of its own). */
const lockNumber = 20_261_122

const connect = (payload: Payload): Promise<PoolClient> =>
  (payload.db as unknown as { pool: { connect: () => Promise<PoolClient> } }).pool.connect()

/**
 * Lets the database know which workers are alive: each holds a lock under its id on one connection, which the database
 * takes back by itself when the process dies.
 * @param events graphile-worker's, to learn the ids
 * @param onLost the connection is gone, and with it the sign of life: the process had better begin anew
 */
export async function startHeartbeat(
  payload: Payload,
  events: EventEmitter,
  onLost: () => void,
): Promise<void> {
  const client = await connect(payload)
  client.once('error', onLost)
  client.once('end', onLost)
  let held: Promise<unknown> = Promise.resolve()
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => {
    held = held
      .then(() =>
        client.query('select pg_advisory_lock($1, hashtext($2))', [lockNumber, worker.workerId]),
      )
      .catch(onLost)
  })
}

/**
 * Lets go of the jobs of workers that died. graphile-worker itself would wait four hours: a receipt on its way when a
 * worker was killed would come in the evening.
 * @returns the ids of the dead
 */
export async function releaseStaleJobs(payload: Payload): Promise<string[]> {
  const client = await connect(payload)
  const dead: string[] = []
  try {
    // A worker that has just begun may not hold its lock yet.
    const { rows } = await client.query<{ id: string }>(
      `select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null and locked_at < now() - interval '10 seconds'`,
    )
    for (const { id } of rows) {
      const {
        rows: [answer],
      } = await client.query<{ free: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as free',
        [lockNumber, id],
      )
      if (!answer?.free) continue
      await client.query('select graphile_worker.force_unlock_workers(array[$1])', [id])
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockNumber, id])
      dead.push(id)
    }
  } finally {
    client.release()
  }
  return dead
}
