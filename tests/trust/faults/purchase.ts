import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '../random'
import { type Answer, clientAddress, type Trust } from '../shop'
import type { Try } from './methods'

export type Item = { productId: number; size: string; color: string }
export type ShownOutcome = 'paid' | 'pending' | 'working' | 'not charged' | 'nothing'
/** A payment at PayPal that the buyer opened, and the last message about it. */
export type Payment = { id: string; method: Try['method']; shownOutcome: ShownOutcome }
export type Purchase = {
  email: string
  /** What they want, and the total that the shop showed them. */
  checkout: Checkout
  mode: string
  /** The payment that was opened last. */
  paypalOrderId?: string
  orderNumber?: string
  key?: string
  payments: Payment[]
  /** What the buyer has done so far. */
  tries: Try[]
  /** Payments that the shop was asked to open without an answer. */
  unanswered: number
  /** The last message to the buyer. */
  shownOutcome: ShownOutcome
  refundedCents?: number
  /** Responses that were false when they were sent. */
  lies: string[]
}

const timeoutMs = 90_000
export const place = { stateCode: 'CA', zip: '93023' }
const recipient = {
  firstName: 'Wren',
  lastName: 'Okafor',
  address1: '18 Alder Lane',
  city: 'Ojai',
  countryCode: 'US',
  ...place,
}

/** Products of the demo shop that Printful can print. */
export function printableItems(trust: Trust): Promise<Item[]> {
  return trust.query<Item>(`
    select p.id as "productId", v.size, v.color from products p join products_variants v on v._parent_id = p.id
    where p.is_active and v.available and v.printful_variant_id is not null and p.base_price_cents between 2500 and 6000
    order by p.id, v._order limit 40`)
}

const isTemporary = ({ status }: Answer): boolean => status === 0 || status >= 500 || status === 429

/** Repeats what may be repeated, as the checkout page does: a broken connection, a 5xx, and a limit. */
export async function insist(
  call: () => Promise<Answer>,
  mayRepeat = isTemporary,
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await call()
    if (!mayRepeat(answer) || Date.now() > deadline) return answer
    await sleep(300)
  }
}

/** Repeats it as well while the shop still confirms an earlier payment of the order. */
export function insistWhenFree(call: () => Promise<Answer>): Promise<Answer> {
  return insist(call, (answer) => isTemporary(answer) || answer.body.code === 'payment_in_progress')
}

export type Line = Item & { quantity: number }
/** What lowers the amount that PayPal charges. A gift card pays all it can. */
export type Savings = { discountCode?: string; giftCard?: { code: string; cents: number } }
export type Checkout = {
  checkoutId: string
  amount: string
  items: Line[]
  discountCode?: string
  giftCard?: { code: string; amount: string }
}

const toAmount = (cents: number): string => (cents / 100).toFixed(2)

/** Asks for the total of some lines, as the checkout page does. @returns the order to place */
export async function prepareCheckout(
  trust: Trust,
  { lines, email, address }: { lines: Line[]; email: string; address: string },
  { discountCode, giftCard }: Savings = {},
): Promise<Checkout> {
  const body = { items: lines, place, discountCode }
  const quote = await insist(() => trust.call('POST', '/api/cart/check', { body, address }))
  const customer = { email, ...recipient }
  const amount = String(quote.body.totals?.total)
  const paidByCard = giftCard && Math.min(giftCard.cents, Math.round(Number(amount) * 100))
  return {
    checkoutId: randomUUID(),
    amount,
    items: lines,
    ...(discountCode && { discountCode }),
    ...(giftCard && { giftCard: { code: giftCard.code, amount: toAmount(paidByCard ?? 0) } }),
    ...{ currency: 'USD', intent: 'CAPTURE', customer, billing: null },
  }
}

/** Staff issue a gift card. */
export async function issueGiftCard(
  trust: Trust,
  cents: number,
  cookie: string,
): Promise<{ code: string; cents: number }> {
  const random = trust.randomFor(randomUUID())
  const body = { amount: toAmount(cents), note: 'For a test' }
  // A second one, after a lost response, is harmless.
  const answer = await insist(() =>
    trust.call('POST', '/api/admin/gift-cards', { body, cookie, address: clientAddress(random) }),
  )
  if (answer.status !== 201)
    throw new Error(`A gift card: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { code: String(answer.body.code), cents }
}

/** Staff create a discount of 10% with a code. */
export async function createDiscount(
  trust: Trust,
  discount: { code: string; maxUses?: number },
  cookie: string,
): Promise<void> {
  const body = { name: discount.code, kind: 'percent', percent: 10, ...discount }
  const address = clientAddress(trust.randomFor(discount.code))
  const answer = await trust.call('POST', '/api/admin/discounts', { body, cookie, address })
  if (answer.status !== 201)
    throw new Error(`A discount: ${answer.status} ${JSON.stringify(answer.body)}`)
}

/** Orders some lines without paying. @throws Error if the shop refuses */
export async function placePayment(
  trust: Trust,
  name: string,
  lines: Line[],
  savings?: Savings,
): Promise<{ id: string; key: string; orderNumber: string; email: string }> {
  const email = `trust-${name}@example.com`
  const address = clientAddress(trust.randomFor(name))
  const body = await prepareCheckout(trust, { lines, email, address }, savings)
  const placed = await insist(() => trust.call('POST', '/order', { body, address }))
  if (placed.status !== 200)
    throw new Error(`The order was refused: ${placed.status} ${JSON.stringify(placed.body)}`)
  const { id, key, orderNumber } = placed.body
  return { id: String(id), key: String(key), orderNumber: String(orderNumber), email }
}

/** Staff refund a part of a paid order, to its gift card if that paid for everything; PayPal may fail after it acted. */
export async function refundPart(
  trust: Trust,
  purchase: Purchase,
  { cookie, random }: { cookie: string; random: Random },
): Promise<void> {
  const [order] = await trust.query<{ id: number; capture: string | null }>(
    `select id, paypal_transaction_id as capture from orders
     where email = $1 and (paypal_transaction_id is not null or total_cents = gift_card_cents)`,
    [purchase.email],
  )
  if (!order) return
  purchase.refundedCents = 100 + random.below(900)
  if (order.capture)
    await trust.control('POST', '/faults', {
      provider: 'paypal',
      match: { method: 'POST', path: `/v2/payments/captures/${order.capture}/refund` },
      fault: random.oneOf(['reset-after', 'truncated', 'malformed', 'latency']),
      latencyMs: 500,
    })
  const body = {
    amount: (purchase.refundedCents / 100).toFixed(2),
    reason: 'Came late',
    refundId: randomUUID(),
  }
  const answer = await insist(() =>
    trust.call('POST', `/api/admin/orders/${order.id}/refund`, {
      body,
      cookie,
      address: clientAddress(random),
    }),
  )
  if (answer.status >= 400 && answer.status < 500)
    purchase.lies.push(`the refund was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
}
