import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '../random'
import { type Answer, clientAddress, type Trust } from '../shop'
import { type Mode, planCaptureFaults } from './modes'

export type Item = { productId: number; size: string; color: string }
export type Purchase = {
  email: string
  mode: string
  paypalOrderId?: string
  orderNumber?: string
  key?: string
  /** The last message to the buyer. */
  told: 'paid' | 'pending' | 'working' | 'not charged' | 'nothing'
  refundedCents?: number
  /** Answers that were not true when they were given. */
  lies: string[]
}

const patienceMs = 30_000
const place = { stateCode: 'CA', zip: '93023' }
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

/** Repeats what may be repeated, as the checkout page does: a broken connection, a 5xx, and a limit. */
async function insist(call: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const answer = await call()
    const mayRepeat = answer.status === 0 || answer.status >= 500 || answer.status === 429
    if (!mayRepeat || Date.now() > deadline) return answer
    await sleep(300)
  }
}

type Buyer = { trust: Trust; random: Random; purchase: Purchase; address: string }

type Line = Item & { quantity: number }

/** Asks for the total of some lines, as the checkout page does, and orders them. */
async function order(
  trust: Trust,
  { lines, email, address }: { lines: Line[]; email: string; address: string },
): Promise<Answer> {
  const quote = await insist(() =>
    trust.call('POST', '/api/cart/check', { body: { items: lines, place }, address }),
  )
  const body = {
    checkoutId: randomUUID(),
    amount: String(quote.body.totals?.total),
    currency: 'USD',
    intent: 'CAPTURE',
    items: lines,
    customer: { email, ...recipient },
    billing: null,
  }
  return insist(() => trust.call('POST', '/order', { body, address }))
}

/** Orders some lines without paying. @throws Error if the shop refuses */
export async function placePayment(
  trust: Trust,
  name: string,
  lines: Line[],
): Promise<{ id: string; key: string; orderNumber: string; email: string }> {
  const email = `trust-${name}@example.com`
  const address = clientAddress(trust.randomFor(name))
  const placed = await order(trust, { lines, email, address })
  if (placed.status !== 200)
    throw new Error(`The order was refused: ${placed.status} ${JSON.stringify(placed.body)}`)
  const { id, key, orderNumber } = placed.body
  return { id: String(id), key: String(key), orderNumber: String(orderNumber), email }
}

async function placeOrder(
  { trust, random, purchase, address }: Buyer,
  items: Item[],
): Promise<boolean> {
  const lines = [{ ...random.oneOf(items), quantity: 1 + random.below(3) }]
  const placed = await order(trust, { lines, email: purchase.email, address })
  if (placed.status !== 200) {
    if (placed.status > 0 && placed.status < 500)
      purchase.lies.push(`the order was refused: ${placed.status} ${JSON.stringify(placed.body)}`)
    return false
  }
  purchase.paypalOrderId = String(placed.body.id)
  purchase.orderNumber = String(placed.body.orderNumber)
  purchase.key = String(placed.body.key)
  return true
}

/** What was answered must be in the database when it arrives. */
async function holdAgainstDatabase({ trust, purchase }: Buyer): Promise<void> {
  const [order] = await trust.query<{ state: string; captures: number }>(
    `select payment_state as state, (select count(*)::int from payments p
      where p.order_id = o.id and p.kind = 'capture' and p.status = 'completed') as captures
     from orders o where paypal_order_id = $1`,
    [purchase.paypalOrderId],
  )
  if (order?.state !== 'completed' || order.captures !== 1)
    purchase.lies.push(
      `I11: told that it is paid while the database says ${order?.state} with ${order?.captures} captures`,
    )
}

async function capture(buyer: Buyer): Promise<Answer> {
  const { trust, purchase, address } = buyer
  const answer = await insist(() =>
    trust.call('POST', `/order/${purchase.paypalOrderId}/capture`, {
      body: { key: purchase.key },
      address,
    }),
  )
  if (answer.status === 200) await holdAgainstDatabase(buyer)
  return answer
}

const toldBy = ({ status, body }: Answer): Purchase['told'] => {
  if (status === 200) return 'paid'
  if (status === 202) return body.status === 'PENDING' ? 'pending' : 'working'
  return status >= 400 && status < 500 ? 'not charged' : 'nothing'
}

async function pay(buyer: Buyer, mode: Mode): Promise<void> {
  const { trust, random, purchase } = buyer
  const approve = (funding: string): Promise<unknown> =>
    trust.control('POST', `/paypal/orders/${purchase.paypalOrderId}/approve`, { funding })
  await approve(mode.funding ?? 'ok')
  await planCaptureFaults(trust, mode, purchase.paypalOrderId ?? '')
  // A nervous buyer clicks more than once.
  const clicks = random.chance(0.4) ? 3 : 1
  const answers = await Promise.all(Array.from({ length: clicks }, () => capture(buyer)))
  const told = answers.map(toldBy)
  purchase.told =
    told.find((one) => one === 'paid') ?? told.find((one) => one !== 'nothing') ?? 'nothing'
  if (mode.funding === 'decline' && purchase.told === 'not charged')
    purchase.told = toldBy(await capture(buyer))
}

/** One visitor buys something, with all the retries that a browser and a patient person make. */
export async function buy(
  trust: Trust,
  { name, mode, items }: { name: string; mode: Mode; items: Item[] },
): Promise<Purchase> {
  const random = trust.randomFor(name)
  const purchase: Purchase = {
    email: `trust-${name}@example.com`,
    mode: mode.name,
    told: 'nothing',
    lies: [],
  }
  const buyer = { trust, random, purchase, address: clientAddress(random) }
  if (await placeOrder(buyer, items)) await pay(buyer, mode)
  return purchase
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
