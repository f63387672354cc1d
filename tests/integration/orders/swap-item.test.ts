import { randomUUID } from 'node:crypto'

import {
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { readSwapAmounts } from '@/modules/orders/queries/swap-amounts'
import { listSwapOptions } from '@/modules/orders/queries/swap-options'
import type { Product } from '@/payload-types'

type Placed = { id: string; orderNumber: string; key: string }
type Bought = Placed & { orderId: number; item: string }
type Failed = { code: string; error: string }

const sandbox = useSandbox()
let admin: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
  // M costs $32.00, S $28.00 in both colors, XS $26.00, and XL $35.00.
  tee = await makeProduct({
    name: 'Fern Tee',
    sizesAvailable: ['XS', 'S', 'M', 'XL'],
    colorsAvailable: ['Pine', 'Bone'],
  })
  await rowsOf(sql`
    update products_variants set price_override_cents = prices.cents
      from (values ('XS', 2600), ('S', 2800), ('XL', 3500)) as prices(size, cents)
     where _parent_id = ${tee.id} and products_variants.size = prices.size`)
})
afterEach(() => sandbox.clearFaults())

/** Buys one tee for $40.55, including shipping and tax. Two cost $69.12. */
const buy = async (checkout: Record<string, unknown> = {}): Promise<Bought> => {
  const { body: placed } = await call<Placed>('POST', '/order', {
    body: { ...makeCheckout(tee), ...checkout },
  })
  if (placed.id) await sandbox.approve(placed.id)
  if (placed.id) await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
  const [row] = await rowsOf<{ id: number; item: string }>(sql`
    select o.id, i.id as item from orders o join orders_items i on i._parent_id = o.id
     where o.order_number = ${placed.orderNumber} and o.payment_state = 'completed'`)
  if (!row) throw new Error(`The order was not paid: ${JSON.stringify(placed)}`)
  return { ...placed, orderId: row.id, item: row.item }
}
const buyTwo = () =>
  buy({ items: [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 2 }], amount: '69.12' })
const swap = ({ orderNumber, item, key }: Bought, size: string, refund?: string, color = 'Pine') =>
  call<Failed>('PUT', `/api/orders/${orderNumber}/items/${item}`, {
    body: { key, size, color, refund },
  })
const swapAsStaff = (
  { orderId, item }: Bought,
  size: string,
  amounts: { refund?: string; extra?: string } = {},
  as = admin,
) =>
  call<Failed>('PUT', `/api/admin/orders/${orderId}/items/${item}`, {
    as,
    body: { size, color: 'Pine', ...amounts },
  })
const cancel = ({ orderNumber, key }: Placed) =>
  call<{ refunded: string }>('POST', `/api/orders/${orderNumber}/cancel`, { body: { key } })
const refund = ({ orderId }: Bought, amount: string) =>
  call('POST', `/api/admin/orders/${orderId}/refund`, {
    as: admin,
    body: { amount, reason: 'A kindness', refundId: randomUUID() },
  })
const refundLine = ({ orderId, item }: Bought, quantity: number, amount: string) =>
  call<Failed>('POST', `/api/admin/orders/${orderId}/refund-lines`, {
    as: admin,
    body: {
      lines: [{ itemId: item, quantity }],
      amount,
      reason: 'A seam gave',
      refundId: randomUUID(),
    },
  })

const itemOf = async ({ item }: Bought) => {
  const [row] = await rowsOf<{ size: string; color: string; sku: string; price: number | null }>(
    sql`select size, color, sku, swap_unit_cents::integer as price from orders_items where id = ${item}`,
  )
  return row
}
const refundsOf = ({ orderId }: Bought) =>
  rowsOf<{ provider: string; status: string; cents: number }>(sql`
    select provider, status, amount_cents::integer as cents from payments
     where order_id = ${orderId} and kind = 'refund' order by id`)
const refundedCents = async (order: Bought): Promise<number> =>
  (await refundsOf(order)).reduce((sum, { cents }) => sum + cents, 0)
const linesOf = ({ orderId }: Bought) =>
  rowsOf<{ quantity: number; cents: number; tax: number }>(sql`
    select quantity::integer, amount_cents::integer as cents, tax_cents::integer as tax
      from refund_lines where order_id = ${orderId} order by id`)
const eventsOf = ({ orderId }: Bought, type: string) =>
  rowsOf<{ message: string; actor: string; reason: string | null }>(
    sql`select message, actor, reason from order_events where order_id = ${orderId} and type = ${type} order by id`,
  )
