// @core
import { makePerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { storeWebhookEvent } from '@/platform/webhook-inbox'

useSandbox()
beforeEach(async () => {
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
  await rowsOf(sql`delete from webhook_events`)
})

/** Stores an event that arrived ten minutes ago, with the job that processes it. */
const storeEvent = async (): Promise<number> => {
  const payload = await getTestPayload()
  await storeWebhookEvent(payload, {
    provider: 'paypal',
    eventId: 'WH-RETRIES',
    eventType: 'PAYMENT.CAPTURE.COMPLETED',
    body: {},
  })
  const [event] = await rowsOf<{ id: number }>(
    sql`update webhook_events set created_at = now() - interval '10 minutes' returning id`,
  )
  return event?.id ?? 0
}
const reconcile = async () => runJob(await getTestPayload(), 'reconcile-payments', {})
const jobs = () =>
  rowsOf<{ id: string; [column: string]: unknown }>(
    sql`select id, task_identifier as task, key, attempts, last_error as error, run_at, locked_by from graphile_worker.jobs order by id`,
  )

it('an event that waits for its next try keeps its attempts, error, and time', async () => {
  await storeEvent()
  await rowsOf(
    sql`update graphile_worker._private_jobs set attempts = 7, last_error = 'no answer', run_at = now() + interval '18 minutes'`,
  )
  const before = await jobs()
  await reconcile()
  expect(await jobs()).toEqual(before)
})

it.each([1, 12])('an event that is running isn’t started a second time (try %i)', async (tries) => {
  await storeEvent()
  await rowsOf(
    sql`update graphile_worker._private_jobs set attempts = ${tries}, run_at = now() - interval '9 hours', locked_by = 'worker', locked_at = now() - interval '6 minutes'`,
  )
  const before = await jobs()
  await reconcile()
  expect(await jobs()).toEqual(before)
})

it('an event whose job is lost is queued again', async () => {
  const id = await storeEvent()
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
  await reconcile()
  expect(await jobs()).toMatchObject([
    { task: 'process-webhook-event', key: `webhook:${id}`, attempts: 0 },
  ])
})

it('the job of an event that was deleted has nothing to do', async () => {
  const eventId = await storeEvent()
  await rowsOf(sql`delete from webhook_events`)
  await runJob(await getTestPayload(), 'process-webhook-event', { eventId })
})

describe('an event whose job used up its tries', () => {
  const useUp = (runAt: string, error: string | null = 'no answer') =>
    rowsOf(
      sql`update graphile_worker._private_jobs set attempts = 12, last_error = ${error}, run_at = now() + ${runAt}::interval`,
    )

  it('stays with the failed jobs', async () => {
    await storeEvent()
    // graphile-worker moves a job by six hours after its last try, too.
    await useUp('6 hours')
    const before = await jobs()
    await reconcile()
    expect(await jobs()).toEqual(before)
  })

  it('gets one more try an hour after the next one would have been', async () => {
    await storeEvent()
    await useUp('-61 minutes')
    const [before] = await jobs()
    await reconcile()
    const [after, ...others] = await jobs()
    expect(others).toEqual([])
    expect(after).toMatchObject({ id: before?.id, attempts: 11, error: 'no answer' })
  })

  it('gets one more try after an hour if its worker was killed each time', async () => {
    await storeEvent()
    await useUp('-10 minutes', null)
    await reconcile()
    expect(await jobs()).toMatchObject([{ attempts: 12 }])
    await useUp('-61 minutes', null)
    await reconcile()
    expect(await jobs()).toMatchObject([{ attempts: 11 }])
  })

  it('isn’t queued again once staff have discarded it', async () => {
    const eventId = await storeEvent()
    await useUp('6 hours')
    const [job] = await jobs()
    const { status } = await call('POST', `/api/admin/health/jobs/${job?.id}`, {
      as: await makePerson('admin'),
      body: { action: 'forget' },
    })
    expect(status).toBe(200)
    expect(
      await rowsOf(sql`select status, note from webhook_events where id = ${eventId}`),
    ).toEqual([{ status: 'ignored', note: 'Discarded by staff' }])
    await reconcile()
    expect(await jobs()).toEqual([])
  })
})
