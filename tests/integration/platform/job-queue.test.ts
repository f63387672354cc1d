// @core
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import type { Payload } from 'payload'

import { jobKind, jobKinds } from '@/jobs/tasks'
import {
  isFailedJob,
  isRepeatedlyFailingJob,
  isWaitingJob,
  lastScheduledAt,
  queuedJobs,
  queueJob,
  removeFailedJob,
  removeJob,
  retryJob,
  unlockWorkers,
} from '@/platform/job-queue'

let payload: Payload
beforeAll(async () => {
  payload = await getTestPayload()
})
beforeEach(() => rowsOf(sql`delete from graphile_worker._private_jobs returning 1`))

const addJob = async (key: string, { attempts = 0, lockedBy = null as string | null } = {}) => {
  await queueJob(payload.db.drizzle, 'send-order-link', { orderId: 1 }, { key })
  const [job] = await rowsOf<{ id: string }>(sql`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${attempts > 0 ? 'no answer' : null},
      locked_by = ${lockedBy}, locked_at = ${lockedBy ? new Date().toISOString() : null} where key = ${key} returning id`)
  return Number(job?.id)
}
const listJobs = () => payload.db.drizzle.select().from(queuedJobs).orderBy(queuedJobs.id)

it('a job is queued only once per key and can be removed while it waits', async () => {
  const { drizzle } = payload.db
  await queueJob(drizzle, 'send-order-link', { orderId: 1 }, { key: 'order-link:1' })
  await queueJob(drizzle, 'send-order-link', { orderId: 1 }, { key: 'order-link:1' })
  expect(await listJobs()).toMatchObject([
    { task: 'send-order-link', attempts: 0, maxAttempts: 12, lastError: null, lockedBy: null },
  ])
  await removeJob(drizzle, 'order-link:1')
  expect(await listJobs()).toEqual([])
})

it('waiting, repeatedly failing, and failed jobs are distinguished', async () => {
  const ids = {
    fresh: await addJob('fresh'),
    once: await addJob('once', { attempts: 1 }),
    failing: await addJob('failing', { attempts: 2 }),
    failed: await addJob('failed', { attempts: 12 }),
  }
  const idsWhere = async (condition: typeof isWaitingJob | typeof isRepeatedlyFailingJob) =>
    (
      await payload.db.drizzle.select().from(queuedJobs).where(condition).orderBy(queuedJobs.id)
    ).map(({ id }) => id)
  expect(await idsWhere(isWaitingJob)).toEqual([ids.fresh, ids.once, ids.failing])
  expect(await idsWhere(isRepeatedlyFailingJob)).toEqual([ids.failing])
  expect(await idsWhere(isFailedJob)).toEqual([ids.failed])
})

it('a failed job can be retried with all its attempts or removed; a waiting job is not removed', async () => {
  const { drizzle } = payload.db
  const failed = await addJob('failed', { attempts: 12 })
  expect(await retryJob(drizzle, failed)).toBe(true)
  expect(await listJobs()).toMatchObject([{ id: failed, attempts: 0 }])
  expect(await removeFailedJob(drizzle, failed)).toBe(false)
  const other = await addJob('other', { attempts: 12 })
  expect(await removeFailedJob(drizzle, other)).toBe(true)
  expect((await listJobs()).map(({ id }) => id)).toEqual([failed])
  expect(await retryJob(drizzle, other)).toBe(false)
})

it('unlocking the jobs of one worker leaves those of others locked', async () => {
  await addJob('one', { lockedBy: 'worker-one' })
  await addJob('two', { lockedBy: 'worker-two' })
  await unlockWorkers(payload.db.drizzle, ['worker-one'])
  expect((await listJobs()).map(({ lockedBy }) => lockedBy)).toEqual([null, 'worker-two'])
})

it('the last run of a recurring job is found by its name', async () => {
  await rowsOf(sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('purge-expired', now(), '2026-11-20 08:17:00+00') on conflict (identifier) do update set last_execution = excluded.last_execution returning 1`)
  const [row] = await payload.db.drizzle
    .select({
      known: lastScheduledAt('purge-expired'),
      never: lastScheduledAt('renew-oauth-accounts'),
    })
    .from(sql`(values (1)) as one`)
  expect(row).toEqual({ known: '2026-11-20T08:17:00.000Z', never: null })
})

it('jobs that need only the database have slots of their own, as do those of each kind of service', () => {
  const names = {
    payment: ['reconcile-payments', 'process-webhook-event', 'apply-paid-swap'],
    email: ['send-order-received', 'resend-order-email', 'send-letter-confirm'],
    sync: ['run-sync'],
    provider: [
      'process-service-event',
      'submit-order',
      'tell-mailchimp',
      'publish-social-post',
      'delete-files',
    ],
    internal: ['purge-expired', 'erase-user', 'refresh-sale-prices', 'publish-scheduled-content'],
  }
  expect(Object.keys(names).sort()).toEqual([...jobKinds].sort())
  for (const [kind, ofKind] of Object.entries(names))
    expect(ofKind.map((name) => [name, jobKind(name)])).toEqual(ofKind.map((name) => [name, kind]))
})
