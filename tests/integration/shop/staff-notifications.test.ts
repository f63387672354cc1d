import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { notifyAboutConnections, notifyAboutFailedJobs } from '@/modules/notifications/jobs'
import { notifyAboutOrder, notifyStaff } from '@/modules/notifications/notify-staff'
import type { NotificationList } from '@/modules/notifications/schemas'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

const sandbox = useSandbox()
let admin: TestPerson
let editor: TestPerson
beforeAll(async () => {
  await getTestPayload()
})
beforeEach(async () => {
  await rowsOf(sql`delete from staff_notifications`)
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
  ;[admin, editor] = await Promise.all([makePerson('admin'), makePerson('editor')])
})

const list = async (as: TestPerson) =>
  (await call<NotificationList>('GET', '/api/admin/notifications', { as })).body
const titles = async (as: TestPerson) => (await list(as)).notifications.map(({ title }) => title)
const notify = async (eventKey: string, title = eventKey) =>
  withTransaction(await getTestPayload(), (_req, tx) =>
    notifyStaff(tx, {
      kind: 'messages',
      requires: 'messages:read',
      eventKey,
      title,
      text: 'Topic: Sizes.',
      path: '/admin/messages',
    }),
  )
const choose = (as: TestPerson, choices: object) =>
  call('PUT', '/api/admin/notifications/choices', { as, body: choices })
const subjectsTo = async (person: TestPerson) =>
  (await sandbox.mails(person.user.email ?? '')).map(({ subject }) => subject)
/** Runs the jobs twice because the first run queues the emails to staff. */
const sendEmails = async () => {
  await runWaitingJobs()
  await runWaitingJobs()
}

it('a paid order notifies staff with access to orders once, without customer data', async () => {
  const tee = await makeProduct()
  const { body } = await call<{ id: string; orderNumber: string; key: string }>('POST', '/order', {
    body: makeCheckout(tee),
  })
  await sandbox.approve(body.id)
  expect(await titles(admin)).toEqual([])
  for (let time = 1; time <= 2; time += 1)
    await call('POST', `/order/${body.id}/capture`, { body: { key: body.key } })
  const { notifications, unreadCount } = await list(admin)
  expect(notifications).toMatchObject([
    { kind: 'orders', title: `New order ${body.orderNumber}`, isUnread: true },
  ])
  expect(notifications[0]?.path).toMatch(/^\/admin\/orders\/\d+$/)
  expect(unreadCount).toBe(1)
  expect(JSON.stringify(notifications)).not.toMatch(/Wren|Okafor|wren@example|Alder Lane/)
  expect(await titles(editor)).toEqual([])
})

