import { randomUUID } from 'node:crypto'

import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import type { AdminDiscount } from '@/modules/discounts/schemas'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { listSwapOptions } from '@/modules/orders/queries/swap-options'
import type { Product } from '@/payload-types'

type Placed = { id: string | null; orderNumber: string; key: string }
type Failed = { code: string; error: string; fields?: Record<string, string> }

const sandbox = useSandbox()
let owner: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  tee = await makeProduct({ name: 'Fern Tee' })
})

const makeGiveaway = async (
  body: Record<string, unknown> = {},
): Promise<{ id: number; code: string }> => {
  const code = `GIFT-${randomUUID().slice(0, 8)}`
  const { status, body: discount } = await call<AdminDiscount>('POST', '/api/admin/discounts', {
    as: owner,
    body: { name: 'Giveaway', code, kind: 'percent', percent: 100, ...body },
  })
  expect(status).toBe(201)
  return { id: discount.id, code }
}
/** Two tees are $64.00 and ship for free. */
const checkoutWith = (discountCode: string, amount = '0.00') => {
  const checkout = makeCheckout(tee, { amount })
  return {
    ...checkout,
    items: checkout.items.map((item) => ({ ...item, quantity: 2 })),
    discountCode,
  }
}
const place = (body: object) => call<Placed & Failed>('POST', '/order', { body })
const orderOf = async ({ orderNumber }: Placed) =>
  (
    await rowsOf<{ status: string; payment_state: string; total: number; payments: number }>(sql`
      select status, payment_state, total_cents::integer as total,
        (select count(*)::integer from payments where order_id = orders.id) as payments
      from orders where order_number = ${orderNumber}`)
  )[0]
const cancel = ({ orderNumber, key }: Placed) =>
  call<Failed & { refunded: string }>('POST', `/api/orders/${orderNumber}/cancel`, {
    body: { key },
  })

it.each([
  ['100%', {}],
  ['an amount above the subtotal', { kind: 'amount', percent: null, amount: 80 }],
])('a discount of %s makes an order free: it is paid without PayPal, once', async (_, discount) => {
  const { id, code } = await makeGiveaway(discount)
  const checkout = checkoutWith(code)
  const calls = (await sandbox.calls()).length
  const [first, again] = await Promise.all([place(checkout), place(checkout)])
  const placed = first.status === 200 ? first.body : again.body
  expect([first.status, again.status].filter((status) => status !== 200)).toEqual(
    first.status === again.status ? [] : [409],
  )
  expect(placed).toMatchObject({ id: null })
  expect(await orderOf(placed)).toEqual({
    status: 'paid',
    payment_state: 'completed',
    total: 0,
    payments: 0,
  })
  expect((await sandbox.calls()).length).toBe(calls)
  expect(
    (await call<AdminDiscount>('GET', `/api/admin/discounts/${id}`, { as: owner })).body.uses,
  ).toBe(1)
  expect(
    await rowsOf(sql`
      select e.message from order_events e join orders o on o.id = e.order_id
      where o.order_number = ${placed.orderNumber} and e.type = 'paid'`),
  ).toEqual([{ message: 'Nothing to pay' }])
  await runWaitingJobs()
  const mails = await sandbox.mails(checkout.customer.email)
  expect(mails.map(({ text }) => text).join('\n')).toContain('$0.00')
})

it('of two free orders at the same moment, only one gets the last use of a code', async () => {
  const { code } = await makeGiveaway({ maxUses: 1 })
  const answers = await Promise.all([place(checkoutWith(code)), place(checkoutWith(code))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('a free order with another amount than the buyer saw is refused', async () => {
  const { code } = await makeGiveaway({ percent: 50 })
  expect(await place(checkoutWith(code))).toMatchObject({
    status: 409,
    body: { code: 'totals_changed' },
  })
})

it('a buyer changes the size of a free order before it is printed', async () => {
  const { code } = await makeGiveaway()
  const { body: placed } = await place(checkoutWith(code))
  const { orderNumber, key } = placed
  const payload = await getTestPayload()
  const order = await getOrderByKey(payload, orderNumber, key)
  expect(order?.changes).toEqual({ address: true, items: true, cancel: true })
  const [swaps] = await listSwapOptions(payload, { orderNumber })
  const wanted = swaps?.variants.find(({ size }) => size !== order?.items[0]?.size)
  expect(wanted).toMatchObject({ refundCents: 0, extraCents: 0, chargeCents: 0 })
  const { size, color } = wanted ?? {}
  const body = { key, size, color, refund: '0.00' }
  const path = `/api/orders/${orderNumber}/items/${swaps?.itemId}`
  expect((await call('PUT', path, { body })).status).toBe(200)
  expect((await getOrderByKey(payload, orderNumber, key))?.items[0]).toMatchObject({ size, color })
})

it('a buyer cancels a free order, and nothing is refunded', async () => {
  const { code } = await makeGiveaway()
  const { body: placed } = await place(checkoutWith(code))
  const answers = [await cancel(placed), await cancel(placed)]
  expect(answers).toMatchObject([
    { status: 200, body: { refunded: '0.00' } },
    { status: 200, body: { refunded: '0.00' } },
  ])
  expect(await orderOf(placed)).toMatchObject({ status: 'cancelled', payments: 0 })
  const events = await rowsOf<{ type: string }>(sql`
    select e.type from order_events e join orders o on o.id = e.order_id
    where o.order_number = ${placed.orderNumber} and e.type = 'cancelled'`)
  expect(events).toHaveLength(1)
  // There is no refund email that would say so.
  await runWaitingJobs()
  const sent = (await sandbox.mails(checkoutWith(code).customer.email)).filter(
    ({ subject }) =>
      subject.includes(placed.orderNumber) && subject.startsWith('Your order was canceled.'),
  )
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('We won’t print or ship it.')
  expect(sent[0]?.text).not.toContain('refund')
})
