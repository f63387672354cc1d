import { randomUUID } from 'node:crypto'

import { jest } from '@jest/globals'
import {
  address,
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  sessionCookie,
  type TestPerson,
} from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful, forgetPrintful } from '@tests/support/printful'
import { receiveWebhooks } from '@tests/support/receivers/webhooks'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { getRangeTotals } from '@/modules/shop/queries/sales-stats'
import type { Product } from '@/payload-types'
import { parseMoney, toDecimal } from '@/platform/money'
import { paymentMethods } from '@/platform/payment-methods'
import { getProviders } from '@/providers'

import { type Bought, describePurchases, type Placed, type Source } from './simulated-purchases'

/*
 * Simulates a day in the shop with every kind of change and return, and then checks that the ledgers of PayPal, the
 * shop, and the gift card, the printer's charges, and the tax report agree to the cent.
 */

// A day is some hundred requests, and the machine may be busy.
jest.setTimeout(900_000)

type Report = { rows: Record<string, string>[]; totals: Record<string, string> }
type Money = { currency_code: string; value: string }
type PayPalLedger = {
  orders: { status: string; payment_source?: Record<string, unknown> }[]
  captures: {
    id: string
    status: string
    amount: Money
    seller_receivable_breakdown?: { paypal_fee?: Money }
  }[]
  refunds: { id: string; captureId: string; amount: Money }[]
}
type PrintfulLedger = { charges: { orderId: number; kind: string; amount: string }[] }

const sandbox = useSandbox()
const deliveries = receiveWebhooks('/api/webhooks/paypal')
let staff: TestPerson
let tee: Product

const places = {
  california: { stateCode: 'CA', zip: '93023', city: 'Ojai' },
  /** Clothing below $110 isn't taxed. */
  newYork: { stateCode: 'NY', zip: '10001', city: 'New York' },
  texas: { stateCode: 'TX', zip: '78701', city: 'Austin' },
  pennsylvania: { stateCode: 'PA', zip: '19103', city: 'Philadelphia' },
}
type Place = keyof typeof places
type Purchase = {
  to?: Place
  quantity?: number
  paymentMethod?: 'paypal' | 'card'
  giftCard?: { code: string; cents: number }
}

