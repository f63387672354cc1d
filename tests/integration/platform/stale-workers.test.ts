import { EventEmitter } from 'node:events'

import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import type { Payload } from 'payload'

import { releaseStaleJobs, startHeartbeat } from '@/jobs/heartbeat'

let payload: Payload
beforeAll(async () => {
  payload = await getTestPayload()
})
beforeEach(() => rowsOf(sql`delete from graphile_worker._private_jobs returning 1`))

/** Adds a job that this worker locked a minute ago. */
const taken = async (worker: string): Promise<void> => {
  await rowsOf(
    sql`select graphile_worker.add_job('refresh-view-counts', '{}'::json, job_key => ${worker})`,
  )
  await rowsOf(
    sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - interval '1 minute', attempts = 1 where key = ${worker} returning 1`,
  )
}
const lockedBy = async (): Promise<(string | null)[]> =>
  (
    await rowsOf<{ by: string | null }>(
      sql`select locked_by as by from graphile_worker._private_jobs order by key`,
    )
  ).map(({ by }) => by)

it('releases the jobs of a worker that died but not those of a running one', async () => {
  const events = new EventEmitter()
  await startHeartbeat(payload, events, () => {})
  events.emit('worker:create', { worker: { workerId: 'worker-alive' } })
  await taken('worker-alive')
  await taken('worker-dead')
  for (
    let look = 0;
    look < 100 &&
    (await rowsOf(sql`select 1 from pg_locks where locktype = 'advisory' and classid = 20261122`))
      .length === 0;
    look += 1
  )
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await releaseStaleJobs(payload)).toEqual(['worker-dead'])
  expect(await lockedBy()).toEqual(['worker-alive', null])
  expect(await releaseStaleJobs(payload)).toEqual([])
})

it('does not release a job that was locked a moment ago', async () => {
  await taken('worker-new')
  await rowsOf(sql`update graphile_worker._private_jobs set locked_at = now() returning 1`)
  expect(await releaseStaleJobs(payload)).toEqual([])
})
