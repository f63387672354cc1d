import { randomUUID } from 'node:crypto'

import { makePerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { useSandbox } from '@tests/support/sandbox'
import type pg from 'pg'

import { runJob } from '@/jobs/tasks'
import { connect, listErased, queueErasures } from '@/modules/backups/database'
import { eraseUser } from '@/modules/privacy/actions/erase-user'
import { erasedAddressHash } from '@/modules/privacy/erased-address'
import { env } from '@/platform/env'
import { fingerprintSecret } from '@/platform/secret-fingerprint'

useSandbox()
let client: pg.Client

beforeAll(async () => {
  await getTestPayload()
  client = await connect(process.env.DATABASE_URL ?? '')
})
afterAll(() => client.end())
beforeEach(() => rowsOf(sql`delete from graphile_worker._private_jobs`))

const newAddress = () => `guest-${randomUUID()}@example.com`
const later = new Date(Date.now() + 60_000).toISOString()
/** An erasure as the manifest of a newer backup has it. */
const erasureOf = (email: string, userId: number | null = null, at = later) => ({
  at,
  userId,
  addressHashes: [erasedAddressHash(email)],
})
const requestErasure = async (email: string): Promise<number> => {
  const [request] = await rowsOf<{ id: number }>(sql`
    insert into data_requests (code, source, status, email, received_at, acknowledge_by, verify_by, erase_after)
    values (md5(random()::text), 'form', 'verified', ${email}, now(), now(), now(), now() - interval '1 second') returning id`)
  return request?.id ?? 0
}
const requestsFor = (email: string, userId = -1) =>
  rowsOf<{ status: string }>(
    sql`select status from data_requests where email = ${email} or user_id = ${userId}`,
  )
const emailOf = async (id: number) =>
  (await rowsOf<{ email: string }>(sql`select email from orders where id = ${id}`))[0]?.email
/** What the worker does once the restored shop starts: each job, and the jobs that it queues. */
const startWorker = async () => {
  for (let round = 0; round < 3; round += 1) await runWaitingJobs()
}

it('an erasure is recorded with a keyed hash of each address, which a backup takes along', async () => {
  const email = newAddress()
  await makeOrder({ email, status: 'delivered' })
  expect(await eraseUser(await getTestPayload(), await requestErasure(email))).toBe('erased')
  const [entry] = await rowsOf<{ details: object; at: string }>(
    sql`select details, to_json(created_at) as at from audit_events where action = 'person.erased' order by id desc limit 1`,
  )
  expect(entry?.details).toEqual({ userId: null, addressHashes: [erasedAddressHash(email)] })
  expect(erasedAddressHash(email.toUpperCase())).toBe(erasedAddressHash(email))
  const erasure = (await listErased(client)).at(-1)
  expect(erasure).toEqual({ at: expect.any(String), ...entry?.details })
  expect(Date.parse(erasure?.at ?? '')).toBe(Date.parse(entry?.at ?? ''))
})

it.each([
  ['an order', (email: string) => makeOrder({ email, status: 'delivered' }), 'orders', 'email'],
  [
    'a newsletter subscription',
    (email: string) =>
      rowsOf(sql`insert into subscribers (email, status) values (${email}, 'subscribed')`),
    'subscribers',
    'email',
  ],
  [
    'a message',
    (email: string) =>
      rowsOf(
        sql`insert into contact_messages (name, email, topic, body) values ('Wren', ${email}, 'other', 'Hello')`,
      ),
    'contact_messages',
    'email',
  ],
  [
    'a gift card that was sent to them',
    async (email: string) => {
      const { id } = await makeOrder({ email: newAddress(), status: 'cancelled' })
      await rowsOf(sql`
        insert into gift_card_deliveries (order_id, origin, amount_cents, recipient_email, code_seed, sent_at)
        values (${id}, 'purchase', 2500, ${email}, ${randomUUID()}, now())`)
    },
    'gift_card_deliveries',
    'recipient_email',
  ],
  [
    'a note about them',
    (email: string) =>
      rowsOf(
        sql`insert into customer_notes (email, text, author_name, request_id) values (${email}, 'Likes green', 'June', ${randomUUID()})`,
      ),
    'customer_notes',
    'email',
  ],
  [
    'an email that they asked for',
    (email: string) =>
      rowsOf(sql`insert into one_time_emails (kind, email) values ('back-in-stock', ${email})`),
    'one_time_emails',
    'email',
  ],
  [
    'an order that staff prepare for them',
    (email: string) => rowsOf(sql`insert into draft_orders (email) values (${email})`),
    'draft_orders',
    'email',
  ],
  [
    'an address that someone else entered and never confirmed',
    async (email: string) => {
      const { user } = await makePerson('customer')
      await rowsOf(sql`update users set pending_email = ${email} where id = ${user.id}`)
    },
    'users',
    'pending_email',
  ],
])(
  'a guest with %s who was erased after the backup is erased again',
  async (_, make, table, column) => {
    const [email, other] = [newAddress(), newAddress()]
    await make(email)
    await make(other)
    const countOf = async (address: string) =>
      (
        await rowsOf(
          sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${address}`,
        )
      ).length
    expect(await countOf(email)).toBe(1)
    expect(await queueErasures(client, [erasureOf(email)])).toBe(1)
    await startWorker()
    expect([await countOf(email), await countOf(other)]).toEqual([0, 1])
    expect(await requestsFor(other)).toEqual([])
  },
)

it('an erasure that waited for an open order waits again', async () => {
  const email = newAddress()
  const { id } = await makeOrder({ email, status: 'paid' })
  await queueErasures(client, [erasureOf(email)])
  await startWorker()
  expect(await requestsFor(email)).toEqual([{ status: 'waiting' }])
  expect(await emailOf(id)).toBe(email)
})

it('a request that was not confirmed at the time of the backup does not keep the person', async () => {
  const email = newAddress()
  const { id } = await makeOrder({ email, status: 'delivered' })
  const request = await requestErasure(email)
  await rowsOf(
    sql`update data_requests set status = 'received', erase_after = null where id = ${request}`,
  )
  await queueErasures(client, [erasureOf(email)])
  await startWorker()
  expect(await emailOf(id)).toBe('erased')
})

it('repeating the job requests nothing twice', async () => {
  const email = newAddress()
  await makeOrder({ email, status: 'delivered' })
  const job = { addressHashes: [erasedAddressHash(email)] }
  const payload = await getTestPayload()
  await runJob(payload, 'repeat-erasures', job)
  await runJob(payload, 'repeat-erasures', job)
  expect(await requestsFor(email)).toEqual([{ status: 'verified' }])
})

it('waits for the PAYLOAD_SECRET that the addresses were hashed with', async () => {
  const email = newAddress()
  const { id } = await makeOrder({ email, status: 'delivered' })
  const addressHashes = [erasedAddressHash(email)]
  const payload = await getTestPayload()
  await expect(
    runJob(payload, 'repeat-erasures', {
      addressHashes,
      secretFingerprint: fingerprintSecret('another secret'),
    }),
  ).rejects.toThrow('hashed with another PAYLOAD_SECRET')
  expect(await requestsFor(email)).toEqual([])
  const manifest = { secretFingerprint: fingerprintSecret(env.PAYLOAD_SECRET) }
  await queueErasures(client, [erasureOf(email)], { manifest })
  await startWorker()
  expect(await emailOf(id)).toBe('erased')
})

it('an account is erased again by its id, with the orders that it placed as a guest, and once', async () => {
  const { user } = await makePerson('customer')
  const email = user.email ?? ''
  const { id } = await makeOrder({ email, status: 'delivered' })
  expect(await queueErasures(client, [erasureOf(email, user.id)])).toBe(1)
  await runWaitingJobs()
  expect(await requestsFor(email, user.id)).toHaveLength(1)
  await startWorker()
  expect(await rowsOf(sql`select 1 from users where id = ${user.id}`)).toEqual([])
  expect(await emailOf(id)).toBe('erased')
})

it('orders as a guest are erased again if their account is younger than the backup', async () => {
  const email = newAddress()
  const { id } = await makeOrder({ email, status: 'delivered' })
  await queueErasures(client, [erasureOf(email, 2_000_000_000)])
  await startWorker()
  expect(await emailOf(id)).toBe('erased')
})

it('a second restore does not repeat erasures that the first one repeated', async () => {
  const email = newAddress()
  const { user } = await makePerson('customer')
  const erasures = [erasureOf(email), erasureOf(newAddress(), user.id)]
  expect(await queueErasures(client, erasures)).toBe(2)
  await startWorker()
  expect(await rowsOf(sql`select 1 from users where id = ${user.id}`)).toEqual([])
  // They ordered again since, and another account got the id.
  const { id } = await makeOrder({ email, status: 'delivered' })
  expect(await queueErasures(client, erasures)).toBe(0)
  await startWorker()
  expect(await emailOf(id)).toBe(email)
})

it('a person who was erased once more after the backup is erased again', async () => {
  const email = newAddress()
  await queueErasures(client, [erasureOf(email)])
  await startWorker()
  const { id } = await makeOrder({ email, status: 'delivered' })
  const again = new Date(Date.now() + 120_000).toISOString()
  expect(await queueErasures(client, [erasureOf(email), erasureOf(email, null, again)])).toBe(1)
  await startWorker()
  expect(await emailOf(id)).toBe('erased')
})

it('ids in manifests of earlier versions still count, but only if the log lacks them', async () => {
  const { user } = await makePerson('customer')
  const legacy = { at: null, userId: user.id, addressHashes: [] }
  expect(await queueErasures(client, [legacy])).toBe(1)
  expect(await queueErasures(client, [legacy])).toBe(0)
  await startWorker()
  expect(await rowsOf(sql`select 1 from users where id = ${user.id}`)).toEqual([])
})
