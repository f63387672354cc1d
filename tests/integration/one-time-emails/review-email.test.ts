import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { getReviewEmailChoice } from '@/modules/one-time-emails/queries'
import { createOrderKey, hashOrderKey } from '@/modules/orders/order-access-key'
import type { Order } from '@/payload-types'

const sandbox = useSandbox()
let count = 0

/** Creates an order of two products and the key to request its review email. */
const makeBought = async (changes: Partial<Order> = {}) => {
  const buyer = await makePerson('customer')
  const email = `review-${(count += 1)}-${Date.now()}@example.com`
  const products = [await makeProduct(), await makeProduct()]
  const uuid = crypto.randomUUID()
  const order = await makeOrder(
    {
      uuid,
      accessKeyHash: hashOrderKey(createOrderKey(uuid)),
      customer: buyer.user.id,
      email,
      status: 'paid',
      items: products.map(({ id, name }) => ({
        product: id,
        name,
        size: 'M',
        color: 'Pine',
        sku: 'X',
        unitPriceCents: 3200,
        quantity: 1,
      })),
      ...changes,
    },
    { captured: true },
  )
  return { buyer, email, products, order, key: createOrderKey(uuid) }
}

const choose = (
  order: Order,
  wanted: boolean,
  { as, key }: { as?: TestPerson; key?: string } = {},
) =>
  call<{ wanted?: boolean }>('PUT', `/api/orders/${order.orderNumber}/review-email`, {
    as,
    body: { wanted, ...(key ? { key } : {}) },
  })

const deliver = async (order: Order, daysAgo: number): Promise<void> => {
  await rowsOf(sql`update orders set status = 'delivered' where id = ${order.id}`)
  await rowsOf(
    sql`insert into order_events (order_id, type, message, actor, created_at) values (${order.id}, 'delivered', 'Delivered', 'June', now() - make_interval(days => ${daysAgo}))`,
  )
}

const requestsOf = (order: Order) =>
  rowsOf<{ email: string | null }>(
    sql`select email from one_time_emails where order_id = ${order.id}`,
  )

const runJobs = async (): Promise<void> => {
  await runJob(await getTestPayload(), 'queue-one-time-emails', {})
  await runWaitingJobs()
}

beforeAll(async () => {
  await getTestPayload()
})

it('is sent once, the set number of days after delivery, with a link to review each item', async () => {
  const { buyer, email, products, order } = await makeBought()
  expect((await getReviewEmailChoice(await getTestPayload(), order.orderNumber))?.wanted).toBe(
    false,
  )
  expect(await choose(order, true, { as: buyer })).toMatchObject({
    status: 200,
    body: { wanted: true },
  })
  // The address is not stored with the request because the order has it.
  expect(await requestsOf(order)).toEqual([{ email: null }])
  await deliver(order, 13)
  await runJobs()
  expect(await sandbox.mails(email)).toEqual([])
  // The timeline can't be changed, so the delay is shortened in the settings instead.
  const owner = await makePerson('super_admin')
  await call('PUT', '/api/admin/settings', { as: owner, body: { reviewEmailDays: 12 } })
  await runJobs()
  await runJobs()
  const mails = await sandbox.mails(email)
  expect(mails).toHaveLength(1)
  for (const { id, name } of products) {
    expect(mails[0]?.text).toContain(
      `${name}:\nhttp://localhost:3000/account/reviews?product=${id}`,
    )
    expect(mails[0]?.html).toContain(`/account/reviews?product=${id}`)
  }
  expect(await requestsOf(order)).toEqual([])
  // It isn't offered again.
  expect((await choose(order, true, { as: buyer })).status).toBe(409)
  await call('PUT', '/api/admin/settings', { as: owner, body: { reviewEmailDays: 14 } })
})

it('isn’t sent to buyers who didn’t request it or who canceled it', async () => {
  const silent = await makeBought()
  const changed = await makeBought()
  await choose(changed.order, true, { key: changed.key })
  expect(await requestsOf(changed.order)).toHaveLength(1)
  await choose(changed.order, false, { key: changed.key })
  await deliver(silent.order, 20)
  await deliver(changed.order, 20)
  await runJobs()
  expect(await sandbox.mails(silent.email)).toEqual([])
  expect(await sandbox.mails(changed.email)).toEqual([])
})

