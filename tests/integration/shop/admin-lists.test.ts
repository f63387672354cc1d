import { randomUUID } from 'node:crypto'

import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { subjectHref } from '@/admin/audit/audit-text'
import { listSubjectTitles } from '@/modules/shop/queries/audit-subjects'
import { listAuditEvents } from '@/modules/shop/queries/list-audit-events'
import { countToDo, toDoMessages } from '@/modules/shop/queries/to-do'

let admin: TestPerson
let owner: TestPerson
let reviewId: number
beforeAll(async () => {
  const payload = await getTestPayload()
  admin = await makePerson('admin')
  owner = await makePerson('super_admin')
  const { id } = await makeProduct({ name: 'Fern Tee' })
  const review = await payload.create({
    collection: 'reviews',
    data: {
      product: id,
      author: 'Ash L.',
      rating: 2,
      title: 'Runs small',
      body: 'I took an M and it is tight.',
      status: 'waiting',
    },
  })
  reviewId = review.id
  await rowsOf(
    sql`insert into contact_messages (name, email, topic, body) values ('Ash', 'ash@example.com', 'A size', 'Which one? 50% sure.')`,
  )
  await rowsOf(
    sql`insert into subscribers (email, status, first_name) values ('=cmd|calc@example.com', 'subscribed', '=1+1'), ('b@example.com', 'pending', null)`,
  )
  await rowsOf(
    sql`insert into subscriber_events (subscriber_id, action, form, wording, network) select id, 'requested', 'tribe', 'One letter a week', '198.51.100.0' from subscribers`,
  )
})

it('a return that was received is a task until it is refunded, exchanged, or closed', async () => {
  const payload = await getTestPayload()
  const before = await countToDo(payload)
  const order = await makeOrder({ status: 'delivered' })
  const add = (status: string) =>
    rowsOf(
      sql`insert into returns (order_id, status, reason, wish, request_id) values (${order.id}, ${status}, 'size', 'refund', ${randomUUID()})`,
    )
  for (const status of [
    'requested',
    'approved',
    'received',
    'received',
    'refunded',
    'exchanged',
    'closed',
    'declined',
  ])
    await add(status)
  const after = await countToDo(payload)
  expect([
    after.returnsRequested - before.returnsRequested,
    after.returnsReceived - before.returnsReceived,
  ]).toEqual([1, 2])
  const { href } = toDoMessages.returnsReceived
  const list = await call<{ status: string }[]>('GET', href.replace('/admin/', '/api/admin/'), {
    as: admin,
  })
  expect(list.body.map(({ status }) => status)).toEqual(['received', 'received'])
})

it('a review can be approved and then rejected', async () => {
  const set = (status: string) =>
    call('PUT', `/api/admin/reviews/${reviewId}`, { as: admin, body: { status } })
  expect(
    (await call<unknown[]>('GET', '/api/admin/reviews?status=waiting', { as: admin })).body,
  ).toHaveLength(1)
  expect((await set('approved')).body).toEqual({ id: reviewId, status: 'approved' })
  expect(
    (await call<unknown[]>('GET', '/api/admin/reviews?status=waiting', { as: admin })).body,
  ).toHaveLength(0)
  expect((await set('rejected')).body.status).toBe('rejected')
  expect(
    (await call('PUT', '/api/admin/reviews/999999', { as: admin, body: { status: 'approved' } }))
      .status,
  ).toBe(404)
})

it('a second decision about the same version of a review is rejected, and the first one stands', async () => {
  const read = async () =>
    (
      await call<{ id: number; updatedAt: string }[]>('GET', '/api/admin/reviews', { as: admin })
    ).body.find(({ id }) => id === reviewId)?.updatedAt
  const seen = await read()
  const decide = (body: object) =>
    call<{ code?: string }>('PUT', `/api/admin/reviews/${reviewId}`, {
      as: admin,
      body: { ...body, version: seen },
    })
  expect((await decide({ status: 'rejected', note: 'Names a real person' })).status).toBe(200)
  expect((await decide({ status: 'approved' })).body.code).toBe('version_conflict')
  expect(await rowsOf(sql`select status, note from reviews where id = ${reviewId}`)).toEqual([
    { status: 'rejected', note: 'Names a real person' },
  ])
})

