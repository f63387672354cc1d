import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { jest } from '@jest/globals'
import { getTestPayload, rowsOf, sql, withoutTimeLimit } from '@tests/support/payload'
import { settingsOfTest } from '@tests/support/programs/commands'

import { releaseStaleJobs } from '@/jobs/heartbeat'
import { migrations } from '@/migrations'

import { bundled } from '../../../scripts/bundle.mjs'

const { programFlags } = await import('../../../scripts/child-processes.mjs')

// Programs take seconds to start, and much longer while the machine is busy.
jest.setTimeout(300_000)

/** How many jobs a worker runs at a time (`slots` of src/jobs/worker.ts). */
const slots = 11

type Worker = {
  /** Resolves once the process has printed this text so many times. */
  waitFor: (text: string, times?: number) => Promise<void>
  /** How often the process has printed this text. */
  countOf: (text: string) => number
  /** Stops it as a process manager does. @returns its exit code */
  stop: () => Promise<number | null>
}
const started: Worker[] = []

const startWorker = async (): Promise<Worker> => {
  const child = spawn(process.execPath, [...programFlags, await bundled('src/jobs/worker.ts')], {
    // With few connections, a leak of one shows after three rounds.
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_POOL_MAX: '3',
      ...settingsOfTest(),
    },
  })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)))
  const countOf = (text: string): number => output.split(text).length - 1
  const worker: Worker = {
    countOf,
    waitFor: async (text, times = 1) => {
      const until = Date.now() + 60_000
      while (countOf(text) < times) {
        if (child.exitCode !== null || Date.now() > until)
          throw new Error(`It didn't write "${text}" ${times} times:\n${output}`)
        await wait(20)
      }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
  started.push(worker)
  return worker
}

/** How many slots of workers are marked as alive. */
const aliveSlots = async (): Promise<number> =>
  (
    await rowsOf(
      sql`select 1 from pg_locks where locktype = 'advisory' and classid = 20261122 and granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
  ).length
const waitForSlots = async (count: number): Promise<void> => {
  for (let look = 0; look < 200 && (await aliveSlots()) !== count; look += 1) await wait(50)
  expect(await aliveSlots()).toBe(count)
}

beforeAll(() => getTestPayload())
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop()
})
afterAll(() => withoutTimeLimit('delete from graphile_worker._private_known_crontabs'))

it('tries again each second while its runners can’t start, and keeps no connection of those rounds', async () => {
  // A queue of a later graphile-worker, which this one refuses.
  await rowsOf(
    sql`insert into graphile_worker.migrations (id, breaking) values (1000, true) returning 1`,
  )
  const worker = await startWorker()
  try {
    await worker.waitFor('The worker could not run')
    const startedAt = Date.now()
    await worker.waitFor('The worker could not run', 5)
    expect(Date.now() - startedAt).toBeGreaterThan(3500)
  } finally {
    await rowsOf(sql`delete from graphile_worker.migrations where id = 1000 returning 1`)
  }
  await worker.waitFor('worker ready')
  await waitForSlots(slots)
  expect(await worker.stop()).toBe(0)
  await waitForSlots(0)
})

it('stops the runners of a round that fails, so that only one set of them runs', async () => {
  await withoutTimeLimit('alter table sync_runs rename to sync_runs_away')
  const worker = await startWorker()
  try {
    await worker.waitFor('The worker could not run', 2)
  } finally {
    await withoutTimeLimit('alter table sync_runs_away rename to sync_runs')
  }
  await worker.waitFor('worker ready')
  await waitForSlots(slots)
})

it('goes on when the database is lost while recurring jobs are being queued', async () => {
  await withoutTimeLimit(`
    delete from graphile_worker._private_known_crontabs;
    create function cut_connection() returns trigger language plpgsql
      as $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$;
    create trigger cut_connection before insert on graphile_worker._private_known_crontabs
      execute function cut_connection()`)
  const worker = await startWorker()
  try {
    await worker.waitFor('The worker lost the database', 2)
  } finally {
    await withoutTimeLimit('drop function cut_connection cascade')
  }
  await waitForSlots(slots)
  expect(await worker.stop()).toBe(0)
})

it('starts its runners again when the end of a job can’t be noted, so that neither the job nor its slot is lost', async () => {
  await withoutTimeLimit(`
    create function refuse_end() returns trigger language plpgsql
      as $$ begin raise exception 'refused by the test'; end $$;
    create trigger refuse_end before delete on graphile_worker._private_jobs for each row
      when (old.key = 'ends-badly') execute function refuse_end()`)
  await rowsOf(
    sql`select graphile_worker.add_job('refresh-view-counts', '{}', job_key => 'ends-badly')`,
  )
  const worker = await startWorker()
  try {
    await worker.waitFor('refused by the test')
    await worker.waitFor('worker ready', 2)
  } finally {
    await withoutTimeLimit('drop function refuse_end cascade')
  }
  await waitForSlots(slots)
  // Workers look for stale jobs every 30 seconds.
  const [job] = await rowsOf<{ by: string }>(
    sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where key = 'ends-badly' returning locked_by as by`,
  )
  expect(await releaseStaleJobs(await getTestPayload())).toEqual([job?.by])
  const isWaiting = async (): Promise<boolean> =>
    (await rowsOf(sql`select 1 from graphile_worker._private_jobs where key = 'ends-badly'`))
      .length > 0
  for (let look = 0; look < 200 && (await isWaiting()); look += 1) await wait(50)
  expect(await isWaiting()).toBe(false)
})

it('takes no job before the newest migration is applied', async () => {
  const newest = migrations.at(-1)?.name ?? ''
  await rowsOf(sql`update payload_migrations set name = 'not yet' where name = ${newest}`)
  const worker = await startWorker()
  try {
    await worker.waitFor(`Waiting for the migration ${newest}`)
    await wait(2500)
    expect([await aliveSlots(), worker.countOf('Waiting'), worker.countOf('ready')]).toEqual([
      0, 1, 0,
    ])
  } finally {
    await rowsOf(sql`update payload_migrations set name = ${newest} where name = 'not yet'`)
  }
  await worker.waitFor('worker ready')
  await waitForSlots(slots)
})
