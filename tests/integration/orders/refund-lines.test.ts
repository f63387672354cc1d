// @core
import { randomUUID } from 'node:crypto'

import {
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { forgetWaitingJobs, runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { placeOrder } from '@/modules/checkout/actions/place-order'
import { placeOrderSchema } from '@/modules/checkout/schemas'
import { getSettings } from '@/modules/shop/queries/get-settings'
import type { Product } from '@/payload-types'
import { getProviders } from '@/providers'

const sandbox = useSandbox()
let admin: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
  tee = await makeProduct({ name: 'Fern Tee' })
})
afterEach(() => sandbox.clearFaults())

/** Pays for a placed order of one line through the fake PayPal. */
const pay = async <Placed extends { id: string | null; orderNumber: string; key: string }>(
  placed: Placed,
) => {
  await sandbox.approve(placed.id ?? '')
  await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
  const [order] = await rowsOf<{ id: number; item: string }>(sql`
    select o.id, i.id as item from orders o join orders_items i on i._parent_id = o.id
     where o.order_number = ${placed.orderNumber} and o.payment_state = 'completed'`)
  if (!order) throw new Error('The order was not paid')
  return { ...placed, orderId: order.id, item: order.item }
}

/** Creates an order paid through the fake PayPal: two tees for $69.12, or one for $40.55 with shipping. */
const paidOrder = async (quantity = 2) => {
  const items = [{ productId: tee.id, size: 'M', color: 'Pine', quantity }]
  const { body: placed } = await call<{ id: string; orderNumber: string; key: string }>(
    'POST',
    '/order',
    { body: makeCheckout(tee, { items, amount: quantity === 1 ? '40.55' : '69.12' }) },
  )
  return pay(placed)
}
type Paid = { orderId: number; item: string }
type Answer = { status?: string; amount?: string; code?: string; error?: string }

const refund = (
  { orderId, item }: Paid,
  quantity: number,
  amount: string,
  {
    refundId = randomUUID(),
    shipping = false,
    as = admin,
  }: { refundId?: string; shipping?: boolean; as?: TestPerson | null } = {},
) =>
  call<Answer>('POST', `/api/admin/orders/${orderId}/refund-lines`, {
    as,
    body: {
      lines: quantity > 0 ? [{ itemId: item, quantity }] : [],
      shipping,
      amount,
      reason: 'A seam gave',
      refundId,
    },
  })
const refundsOf = ({ orderId }: Paid) =>
  rowsOf<{ status: string; cents: number }>(sql`
    select status, amount_cents::integer as cents from payments where order_id = ${orderId} and kind = 'refund' order by id`)
const linesOf = ({ orderId }: Paid) =>
  rowsOf<{ item: string | null; quantity: number; cents: number; tax: number }>(sql`
    select item_id as item, quantity::integer, amount_cents::integer as cents, tax_cents::integer as tax
      from refund_lines where order_id = ${orderId} order by id`)
const orderOf = async ({ orderId }: Paid) =>
  (
    await call<{
      status: string
      refunded: string
      items: { refundedQuantity: number }[]
      events: { type: string; message: string }[]
    }>('GET', `/api/admin/orders/${orderId}`, { as: admin })
  ).body

it('refunds one of two units with its tax and records it on the line and the timeline', async () => {
  const order = await paidOrder()
  expect(await refund(order, 1, '34.56')).toMatchObject({
    status: 200,
    body: { status: 'completed', amount: '34.56' },
  })
  expect(await linesOf(order)).toEqual([{ item: order.item, quantity: 1, cents: 3200, tax: 256 }])
  const seen = await orderOf(order)
  expect(seen).toMatchObject({
    status: 'paid',
    refunded: '34.56',
    items: [{ refundedQuantity: 1 }],
  })
  expect(seen.events.find(({ type }) => type === 'refund_requested')?.message).toBe(
    'Refund of $34.56 requested: 1 × Fern Tee (Pine, M)',
  )
})

it('marks the order as refunded once items and shipping add up to the total', async () => {
  const order = await paidOrder(1)
  expect((await refund(order, 0, '5.99', { shipping: true })).status).toBe(200)
  expect((await refund(order, 1, '34.56')).status).toBe(200)
  expect((await refundsOf(order)).map(({ cents }) => cents)).toEqual([599, 3456])
  expect(await orderOf(order)).toMatchObject({ status: 'refunded', refunded: '40.55' })
  expect(await refund(order, 0, '5.99', { shipping: true })).toMatchObject({
    status: 400,
    body: { error: 'There’s no shipping left to refund.' },
  })
})

it('returns exactly the tax that a tax service charged, whatever the shop’s own rules say', async () => {
  const payload = await getTestPayload()
  const { pricing, deliveryDays: days, giftCards, senderNames } = await getSettings(payload)
  const items = [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 3 }]
  const order = await pay(
    await placeOrder({
      payload,
      payments: getProviders().payments,
      ...{ pricing, days, live: null, giftCards, senderNames },
      taxes: {
        calculateTax: () =>
          Promise.resolve({ taxCents: 1001, taxableCents: 9600, taxableShippingCents: 0 }),
      },
      methods: ['paypal'],
      verifyEveryCard: false,
      input: placeOrderSchema.parse(makeCheckout(tee, { items, amount: '106.01' })),
      customerId: null,
    }),
  )
  for (const amount of ['35.33', '35.34', '35.34'])
    expect(await refund(order, 1, amount)).toMatchObject({ status: 200, body: { amount } })
  expect((await linesOf(order)).map(({ tax }) => tax)).toEqual([333, 334, 334])
  expect(await orderOf(order)).toMatchObject({ status: 'refunded', refunded: '106.01' })
})