const offersOf = async (order: Bought) => {
  const [offer] = await listSwapOptions(await getTestPayload(), { id: order.orderId })
  return Object.fromEntries(
    (offer?.variants ?? [])
      .filter(({ color }) => color === 'Pine')
      .map(({ size, refundCents, extraCents }) => [size, extraCents - refundCents]),
  )
}
const loseRefunds = (fault: { fault: 'reset-after' | 'status' } & Record<string, unknown>) =>
  sandbox.fault({
    provider: 'paypal',
    match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
    ...fault,
  })
const paypalRefunds = async ({ orderId }: Bought) => {
  const [capture] = await rowsOf<{ id: string }>(
    sql`select paypal_transaction_id as id from orders where id = ${orderId}`,
  )
  const { refunds } = (await sandbox.ledger()) as unknown as {
    refunds: { capture_id: string; amount: { value: string } }[]
  }
  return refunds
    .filter(({ capture_id: captureId }) => captureId === capture?.id)
    .map(({ amount }) => amount.value)
}

describe('swapping for a cheaper size', () => {
  it('shows the refund first and makes it once, even when the buyer clicks several times', async () => {
    const order = await buy()
    expect(await offersOf(order)).toEqual({ XS: -648, S: -432, M: 0, XL: 300 })
    const answers = await Promise.all([1, 2, 3].map(() => swap(order, 'S', '4.32')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await swap(order, 'S', '4.32')).status).toBe(200)
    expect(await itemOf(order)).toMatchObject({ size: 'S', price: 2800 })
    expect(await refundsOf(order)).toEqual([
      { provider: 'paypal', status: 'completed', cents: 432 },
    ])
    expect(await paypalRefunds(order)).toEqual(['4.32'])
    expect(await linesOf(order)).toEqual([{ quantity: 0, cents: 400, tax: 32 }])
    expect(await eventsOf(order, 'item_changed')).toMatchObject([
      { message: 'Fern Tee: Pine, M is now Pine, S', actor: 'buyer' },
    ])
    expect(await eventsOf(order, 'refund_requested')).toMatchObject([
      { message: 'Refund of $4.32 requested: lower price of Fern Tee (Pine, S)', actor: 'buyer' },
    ])
    expect(await eventsOf(order, 'refund')).toMatchObject([{ message: 'Refunded $4.32' }])
    await runWaitingJobs()
    const mails = (await sandbox.mails(customer.email)).filter(({ text }) =>
      text.includes(order.orderNumber),
    )
    const about = mails.map(({ text }) => text).join('\n')
    expect(about).toContain('This is for: the lower price of Fern Tee.')
    expect(mails.filter(({ text }) => text.includes('We refunded $4.32'))).toHaveLength(1)
    expect(
      mails.filter(({ text }) => text.includes('how we’ll print and ship order')),
    ).toHaveLength(1)
  })

  it('succeeds in only one of two tabs that choose different sizes', async () => {
    const order = await buy()
    const answers = await Promise.all([swap(order, 'S', '4.32'), swap(order, 'XS', '6.48')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    // If S came first, XS refunds less than was shown. If XS came first, S costs more.
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe(
      answers[0].status === 200 ? 'version_conflict' : 'conflict',
    )
    const [refunded] = await refundsOf(order)
    expect([(await itemOf(order))?.size, refunded?.cents]).toEqual(
      answers[0].status === 200 ? ['S', 432] : ['XS', 648],
    )
    expect(await refundsOf(order)).toHaveLength(1)
  })

  it('refunds once when two tabs choose different colors, and sets the color of the one that succeeded', async () => {
    const order = await buy()
    const answers = await Promise.all([swap(order, 'S', '4.32'), swap(order, 'S', '4.32', 'Bone')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await itemOf(order))?.color).toBe(answers[0].status === 200 ? 'Pine' : 'Bone')
    expect(await refundedCents(order)).toBe(432)
  })

  it('refunds only the additional difference when swapping again for an even cheaper size', async () => {
    const order = await buy()
    await swap(order, 'S', '4.32')
    expect(await offersOf(order)).toEqual({ XS: -216, S: 0, M: 400, XL: 700 })
    expect(await swap(order, 'XS', '6.48')).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    expect((await swap(order, 'XS', '2.16')).status).toBe(200)
    expect(await refundedCents(order)).toBe(648)
    const amounts = await readSwapAmounts(await getTestPayload(), order.orderId)
    expect(amounts.get(order.item)).toEqual({ paidCents: 0, refundedCents: 648 })
    expect((await swap(order, 'M')).body.error).toMatch('costs $6.00 more')
    expect((await cancel(order)).body.refunded).toBe('34.07')
    expect(await refundedCents(order)).toBe(4055)
  })

  it('changes nothing when the refund amount is missing or wrong', async () => {
    const order = await buy()
    expect((await swap(order, 'S')).body.code).toBe('version_conflict')
    expect((await swap(order, 'S', '4.00')).body.code).toBe('version_conflict')
    expect((await swap(order, 'S', '-4.32')).status).toBe(400)
    expect((await swap(order, 'S', '99999999999999.00')).status).toBe(400)
    expect((await itemOf(order))?.size).toBe('M')
    expect(await refundsOf(order)).toEqual([])
    expect(await linesOf(order)).toEqual([])
  })

  it('keeps the swap when PayPal’s response is lost, and the reconciler completes the refund', async () => {
    const order = await buy()
    await loseRefunds({ fault: 'reset-after', times: 3 })
    expect((await swap(order, 'S', '4.32')).status).toBe(200)
    expect((await itemOf(order))?.size).toBe('S')
    expect(await refundsOf(order)).toMatchObject([{ status: 'pending', cents: 432 }])
    await sandbox.clearFaults()
    await rowsOf(
      sql`update payments set created_at = now() - interval '5 minutes' where order_id = ${order.orderId} and kind = 'refund'`,
    )
    await runJob(await getTestPayload(), 'reconcile-payments', {})
    expect(await refundsOf(order)).toMatchObject([{ status: 'completed', cents: 432 }])
    expect(await paypalRefunds(order)).toEqual(['4.32'])
  })

  it('keeps the swap when PayPal refuses the refund, and staff can then refund it', async () => {
    const order = await buy()
    await loseRefunds({
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_TIME_LIMIT_EXCEEDED' }] },
      times: 1,
    })
    const refused = await swap(order, 'S', '4.32')
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatch('Your item was changed, but PayPal didn’t issue the')
    expect((await swap(order, 'S', '4.32')).status).toBe(200)
    expect((await itemOf(order))?.size).toBe('S')
    expect(await refundsOf(order)).toMatchObject([{ status: 'failed', cents: 432 }])
    expect(await eventsOf(order, 'refund_failed')).toHaveLength(1)
    expect((await refund(order, '4.32')).status).toBe(200)
    expect((await cancel(order)).body.refunded).toBe('36.23')
  })

  it('refunds its share of what is left after a partial refund, and all refunds add up to the total', async () => {
    const order = await buyTwo()
    expect((await refundLine(order, 1, '34.56')).status).toBe(200)
    expect(await offersOf(order)).toMatchObject({ S: -432 })
    expect((await swap(order, 'S', '4.32')).status).toBe(200)
    expect((await refundLine(order, 1, '34.56')).body.error).toMatch('now total $30.24')
    expect((await refundLine(order, 1, '30.24')).status).toBe(200)
    expect(await refundedCents(order)).toBe(6912)
    expect(await linesOf(order)).toEqual([
      { quantity: 1, cents: 3200, tax: 256 },
      { quantity: 0, cents: 400, tax: 32 },
      { quantity: 1, cents: 2800, tax: 224 },
    ])
  })

  it('refunds no more than is left of the payment', async () => {
    const order = await buy()
    await refund(order, '39.00')
    expect(await offersOf(order)).toMatchObject({ XS: -155, S: -155 })
    expect((await swap(order, 'S', '1.55')).status).toBe(200)
    expect(await refundedCents(order)).toBe(4055)
  })

  it('reduces the refund by the discount on the item', async () => {
    await call('POST', '/api/admin/discounts', {
      as: admin,
      body: { name: 'Ten off', kind: 'percent', percent: 10, code: 'TENOFF' },
    })
    // $28.80 for the tee, $5.99 for shipping, and $2.30 tax.
    const order = await buy({ discountCode: 'TENOFF', amount: '37.09' })
    expect(await offersOf(order)).toMatchObject({ S: -388 })
    expect((await swap(order, 'S', '3.88')).status).toBe(200)
    expect(await linesOf(order)).toEqual([{ quantity: 0, cents: 360, tax: 28 }])
    expect((await cancel(order)).body.refunded).toBe('33.21')
    expect(await refundedCents(order)).toBe(3709)
  })

  it('is applied before printing or rejected when both happen at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await buy()
      const print = () =>
        rowsOf(
          sql`update orders set fulfillment = 'submitting' where id = ${order.orderId} and coalesce(fulfillment, 'none') = 'none'`,
        )
      const [answer] = await Promise.all([swap(order, 'S', '4.32'), print()])
      const isSwapped = answer.status === 200
      expect((await itemOf(order))?.size).toBe(isSwapped ? 'S' : 'M')
      expect(await refundedCents(order)).toBe(isSwapped ? 432 : 0)
    }
    const late = await buy()
    await rowsOf(sql`update orders set fulfillment = 'submitting' where id = ${late.orderId}`)
    expect((await swap(late, 'S', '4.32')).body.error).toMatch('Printing has begun')
    expect(await refundsOf(late)).toEqual([])
  })
})

