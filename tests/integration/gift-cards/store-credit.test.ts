import { randomUUID } from 'node:crypto'

import { jest } from '@jest/globals'
import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { shopDay } from '@/modules/checkout/delivery-days'
import { holdDisputedOrder } from '@/modules/orders/actions/hold-disputed-order'
import { recordRefunds } from '@/modules/orders/actions/record-refunds'
import { readRefunds } from '@/modules/orders/queries/ledger-amounts'
import type { Product } from '@/payload-types'
import { addDays } from '@/platform/time-zones'

type Placed = { id: string; orderNumber: string; key: string }
type Failed = { code: string; error: string; fields?: Record<string, string> }

// A purchase makes about a dozen requests, which can be slow on a busy machine.
jest.setTimeout(120_000)

const sandbox = useSandbox()
let tee: Product
let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct({ name: 'Fern Tee' })
  owner = await makePerson('super_admin')
})

/** Creates a paid order of one tee ($40.55) that has shipped. */
const shippedOrder = async (email: string) => {
  const checkout = makeCheckout(tee)
  const { body: placed } = await call<Placed>('POST', '/order', {
    body: { ...checkout, customer: { ...checkout.customer, email } },
  })
  await sandbox.approve(placed.id)
  await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
  const [row] = await rowsOf<{ orderId: number; item: string }>(sql`
    update orders set status = 'shipped' where order_number = ${placed.orderNumber}
    returning id as "orderId", (select i.id from orders_items i where i._parent_id = orders.id) as item`)
  if (!row) throw new Error('No such order')
  return { ...placed, ...row }
}
type Shipped = Awaited<ReturnType<typeof shippedOrder>>
const requestReturn = ({ orderNumber, key, item }: Shipped) =>
  call<Failed & { id: number }>('POST', `/api/orders/${orderNumber}/returns`, {
    body: {
      key,
      requestId: randomUUID(),
      reason: 'size',
      wish: 'store-credit',
      lines: [{ itemId: item, quantity: 1 }],
    },
  })
const step = (id: number, body: Record<string, unknown>) =>
  call<Failed & { status: string }>('POST', `/api/admin/returns/${id}/steps`, { as: owner, body })
const refundsOf = ({ orderId }: Shipped) =>
  rowsOf<{ provider: string; status: string; cents: number }>(
    sql`select provider, status, amount_cents::integer as cents from payments where order_id = ${orderId} and kind = 'refund' order by id`,
  )

it('settles a return once with a gift card emailed to the buyer instead of a PayPal refund', async () => {
  const email = `wren-${randomUUID()}@example.com`
  const order = await shippedOrder(email)
  const { body: requested } = await requestReturn(order)
  await step(requested.id, { step: 'approve', message: 'Send it to 18 Alder Lane.' })
  const refund = { step: 'refund', amount: '34.56', storeCredit: true }
  const results = [await step(requested.id, refund), await step(requested.id, refund)]
  expect(results.map(({ status }) => status)).toEqual([200, 200])
  expect(await refundsOf(order)).toEqual([
    { provider: 'store-credit', status: 'completed', cents: 3456 },
  ])
  expect(await readRefunds(await getTestPayload(), order.orderId)).toEqual([
    { place: 'store-credit', cents: 3456 },
  ])
  await runWaitingJobs()
  const credits = (await sandbox.mails(email)).filter(({ subject }) =>
    subject.startsWith('Your store credit'),
  )
  expect(credits).toHaveLength(1)
  const code = /Code: ([0-9A-Z-]{19})/.exec(credits[0]?.text ?? '')?.[1] ?? ''
  expect((await call('POST', '/api/gift-cards/check', { body: { code } })).body).toMatchObject({
    balance: '34.56',
  })
  // Only the shipping can still be refunded, not what became store credit.
  const { status, body } = await call<Failed>('POST', `/api/admin/orders/${order.orderId}/refund`, {
    as: owner,
    body: { amount: '6.00', reason: 'Late', refundId: randomUUID() },
  })
  expect([status, body.fields]).toEqual([400, { amount: 'You can refund up to $5.99.' }])
  const [row] = await rowsOf<{ cents: number }>(sql`
    select sum(amount_cents)::integer as cents from gift_card_entries where order_id = ${order.orderId}`)
  expect(row?.cents).toBe(3456)
})

