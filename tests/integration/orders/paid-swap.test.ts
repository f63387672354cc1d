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
import { getPrintOrder } from '@/modules/fulfillment/queries/print-queue'
import { issueGiftCard } from '@/modules/gift-cards/actions/staff-cards'
import { recordRefunds } from '@/modules/orders/actions/record-refunds'
import { refundLines } from '@/modules/orders/actions/refund-lines'
import { getCustomer } from '@/modules/orders/queries/get-customer'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { readRefundableOrder } from '@/modules/orders/queries/refundable-order'
import { listPaidDifferences } from '@/modules/orders/queries/swap-amounts'
import { listSwapOptions } from '@/modules/orders/queries/swap-options'
import { lineRefundCents } from '@/modules/orders/rules/line-refund'
import { followingRefundCents, swapAmountsText } from '@/modules/orders/rules/price-difference'
import { getSalesReport } from '@/modules/shop/queries/sales-reports'
import { getAdminStats, getRangeTotals, listRevenue } from '@/modules/shop/queries/sales-stats'
import type { ReportKind, ReportRow } from '@/modules/shop/rules/sales-report'
import type { Product } from '@/payload-types'
import { parseMoney } from '@/platform/money'
import { addDays } from '@/platform/time-zones'
import { getProviders } from '@/providers'

import { eventsOf, openPayment, pay, payDifference, refundsOf, startPrinting } from './paid-change'

type Placed = { id: string; orderNumber: string; key: string }
type Bought = Placed & { orderId: number; item: string }
type Failed = { code: string; error: string }
type Difference = { orderNumber: string; path: string; key: string }

const sandbox = useSandbox()
let admin: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
  // M costs $32.00, S $28.00, XL $35.00, and XXL $38.00.
  tee = await makeProduct({
    name: 'Fern Tee',
    sizesAvailable: ['S', 'M', 'XL', 'XXL'],
    colorsAvailable: ['Pine', 'Bone'],
  })
  await rowsOf(sql`
    update products_variants set price_override_cents = prices.cents
      from (values ('S', 2800), ('XL', 3500), ('XXL', 3800)) as prices(size, cents)
     where _parent_id = ${tee.id} and products_variants.size = prices.size`)
})
afterEach(() => sandbox.clearFaults())

const rowOf = async (orderNumber: string) => {
  const [row] = await rowsOf<{
    id: number
    item: string | null
    status: string
    payment_state: string
    state: string | null
    total: number
    tax: number
    discount: number
  }>(sql`
    select o.id, i.id as item, o.status, o.payment_state, o.price_difference_state as state, o.total_cents::integer as total,
           o.tax_cents::integer as tax, o.discount_cents::integer as discount
      from orders o left join orders_items i on i._parent_id = o.id where o.order_number = ${orderNumber}`)
  if (!row) throw new Error(`No order ${orderNumber}`)
  return row
}
/** Buys one tee for $40.55, including shipping and tax. Two cost $69.12. */
const buy = async (checkout: Record<string, unknown> = {}, as?: TestPerson): Promise<Bought> => {
  const { body: placed } = await call<Placed>('POST', '/order', {
    as,
    body: { ...makeCheckout(tee), ...checkout },
  })
  expect((await pay(sandbox, placed)).status).toBe(200)
  await runWaitingJobs()
  const { id, item } = await rowOf(placed.orderNumber)
  return { ...placed, orderId: id, item: item ?? '' }
}
const buyTwo = () =>
  buy({ items: [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 2 }], amount: '69.12' })
const ask = ({ orderNumber, item, key }: Bought, size: string, amount?: string) =>
  call<Difference & Failed>('POST', `/api/orders/${orderNumber}/items/${item}/paid-swap`, {
    body: { key, size, color: 'Pine', amount },
  })
/** Starts a paid swap and returns the price-difference order with the key of its link. */
const start = async (order: Bought, size = 'XL', amount = '3.24'): Promise<Difference> => {
  const { status, body } = await ask(order, size, amount)
  expect([status, body.error]).toEqual([201, undefined])
  return { ...body, key: body.path.replace(/^.*key=/, '') }
}
/** Swaps the item for XL and pays the difference. */
const swapped = async (order: Bought, amount = '3.24'): Promise<Difference> => {
  const difference = await start(order, 'XL', amount)
  await payDifference(sandbox, difference)
  await runWaitingJobs()
  expect((await itemOf(order))?.size).toBe('XL')
  return difference
}
const itemOf = async ({ item }: Bought) => {
  const [row] = await rowsOf<{ size: string; sku: string; unit: number; price: number | null }>(sql`
    select size, sku, unit_price_cents::integer as unit, swap_unit_cents::integer as price from orders_items where id = ${item}`)
  return row
}
const offersOf = async ({ orderId }: Bought) => {
  const [offer] = await listSwapOptions(await getTestPayload(), { id: orderId })
  return Object.fromEntries(
    (offer?.variants ?? [])
      .filter(({ color }) => color === 'Pine')
      .map(({ size, refundCents, chargeCents }) => [size, chargeCents - refundCents]),
  )
}
const viewOf = async ({ orderNumber, key }: Pick<Difference, 'orderNumber' | 'key'>) =>
  getOrderByKey(await getTestPayload(), orderNumber, key)