describe('swapping an item of an order paid by gift card', () => {
  const issue = async (amount: string) =>
    (
      await call<{ id: number; code: string }>('POST', '/api/admin/gift-cards', {
        as: admin,
        body: { amount, note: 'A late package' },
      })
    ).body
  const balanceOf = async ({ id }: { id: number }) =>
    (await call<{ balance: string }>('GET', `/api/admin/gift-cards/${id}`, { as: admin })).body
      .balance

  it('refunds the difference to the card', async () => {
    const card = await issue('50.00')
    const order = await buy({ giftCard: { code: card.code, amount: '40.55' } })
    expect((await swap(order, 'S', '4.32')).status).toBe(200)
    expect(await refundsOf(order)).toEqual([
      { provider: 'gift-card', status: 'completed', cents: 432 },
    ])
    expect(await balanceOf(card)).toBe('13.77')
  })

  it('refunds through PayPal first and the rest to the card if the card paid only part', async () => {
    const card = await issue('38.00')
    const order = await buy({ giftCard: { code: card.code, amount: '38.00' } })
    expect((await swap(order, 'S', '4.32')).status).toBe(200)
    expect(await refundsOf(order)).toEqual([
      { provider: 'paypal', status: 'completed', cents: 255 },
      { provider: 'gift-card', status: 'completed', cents: 177 },
    ])
    expect(await balanceOf(card)).toBe('1.77')
  })
})

