import { sql } from '@payloadcms/db-postgres'
import { getTestPayload } from '@tests/support/payload'
import type { Payload } from 'payload'

import { getSyncRun, listSyncRows } from '@/modules/integrations/queries/sync-runs'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import {
  cancelSyncRun,
  resumeStaleRuns,
  runSync,
  startSyncRun,
  type SyncJob,
} from '@/platform/sync-engine'

let payload: Payload
beforeAll(async () => {
  payload = await getTestPayload()
})
beforeEach(async () => {
  await payload.db.drizzle.execute(sql`delete from sync_runs`)
  await payload.db.drizzle.execute(sql`delete from connections`)
})
afterAll(async () => {
  await payload.db.drizzle.execute(sql`delete from sync_runs`)
  await payload.db.drizzle.execute(sql`delete from connections`)
})

const start = (isPreview = false) =>
  startSyncRun(payload, { provider: 'etsy', kind: 'etsy-import', requestedBy: null, isPreview })

/**
 * Creates a service with `count` items, three per page. `done` lists the processed items in order.
 */
const makeService = (count: number, each?: (id: number) => Promise<void> | void) => {
  const done: number[] = []
  const cursors: unknown[] = []
  const work: SyncJob<number> = {
    page: async (at) => {
      cursors.push(at)
      const from = (at as number | null) ?? 0
      const items = Array.from({ length: Math.min(3, count - from) }, (_, index) => from + index)
      return { items, total: count, next: from + 3 < count ? from + 3 : null }
    },
    keyOf: String,
    each: async (id) => {
      await each?.(id)
      done.push(id)
      return { result: 'created', label: `Thing ${id}` }
    },
    summary: ({ created, failed }) => `${created} made, ${failed} failed.`,
  }
  return { work: work as SyncJob<unknown>, done, cursors }
}
const run = (id: number, work: SyncJob<unknown>) => runSync(payload, id, async () => work)
const view = async (id: number) => {
  const found = await getSyncRun(payload, id)
  if (!found) throw new Error('no run')
  return found
}

it('processes each item once, page by page, and reports the result', async () => {
  const id = await start()
  const { work, done, cursors } = makeService(7)
  await run(id, work)
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(cursors).toEqual([null, 3, 6])
  expect(await view(id)).toMatchObject({
    status: 'done',
    total: 7,
    done: 7,
    failed: 0,
    message: '7 made, 0 failed.',
    counts: { created: 7 },
  })
})