it('can be requested only by the buyer and is stored once', async () => {
  const { buyer, order, key } = await makeBought()
  const stranger = await makePerson('customer')
  for (const who of [{}, { as: stranger }, { key: '0'.repeat(32) }])
    expect((await choose(order, true, who)).status).toBe(404)
  expect(await requestsOf(order)).toEqual([])
  await Promise.all([
    choose(order, true, { as: buyer }),
    choose(order, true, { key }),
    choose(order, true, { as: buyer }),
  ])
  expect(await requestsOf(order)).toHaveLength(1)
})

it.each(['pending', 'cancelled', 'refunded'] as const)(
  'isn’t offered for an order that is %s',
  async (status) => {
    const { buyer, order } = await makeBought({ status })
    expect((await choose(order, true, { as: buyer })).status).toBe(409)
    expect(await requestsOf(order)).toEqual([])
  },
)

it('isn’t offered to guests, who can’t write reviews', async () => {
  const { order, key } = await makeBought({ customer: null })
  expect((await choose(order, true, { key })).status).toBe(409)
})

it.each([
  ['canceled', (id: number) => sql`update orders set status = 'cancelled' where id = ${id}`],
  ['refunded', (id: number) => sql`update orders set status = 'refunded' where id = ${id}`],
  [
    'refunded in part',
    (id: number) =>
      sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents) values (${id}, 'refund', 'paypal', ${`REFUND-${id}`}, 'completed', 100)`,
  ],
  [
    'sent back',
    (id: number) =>
      sql`insert into returns (order_id, status, reason, wish, request_id) values (${id}, 'requested', 'size', 'refund', ${crypto.randomUUID()})`,
  ],
])('is never sent for an order that was %s', async (_, change) => {
  const { buyer, email, order } = await makeBought()
  await choose(order, true, { as: buyer })
  await deliver(order, 20)
  await rowsOf(change(order.id))
  await runJobs()
  expect(await sandbox.mails(email)).toEqual([])
  expect(await requestsOf(order)).toEqual([])
})

it('leaves out reviewed items and isn’t sent if all items are reviewed', async () => {
  const { buyer, email, products, order } = await makeBought()
  await choose(order, true, { as: buyer })
  const review = (productId: number | undefined) =>
    rowsOf(
      sql`insert into reviews (product_id, customer_id, author, rating, body, status) values (${productId}, ${buyer.user.id}, 'Wren', 5, 'Soft.', 'waiting')`,
    )
  await review(products[0]?.id)
  await deliver(order, 20)
  await runJob(await getTestPayload(), 'queue-one-time-emails', {})
  await runWaitingJobs()
  const [mail] = await sandbox.mails(email)
  expect(mail?.subject).toBe('How’s your new item?')
  expect(mail?.text).not.toContain(`product=${products[0]?.id}`)

  const other = await makeBought()
  await choose(other.order, true, { as: other.buyer })
  for (const { id } of other.products)
    await rowsOf(
      sql`insert into reviews (product_id, customer_id, author, rating, body, status) values (${id}, ${other.buyer.user.id}, 'Wren', 5, 'Soft.', 'waiting')`,
    )
  await deliver(other.order, 20)
  await runJobs()
  expect(await sandbox.mails(other.email)).toEqual([])
  expect(await requestsOf(other.order)).toEqual([])
})

it('isn’t offered while turned off', async () => {
  const { buyer, order } = await makeBought()
  const owner = await makePerson('super_admin')
  await call('PUT', '/api/admin/settings', { as: owner, body: { reviewEmails: false } })
  expect(await getReviewEmailChoice(await getTestPayload(), order.orderNumber)).toBeNull()
  expect((await choose(order, true, { as: buyer })).status).toBe(409)
  await call('PUT', '/api/admin/settings', { as: owner, body: { reviewEmails: true } })
  expect((await choose(order, true, { as: buyer })).status).toBe(200)
})
