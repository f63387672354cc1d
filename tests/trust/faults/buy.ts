import { randomUUID } from 'node:crypto'

import type { Random } from '../random'
import { type Answer, clientAddress, type Trust } from '../shop'
import { approvalOf, type End, type Try } from './methods'
import { type Mode, planCaptureFaults } from './modes'
import {
  type Checkout,
  insist,
  insistWhenFree,
  type Item,
  type Payment,
  place,
  prepareCheckout,
  type Purchase,
  type Savings,
  type ShownOutcome,
} from './purchase'

type Buyer = {
  trust: Trust
  random: Random
  purchase: Purchase
  checkout: Checkout
  mode: Mode
  post: (path: string, body: object) => Promise<Answer>
}
type Access = { id: string; key: string }

const outcomeShownBy = ({ status, body }: Answer): ShownOutcome => {
  if (status === 200) return 'paid'
  if (status === 202) return body.status === 'PENDING' ? 'pending' : 'working'
  return status >= 400 && status < 500 ? 'not charged' : 'nothing'
}

/** Records a refusal that no buyer should get. */
const refuse = ({ purchase }: Buyer, what: string, { status, body }: Answer): void => {
  if (status > 0 && status < 500)
    purchase.lies.push(`${what} was refused: ${status} ${JSON.stringify(body)}`)
}

/** What a response says must already be in the database when it arrives. */
async function holdAgainstDatabase({ trust, purchase }: Buyer): Promise<void> {
  const [order] = await trust.query<{ state: string; captures: number; needed: number }>(
    `select payment_state as state, (total_cents > gift_card_cents)::int as needed,
      (select count(*)::int from payments p
        where p.order_id = o.id and p.kind = 'capture' and p.status = 'completed') as captures
     from orders o where email = $1`,
    [purchase.email],
  )
  if (order?.state !== 'completed' || order.captures !== order.needed)
    purchase.lies.push(
      `I11: told that it is paid while the database says ${order?.state} with ${order?.captures} captures`,
    )
}

/** The buyer approves at PayPal. A payment that is already captured takes no approval; its capture shows that. */
async function approve({ trust, random }: Buyer, id: string, one: Try): Promise<void> {
  const approval = approvalOf(one, random)
  await trust.control('POST', `/paypal/orders/${id}/approve`, approval).catch((error: Error) => {
    if (!error.message.includes(': 409 ')) throw error
  })
}

/** Has PayPal ask for the address, as its window does in express checkout. Each time is another payment at PayPal. */
async function openExpress(buyer: Buyer): Promise<Access | undefined> {
  const cart = { checkoutId: randomUUID(), items: buyer.checkout.items }
  const opened = await insist(() => buyer.post('/order/express', cart))
  const { id, key } = opened.body
  if (opened.status !== 200) return void refuse(buyer, 'express checkout', opened)
  const body = { key, ...cart, place: { ...place, countryCode: 'US' } }
  const priced = await insist(() => buyer.post(`/order/express/${id}/address`, body))
  if (priced.status !== 200) return void refuse(buyer, 'the address', priced)
  return { id: String(id), key: String(key) }
}

/** Keeps what the shop answered to an order. The same checkout is the same order, whatever pays for it. */
function keepPayment({ purchase }: Buyer, { method }: Try, { body }: Answer): Payment {
  const [id, orderNumber] = [String(body.id), String(body.orderNumber)]
  if (purchase.orderNumber && purchase.orderNumber !== orderNumber)
    purchase.lies.push(`one checkout became ${purchase.orderNumber} and ${orderNumber}`)
  Object.assign(purchase, { paypalOrderId: id, orderNumber, key: String(body.key) })
  const known = purchase.payments.find((one) => one.id === id)
  const payment = known ?? { id, method, shownOutcome: 'nothing' }
  if (!known) purchase.payments.push(payment)
  return payment
}