it('is refused for a buyer who was erased, whose return can still be refunded', async () => {
  const order = await shippedOrder(`juniper-${randomUUID()}@example.com`)
  const { body: requested } = await requestReturn(order)
  await step(requested.id, { step: 'approve', message: 'Send it to 18 Alder Lane.' })
  await rowsOf(sql`update orders set email = 'erased' where id = ${order.orderId}`)
  const refund = { step: 'refund', amount: '34.56' }
  const { status, body } = await step(requested.id, { ...refund, storeCredit: true })
  expect([status, body.error]).toEqual([
    409,
    'This customer’s data was deleted, so there’s no address to email. Refund the payment instead.',
  ])
  expect(await refundsOf(order)).toEqual([])
  expect(
    await rowsOf(sql`select id from gift_card_deliveries where order_id = ${order.orderId}`),
  ).toEqual([])
  expect((await step(requested.id, refund)).status).toBe(200)
  expect(await refundsOf(order)).toEqual([{ provider: 'paypal', status: 'completed', cents: 3456 }])
})

it('is blocked by a case at PayPal, and staff hear once when more was refunded than was paid', async () => {
  const order = await shippedOrder(`rowan-${randomUUID()}@example.com`)
  const { body: requested } = await requestReturn(order)
  await step(requested.id, { step: 'approve', message: 'Send it to 18 Alder Lane.' })
  await step(requested.id, { step: 'refund', amount: '34.56', storeCredit: true })
  const payload = await getTestPayload()
  const usable = () =>
    rowsOf<{ usable: boolean }>(sql`
      select c.is_active as usable from gift_cards c join gift_card_deliveries d on d.card_id = c.id
       where d.order_id = ${order.orderId}`)
  expect(await usable()).toEqual([{ usable: true }])
  const dispute = { type: 'disputed', reason: 'PP-D-1', message: 'A case was opened' } as const
  await holdDisputedOrder(payload, order.orderId, dispute)
  expect(await usable()).toEqual([{ usable: false }])

  const refund = { captureId: null, amountCents: 4055, currency: 'USD' }
  for (const status of ['completed', 'completed'] as const)
    await recordRefunds(payload, order.orderId, [{ ...refund, id: `R-${order.orderId}`, status }])
  expect(
    await rowsOf(sql`
      select type, message from order_events where order_id = ${order.orderId} and type like 'gift_card_%' order by id`),
  ).toEqual([
    {
      type: 'gift_card_disabled',
      message: 'Its gift cards can’t be used until staff enable them again',
    },
    { type: 'gift_card_spent', message: 'Refunds and store credit add up to more than was paid' },
  ])
  expect(
    await rowsOf(sql`
      select kind, title from staff_notifications where order_id = ${order.orderId} and title like 'Too much%'`),
  ).toEqual([
    { kind: 'problems', title: `Too much may have been refunded for ${order.orderNumber}` },
  ])
})

it('accepts requests for store credit only when it is turned on in the settings', async () => {
  const order = await shippedOrder(`sol-${randomUUID()}@example.com`)
  await call('PUT', '/api/admin/settings', { as: owner, body: { offersStoreCredit: false } })
  const { status, body } = await requestReturn(order)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['wish']])
  await call('PUT', '/api/admin/settings', { as: owner, body: { offersStoreCredit: true } })
  expect((await requestReturn(order)).status).toBe(201)
})

it('appears in the gift card report', async () => {
  const today = shopDay()
  const { body } = await call<{ rows: Record<string, string | null>[]; note?: string }>(
    'GET',
    `/api/admin/reports/gift-cards?from=${addDays(today, -30)}&to=${today}`,
    { as: owner },
  )
  expect(body.rows.some(({ credit }) => Number(credit) > 0)).toBe(true)
})