const swapTo = ({ orderNumber, item, key }: Bought, wanted: object) =>
  call<Failed>('PUT', `/api/orders/${orderNumber}/items/${item}`, { body: { key, ...wanted } })
const { email: _, newsletterSubscribe: __, countryCode: ___, ...now } = customer
/** A place without sales tax. */
const portland = {
  ...now,
  ...{ address1: '1 Front Street', city: 'Portland', stateCode: 'OR', zip: '97201' },
}
/** What staff read before they move an order to Portland. */
const checkPortland = async ({ orderId }: Bought) => {
  const path = `/api/admin/orders/${orderId}/address/check`
  return (await call<{ note: string }>('POST', path, { as: admin, body: portland })).body.note
}
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
const mailsAbout = async (orderNumber: string) =>
  (await sandbox.mails(customer.email)).filter(({ text }) => text.includes(orderNumber))

describe('swapping for a more expensive size', () => {
  it('shows the price difference first and swaps the item once it is paid', async () => {
    const order = await buy()
    expect(await offersOf(order)).toEqual({ S: -432, M: 0, XL: 324, XXL: 648 })
    const difference = await start(order)
    expect(difference.path).toBe(`/checkout/${difference.orderNumber}?key=${difference.key}`)
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      status: 'pending',
      state: 'open',
      total: 324,
      tax: 24,
      item: null,
    })
    expect((await itemOf(order))?.size).toBe('M')
    await payDifference(sandbox, difference)
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'paid', state: 'open' })
    await runWaitingJobs()
    expect(await itemOf(order)).toMatchObject({ size: 'XL', unit: 3200, price: null })
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      status: 'delivered',
      state: 'applied',
    })
    expect(await eventsOf(order.orderNumber, 'item_changed')).toEqual([
      {
        message: 'Fern Tee: Pine, M is now Pine, XL',
        actor: 'buyer',
        reason: `Order ${difference.orderNumber} paid the difference of $3.24.`,
      },
    ])
    await runWaitingJobs()
    const [receipt] = await mailsAbout(difference.orderNumber)
    expect(receipt?.subject).toMatch('We got your payment.')
    expect(receipt?.text).toContain('Price difference: Fern Tee (Pine · XL · Qty 1): $3.00')
    expect(receipt?.text).not.toMatch(/Shipping|print/)
    const changes = (await mailsAbout(order.orderNumber)).filter(({ subject }) =>
      subject.includes('changed'),
    )
    expect(changes).toHaveLength(1)
    expect(changes[0]?.text).toContain('Pine · XL · Qty 1')
  })

  it('creates one price-difference order and swaps once, even when the buyer clicks several times', async () => {
    const order = await buy()
    const answers = await Promise.all([1, 2, 3].map(() => ask(order, 'XL', '3.24')))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.orderNumber)).size).toBe(1)
    const difference = await start(order)
    expect(difference.orderNumber).toBe(answers[0]?.body.orderNumber)
    await payDifference(sandbox, difference)
    await runWaitingJobs()
    const payload = await getTestPayload()
    const { id: orderId } = await rowOf(difference.orderNumber)
    await Promise.all([1, 2].map(() => runJob(payload, 'apply-paid-swap', { orderId })))
    expect(await eventsOf(order.orderNumber, 'item_changed')).toHaveLength(1)
    expect(await refundsOf(difference.orderNumber)).toEqual([])
  })

  it('is rejected with a wrong amount, a wrong key, and for sizes that cost no more', async () => {
    const order = await buy()
    expect((await ask(order, 'XL', '3.00')).body.code).toBe('version_conflict')
    expect((await ask(order, 'XL')).body.code).toBe('version_conflict')
    expect((await ask(order, 'S', '0.00')).body.code).toBe('version_conflict')
    expect((await ask(order, 'M', '0.00')).body.code).toBe('version_conflict')
    expect((await ask(order, 'XS', '3.24')).status).toBe(409)
    expect((await ask(order, 'XL', '-3.24')).status).toBe(400)
    expect((await ask({ ...order, key: 'a'.repeat(32) }, 'XL', '3.24')).status).toBe(404)
    expect((await ask({ ...order, item: 'nothing' }, 'XL', '3.24')).status).toBe(404)
    expect(
      await rowsOf(sql`select 1 from orders where price_difference_order_id = ${order.orderId}`),
    ).toEqual([])
  })

  it('applies the order’s discount to the difference and charges no tax if the order had none', async () => {
    await call('POST', '/api/admin/discounts', {
      as: admin,
      body: { name: 'Ten off', kind: 'percent', percent: 10, code: 'TENOFF' },
    })
    const order = await buy({ discountCode: 'TENOFF', amount: '37.09' })
    // $3.00 less 10%, and 8% tax.
    const difference = await start(order, 'XL', '2.92')
    expect(await rowOf(difference.orderNumber)).toMatchObject({ discount: 30, tax: 22, total: 292 })
    await payDifference(sandbox, difference)
    await runWaitingJobs()
    expect((await itemOf(order))?.size).toBe('XL')
    const exempt = await buy()
    await rowsOf(
      sql`update orders set tax_cents = 0, total_cents = total_cents - tax_cents where id = ${exempt.orderId}`,
    )
    expect(await offersOf(exempt)).toMatchObject({ XL: 300 })
  })

  it('also happens when staff mark the difference as paid another way', async () => {
    const order = await buy()
    const difference = await start(order)
    const { id } = await rowOf(difference.orderNumber)
    const { status } = await call('PUT', `/api/admin/orders/${id}`, {
      as: admin,
      body: { status: 'paid', reason: 'Cash at the fall market.' },
    })
    expect(status).toBe(200)
    await runWaitingJobs()
    expect((await itemOf(order))?.size).toBe('XL')
    expect(await rowOf(difference.orderNumber)).toMatchObject({ state: 'applied' })
  })

  it('accepts a gift card and refunds it if printing begins before the swap', async () => {
    const payload = await getTestPayload()
    const card = await issueGiftCard(
      payload,
      { id: admin.user.id, role: 'admin', name: 'Juniper' },
      { amountCents: 1000, note: 'A late package' },
    )
    const balance = () =>
      rowsOf(
        sql`select sum(amount_cents)::integer as cents from gift_card_entries where card_id = ${card.id}`,
      )
    const payByCard = async (order: Bought) => {
      const difference = await start(order)
      const { status, body } = await call<{ id: string | null }>(
        'POST',
        `/api/orders/${difference.orderNumber}/payment`,
        { body: { key: difference.key, giftCard: { code: card.code, amount: '3.24' } } },
      )
      expect([status, body.id]).toEqual([200, null])
      return difference
    }
    const [order, late] = [await buy(), await buy()]
    await payByCard(order)
    await runWaitingJobs()
    expect((await itemOf(order))?.size).toBe('XL')
    expect(await balance()).toEqual([{ cents: 676 }])

    const difference = await payByCard(late)
    await startPrinting(late)
    await runWaitingJobs()
    expect((await itemOf(late))?.size).toBe('M')
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 324 }])
    expect(await balance()).toEqual([{ cents: 676 }])
  })

  it('charges the difference for every unit of the line', async () => {
    const order = await buyTwo()
    await swapped(order, '6.48')
    expect((await refundLine(order, 1, '34.56')).status).toBe(200)
    expect(await offersOf(await buyTwo())).toMatchObject({ XL: 648 })
  })

  it('isn’t offered for an item that was refunded, which isn’t printed', async () => {
    const order = await buy()
    expect((await refundLine(order, 1, '34.56')).status).toBe(200)
    expect(await offersOf(order)).toEqual({})
    const { status } = await swapTo(order, { size: 'M', color: 'Bone' })
    expect(status).toBe(409)
  })
})