/** Opens a payment for the order of this purchase. @returns nothing if the buyer has to stop here */
async function open(buyer: Buyer, one: Try, express?: Access): Promise<Payment | undefined> {
  const { purchase, checkout } = buyer
  const body = {
    ...checkout,
    paymentMethod: one.method,
    ...(express && { expressPayment: express }),
  }
  const placed = await insistWhenFree(() => buyer.post('/order', body))
  const isCovered = placed.status === 200 && placed.body.id === null
  if (placed.status === 200 && !isCovered) return keepPayment(buyer, one, placed)
  purchase.shownOutcome = 'nothing'
  if (isCovered || placed.body.code === 'already_paid') {
    // The gift card paid for everything, or the approval that the buyer left was captured before they chose again.
    purchase.shownOutcome = 'paid'
    purchase.orderNumber ??= String(placed.body.orderNumber)
    await holdAgainstDatabase(buyer)
  } else if (placed.body.code === 'payment_in_progress') purchase.shownOutcome = 'working'
  else if (placed.status === 0 || placed.status >= 500) purchase.unanswered += 1
  else refuse(buyer, 'the order', placed)
  return undefined
}

async function capture(buyer: Buyer, { id }: Payment): Promise<ShownOutcome> {
  const { key } = buyer.purchase
  const answer = await insist(() => buyer.post(`/order/${id}/capture`, { key }))
  if (answer.status === 200) await holdAgainstDatabase(buyer)
  return outcomeShownBy(answer)
}

/** A nervous buyer clicks more than once. */
async function captureAll(buyer: Buyer, payment: Payment, ends: End): Promise<void> {
  const { purchase, random } = buyer
  const clicks = ends !== 'canceled' && random.chance(0.4) ? 3 : 1
  const shown = await Promise.all(Array.from({ length: clicks }, () => capture(buyer, payment)))
  payment.shownOutcome =
    shown.find((one) => one === 'paid') ?? shown.find((one) => one !== 'nothing') ?? 'nothing'
  purchase.shownOutcome = payment.shownOutcome
  const wasCharged = ends === 'paid' || ends === 'pending'
  if (wasCharged && payment.shownOutcome === 'not charged')
    purchase.lies.push('I11: told that nothing was charged, but nothing was declined')
  if (ends === 'canceled' && payment.shownOutcome === 'paid')
    purchase.lies.push('I11: told paid without an approval')
}

/** One try to pay. @returns whether the buyer may go on to the next one */
async function tryToPay(buyer: Buyer, one: Try): Promise<boolean> {
  const { trust, random, purchase, mode } = buyer
  const isExpress = one.method === 'paypal_express'
  const express = isExpress ? await openExpress(buyer) : undefined
  if (isExpress && !express) return false
  purchase.tries.push(one)
  // In express checkout the window comes before the order.
  if (express && one.ends === 'canceled') return true
  if (express) await approve(buyer, express.id, one)
  const payment = await open(buyer, one, express)
  if (!payment) return false
  // After an approval, earlier messages no longer apply.
  if (one.ends !== 'canceled') payment.shownOutcome = 'nothing'
  if (one.ends !== 'canceled' && !express) await approve(buyer, payment.id, one)
  if (one.ends === 'left') return true
  // The page asks the shop after a wallet's failure, whatever the wallet says.
  if (one.ends === 'canceled' && random.chance(0.5)) return true
  if (one.ends === (mode.ends ?? 'paid')) await planCaptureFaults(trust, mode, payment.id)
  await captureAll(buyer, payment, one.ends)
  return payment.shownOutcome === 'not charged'
}

type Plan = { name: string; mode: Mode; items: Item[]; tries?: Try[]; savings?: Savings }

/** One visitor buys something, with all the retries that a browser and a patient person make. With PayPal, unless planned. */
export async function buy(
  trust: Trust,
  { name, mode, items, tries = [{ method: 'paypal', ends: mode.ends ?? 'paid' }], savings }: Plan,
): Promise<Purchase> {
  const random = trust.randomFor(name)
  const address = clientAddress(random)
  const email = `trust-${name}@example.com`
  const lines = [{ ...random.oneOf(items), quantity: 1 + random.below(3) }]
  const checkout = await prepareCheckout(trust, { lines, email, address }, savings)
  const purchase: Purchase = {
    email,
    checkout,
    mode: `${mode.name}, ${tries.map(({ method, ends }) => `${method} ${ends}`).join(', ')}`,
    payments: [],
    tries: [],
    unanswered: 0,
    shownOutcome: 'nothing',
    lies: [],
  }
  const post = (path: string, body: object) => trust.call('POST', path, { body, address })
  const buyer = { trust, random, purchase, checkout, mode, post }
  for (const one of tries) if (!(await tryToPay(buyer, one))) break
  return purchase
}