const admin = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await call<Body & { error?: string }>(method, path, { as: staff, body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const visitor = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await call<Body & { error?: string }>(method, path, { body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const boughtOf = async (placed: Placed): Promise<Bought> => {
  const [order] = await rowsOf<{ id: number }>(
    sql`select id from orders where order_number = ${placed.orderNumber}`,
  )
  const items = await rowsOf<{ id: string; size: string }>(
    sql`select id, size from orders_items where _parent_id = ${order?.id} order by _order`,
  )
  return { ...placed, orderId: order?.id ?? 0, items }
}

const pay = async (placed: Placed, source: Source = 'paypal'): Promise<void> => {
  await sandbox.approve(placed.id, 'ok', source)
  await visitor('POST', `/order/${placed.id}/capture`, { key: placed.key })
}

const buy = async ({
  to = 'california',
  quantity = 1,
  paymentMethod = 'paypal',
  giftCard,
}: Purchase = {}): Promise<Bought> => {
  const items = [{ productId: tee.id, size: 'M', color: 'Black', quantity }]
  const { totals } = await visitor<{ totals: { total: string } }>('POST', '/api/cart/check', {
    items,
    place: { stateCode: places[to].stateCode, zip: places[to].zip },
  })
  const placed = await visitor<Placed>('POST', '/order', {
    ...makeCheckout(tee, {
      items,
      amount: totals.total,
      customer: { ...customer, ...places[to] },
      paymentMethod,
    }),
    ...(giftCard ? { giftCard: { code: giftCard.code, amount: toDecimal(giftCard.cents) } } : {}),
  })
  await pay(placed, paymentMethod)
  return boughtOf(placed)
}

/** Sends orders to the printer, has them printed and shipped, and marks them as delivered. */
const print = async (orders: readonly { orderId: number }[]): Promise<void> => {
  const ids = orders.map(({ orderId }) => orderId)
  // For one order, staff would wait for the worker, which doesn't run here.
  await admin('POST', '/api/admin/orders/bulk', { ids, action: 'submit' })
  await runWaitingJobs()
  for (const { orderId } of orders) {
    const [row] = await rowsOf<{ printful: string | null; note: string | null }>(
      sql`select printful_order_id as printful, fulfillment_note as note from orders where id = ${orderId}`,
    )
    if (!row?.printful) throw new Error(`Order ${orderId} isn’t at the printer: ${row?.note}`)
    await sandbox.control('printful', 'POST', `/orders/${row.printful}/start`, {})
    await sandbox.control('printful', 'POST', `/orders/${row.printful}/ship`, {})
  }
  await rowsOf(sql`update orders set fulfillment_checked_at = now() - interval '1 hour'`)
  await runJob(await getTestPayload(), 'poll-printful-orders', {})
  for (const { orderId } of orders)
    await admin('PUT', `/api/admin/orders/${orderId}`, { status: 'delivered' })
}

const refundItems = async (
  { orderId, items }: Bought,
  quantity: number,
  amount: string,
  shipping = false,
): Promise<void> => {
  await admin('POST', `/api/admin/orders/${orderId}/refund-lines`, {
    lines: quantity > 0 ? [{ itemId: items[0]?.id, quantity }] : [],
    shipping,
    amount,
    reason: 'Changed their mind',
    refundId: randomUUID(),
  })
}
const replace = ({ orderId, items }: Bought, reason: string) =>
  admin<{ id: number }>('POST', `/api/admin/orders/${orderId}/replacements`, {
    lines: [{ itemId: items[0]?.id, quantity: 1 }],
    reason,
    requestId: randomUUID(),
  })
const requestReturn = (order: Bought, reason: string, wish: string) =>
  visitor<{ id: number }>('POST', `/api/orders/${order.orderNumber}/returns`, {
    key: order.key,
    requestId: randomUUID(),
    reason,
    wish,
    lines: [{ itemId: order.items[0]?.id, quantity: 1 }],
  })
const step = (id: number, body: Record<string, unknown>) =>
  admin<{ value: string; claimBy: string | null; exchangeOrder: { id: number } | null }>(
    'POST',
    `/api/admin/returns/${id}/steps`,
    body,
  )

const draft = async (to: Place) =>
  admin<{ id: number; total: string }>('POST', '/api/admin/draft-orders', {
    email: customer.email,
    shippingAddress: {
      firstName: address.firstName,
      lastName: address.lastName,
      address1: address.address1,
      ...places[to],
    },
    items: [{ productId: tee.id, size: 'M', color: 'Black', quantity: 2 }],
    discount: { kind: 'percent', percent: 15 },
  })
/** A draft that staff send and its buyer pays by the link in the email. */
const buyByLink = async (source: Source = 'paypal'): Promise<Bought> => {
  const { id, total } = await draft('california')
  const { orderNumber } = await admin<{ orderNumber: string }>(
    'POST',
    `/api/admin/draft-orders/${id}/send`,
    { total },
  )
  await runWaitingJobs()
  const mails = await sandbox.mails(customer.email)
  const key = new RegExp(`/checkout/${orderNumber}\\?key=([a-f0-9]{32})`).exec(
    mails.map(({ text }) => text).join('\n'),
  )?.[1]
  const linked = await visitor<Placed>('POST', `/api/orders/${orderNumber}/payment`, {
    key,
    paymentMethod: source,
  })
  await pay(linked, source)
  return boughtOf(linked)
}

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const report = (kind: string) =>
  admin<Report>('GET', `/api/admin/reports/${kind}?from=${day(-2)}&to=${day(2)}`)
/** Returns a total of a report in cents. */
const totalOf = ({ totals }: Report, key: string): number => parseMoney(totals[key] ?? '')
const sum = <Row>(rows: readonly Row[], valueOf: (row: Row) => number): number =>
  rows.reduce((total, row) => total + valueOf(row), 0)
const centsOf = ({ value }: Money): number => parseMoney(value)

beforeAll(async () => {
  await getTestPayload()
  await sandbox.reset()
  await sandbox.control('printful', 'POST', '/settings', { limits: false, progressMs: 0 })
  await sandbox.webhooks({ url: deliveries.url(), duplicates: 1, shuffle: true, paused: true })
  await forgetPrintful()
  await connectPrintful()
  const printful = getProviders().printful({ token: 'sandbox-printful-token' })
  const { products } = await printful.listProducts(0, 1)
  const theirs = await printful.getProduct(products[0]?.id ?? '')
  const idOf = (size: string): string =>
    theirs?.variants.find((variant) => variant.size === size && variant.color === 'Black')?.id ?? ''
  tee = await makeProduct({
    sizesAvailable: ['S', 'M', 'L', 'XL'],
    colorsAvailable: ['Black'],
    variants: ['S', 'M', 'L', 'XL'].map((size) => ({
      size,
      color: 'Black',
      sku: `TEE-${size}`,
      available: true,
      priceOverrideCents: { L: 2800, XL: 3500 }[size] ?? null,
      printfulVariantId: idOf(size),
    })),
  })
  staff = await makePerson('admin')
})
// Refunds ask for a sign-in of the last ten minutes.
beforeEach(async () => {
  staff = { ...staff, cookie: await sessionCookie(staff.user.id) }
})
afterAll(forgetPrintful)

const settled = describePurchases({
  sandbox,
  staff: () => staff,
  tee: () => tee,
  boughtOf,
  pay,
  print,
  admin,
  visitor,
  buyByLink,
  refundItems,
})

it('all ledgers and reports agree to the cent after a day with every kind of change and return', async () => {
  // Morning: customers place orders with every payment method.
  const issued = await admin<{ id: number; code: string }>('POST', '/api/admin/gift-cards', {
    amount: '50.00',
    note: 'Sorry about the delay',
  })
  const byCard = await buy({ to: 'texas', paymentMethod: 'card' })
  const moved = await buy({ to: 'newYork' })
  const withGiftCard = await buy({ quantity: 2, giftCard: { code: issued.code, cents: 5000 } })
  const swapped = await buy({ to: 'pennsylvania' })
  const cheaper = await buy({ to: 'texas' })
  const canceled = await buy({ to: 'texas', quantity: 2 })
  const partly = await buy({ quantity: 3 })
  const returned = await buy({ to: 'texas' })
  const exchanged = await buy()
  const faulty = await buy({ to: 'newYork' })
  const contested = await buy({ to: 'texas' })
  await buyByLink()
  const paidByHand = async (to: Place) => {
    const { id, total } = await draft(to)
    const { orderNumber } = await admin<{ orderNumber: string }>(
      'POST',
      `/api/admin/draft-orders/${id}/paid`,
      { total, reason: 'Cash at the fall market' },
    )
    return boughtOf({ id: '', orderNumber, key: '' })
  }
  await paidByHand('newYork')
  const givenBack = await paidByHand('california')
  await draft('texas')

  // Before printing: buyers change their own orders.
  await visitor('PUT', `/api/orders/${moved.orderNumber}/address`, {
    key: moved.key,
    ...address,
    ...places.newYork,
    address1: '7 Juniper Street',
  })
  await visitor('PUT', `/api/orders/${swapped.orderNumber}/items/${swapped.items[0]?.id}`, {
    key: swapped.key,
    size: 'S',
    color: 'Black',
  })
  await visitor('PUT', `/api/orders/${cheaper.orderNumber}/items/${cheaper.items[0]?.id}`, {
    key: cheaper.key,
    size: 'L',
    color: 'Black',
    refund: '4.32',
  })
  await visitor('POST', `/api/orders/${canceled.orderNumber}/cancel`, { key: canceled.key })

  // Noon: everything is printed, shipped, and delivered.
  await print([
    byCard,
    moved,
    withGiftCard,
    swapped,
    cheaper,
    partly,
    returned,
    exchanged,
    faulty,
    contested,
  ])

  // Afternoon: refunds by line, to PayPal and to the gift card.
  await refundItems(partly, 1, '34.56')
  await refundItems(partly, 2, '69.12')
  await refundItems(withGiftCard, 1, '34.56')

  // Staff refund an order in cash.
  await admin('PUT', `/api/admin/orders/${givenBack.orderId}`, {
    status: 'refunded',
    reason: 'Brought back to the market',
  })

  // A return with a refund, an exchange, and a faulty item that can be claimed from the printer.
  const back = await requestReturn(returned, 'mind', 'refund')
  await step(back.id, { step: 'approve', message: 'Send it to 18 Alder Lane.' })
  const { value } = await step(back.id, { step: 'receive' })
  await step(back.id, { step: 'refund', amount: value })
  const swap = await requestReturn(exchanged, 'size', 'exchange')
  await step(swap.id, { step: 'approve', message: 'Send it to 18 Alder Lane.' })
  await step(swap.id, { step: 'receive' })
  const { exchangeOrder: exchange } = await step(swap.id, {
    step: 'exchange',
    lines: [{ itemId: exchanged.items[0]?.id, size: 'L' }],
  })
  const fault = await requestReturn(faulty, 'damaged', 'exchange')
  expect((await step(fault.id, { step: 'approve', message: 'Keep it.' })).claimBy).not.toBeNull()
  const replacement = await replace(faulty, 'damaged')
  await step(fault.id, { step: 'close' })
  await print([{ orderId: exchange?.id ?? 0 }, { orderId: replacement.id }])

  // A PayPal dispute that the shop settles with a full refund.
  const [capture] = await rowsOf<{ id: string }>(
    sql`select paypal_transaction_id as id from orders where id = ${contested.orderId}`,
  )
  const { dispute_id: disputeId } = await sandbox.payPal<{ dispute_id: string }>('/disputes', {
    captureId: capture?.id,
    event: 'CREATED',
  })
  await sandbox.flushWebhooks()
  await runWaitingJobs()
  await admin('POST', `/api/admin/orders/${contested.orderId}/refund`, {
    amount: '40.55',
    reason: 'Case at PayPal',
    refundId: randomUUID(),
  })
  await sandbox.payPal('/disputes', { captureId: capture?.id, event: 'RESOLVED', disputeId })

  // Evening: every webhook event arrives twice, in any order, and the nightly jobs run.
  await sandbox.flushWebhooks()
  await runWaitingJobs()
  await runJob(await getTestPayload(), 'reconcile-payments', {})
  await runWaitingJobs()

  // Customers paid in every possible way, and PayPal's records show which.
  const methods = await rowsOf<{ method: string }>(
    sql`select distinct method::text from payments where kind = 'capture' and status = 'completed'`,
  )
  expect(methods.map(({ method }) => method).toSorted()).toEqual([...paymentMethods].toSorted())
  const paypal = (await sandbox.ledger()) as unknown as PayPalLedger
  const sources = paypal.orders.flatMap(({ status, payment_source: source = {} }) =>
    status === 'COMPLETED' ? Object.keys(source) : [],
  )
  expect([...new Set(sources)].toSorted()).toEqual([
    'apple_pay',
    'card',
    'google_pay',
    'paypal',
    'venmo',
  ])
  // The buyer of one order and staff for another moved it to where it costs less.
  const movers = await rowsOf<{ actor: string }>(
    sql`select e.actor from order_events e join refund_lines l on l.order_id = e.order_id where l.request_id like 'r-address-%' and e.type = 'address_changed' order by e.id`,
  )
  expect(movers.map(({ actor }) => actor)).toEqual([
    'buyer',
    `${staff.user.firstName} ${staff.user.lastName}`,
  ])

  // PayPal's ledger and the shop's have the same captures and refunds.
  const taken = paypal.captures.filter(({ status }) => status !== 'DECLINED')
  const ledger = await rowsOf<{
    kind: string
    provider: string
    status: string
    id: string
    cents: number
    order: number
  }>(
    sql`select kind::text, provider::text, status::text, provider_id as id, amount_cents::integer as cents, order_id as order from payments where status <> 'declined'`,
  )
  expect(ledger.filter(({ status }) => status !== 'completed')).toEqual([])
  const declined = await rowsOf<{ id: string }>(
    sql`select provider_id as id from payments where status = 'declined'`,
  )
  expect(declined.map(({ id }) => id)).toEqual(
    paypal.captures.filter(({ status }) => status === 'DECLINED').map(({ id }) => id),
  )
  /** Gift cards that were bought, and those that were refunded: rows that explain a payment but aren't payments. */
  const isCardSale = ({ kind }: { kind: string }) => /^gift-card-(sale|cancel)$/.test(kind)
  const moves = ledger.filter((row) => !isCardSale(row))
  const ours = (provider: string, isRefund: boolean) =>
    moves.filter((row) => row.provider === provider && (row.kind === 'refund') === isRefund)
  const asMap = (rows: { id: string; cents: number }[]) =>
    new Map(rows.map(({ id, cents }) => [id, cents]))
  expect(asMap(ours('paypal', false))).toEqual(
    asMap(taken.map(({ id, amount }) => ({ id, cents: centsOf(amount) }))),
  )
  expect(asMap(ours('paypal', true))).toEqual(
    asMap(paypal.refunds.map(({ id, amount }) => ({ id, cents: centsOf(amount) }))),
  )

  // The gift card's balance matches what was issued, spent, and refunded.
  const card = await admin<{ balance: string }>('GET', `/api/admin/gift-cards/${issued.id}`)
  const onCard = (isRefund: boolean) =>
    sum(
      ours('gift-card', isRefund).filter(({ order }) => order === withGiftCard.orderId),
      ({ cents }) => cents,
    )
  const [cardSpent, cardRefunded] = [onCard(false), onCard(true)]
  expect(parseMoney(card.balance)).toBe(5000 - cardSpent + cardRefunded)
  expect([cardSpent, cardRefunded]).toEqual([5000, 1544])

  // What is left on all gift cards is what was issued, sold, and credited, and neither spent nor refunded.
  const sumOf = (rows: typeof ledger) => sum(rows, ({ cents }) => cents)
  const ofKind = (kind: string) => sumOf(ledger.filter((row) => row.kind === kind))
  const soldCards = ofKind('gift-card-sale') - ofKind('gift-card-cancel')
  const credit = sumOf(ours('store-credit', true))
  const [onCards] = await rowsOf<{ cents: number }>(
    sql`select sum(amount_cents)::integer as cents from gift_card_entries`,
  )
  expect(onCards?.cents).toBe(
    5000 + soldCards + credit - sumOf(ours('gift-card', false)) + sumOf(ours('gift-card', true)),
  )
  const giftCards = await report('gift-cards')
  expect(
    ['sold', 'credit', 'byStaff', 'canceled', 'change'].map((name) => totalOf(giftCards, name)),
  ).toEqual([ofKind('gift-card-sale'), credit, 5000, ofKind('gift-card-cancel'), onCards?.cents])

  // Each paid order received exactly its total and refunded no more than that.
  const sold = await rowsOf<{
    id: number
    total: number
    sales: number
    shipping: number
    tax: number
    cost: number
    cards: number
    taxed: number
    replaces: number | null
    isDifference: boolean
  }>(
    sql`select id, total_cents::integer as total, (subtotal_cents - discount_cents)::integer as sales, shipping_cents::integer as shipping, tax_cents::integer as tax, coalesce(fulfillment_cost_cents, 0)::integer as cost, coalesce(purchased_cards_cents, 0)::integer as cards, (taxable_cents + taxable_shipping_cents)::integer as taxed, replaces_id as replaces, price_difference_state is not null as "isDifference" from orders where payment_state = 'completed' order by id`,
  )
  expect(sold).toHaveLength(16 + settled.length)
  const movedIn = (orderId: number, isRefund: boolean) =>
    sum(
      moves.filter((row) => row.order === orderId && (row.kind === 'refund') === isRefund),
      ({ cents }) => cents,
    )
  for (const { id, total } of sold) {
    expect([id, movedIn(id, false)]).toEqual([id, total])
    expect(movedIn(id, true)).toBeLessThanOrEqual(total)
  }
  // One free order is printed and one is canceled; nothing moved for either.
  const free = sold.filter(({ total, replaces }) => total === 0 && replaces === null)
  expect(free.map(({ id, cost }) => [cost > 0, movedIn(id, true)])).toEqual([
    [true, 0],
    [false, 0],
  ])
  expect(movedIn(canceled.orderId, true)).toBe(movedIn(canceled.orderId, false))
  expect(movedIn(givenBack.orderId, true)).toBe(movedIn(givenBack.orderId, false))
  expect(movedIn(contested.orderId, true)).toBe(4055)
  expect(movedIn(partly.orderId, true)).toBe(10_368)
  expect(movedIn(cheaper.orderId, true)).toBe(432)
  expect(settled.map(({ orderId }) => [orderId, movedIn(orderId, true)])).toEqual(
    settled.map(({ orderId, refundedCents }) => [orderId, refundedCents]),
  )

  // The payments report shows the same amounts received and refunded.
  const payments = await report('payments')
  const received = sumOf(moves.filter(({ kind }) => kind !== 'refund'))
  const refunded = sumOf(moves.filter(({ kind }) => kind === 'refund'))
  expect([totalOf(payments, 'received'), totalOf(payments, 'refunded')]).toEqual([
    received,
    refunded,
  ])

  // The tax report shows the sales and the tax on what was not refunded.
  const tax = await report('tax')
  const fees = sum(taken, ({ seller_receivable_breakdown: { paypal_fee: fee } = {} }) =>
    fee ? centsOf(fee) : 0,
  )
  expect(totalOf(payments, 'fees')).toBe(fees)
  const isSale = sold.filter(({ replaces }) => replaces === null)
  const inReport = ['sales', 'shipping', 'tax'].map((name) => totalOf(tax, name))
  expect(inReport).toEqual([
    sum(isSale, ({ sales }) => sales),
    sum(isSale, ({ shipping }) => shipping),
    sum(isSale, ({ tax: cents }) => cents),
  ])
  // The reports by product, variant, and discount show the same, with what was paid later for other sizes.
  for (const kind of ['products', 'variants'])
    expect([kind, totalOf(await report(kind), 'sales')]).toEqual([kind, inReport[0]])
  const states = await report('states')
  expect(totalOf(await report('discounts'), 'off')).toBe(totalOf(states, 'discounts'))
  // Orders are counted as the dashboard counts them, free ones as well.
  const counted = isSale.filter(({ isDifference }) => !isDifference)
  const range = { from: day(-2), to: day(2) }
  const { orders } = await getRangeTotals(await getTestPayload(), range)
  expect(orders).toBe(counted.length)
  expect(states.totals.orders).toBe(
    counted.filter(({ total, cards }) => cards === 0 || cards < total).length,
  )
  // Bought gift cards aren't sales until they are spent.
  expect(sum(inReport, (cents) => cents)).toBe(received - sum(sold, ({ cards }) => cards))
  const taxOf = (id: number) => sold.find((order) => order.id === id)?.tax ?? 0
  // Refunds by line: the tax on four tees (8% of $32.00 each) and on the $4.00 that a swap refunded.
  // Refunds in full: the canceled, returned, and contested orders, and the one that was paid and refunded in cash. The refund of the return excludes shipping.
  const taxRefunded =
    4 * 256 +
    32 +
    taxOf(canceled.orderId) +
    taxOf(returned.orderId) +
    taxOf(contested.orderId) +
    taxOf(givenBack.orderId) +
    sum(settled, ({ taxRefundedCents }) => taxRefundedCents)
  expect(totalOf(tax, 'taxRefunded')).toBe(taxRefunded)
  expect(totalOf(tax, 'due')).toBe(sum(isSale, (order) => order.tax) - taxRefunded)
  expect(totalOf(tax, 'refunded')).toBe(refunded - ofKind('gift-card-cancel') - taxRefunded)
  // Everything sold was taxed, not taxed, or bought with a certificate, and the shop’s rate is 8%.
  const parts = ['taxable', 'untaxed', 'exempt'].map((name) => totalOf(tax, name))
  expect(sum(parts, (cents) => cents)).toBe(inReport[0])
  expect(totalOf(tax, 'giftCards')).toBe(sum(sold, ({ cards }) => cards))
  const taxed = ['taxable', 'taxableShipping'].map((name) => totalOf(tax, name))
  expect(sum(taxed, (cents) => cents)).toBe(sum(isSale, (order) => order.taxed))
  const movedIds = (
    await rowsOf<{ id: number }>(
      sql`select order_id as id from refund_lines where request_id like 'r-address-%'`,
    )
  ).map(({ id }) => id)
  for (const { id, tax: cents, taxed: base } of isSale.filter((one) => !movedIds.includes(one.id)))
    expect([id, cents]).toEqual([id, Math.round(base * 0.08)])
  // What moved to Pennsylvania isn’t taxed there, and all of its tax was refunded.
  expect(isSale.filter(({ id }) => movedIds.includes(id)).map((one) => one.taxed)).toEqual([0, 0])
  const isAboveZero = (amount = '') => parseMoney(amount) > 0
  const stateRows = tax.rows.map((row) => [row.state, isAboveZero(row.tax), isAboveZero(row.due)])
  expect(stateRows).toEqual([
    ['California', true, true],
    ['New York', false, false],
    // Orders that moved here got all of their tax back.
    ['Pennsylvania', true, false],
    ['Texas', true, true],
    // Gift cards alone, which aren’t sent anywhere.
    ['Unknown', false, false],
    // The order that staff sent to Oregon without a refund counts for California, whose tax it paid.
  ])

  // The printer's charges equal the costs of the shop's orders, including replacements.
  const { charges } = await sandbox.control<PrintfulLedger>('printful', 'GET', '/ledger')
  const charged = sum(charges, ({ kind, amount }) =>
    kind === 'charge' ? parseMoney(amount) : -parseMoney(amount.replace('-', '')),
  )
  expect(sum(sold, ({ cost }) => cost)).toBe(charged)
  const profit = await report('profit')
  expect(totalOf(profit, 'printing')).toBe(charged)
  expect(totalOf(profit, 'revenue')).toBe(received - refunded - soldCards)
  expect(totalOf(profit, 'tax')).toBe(totalOf(tax, 'due'))
  expect(totalOf(profit, 'fees')).toBe(fees)
})