it('allows one run per service, and names the running one when another is requested', async () => {
  const id = await start()
  await expect(start()).rejects.toMatchObject({ code: 'conflict', details: { runId: id } })
  const results = await Promise.allSettled(
    [...Array(5)].map(() =>
      startSyncRun(payload, { provider: 'tiktok', kind: 'tiktok-import', requestedBy: null }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('resumes after a killed process and skips items that are already in the report', async () => {
  const id = await start()
  const first = makeService(7, (thing) => {
    if (thing === 4) throw new Error('killed')
  })
  // A killed process leaves a run whose status is still “running”.
  const dies: SyncJob<unknown> = {
    ...first.work,
    each: async (item) => {
      if (item === 4) await new Promise(() => {})
      return first.work.each(item)
    },
  }
  void run(id, dies)
  for (;;) {
    if ((await view(id)).done === 4) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await payload.db.drizzle.execute(
    sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
  )
  await payload.db.drizzle.execute(
    sql`update sync_runs set heartbeat_at = now() - interval '5 minutes' where id = ${id}`,
  )
  await resumeStaleRuns(payload)
  const { rows } = await payload.db.drizzle.execute(
    sql`select 1 from graphile_worker._private_jobs where key = ${`sync:${id}:again`}`,
  )
  expect(rows).toHaveLength(1)
  const second = makeService(7)
  await run(id, second.work)
  expect(second.cursors).toEqual([3, 6])
  expect(second.done).toEqual([4, 5, 6])
  expect(await view(id)).toMatchObject({ status: 'done', done: 7, counts: { created: 7 } })
})

it('runs only once when two workers pick up the same run', async () => {
  const id = await start()
  const slow = makeService(4, () => new Promise((resolve) => setTimeout(resolve, 30)))
  const other = makeService(4)
  const first = run(id, slow.work)
  for (;;) {
    if (slow.cursors.length > 0) break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await run(id, other.work)
  await first
  expect(slow.done).toHaveLength(4)
  expect(other.cursors).toEqual([])
})

it('stops after the current item when cancelled and keeps the completed ones', async () => {
  const id = await start()
  const { work, done } = makeService(50, (thing) =>
    thing === 2 ? cancelSyncRun(payload, id) : undefined,
  )
  await run(id, work)
  expect(done).toEqual([0, 1, 2])
  expect(await view(id)).toMatchObject({
    status: 'cancelled',
    done: 3,
    message: 'Stopped. Completed changes are saved.',
  })
  await cancelSyncRun(payload, id)
  expect((await view(id)).status).toBe('cancelled')
})

it('doesn’t say that a stopped preview saved anything, whether it was running or waiting', async () => {
  const running = await start(true)
  const busy = makeService(50, () => cancelSyncRun(payload, running))
  await run(running, busy.work)
  expect(await view(running)).toMatchObject({ status: 'cancelled', message: 'Stopped.' })

  const waiting = await start(true)
  const tired = makeService(4, () => {
    throw new ProviderError('Etsy', 'too fast', {
      retryable: true,
      kind: 'limit',
      retryAfterMs: 3_600_000,
    })
  })
  await run(waiting, tired.work)
  await cancelSyncRun(payload, waiting)
  expect(await view(waiting)).toMatchObject({ status: 'cancelled', message: 'Stopped.' })
})

it('cancels a run immediately if it has not started', async () => {
  const id = await start()
  await cancelSyncRun(payload, id)
  const { work, done } = makeService(3)
  await run(id, work)
  expect(done).toEqual([])
  expect(await view(id)).toMatchObject({
    status: 'cancelled',
    message: 'Stopped before it started.',
  })
})

it('reports failed items with a message and continues with the others', async () => {
  const id = await start()
  const { work, done } = makeService(4, (thing) => {
    if (thing === 1)
      throw new ProviderError('Etsy', 'the picture is gone', { retryable: false, kind: 'refused' })
    if (thing === 2) throw new AppError('invalid', 'The price is missing.')
  })
  await run(id, work)
  expect(done).toEqual([0, 3])
  expect(await view(id)).toMatchObject({ status: 'done', done: 4, failed: 2 })
  const { rows } = await listSyncRows(payload, id, { result: 'failed', page: 1, limit: 10 })
  expect(rows.map(({ message }) => message)).toEqual([
    'Etsy refused: the picture is gone.',
    'The price is missing.',
  ])
})

it('cancels a waiting run immediately', async () => {
  const id = await start()
  const tired = makeService(4, (thing) => {
    if (thing === 2)
      throw new ProviderError('Etsy', 'too fast', {
        retryable: true,
        kind: 'limit',
        retryAfterMs: 3_600_000,
      })
  })
  await run(id, tired.work)
  await cancelSyncRun(payload, id)
  expect(await view(id)).toMatchObject({
    status: 'cancelled',
    isWaiting: false,
    done: 2,
    message: 'Stopped. Completed changes are saved.',
  })
})

it('doesn’t wait for a service if it was cancelled before the service asked for that', async () => {
  const id = await start()
  const tired = makeService(4, async (thing) => {
    if (thing !== 2) return
    await cancelSyncRun(payload, id)
    throw new ProviderError('Etsy', 'too fast', {
      retryable: true,
      kind: 'limit',
      retryAfterMs: 3_600_000,
    })
  })
  await run(id, tired.work)
  expect(await view(id)).toMatchObject({
    status: 'cancelled',
    isStopping: false,
    done: 2,
    message: 'Stopped. Completed changes are saved.',
  })
  await start()
})

it('waits as long as the service asks, shows that, and continues with the same item', async () => {
  const id = await start()
  const tired = makeService(4, (thing) => {
    if (thing === 2)
      throw new ProviderError('Etsy', 'too fast', {
        retryable: true,
        kind: 'limit',
        retryAfterMs: 3_600_000,
      })
  })
  await run(id, tired.work)
  expect(await view(id)).toMatchObject({
    status: 'running',
    done: 2,
    failed: 0,
    isWaiting: true,
    message: expect.stringMatching(
      /^Etsy asked us to slow down\. Next try at \d{1,2}:\d{2} [AP]M\.$/,
    ) as string,
  })
  const {
    rows: [job],
  } = await payload.db.drizzle.execute(
    sql`select run_at > now() + interval '50 minutes' as later from graphile_worker._private_jobs where key = ${`sync:${id}`}`,
  )
  expect(job?.later).toBe(true)
  await resumeStaleRuns(payload)
  const { rows: early } = await payload.db.drizzle.execute(
    sql`select 1 from graphile_worker._private_jobs where key = ${`sync:${id}:again`}`,
  )
  expect(early).toHaveLength(0)
  const rested = makeService(4)
  await run(id, rested.work)
  expect(rested.done).toEqual([2, 3])
})

it('fails when the provider requires a new sign-in and records that on the connection', async () => {
  const id = await start()
  const { work } = makeService(4, () => {
    throw new ProviderError('Etsy', 'answered 401', { retryable: false, kind: 'sign-in' })
  })
  await run(id, work)
  expect(await view(id)).toMatchObject({
    status: 'failed',
    done: 0,
    message: 'Etsy no longer accepts our sign-in. Sign in again.',
  })
  const {
    rows: [connection],
  } = await payload.db.drizzle.execute(
    sql`select last_error from connections where provider = 'etsy'`,
  )
  expect(connection?.last_error).toContain('Sign in again.')
})

it('fails after ten pauses if the service stays unavailable', async () => {
  const id = await start()
  const { work } = makeService(4, () => {
    throw new ProviderError('Etsy', 'could not be reached', { retryable: true, kind: 'down' })
  })
  for (let time = 0; time < 10; time += 1) {
    await run(id, work)
    expect((await view(id)).status).toBe('running')
  }
  await run(id, work)
  expect(await view(id)).toMatchObject({
    status: 'failed',
    message: 'Couldn’t reach Etsy. Completed changes are saved. Start it again to continue.',
  })
})

it('doesn’t count pauses from before it got further', async () => {
  const id = await start()
  for (let item = 0; item < 3; item += 1)
    for (let time = 0; time < 8; time += 1) {
      const { work } = makeService(3, (thing) => {
        if (thing >= item)
          throw new ProviderError('Etsy', 'could not be reached', { retryable: true, kind: 'down' })
      })
      await run(id, work)
      expect(await view(id)).toMatchObject({ status: 'running', done: item })
    }
})

it('stops when pages repeat', async () => {
  const id = await start()
  let pagesRead = 0
  const work: SyncJob<unknown> = {
    page: async () => ({ items: [1, 2], next: pagesRead++ }),
    keyOf: String,
    each: async () => ({ result: 'unchanged' }),
    summary: () => 'Done.',
  }
  await run(id, work)
  expect(pagesRead).toBe(3)
  expect(await view(id)).toMatchObject({ status: 'done', done: 2 })
})