describe('swapping for a more expensive size', () => {
  it('is rejected for buyers who haven’t paid the difference, with the price and the next step', async () => {
    const order = await buy()
    const { status, body } = await swap(order, 'XL')
    expect([status, body.error]).toEqual([
      409,
      'That one costs $3.00 more. Choose it again to pay the difference.',
    ])
    expect((await itemOf(order))?.size).toBe('M')
  })

  it('lets staff swap at the original price when they confirm the difference the shop pays', async () => {
    const order = await buy()
    expect((await swapAsStaff(order, 'XL')).body.code).toBe('version_conflict')
    expect((await swapAsStaff(order, 'XL', { extra: '3.00' })).status).toBe(200)
    expect((await swapAsStaff(order, 'XL', { extra: '3.00' })).status).toBe(200)
    expect(await itemOf(order)).toMatchObject({ size: 'XL', price: null })
    expect(await eventsOf(order, 'item_changed')).toMatchObject([
      { reason: 'It costs $3.00 more, which the shop pays.' },
    ])
    expect(await refundsOf(order)).toEqual([])
    expect(
      await rowsOf(
        sql`select 1 from audit_events where action = 'order.item_changed' and subject_id = ${String(order.orderId)}`,
      ),
    ).toHaveLength(1)
    // Later offers are based on what the buyer paid, not on what the shop paid.
    expect(await offersOf(order)).toEqual({ XS: -648, S: -432, M: 0, XL: 0 })
    expect((await cancel(order)).body.refunded).toBe('40.55')
  })
})

it('staff can swap for a cheaper size, which refunds the buyer once, but editors and customers can’t', async () => {
  const order = await buy()
  for (const role of ['editor', 'customer'] as const)
    expect((await swapAsStaff(order, 'S', { refund: '4.32' }, await makePerson(role))).status).toBe(
      403,
    )
  expect((await swapAsStaff(order, 'S', { refund: '4.32' })).status).toBe(200)
  expect((await swapAsStaff(order, 'S', { refund: '4.32' })).status).toBe(200)
  expect(await refundsOf(order)).toMatchObject([{ status: 'completed', cents: 432 }])
  const [item] = await rowsOf<{ id: string }>(
    sql`select id from orders_items where id <> ${order.item} limit 1`,
  )
  expect(item).toBeDefined()
  expect(
    (await swapAsStaff({ ...order, item: item?.id ?? '' }, 'XS', { refund: '2.16' })).status,
  ).toBe(404)
})