it('a notification and its emails are created only if the transaction is committed', async () => {
  const payload = await getTestPayload()
  const order = await makeOrder({ status: 'paid' })
  await expect(
    withTransaction(payload, async (_req, tx) => {
      await notifyAboutOrder(tx, 'mismatch', order.id)
      throw new Error('The payment was not written')
    }),
  ).rejects.toThrow('The payment was not written')
  expect(await titles(admin)).toEqual([])
  const jobs = () =>
    rowsOf(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'send-staff-notification'`,
    )
  expect(await jobs()).toEqual([])
  await withTransaction(payload, (_req, tx) => notifyAboutOrder(tx, 'mismatch', order.id))
  expect(await titles(admin)).toEqual([`A payment doesn’t match ${order.orderNumber}`])
  expect(await jobs()).toHaveLength(1)
})

it('an event that is reported repeatedly, even at the same time, creates one notification', async () => {
  await Promise.all([notify('message:1'), notify('message:1')])
  await notify('message:1')
  await notify('message:2')
  expect(await titles(admin)).toEqual(['message:2', 'message:1'])
})

it('a notification about a contact message contains no name or message text', async () => {
  const message = 'A secret question about my order'
  const sent = await call('POST', '/api/contact', {
    body: { name: 'Wren', email: 'wren@example.com', topic: 'A size or a product', message },
  })
  expect(sent.status).toBeLessThan(300)
  const { notifications } = await list(admin)
  expect(notifications).toMatchObject([{ kind: 'messages', path: '/admin/messages' }])
  expect(JSON.stringify(notifications)).not.toMatch(/secret question|Wren|wren@/)
})

it('each kind is shown only to roles that may see its page', async () => {
  await notify('message:1')
  await rowsOf(sql`
    insert into connections (provider, is_active, last_error, last_error_at) values
      ('printful', true, 'Refused', now()), ('tiktok', true, 'Refused', now())
    on conflict (provider) do update set is_active = true, last_error = 'Refused', last_error_at = now(), last_good_at = null`)
  await notifyAboutConnections(await getTestPayload())
  expect((await titles(admin)).sort()).toEqual([
    'Printful isn’t working',
    'TikTok isn’t working',
    'message:1',
  ])
  // Editors import posts from TikTok but have no access to Printful.
  expect(await titles(editor)).toEqual(['TikTok isn’t working'])
  const customer = await makePerson('customer')
  expect((await call('GET', '/api/admin/notifications', { as: customer })).status).toBe(403)
  expect((await call('GET', '/api/admin/notifications', { as: null })).status).toBe(401)
})

it('a connection is reported once per state, and again if it fails after working on a later day', async () => {
  const payload = await getTestPayload()
  const run = async () => {
    await notifyAboutConnections(payload)
    await notifyAboutConnections(payload)
    return titles(admin)
  }
  await rowsOf(sql`delete from connections`)
  await rowsOf(sql`insert into connections (provider, is_active, expires_at, last_good_at)
    values ('etsy', true, now() + interval '30 days', '2026-01-01')`)
  expect(await run()).toEqual([])
  await rowsOf(sql`update connections set expires_at = now() + interval '3 days'`)
  expect(await run()).toEqual(['Etsy expires soon'])
  await rowsOf(sql`update connections set expires_at = now() - interval '1 day'`)
  expect(await run()).toEqual(['Etsy is signed out', 'Etsy expires soon'])
  await rowsOf(sql`update connections set expires_at = null, last_error = 'Refused'`)
  expect(await run()).toHaveLength(3)
  await rowsOf(sql`update connections set last_error = null, last_good_at = '2026-01-02'`)
  expect(await run()).toHaveLength(3)
  await rowsOf(sql`update connections set last_error = 'Refused'`)
  expect((await run()).filter((title) => title === 'Etsy isn’t working')).toHaveLength(2)
  await rowsOf(sql`delete from connections`)
})

it('failed jobs are counted once each, in at most one notification per hour', async () => {
  const payload = await getTestPayload()
  const failJobs = async (names: ('purge-expired' | 'send-staff-notification')[]) => {
    for (const name of names)
      await queueJob(
        payload.db.drizzle,
        name,
        { notificationId: 0, to: 'shop' },
        { key: `${name}:${Math.random()}` },
      )
    // This is how graphile-worker leaves a job that failed for the last time.
    await rowsOf(sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'Broken',
      run_at = clock_timestamp() + interval '1 second' * exp(10) where attempts = 0`)
  }
  const anHourPasses = () =>
    rowsOf(sql`update staff_notifications set created_at = created_at - interval '61 minutes'`)
  await failJobs(['send-staff-notification'])
  await notifyAboutFailedJobs(payload)
  expect(await titles(admin)).toEqual([])
  await failJobs(['purge-expired', 'purge-expired'])
  await notifyAboutFailedJobs(payload)
  expect(await titles(admin)).toEqual(['2 background jobs failed'])
  await rowsOf(sql`delete from graphile_worker._private_jobs where attempts = 0`)
  await failJobs(['purge-expired'])
  await notifyAboutFailedJobs(payload)
  expect(await titles(admin)).toHaveLength(1)
  // Backdates the failures that the first notification counted.
  await rowsOf(sql`update graphile_worker._private_jobs set run_at = run_at - interval '2 hours'
    where id <> (select max(id) from graphile_worker._private_jobs)`)
  await anHourPasses()
  await notifyAboutFailedJobs(payload)
  expect((await titles(admin))[0]).toBe('1 background job failed')
  await rowsOf(sql`delete from graphile_worker._private_jobs where attempts = 0`)
  await rowsOf(sql`update graphile_worker._private_jobs set run_at = run_at - interval '2 hours'`)
  await anHourPasses()
  await notifyAboutFailedJobs(payload)
  expect(await titles(admin)).toHaveLength(2)
})