describe('a paid price difference', () => {
  it('is refunded with its item also when PayPal’s event about the refund arrives before its response', async () => {
    const payload = await getTestPayload()
    const { payments } = getProviders()
    const order = await buy()
    const difference = await swapped(order)
    const eventFirst: typeof payments = {
      ...payments,
      refundCapture: async (...request) => {
        const result = await payments.refundCapture(...request)
        if (result.outcome === 'refunded')
          await recordRefunds(payload, order.orderId, [result.refund])
        await runWaitingJobs()
        return result
      },
    }
    const refund = {
      orderId: order.orderId,
      lines: [{ itemId: order.item, quantity: 1 }],
      shipping: false,
      amountCents: 3456,
      reason: 'A seam gave',
      refundId: randomUUID(),
      actor: { id: admin.user.id, role: 'admin' },
      actorName: 'Juniper',
    }
    for (const _ of [1, 2]) {
      await refundLines({ payload, payments: eventFirst }, refund)
      await runWaitingJobs()
    }
    expect(await refundsOf(order.orderNumber)).toEqual([{ status: 'completed', cents: 3456 }])
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 324 }])
  })

  it('adds its tax to the tax and state reports without counting as an order', async () => {
    const day = (offset: number): string =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const read = async () => {
      const totals = await Promise.all(
        ['tax', 'states'].map(
          async (kind) =>
            (
              await call<{ totals: { orders: number; tax: string } }>(
                'GET',
                `/api/admin/reports/${kind}?from=${day(-1)}&to=${day(1)}`,
                { as: admin },
              )
            ).body.totals,
        ),
      )
      return totals.map(({ orders, tax }) => [orders, parseMoney(tax)])
    }
    const order = await buy()
    const before = await read()
    await swapped(order)
    expect(await read()).toEqual(before.map(([orders = 0, tax = 0]) => [orders, tax + 24]))
  })

  it('counts in the reports about products, variants, and discounts as in those about states and tax', async () => {
    await call('POST', '/api/admin/discounts', {
      as: admin,
      body: { name: 'Ten off swaps', kind: 'percent', percent: 10, code: 'TENSWAP' },
    })
    const today = new Date().toISOString().slice(0, 10)
    const range = { from: addDays(today, -1), to: addDays(today, 1) }
    const cents = async (kind: ReportKind, key: string, row?: ReportRow) => {
      const { totals, rows } = await getSalesReport(await getTestPayload(), kind, range)
      const name = Object.keys(row ?? {})
      const match = row ? rows.find((one) => name.every((part) => one[part] === row[part])) : totals
      return Number(match?.[key] ?? 0)
    }
    const read = async () => ({
      items: await cents('tax', 'sales'),
      products: await cents('products', 'sales'),
      ofXL: await cents('variants', 'sales', { color: 'Pine', size: 'XL' }),
      refunded: await cents('products', 'refunded'),
      stateOff: await cents('states', 'discounts'),
      off: await cents('discounts', 'off'),
      paid: await cents('discounts', 'total', { code: 'TENSWAP' }),
    })
    const before = await read()
    const order = await buy({ discountCode: 'TENSWAP', amount: '37.09' })
    await swapped(order, '2.92')
    const after = await read()
    // $32.00 and $3.00, less 10%.
    expect(after).toEqual({
      items: before.items + 3150,
      products: before.products + 3150,
      ofXL: before.ofXL + 3150,
      refunded: before.refunded,
      stateOff: before.stateOff + 350,
      off: before.off + 350,
      paid: 3709 + 292,
    })
    await refundLine(order, 1, '31.10')
    await runWaitingJobs()
    expect(await read()).toEqual({ ...after, refunded: before.refunded + 3150 })
  })

  it('adds to revenue without adding to the order counts of the shop, the day, or the customer', async () => {
    const payload = await getTestPayload()
    const today = new Date().toISOString().slice(0, 10)
    const order = await buy()
    const read = async () => {
      const [stats, range, days, [row], seen] = await Promise.all([
        getAdminStats(payload),
        getRangeTotals(payload, { from: addDays(today, -1), to: addDays(today, 1) }),
        listRevenue(payload, 'month'),
        call<{ orders: number; spent: string; lastOrderAt: string }[]>(
          'GET',
          `/api/admin/customers?search=${customer.email}`,
          { as: admin },
        ).then(({ body }) => body),
        getCustomer(payload, order.orderId),
      ])
      return {
        orders: [
          stats.totalOrders,
          stats.ordersThisWeek,
          range.orders,
          days.at(-1)?.orders,
          row?.orders,
          seen?.orders,
        ],
        cents: [
          stats.revenueCents,
          range.revenueCents,
          days.at(-1)?.revenueCents,
          parseMoney(row?.spent ?? ''),
          seen?.spentCents,
        ],
        lastOrderAt: row?.lastOrderAt,
        marked: seen?.placed.filter(({ priceDifference }) => priceDifference).length,
      }
    }
    const before = await read()
    await swapped(order)
    const [line] = (await getOrderByKey(payload, order.orderNumber, order.key))?.items ?? []
    expect(line?.swap && swapAmountsText(line.swap)).toBe('Changed size or color: $3.24 paid')
    const after = await read()
    expect(after).toEqual({
      orders: before.orders,
      cents: before.cents.map((cents = 0) => cents + 324),
      lastOrderAt: before.lastOrderAt,
      marked: (before.marked ?? 0) + 1,
    })
  })

  it('counts as income of the order it changes, with its fee, until it is refunded', async () => {
    const payload = await getTestPayload()
    const order = await buy()
    const feesOf = async (orderNumber: string) => {
      const [row] = await rowsOf<{ cents: number }>(sql`
        select sum(p.fee_cents)::integer as cents from payments p join orders o on o.id = p.order_id
         where o.order_number = ${orderNumber} and p.kind = 'capture'`)
      return row?.cents ?? 0
    }
    expect((await getPrintOrder(payload, order.orderId))?.takenCents).toBe(3799)
    const difference = await swapped(order)
    const [fee, later] = [await feesOf(order.orderNumber), await feesOf(difference.orderNumber)]
    expect(later).toBeGreaterThan(0)
    expect(await getPrintOrder(payload, order.orderId)).toMatchObject({
      takenCents: 4099,
      feeCents: fee + later,
    })
    // The item's price, its difference, and the tax of both.
    await refundLine(order, 1, '34.56')
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toMatchObject([{ cents: 324 }])
    expect((await getPrintOrder(payload, order.orderId))?.takenCents).toBe(599)
  })

  it('leaves discounts for first orders alone: only real orders of its customer count', async () => {
    await call('POST', '/api/admin/discounts', {
      as: admin,
      body: {
        name: 'Welcome',
        kind: 'percent',
        percent: 10,
        code: 'WELCOME',
        firstOrderOnly: true,
      },
    })
    const shopper = await makePerson('customer')
    const refusal = async () => {
      const { body } = await call<{ codeMessage: string | null }>('POST', '/api/cart/check', {
        as: shopper,
        body: {
          items: [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 1 }],
          place: { stateCode: 'CA', zip: '93023' },
          discountCode: 'WELCOME',
        },
      })
      return body.codeMessage
    }
    // The code also applies to the difference for the first order's item, and doesn't block its payment.
    const first = await buy({ discountCode: 'WELCOME', amount: '37.09' }, shopper)
    const difference = await swapped(first, '2.92')
    const { id } = await rowOf(difference.orderNumber)
    expect(await rowsOf(sql`select customer_id as customer from orders where id = ${id}`)).toEqual([
      { customer: shopper.user.id },
    ])
    expect(await refusal()).toBe('This code is only for first orders.')
    // Without the real order, the difference alone isn't a first order, whether it’s paid or refunded.
    await rowsOf(sql`update orders set status = 'cancelled' where id = ${first.orderId}`)
    for (const status of ['paid', 'delivered', 'refunded']) {
      await rowsOf(sql`update orders set status = ${status} where id = ${id}`)
      expect(await refusal()).toBeNull()
    }
    await buy({ discountCode: 'WELCOME', amount: '37.09' }, shopper)
    expect(await refusal()).toBe('This code is only for first orders.')
  })

  it('can be followed by another one for the same item, and both are refunded with it', async () => {
    const order = await buy()
    const first = await swapped(order)
    expect(await offersOf(order)).toEqual({ M: -324, XL: 0, XXL: 324 })
    const { body } = await ask(order, 'S', '0.00')
    expect(body.error).toMatch(
      'isn’t available right now. To choose one that costs less, first change',
    )
    const second = await start(order, 'XXL')
    await payDifference(sandbox, second)
    await runWaitingJobs()
    expect((await itemOf(order))?.size).toBe('XXL')
    expect(await offersOf(order)).toEqual({ XL: -324, XXL: 0 })
    const { status } = await swapTo(order, { size: 'XXL', color: 'Bone' })
    expect(status).toBe(200)
    expect((await refundLine(order, 1, '34.56')).status).toBe(200)
    await runWaitingJobs()
    for (const { orderNumber } of [first, second])
      expect(await refundsOf(orderNumber)).toEqual([{ status: 'completed', cents: 324 }])
  })

  it('is part of what staff see was paid for a returned item, also once both are refunded', async () => {
    const order = await buyTwo()
    await swapped(order, '6.48')
    await rowsOf(
      sql`update orders set status = 'delivered', delivered_at = now() where id = ${order.orderId}`,
    )
    const { orderNumber, item, key } = order
    await call('POST', `/api/orders/${orderNumber}/returns`, {
      body: {
        ...{ key, requestId: randomUUID(), reason: 'mind', wish: 'refund' },
        lines: [{ itemId: item, quantity: 1 }],
      },
    })
    const path = `/api/admin/returns?search=${orderNumber}`
    const listed = async () =>
      (await call<{ id: number; value: string; paid: string }[]>('GET', path, { as: admin })).body
    const [asked] = await listed()
    expect(asked).toMatchObject({ value: '34.56', paid: '37.80' })
    for (const body of [
      { step: 'approve', message: 'Send it to 18 Alder Lane.' },
      { step: 'receive' },
      { step: 'refund', amount: '34.56' },
    ])
      await call('POST', `/api/admin/returns/${asked?.id}/steps`, { as: admin, body })
    await runWaitingJobs()
    expect(await listed()).toMatchObject([{ status: 'refunded', value: '34.56', paid: '37.80' }])
  })

  it('is given back in full when the buyer swaps back, once, and can then be paid again', async () => {
    const order = await buy()
    const difference = await swapped(order)
    expect((await swapTo(order, { size: 'M', color: 'Pine' })).body.code).toBe('version_conflict')
    const back = { size: 'M', color: 'Pine', refund: '3.24' }
    const answers = await Promise.all([1, 2].map(() => swapTo(order, back)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await itemOf(order)).toMatchObject({ size: 'M', unit: 3200, price: null })
    expect(await eventsOf(order.orderNumber, 'item_changed')).toMatchObject([
      {},
      {
        message: 'Fern Tee: Pine, XL is now Pine, M',
        reason: 'The price difference of $3.24 is refunded.',
      },
    ])
    await runWaitingJobs()
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 324 }])
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'refunded' })
    expect(await refundsOf(order.orderNumber)).toEqual([])
    const refund = (await mailsAbout(difference.orderNumber)).find(({ text }) =>
      text.includes('We refunded'),
    )
    expect(refund?.text).toContain(
      `It’s the difference you paid to change an item in order ${order.orderNumber}.`,
    )
    const [line] = (await viewOf(order))?.items ?? []
    expect(line?.swap && swapAmountsText(line.swap)).toBe(
      'Changed size or color: $3.24 paid, $3.24 refunded',
    )
    expect(await offersOf(order)).toEqual({ S: -432, M: 0, XL: 324, XXL: 648 })
    const again = await swapped(order)
    const canceled = await call<{ refunded: string }>(
      'POST',
      `/api/orders/${order.orderNumber}/cancel`,
      { body: { key: order.key } },
    )
    expect(canceled.body.refunded).toBe('40.55')
    await runWaitingJobs()
    expect(await refundsOf(again.orderNumber)).toEqual([{ status: 'completed', cents: 324 }])
  })

  it('is given back by staff one swap at a time, and only if it is still whole', async () => {
    const order = await buyTwo()
    const first = await swapped(order, '6.48')
    const second = await start(order, 'XXL', '6.48')
    await payDifference(sandbox, second)
    await runWaitingJobs()
    for (const size of ['XL', 'M']) {
      const path = `/api/admin/orders/${order.orderId}/items/${order.item}`
      const body = { size, color: 'Pine', refund: '6.48' }
      expect((await call('PUT', path, { as: admin, body })).status).toBe(200)
      await runWaitingJobs()
    }
    for (const { orderNumber } of [first, second])
      expect(await refundsOf(orderNumber)).toEqual([{ status: 'completed', cents: 648 }])
    const partly = await buyTwo()
    await swapped(partly, '6.48')
    expect((await refundLine(partly, 1, '34.56')).status).toBe(200)
    await runWaitingJobs()
    expect(await offersOf(partly)).toEqual({ XL: 0, XXL: 0 })
  })

  it('no longer counts as paid once staff have given it back', async () => {
    const order = await buy()
    const difference = await swapped(order)
    const { id } = await rowOf(difference.orderNumber)
    const body = { amount: '3.24', reason: 'A kindness', refundId: randomUUID() }
    await call('POST', `/api/admin/orders/${id}/refund`, { as: admin, body })
    expect(await offersOf(order)).toEqual({ S: -432, M: 0, XL: 0, XXL: 324 })
    expect(await checkPortland(order)).toBe(
      'Sales tax at the new address is $2.56 less. We’ll refund $2.56.',
    )
    const path = `/api/orders/${order.orderNumber}/address`
    const moved = await call('PUT', path, { body: { key: order.key, ...portland } })
    expect(moved.status).toBe(200)
    expect(await refundsOf(order.orderNumber)).toEqual([{ status: 'completed', cents: 256 }])
  })

  it('isn’t given back a second time once staff have marked it as refunded', async () => {
    const order = await buy()
    const difference = await swapped(order)
    const { id } = await rowOf(difference.orderNumber)
    const body = { status: 'refunded', reason: 'Cash at the fall market.' }
    expect((await call('PUT', `/api/admin/orders/${id}`, { as: admin, body })).status).toBe(200)
    expect(await offersOf(order)).toEqual({ S: -432, M: 0, XL: 0, XXL: 324 })
    expect((await swapTo(order, { size: 'M', color: 'Pine' })).status).toBe(200)
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toEqual([])
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'refunded' })
  })

  it('counts for the units that are left where staff read what tax isn’t adjusted', async () => {
    const order = await buyTwo()
    await swapped(order, '6.48')
    await refundLine(order, 1, '34.56')
    await runWaitingJobs()
    expect(await checkPortland(order)).toMatch('Tax on paid price differences ($0.24) isn’t')
  })

  it('is refunded when the order is canceled', async () => {
    const order = await buy()
    const difference = await swapped(order)
    const { body } = await call<{ refunded: string }>(
      'POST',
      `/api/orders/${order.orderNumber}/cancel`,
      { body: { key: order.key } },
    )
    expect(body.refunded).toBe('40.55')
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 324 }])
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'refunded' })
    await runWaitingJobs()
    const refund = (await mailsAbout(difference.orderNumber)).find(({ text }) =>
      text.includes('We refunded'),
    )
    expect(refund?.text).toContain(
      `It’s the difference you paid to change an item in order ${order.orderNumber}.`,
    )
  })

  it('is refunded unit by unit with the order, without duplicates', async () => {
    const order = await buyTwo()
    const difference = await swapped(order, '6.48')
    const payload = await getTestPayload()
    /** The refunds staff are told will follow a refund of one unit, and of the whole order. */
    const following = async () => {
      const differences = await listPaidDifferences(payload, order.orderId)
      return [new Map([[order.item, 1]]), null].map((quantities) =>
        followingRefundCents(differences, quantities),
      )
    }
    expect(await following()).toEqual([324, 648])
    await refundLine(order, 1, '34.56')
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toMatchObject([{ cents: 324 }])
    expect(await following()).toEqual([324, 324])
    await runJob(payload, 'refund-price-differences', { orderId: order.orderId })
    expect(await refundsOf(difference.orderNumber)).toHaveLength(1)
    await refundLine(order, 1, '34.56')
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toMatchObject([{ cents: 324 }, { cents: 324 }])
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'refunded' })
    expect(await following()).toEqual([0, 0])
  })

  it('is announced to staff as the job refunds it, also while other refunds are pending', async () => {
    const payload = await getTestPayload()
    const order = await buyTwo()
    const difference = await swapped(order, '6.48')
    const following = async (quantities: Map<string, number> | null) =>
      followingRefundCents(await listPaidDifferences(payload, order.orderId), quantities)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'reset-after',
      times: 10,
    })
    await refundLine(order, 1, '34.56')
    await sandbox.clearFaults()
    expect(await refundsOf(order.orderNumber)).toEqual([{ status: 'pending', cents: 3456 }])
    // The pending refund brings the first half, and was announced with it.
    expect(await following(new Map([[order.item, 1]]))).toBe(324)
    expect(await following(null)).toBe(324)
    expect(await following(new Map())).toBe(0)
    expect((await refundLine(order, 1, '34.56')).status).toBe(200)
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 324 }])
    await rowsOf(
      sql`update payments set created_at = now() - interval '5 minutes' where order_id = ${order.orderId} and status = 'pending'`,
    )
    await runJob(payload, 'reconcile-payments', {})
    await runWaitingJobs()
    expect((await refundsOf(difference.orderNumber)).map(({ cents }) => cents)).toEqual([324, 324])
    expect(await following(null)).toBe(0)
  })

  it('is announced in full for any refund of a canceled order, and refunded with it', async () => {
    const payload = await getTestPayload()
    const order = await buyTwo()
    const difference = await swapped(order, '6.48')
    await rowsOf(sql`update orders set status = 'cancelled' where id = ${order.orderId}`)
    const differences = await listPaidDifferences(payload, order.orderId)
    for (const quantities of [new Map([[order.item, 1]]), new Map(), null])
      expect(followingRefundCents(differences, quantities)).toBe(648)
    expect((await refundLine(order, 1, '34.56')).status).toBe(200)
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 648 }])
  })

  it('is announced and refunded in full with an item whose refund leaves nothing of the order', async () => {
    const order = await buyTwo()
    const difference = await swapped(order, '6.48')
    const refund = { amount: '60.00', reason: 'Late', refundId: randomUUID() }
    const path = `/api/admin/orders/${order.orderId}/refund`
    expect((await call('POST', path, { as: admin, body: refund })).status).toBe(200)
    const payload = await getTestPayload()
    const left = await readRefundableOrder(payload, payload.db.drizzle, order.orderId)
    const selection = { quantities: new Map([[order.item, 1]]), shipping: false }
    // The dialog then shows what follows a refund of the whole order.
    expect(left && [lineRefundCents(left, selection), left.leftCents]).toEqual([912, 912])
    const differences = await listPaidDifferences(payload, order.orderId)
    expect(followingRefundCents(differences, null)).toBe(648)
    expect((await refundLine(order, 1, '9.12')).status).toBe(200)
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 648 }])
    expect(await eventsOf(difference.orderNumber, 'refund_requested')).toMatchObject([
      { reason: 'The order it was paid for was refunded' },
    ])
    await runWaitingJobs()
    const subjects = (await mailsAbout(difference.orderNumber)).map(({ subject }) => subject)
    expect(subjects).toContain(`We sent you a refund. Order ${difference.orderNumber}`)
    expect(subjects).not.toContain(`Your order was refunded. Order ${difference.orderNumber}`)
  })

  it('rules out a move of its buyer to a state with less tax, and staff are told what isn’t refunded', async () => {
    const order = await buy()
    await swapped(order)
    const moved = await call<Failed>('PUT', `/api/orders/${order.orderNumber}/address`, {
      body: { key: order.key, ...portland },
    })
    expect(moved).toMatchObject({
      status: 400,
      body: { fields: { stateCode: expect.stringContaining('Please email us') } },
    })
    expect(await checkPortland(order)).toBe(
      'Sales tax at the new address is $2.56 less. We’ll refund $2.56. Tax on paid price differences ($0.24) isn’t adjusted. Refund what’s no longer due from their orders.',
    )
    const nearby = { ...now, address1: '19 Alder Lane' }
    const path = `/api/orders/${order.orderNumber}/address`
    expect((await call('PUT', path, { body: { key: order.key, ...nearby } })).status).toBe(200)
  })

  it('is not refunded with an amount that isn’t tied to an item', async () => {
    const order = await buy()
    const difference = await swapped(order)
    await call('POST', `/api/admin/orders/${order.orderId}/refund`, {
      as: admin,
      body: { amount: '5.00', reason: 'A kindness', refundId: randomUUID() },
    })
    await runWaitingJobs()
    expect(await refundsOf(difference.orderNumber)).toEqual([])
  })

  it('is refunded once when PayPal’s response is lost, and recorded as failed when PayPal refuses', async () => {
    const lost = await buy()
    const first = await swapped(lost)
    await call('POST', `/api/orders/${lost.orderNumber}/cancel`, { body: { key: lost.key } })
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'reset-after',
      times: 3,
    })
    await runWaitingJobs()
    expect(await refundsOf(first.orderNumber)).toMatchObject([{ status: 'pending', cents: 324 }])
    await sandbox.clearFaults()
    await rowsOf(
      sql`update payments set created_at = now() - interval '5 minutes' where kind = 'refund' and status = 'pending'`,
    )
    await runJob(await getTestPayload(), 'reconcile-payments', {})
    expect(await refundsOf(first.orderNumber)).toMatchObject([{ status: 'completed', cents: 324 }])
    const refused = await buy()
    const second = await swapped(refused)
    await call('POST', `/api/orders/${refused.orderNumber}/cancel`, { body: { key: refused.key } })
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_TIME_LIMIT_EXCEEDED' }] },
      times: 1,
    })
    await runWaitingJobs()
    expect(await refundsOf(second.orderNumber)).toMatchObject([{ status: 'failed' }])
    expect(await eventsOf(second.orderNumber, 'refund_failed')).toHaveLength(1)
  })
})

