import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '../random'
import { type Answer, clientAddress, type Trust } from '../shop'
import type { Try } from './methods'

export type Item = { productId: number; size: string; color: string }
export type Told = 'paid' | 'pending' | 'working' | 'not charged' | 'nothing'
/** A payment at PayPal that the buyer got, and what they were told about it last. */
export type Payment = { id: string; method: Try['method']; told: Told }
export type Purchase = {
  email: string
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
  told: Told
  refundedCents?: number
  /** Answers that were not true when they were given. */
  lies: string[]
}

const patienceMs = 90_000
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
  const deadline = Date.now() + patienceMs
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
export type Checkout = { checkoutId: string; amount: string; items: Line[] }

/** Asks for the total of some lines, as the checkout page does. @returns the order to place */
export async function prepareCheckout(
  trust: Trust,
  { lines, email, address }: { lines: Line[]; email: string; address: string },
): Promise<Checkout> {
  const quote = await insist(() =>
    trust.call('POST', '/api/cart/check', { body: { items: lines, place }, address }),
  )
  const customer = { email, ...recipient }
  return {
    checkoutId: randomUUID(),
    amount: String(quote.body.totals?.total),
    items: lines,
    ...{ currency: 'USD', intent: 'CAPTURE', customer, billing: null },
  }
}

/** Orders some lines without paying. @throws Error if the shop refuses */
export async function placePayment(
  trust: Trust,
  name: string,
  lines: Line[],
): Promise<{ id: string; key: string; orderNumber: string; email: string }> {
  const email = `trust-${name}@example.com`
  const address = clientAddress(trust.randomFor(name))
  const body = await prepareCheckout(trust, { lines, email, address })
  const placed = await insist(() => trust.call('POST', '/order', { body, address }))
  if (placed.status !== 200)
    throw new Error(`The order was refused: ${placed.status} ${JSON.stringify(placed.body)}`)
  const { id, key, orderNumber } = placed.body
  return { id: String(id), key: String(key), orderNumber: String(orderNumber), email }
}

/** Staff refund a part of a paid order, while PayPal may fail after it acted. */
export async function refundPart(
  trust: Trust,
  purchase: Purchase,
  { cookie, random }: { cookie: string; random: Random },
): Promise<void> {
  const [order] = await trust.query<{ id: number; capture: string }>(
    'select id, paypal_transaction_id as capture from orders where paypal_order_id = $1',
    [purchase.paypalOrderId],
  )
  if (!order?.capture) return
  purchase.refundedCents = 100 + random.below(900)
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