it('notifications are marked as read per person, up to the newest one seen', async () => {
  await notify('message:1')
  await notify('message:2')
  const seen = await list(admin)
  expect(seen.unreadCount).toBe(2)
  await notify('message:3')
  const other = await makePerson('admin')
  await rowsOf(
    sql`update users set created_at = created_at - interval '1 day' where id = ${other.user.id}`,
  )
  const read = (until: string | undefined, as = admin) =>
    call<NotificationList>('POST', '/api/admin/notifications/read', { as, body: { until } })
  const { body } = await read(seen.notifications[0]?.createdAt)
  expect(body.unreadCount).toBe(1)
  expect(body.notifications.map(({ title, isUnread }) => [title, isUnread])).toEqual([
    ['message:3', true],
    ['message:2', false],
    ['message:1', false],
  ])
  expect((await list(other)).unreadCount).toBe(3)
  // Earlier times don't mark anything as unread, and later times don't affect future notifications.
  expect((await read('2020-01-01T00:00:00.000Z')).body.unreadCount).toBe(1)
  expect((await read('2999-01-01T00:00:00.000Z')).body.unreadCount).toBe(0)
  await notify('message:4')
  expect((await list(admin)).unreadCount).toBe(1)
  expect((await read('yesterday')).status).toBe(400)
})

it('notifications from before an account was created aren’t unread', async () => {
  await notify('message:1')
  await rowsOf(sql`update staff_notifications set created_at = now() - interval '1 day'`)
  const newcomer = await makePerson('admin')
  expect(await list(newcomer)).toMatchObject({
    unreadCount: 0,
    notifications: [{ title: 'message:1', isUnread: false }],
  })
})

it('staff can choose the kinds they see without affecting other kinds', async () => {
  const { body } = await choose(admin, { messages: { inApp: false, email: false } })
  expect(body).toMatchObject({
    messages: { inApp: false, email: false },
    orders: { inApp: true, email: false },
  })
  expect((await choose(admin, { jobs: { inApp: true, email: true } })).body).toMatchObject({
    messages: { inApp: false },
    jobs: { email: true },
  })
  await notify('message:1')
  expect(await list(admin)).toMatchObject({ notifications: [], unreadCount: 0 })
  for (const body of [{ weather: { inApp: true, email: true } }, { messages: { inApp: 'yes' } }])
    expect((await choose(admin, body)).status).toBe(400)
})

it('emails go only to active staff who turned them on and have the permission', async () => {
  const gone = await makePerson('admin')
  const former = await makePerson('admin')
  const messages = { inApp: true, email: true }
  for (const person of [admin, editor, gone, former])
    expect((await choose(person, { messages })).status).toBe(200)
  const payload = await getTestPayload()
  await withTransaction(payload, async (_req, tx) => {
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    await tx.execute(sql`update users set is_active = false where id = ${gone.user.id}`)
  })
  await notify('message:1', 'New message')
  await runWaitingJobs()
  // This account is deactivated between queueing and sending.
  await withTransaction(payload, async (_req, tx) => {
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    await tx.execute(sql`update users set is_active = false where id = ${former.user.id}`)
  })
  await sendEmails()
  expect(await subjectsTo(admin)).toEqual(['New message'])
  for (const person of [editor, gone, former]) expect(await subjectsTo(person)).toEqual([])
  expect((await call('GET', '/api/admin/notifications', { as: gone })).status).toBe(401)
})

it('an email to several people reaches each once, though the mail server fails for one of them', async () => {
  const other = await makePerson('admin')
  const messages = { inApp: true, email: true }
  for (const person of [admin, other]) await choose(person, { messages })
  await notify('message:1', 'New message')
  const payload = await getTestPayload()
  const [event] = await rowsOf<{ id: number }>(sql`select id from staff_notifications`)
  const send = (to: 'all' | number) =>
    runJob(payload, 'send-staff-notification', { notificationId: event?.id ?? 0, to })
  await send('all')
  expect(await subjectsTo(admin)).toEqual([])
  await sandbox.fault({ provider: 'mail', fault: 'reset-before', times: 1 })
  await expect(send(admin.user.id)).rejects.toThrow()
  await sandbox.clearFaults()
  await send(other.user.id)
  await send(admin.user.id)
  for (const person of [admin, other]) expect(await subjectsTo(person)).toEqual(['New message'])
})

it('staff get no emails by default', async () => {
  await notify('message:1')
  await sendEmails()
  expect(await subjectsTo(admin)).toEqual([])
})

it('notifications are deleted after 30 days', async () => {
  await notify('message:1')
  await notify('message:2')
  await rowsOf(
    sql`update staff_notifications set created_at = now() - interval '31 days' where event_key = 'message:1'`,
  )
  await purgeExpired(await getTestPayload())
  expect(await titles(admin)).toEqual(['message:2'])
})