it('a message is new until it is marked as answered, and a search treats % literally', async () => {
  const { body } = await call<{ id: number; status: string }[]>(
    'GET',
    '/api/admin/messages?search=50%25',
    { as: admin },
  )
  expect(body).toMatchObject([{ status: 'new' }])
  expect(
    (await call<unknown[]>('GET', '/api/admin/messages?search=51%25', { as: admin })).body,
  ).toHaveLength(0)
  expect(
    (
      await call('PUT', `/api/admin/messages/${body[0]?.id}`, {
        as: admin,
        body: { status: 'answered' },
      })
    ).status,
  ).toBe(200)
  expect(
    (await call<unknown[]>('GET', '/api/admin/messages?status=new', { as: admin })).body,
  ).toHaveLength(0)
})

it('subscribers are listed with their consent records and exported without formulas', async () => {
  const { body } = await call<{ events: unknown[] }[]>('GET', '/api/admin/subscribers', {
    as: admin,
  })
  expect(body[0]?.events).toMatchObject([
    { action: 'requested', form: 'tribe', wording: 'One letter a week', network: '198.51.100.0' },
  ])
  const file = await call<unknown>('GET', '/api/admin/subscribers/export?status=subscribed', {
    as: admin,
  })
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="subscribers-/)
  expect(String(file.body)).not.toMatch(/(^|,)"?=/m)
  expect(
    await rowsOf(sql`select 1 from audit_events where action = 'subscribers.exported'`),
  ).toHaveLength(1)
})

it('only an unverified data request can be refused, and conflicting notes are rejected', async () => {
  await rowsOf(
    sql`insert into data_requests (code, source, status, full_name, email, other_emails, account_created, reason, received_at, acknowledge_by, verify_by) values ('aaaaaaaaaaaaaaaaaaaaaaaa', 'form', 'received', 'Rue Marsh', 'rue-marsh@example.com', 'stranger@example.com', 'spring', 'I am leaving', now(), now(), now()), ('bbbbbbbbbbbbbbbbbbbbbbbb', 'form', 'verified', 'Wren', 'wren@example.com', null, null, null, now(), now(), now())`,
  )
  const { body } = await call<{ id: number; status: string }[]>('GET', '/api/admin/data-requests', {
    as: owner,
  })
  const idOf = (status: string) => body.find((request) => request.status === status)?.id
  const refusedId = idOf('received')
  expect(
    (
      await call('PUT', `/api/admin/data-requests/${refusedId}`, {
        as: owner,
        body: { status: 'refused', note: 'No answer' },
      })
    ).body.status,
  ).toBe('refused')
  expect(
    (
      await call('PUT', `/api/admin/data-requests/${idOf('verified')}`, {
        as: owner,
        body: { status: 'refused', note: 'Too late' },
      })
    ).status,
  ).toBe(409)
  const kept = () =>
    rowsOf(sql`
      select status, num_nonnulls(full_name, email, other_emails, account_created, reason, note, user_id)::integer as texts
        from data_requests where code in ('aaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbb') order by code`)
  expect(await kept()).toEqual([
    { status: 'refused', texts: 0 },
    { status: 'verified', texts: 2 },
  ])
  expect(
    await rowsOf(sql`
      select actor_id as actor from audit_events where action = 'data_request.refused' and subject_id = ${String(refusedId)}`),
  ).toEqual([{ actor: String(owner.user.id) }])
  // Nothing would delete the note of a closed request, nor the one of a refusal that failed.
  const late = await call<{ code?: string }>('PUT', `/api/admin/data-requests/${refusedId}`, {
    as: owner,
    body: { note: 'Called back' },
  })
  expect(late.body.code).toBe('out_of_turn')
  expect(await kept()).toMatchObject([{ texts: 0 }, { texts: 2 }])
  // One of two notes for the same version is rejected, also at the same moment.
  const [{ id, updatedAt } = { id: 0, updatedAt: '' }] = (
    await call<{ id: number; updatedAt: string }[]>(
      'GET',
      '/api/admin/data-requests?status=verified',
      { as: owner },
    )
  ).body
  const write = (note: string) =>
    call<{ code?: string }>('PUT', `/api/admin/data-requests/${id}`, {
      as: owner,
      body: { note, version: updatedAt },
    })
  const notes = ['Phoned her', 'Wrote to her']
  const countWaiting = async (): Promise<number> =>
    (
      await rowsOf(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length
  let writing: ReturnType<typeof write>[] = []
  const { db } = await getTestPayload()
  await db.drizzle.transaction(async (tx) => {
    await tx.execute(sql`select id from data_requests where id = ${id} for update`)
    writing = notes.map(write)
    while ((await countWaiting()) < notes.length);
  })
  const written = await Promise.all(writing)
  const saved = notes.filter((_, index) => written[index]?.status === 200)
  expect(saved).toHaveLength(1)
  expect(written.map(({ body: { code } }) => code)).toContain('version_conflict')
  expect(await rowsOf(sql`select note from data_requests where id = ${id}`)).toEqual([
    { note: saved[0] },
  ])
  expect((await call('GET', '/api/admin/data-requests', { as: admin })).status).toBe(403)
})

it('owners can enter a data request that came by mail, which emails a link to each known address', async () => {
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const enter = (body: object) =>
    call<{ written: string[]; unknown: string[]; error: string; details?: object }>(
      'POST',
      '/api/admin/data-requests',
      { as: owner, body },
    )
  await rowsOf(
    sql`insert into contact_messages (name, email, topic, body) values ('Rue', 'rue@example.com', 'A size', 'Which one?')`,
  )

  const { status, body } = await enter({
    email: 'Rue@Example.com',
    otherEmails: 'nobody@example.com',
    receivedOn: daysAgo(3),
    reason: 'I am done',
  })
  expect([status, body]).toEqual([
    201,
    { written: ['rue@example.com'], unknown: ['nobody@example.com'] },
  ])
  const [request] = await rowsOf<Record<string, unknown>>(sql`
    select id, source, status, reason, received_at < now() - interval '2 days' as earlier, verify_by > now() as open, complete_by as "completeBy" from data_requests where email = 'rue@example.com'`)
  expect(request).toMatchObject({
    source: 'mail',
    status: 'received',
    reason: 'I am done',
    earlier: true,
    open: true,
    completeBy: null,
  })
  expect(
    await rowsOf(
      sql`select 1 from audit_events where action = 'data_request.received' and actor_id = ${owner.user.id} and subject_id = ${String(request?.id)}`,
    ),
  ).toHaveLength(1)
  expect(
    await rowsOf(
      sql`select 1 from graphile_worker._private_jobs where key = ${`data-request-received:${request?.id as number}`}`,
    ),
  ).toHaveLength(1)

  expect((await enter({ email: 'rue@example.com', receivedOn: daysAgo(1) })).status).toBe(201)
  expect(
    await rowsOf(sql`select 1 from data_requests where email = 'rue@example.com'`),
  ).toHaveLength(1)
  expect((await enter({ email: 'nobody@example.com', receivedOn: daysAgo(1) })).status).toBe(404)
  for (const receivedOn of [daysAgo(-3), daysAgo(70), 'yesterday'])
    expect((await enter({ email: 'rue@example.com', receivedOn })).status).toBe(400)
  expect(
    (
      await call('POST', '/api/admin/data-requests', {
        as: admin,
        body: { email: 'rue@example.com', receivedOn: daysAgo(1) },
      })
    ).status,
  ).toBe(403)
})

it('a job that failed for good can be retried or dropped', async () => {
  const add = async () =>
    (
      await rowsOf<{ id: string }>(
        sql`select id::text as id from graphile_worker.add_job('send-order-link', '{"orderId":1}'::json, max_attempts => 1)`,
      )
    )[0]?.id ?? ''
  const [again, gone] = [await add(), await add()]
  await rowsOf(
    sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'The mail server did not answer' where id in (${again}::bigint, ${gone}::bigint)`,
  )
  const { body } = await call<{ failedJobs: { id: string }[] }>('GET', '/api/admin/health', {
    as: admin,
  })
  expect(body.failedJobs.map(({ id }) => id).sort()).toEqual([again, gone].sort())
  expect(
    (
      await call('POST', `/api/admin/health/jobs/${again}`, {
        as: admin,
        body: { action: 'retry' },
      })
    ).status,
  ).toBe(200)
  expect(
    (
      await call('POST', `/api/admin/health/jobs/${gone}`, {
        as: admin,
        body: { action: 'forget' },
      })
    ).status,
  ).toBe(200)
  expect(
    await rowsOf(
      sql`select attempts::integer as attempts from graphile_worker._private_jobs where id in (${again}::bigint, ${gone}::bigint)`,
    ),
  ).toEqual([{ attempts: 0 }])
  expect(
    (await call('POST', `/api/admin/health/jobs/${gone}`, { as: admin, body: { action: 'retry' } }))
      .status,
  ).toBe(404)
})

it('system status lists failing jobs before they give up, and a broken mail server', async () => {
  for (let count = 0; count < 3; count += 1)
    await rowsOf(sql`select graphile_worker.add_job('send-order-link', '{"orderId":1}'::json)`)
  const before = await countToDo(await getTestPayload())
  await rowsOf(
    sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'connect ECONNREFUSED 127.0.0.1:2525' where attempts = 0 and task_id = (select id from graphile_worker._private_tasks where identifier = 'send-order-link')`,
  )
  const { body } = await call<{ failing: { task: string; jobs: number; lastError: string }[] }>(
    'GET',
    '/api/admin/health',
    { as: admin },
  )
  expect(body.failing).toMatchObject([
    {
      task: 'send-order-link',
      jobs: 3,
      attempts: 3,
      lastError: 'connect ECONNREFUSED 127.0.0.1:2525',
    },
  ])
  expect((await countToDo(await getTestPayload())).failingJobs - before.failingJobs).toBe(3)
  const services = await call<{ mail: string | null; payments: string | null }>(
    'GET',
    '/api/admin/health/services',
    { as: admin },
  )
  expect([
    services.status,
    typeof services.body.mail,
    services.body.payments === null || typeof services.body.payments === 'string',
  ]).toEqual([200, 'string', true])
})

it('only super admins can read the audit log', async () => {
  expect(
    (await call<unknown[]>('GET', '/api/admin/audit?search=subscribers', { as: owner })).body
      .length,
  ).toBeGreaterThan(0)
  expect((await call('GET', '/api/admin/audit', { as: admin })).status).toBe(403)
})

it('audit log entries have the titles of their subjects', async () => {
  const { body: category } = await call<{ id: number }>('POST', '/api/admin/categories', {
    as: admin,
    body: { name: 'Warm layers' },
  })
  const payload = await getTestPayload()
  const { rows } = await listAuditEvents(payload, {
    page: 1,
    limit: 20,
    search: 'category',
    from: '',
    to: '',
    sort: 'newest',
  })
  const titles = await listSubjectTitles(payload, rows)
  expect(titles.get(`category ${category.id}`)).toBe('Warm layers')
})

it('audit log entries about gift cards, drafts, reviews, data requests, and API keys link to them', async () => {
  const [gift] = await rowsOf<{ id: number }>(
    sql`insert into gift_cards (code_hash, last_four) values ('audited', 'K7QM') returning id`,
  )
  const [draft] = await rowsOf<{ id: number }>(
    sql`insert into draft_orders (email) values ('ash@example.com') returning id`,
  )
  const [request] = await rowsOf<{ id: number }>(
    sql`insert into data_requests (code, source, received_at, acknowledge_by, verify_by)
      values ('audited', 'form', now(), now(), now()) returning id`,
  )
  const [key] = await rowsOf<{ id: number }>(
    sql`insert into api_keys (name, prefix, key_hash, created_by_id)
      values ('Warehouse', 'df_1', 'audited', ${owner.user.id}) returning id`,
  )
  const subjects = [
    ['gift_card', gift?.id, 'Gift card ending in K7QM'],
    ['draft_order', draft?.id, `Draft order ${draft?.id}`],
    ['review', reviewId, 'Runs small'],
    ['data_request', request?.id, `Data request ${request?.id}`],
    ['api_key', key?.id, 'Warehouse'],
  ] as const
  const rows = subjects.map(([subjectType, id]) => ({ subjectType, subjectId: String(id) }))
  const titles = await listSubjectTitles(await getTestPayload(), rows)
  for (const [type, id, title] of subjects) {
    expect(titles.get(`${type} ${id}`)).toBe(title)
    expect(subjectHref(type, String(id))).not.toBeNull()
  }
})

it.each(['reviews', 'messages', 'subscribers', 'health'])(
  '%s are closed to editors, customers, and visitors',
  async (desk) => {
    expect(
      (await call('GET', `/api/admin/${desk}`, { as: await makePerson('editor') })).status,
    ).toBe(403)
    expect(
      (await call('GET', `/api/admin/${desk}`, { as: await makePerson('customer') })).status,
    ).toBe(403)
    expect((await call('GET', `/api/admin/${desk}`)).status).toBe(401)
  },
)

describe('sorting lists', () => {
  const namesOf = async (path: string, name: string): Promise<unknown[]> =>
    (await call<Record<string, unknown>[]>('GET', path, { as: owner })).body.map((row) => row[name])

  it('sorts subscribers by email or date', async () => {
    const addresses = await namesOf('/api/admin/subscribers?sort=email', 'email')
    expect(addresses).toEqual([...addresses].sort())
    expect(await namesOf('/api/admin/subscribers?sort=email-z', 'email')).toEqual(
      [...addresses].reverse(),
    )
    const newest = await namesOf('/api/admin/subscribers', 'createdAt')
    expect(newest).toEqual([...newest].sort().reverse())
    const oldest = await namesOf('/api/admin/subscribers?sort=oldest', 'createdAt')
    expect(oldest).toEqual([...newest].reverse())
  })

  it('sorts reviews by rating', async () => {
    await rowsOf(
      sql`insert into reviews (product_id, author, rating, body, status) select id, 'Wren', 5, 'Soft.', 'approved' from products limit 1`,
    )
    expect(await namesOf('/api/admin/reviews?sort=rating-low', 'rating')).toEqual([2, 5])
    expect(await namesOf('/api/admin/reviews?sort=rating-high', 'rating')).toEqual([5, 2])
  })

  it('sorts users by name or last sign-in, with users who never signed in last', async () => {
    await rowsOf(
      sql`update users set first_name = 'Zed', last_name = null, last_login_at = now() where id = ${admin.user.id}`,
    )
    const named = await namesOf('/api/admin/users?sort=name', 'id')
    expect(named.at(-1)).toBe(admin.user.id)
    expect(await namesOf('/api/admin/users?sort=name-z', 'id')).toEqual([...named].reverse())
    const latest = await namesOf('/api/admin/users?sort=login', 'lastLoginAt')
    expect(latest[0]).not.toBeNull()
    expect(latest.slice(latest.indexOf(null)).every((at) => at === null)).toBe(true)
    expect((await call('GET', '/api/admin/users?sort=x', { as: owner })).status).toBe(400)
  })
})