describe('a price difference that can no longer be applied', () => {
  it('isn’t charged once printing has begun', async () => {
    const order = await buy()
    const difference = await start(order)
    const { body: payment } = await openPayment(difference)
    await startPrinting(order)
    const late = await pay(sandbox, { id: payment.id, key: difference.key })
    expect([late.status, late.body.code]).toEqual([410, 'link_expired'])
    expect(late.body.error).toBe(
      `Order ${order.orderNumber} can no longer be changed this way. Nothing was charged.`,
    )
    expect((await openPayment(difference)).body.code).toBe('link_expired')
    expect((await ask(order, 'XL', '3.24')).body.error).toMatch('Printing has begun')
    expect(await rowOf(difference.orderNumber)).toMatchObject({ status: 'pending', state: 'open' })
  })

  it('is refunded if printing begins between payment and swap, and the buyer gets an email', async () => {
    const order = await buy()
    const difference = await start(order)
    await payDifference(sandbox, difference)
    await startPrinting(order)
    await runWaitingJobs()
    expect((await itemOf(order))?.size).toBe('M')
    expect(await refundsOf(difference.orderNumber)).toEqual([{ status: 'completed', cents: 324 }])
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      status: 'refunded',
      state: 'refused',
    })
    expect(await eventsOf(order.orderNumber, 'swap_refused')).toHaveLength(1)
    await runWaitingJobs()
    const refund = (await mailsAbout(difference.orderNumber)).find(({ text }) =>
      text.includes('We refunded'),
    )
    expect(refund?.text).toContain('You’ll get Fern Tee as originally ordered.')
    expect(await viewOf(difference)).toMatchObject({
      status: 'refunded',
      priceDifference: { state: 'refused', order: { orderNumber: order.orderNumber } },
    })
  })

  it('is left to staff, who hear of it, when they had marked it as paid another way', async () => {
    const order = await buy()
    const difference = await start(order)
    const { id } = await rowOf(difference.orderNumber)
    const { status } = await call('PUT', `/api/admin/orders/${id}`, {
      as: admin,
      body: { status: 'paid', reason: 'Cash at the fall market.' },
    })
    expect(status).toBe(200)
    await startPrinting(order)
    await runWaitingJobs()
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      status: 'cancelled',
      state: 'refused',
    })
    expect(await refundsOf(difference.orderNumber)).toEqual([])
    for (const { orderNumber } of [order, difference])
      expect(await eventsOf(orderNumber, 'swap_refused')).toMatchObject([
        {
          message:
            'The item could no longer be changed. The shop will refund its price difference the way it was paid',
        },
      ])
    expect(
      await rowsOf(sql`select kind, title from staff_notifications where order_id = ${id}`),
    ).toContainEqual({
      kind: 'problems',
      title: `A refund for ${difference.orderNumber} didn’t go through`,
    })
  })

  it('isn’t refunded by PayPal, too, if staff marked it as refunded right after its payment', async () => {
    const order = await buy()
    const difference = await start(order)
    await payDifference(sandbox, difference)
    const { id } = await rowOf(difference.orderNumber)
    const body = { status: 'refunded', reason: 'Cash at the fall market.' }
    expect((await call('PUT', `/api/admin/orders/${id}`, { as: admin, body })).status).toBe(200)
    await runWaitingJobs()
    expect((await itemOf(order))?.size).toBe('M')
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      status: 'refunded',
      state: 'refused',
    })
    expect(await refundsOf(difference.orderNumber)).toEqual([])
  })

  it('is refunded when another difference for the same item was paid first', async () => {
    const order = await buy()
    const larger = await start(order, 'XXL', '6.48')
    const smaller = await start(order)
    const { body: one } = await openPayment(larger)
    const { body: two } = await openPayment(smaller)
    await Promise.all([
      pay(sandbox, { id: one.id, key: larger.key }),
      pay(sandbox, { id: two.id, key: smaller.key }),
    ])
    await runWaitingJobs()
    const size = (await itemOf(order))?.size
    const [kept, refused] = size === 'XXL' ? [larger, smaller] : [smaller, larger]
    expect(['XL', 'XXL']).toContain(size)
    expect(await refundsOf(kept.orderNumber)).toEqual([])
    expect(await refundsOf(refused.orderNumber)).toMatchObject([{ status: 'completed' }])
  })

  it('is refunded when the size can no longer be bought', async () => {
    const order = await buy()
    const difference = await start(order)
    await payDifference(sandbox, difference)
    await rowsOf(
      sql`update products_variants set available = false where _parent_id = ${tee.id} and size = 'XL'`,
    )
    await runWaitingJobs()
    await rowsOf(
      sql`update products_variants set available = true where _parent_id = ${tee.id} and size = 'XL'`,
    )
    expect((await itemOf(order))?.size).toBe('M')
    expect(await refundsOf(difference.orderNumber)).toMatchObject([{ cents: 324 }])
  })

  it('can’t be paid after its deadline and is canceled', async () => {
    const order = await buy()
    const difference = await start(order)
    const { id } = await rowOf(difference.orderNumber)
    await rowsOf(sql`update orders set payable_until = now() - interval '2 hours' where id = ${id}`)
    expect((await openPayment(difference)).body.error).toMatch('This price has expired')
    await runJob(await getTestPayload(), 'reconcile-payments', {})
    expect(await rowOf(difference.orderNumber)).toMatchObject({
      status: 'cancelled',
      state: 'open',
    })
    expect((await start(order)).orderNumber).not.toBe(difference.orderNumber)
  })
})

it('a price-difference order has no items, can’t be changed, and doesn’t notify staff', async () => {
  const order = await buy()
  const difference = await swapped(order)
  const view = await viewOf(difference)
  expect(view).toMatchObject({
    changes: { address: false, items: false, cancel: false },
    items: [],
    payment: null,
  })
  expect(view?.priceDifference).toEqual({
    item: {
      name: 'Fern Tee',
      quantity: 1,
      from: { size: 'M', color: 'Pine' },
      to: { size: 'XL', color: 'Pine' },
    },
    state: 'applied',
    order: {
      orderNumber: order.orderNumber,
      path: `/orders/${order.orderNumber}?key=${order.key}`,
    },
  })
  expect(
    await rowsOf(sql`
      select 1 from staff_notifications where kind = 'orders' and order_id = ${(await rowOf(difference.orderNumber)).id}`),
  ).toEqual([])
})