it('rejects more units than were bought and items that are already refunded', async () => {
  const order = await paidOrder()
  expect((await refund(order, 3, '103.68')).body.error).toBe('You can refund 2 of “Fern Tee”.')
  expect((await refund(order, 2, '69.12')).status).toBe(200)
  expect((await refund(order, 1, '34.56')).body.error).toBe('“Fern Tee” is already refunded.')
  expect((await refundsOf(order)).map(({ cents }) => cents)).toEqual([6912])
})

it('rejects items of another order', async () => {
  const [order, other] = [await paidOrder(), await paidOrder()]
  expect(await refund({ ...order, item: other.item }, 1, '34.56')).toMatchObject({
    status: 400,
    body: { error: 'Please choose items of this order.' },
  })
})

it('refunds nothing when the amount differs from the one shown', async () => {
  const order = await paidOrder()
  expect(await refund(order, 1, '32.00')).toMatchObject({
    status: 409,
    body: {
      code: 'version_conflict',
      error: 'These items now total $34.56. Check the amount before you refund it.',
    },
  })
  expect(await refundsOf(order)).toEqual([])
  expect(await linesOf(order)).toEqual([])
})

it('lets only one of several concurrent refunds of the same items succeed', async () => {
  const order = await paidOrder()
  const answers = await Promise.all([
    refund(order, 2, '69.12'),
    refund(order, 2, '69.12'),
    refund(order, 1, '34.56'),
  ])
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  const refunded = (await refundsOf(order)).reduce((sum, { cents }) => sum + cents, 0)
  expect(`${(refunded / 100).toFixed(2)}`).toBe(done[0]?.body.amount)
})

it('refunds once when the same request is sent twice at the same time', async () => {
  const order = await paidOrder()
  const refundId = randomUUID()
  const answers = await Promise.all([
    refund(order, 1, '34.56', { refundId }),
    refund(order, 1, '34.56', { refundId }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await refundsOf(order)).toHaveLength(1)
  expect(await linesOf(order)).toHaveLength(1)
})

it.each([
  [
    'REFUND_FAILED_INSUFFICIENT_FUNDS',
    'Your PayPal balance is too low for this refund. Add money at PayPal, then try again. No money was sent.',
  ],
  [
    'SOMETHING_NEW',
    'PayPal didn’t issue this refund. PayPal’s reason is “SOMETHING_NEW”. Sign in to PayPal, or ask its support about this code. No money was sent.',
  ],
])(
  'leaves the items refundable and says what to do when PayPal refuses the refund (%s)',
  async (issue, message) => {
    const order = await paidOrder()
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] },
      times: 1,
    })
    const refused = await refund(order, 2, '69.12')
    expect(refused).toMatchObject({ status: 409, body: { error: message } })
    expect(await orderOf(order)).toMatchObject({ items: [{ refundedQuantity: 0 }] })
    await sandbox.clearFaults()
    expect((await refund(order, 2, '69.12')).status).toBe(200)
  },
)

it('refunds items only up to what is left after a refund of an amount', async () => {
  const order = await paidOrder()
  await call('POST', `/api/admin/orders/${order.orderId}/refund`, {
    as: admin,
    body: { amount: '50.00', reason: 'Goodwill', refundId: randomUUID() },
  })
  expect((await refund(order, 1, '34.56')).status).toBe(409)
  expect((await refund(order, 1, '19.12')).status).toBe(200)
  expect(await orderOf(order)).toMatchObject({ status: 'refunded' })
})

it('counts refunds by staff and refunds of returns toward the same items', async () => {
  const order = await paidOrder()
  await rowsOf(sql`update orders set status = 'shipped' where id = ${order.orderId}`)
  const request = (quantity: number) =>
    call<{ id: number; error?: string }>('POST', `/api/orders/${order.orderNumber}/returns`, {
      body: {
        key: order.key,
        requestId: randomUUID(),
        reason: 'size',
        wish: 'refund',
        lines: [{ itemId: order.item, quantity }],
      },
    })
  expect((await refund(order, 1, '34.56')).status).toBe(200)
  expect((await request(2)).body.error).toBe('You can return 1 of “Fern Tee”.')
  const { body: returned } = await request(1)
  const step = (body: Record<string, unknown>) =>
    call<{ value: string }>('POST', `/api/admin/returns/${returned.id}/steps`, { as: admin, body })
  expect((await step({ step: 'approve', message: 'Send it back.' })).body.value).toBe('34.56')
  const { body: refunded } = await step({ step: 'refund', amount: '34.56' })
  expect(refunded.value).toBe('34.56')
  expect(await orderOf(order)).toMatchObject({
    status: 'refunded',
    items: [{ refundedQuantity: 2 }],
  })
})

it('lists the items in the refund email', async () => {
  const order = await paidOrder()
  await forgetWaitingJobs()
  await refund(order, 1, '34.56')
  await runWaitingJobs()
  const texts = (await sandbox.mails(customer.email)).map(({ text }) => text)
  expect(
    texts.filter(
      (text) => text.includes(order.orderNumber) && text.includes('This is for: 1 × Fern Tee.'),
    ),
  ).toHaveLength(1)
})

it('rejects editors, customers, and visitors', async () => {
  const order = await paidOrder()
  expect((await refund(order, 1, '34.56', { as: await makePerson('editor') })).status).toBe(403)
  expect((await refund(order, 1, '34.56', { as: await makePerson('customer') })).status).toBe(403)
  expect((await refund(order, 1, '34.56', { as: null })).status).toBe(401)
  expect(await refundsOf(order)).toEqual([])
})
