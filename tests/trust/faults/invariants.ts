import { setTimeout as sleep } from 'node:timers/promises'

import type { Mail, Trust } from '../shop'
import type { Payment, Purchase } from './purchase'

type Money = { value: string; currency_code: string }
type Capture = {
  id: string
  status: string
  amount: Money
  custom_id?: string
  supplementary_data?: { related_ids?: { order_id?: string } }
}
type PayPalLedger = {
  orders: { id: string; purchase_units: { custom_id?: string }[] }[]
  captures: Capture[]
  refunds: { id: string; capture_id: string; status: string; amount: Money }[]
  events: { id: string }[]
  undelivered: unknown[]
}
type PrintfulLedger = {
  orders: {
    external_id: string
    status: string
    recipient: { name: string; address1: string; zip: string }
    items: { sync_variant_id: number; quantity: number }[]
  }[]
}

type OrderRow = {
  id: number
  uuid: string
  number: string
  email: string
  status: string
  state: string
  paypal: string | null
  totalCents: number
  itemsCents: number
  subtotalCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  cardCents: number
  /** What its gift card paid, and the moves on the card. */
  cardPaidCents: number
  cardMoves: { kind: string; cents: number }[]
  recipient: string
  /** 'variant at the printer × how many', for each line. */
  lines: string[]
  fulfillment: string
  note: string | null
  captures: { id: string; status: string; cents: number; method: string }[]
  refunds: { id: string; status: string; cents: number; provider: string }[]
  events: string[]
}

const paidStatuses = ['paid', 'processing', 'shipped', 'delivered', 'refunded']
const settledCaptures = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']
const toCents = ({ value }: Pick<Money, 'value'>): number => Math.round(Number(value) * 100)

const readOrders = (trust: Trust, emails: string): Promise<OrderRow[]> => {
  const payments = (kind: string): string => `(select coalesce(json_agg(json_build_object(
    'id', p.provider_id, 'status', p.status, 'cents', p.amount_cents::int, 'method', p.method,
    'provider', p.provider)), '[]') from payments p
    where p.order_id = o.id and p.kind = '${kind}')`
  return trust.query<OrderRow>(
    `select o.id, o.uuid, o.order_number as number, o.email, o.status, o.payment_state as state, o.paypal_order_id as paypal,
      o.total_cents::int as "totalCents", o.subtotal_cents::int as "subtotalCents", o.discount_cents::int as "discountCents",
      o.shipping_cents::int as "shippingCents", o.tax_cents::int as "taxCents",
      (select coalesce(sum(i.unit_price_cents * i.quantity), 0)::int from orders_items i where i._parent_id = o.id) as "itemsCents",
      coalesce(o.gift_card_cents, 0)::int as "cardCents",
      (select coalesce(sum(p.amount_cents), 0)::int from payments p
        where p.order_id = o.id and p.kind = 'gift-card' and p.status = 'completed') as "cardPaidCents",
      (select coalesce(json_agg(json_build_object('kind', e.kind, 'cents', e.amount_cents::int)), '[]')
        from gift_card_entries e where e.order_id = o.id) as "cardMoves",
      concat_ws(' ', o.shipping_address_first_name, o.shipping_address_last_name, o.shipping_address_address1,
        o.shipping_address_zip) as recipient,
      (select coalesce(json_agg(coalesce(v.printful_variant_id, 'none') || '×' || i.quantity), '[]') from orders_items i
        left join products_variants v on v._parent_id = i.product_id and v.size = i.size and v.color = i.color
        where i._parent_id = o.id) as lines,
      coalesce(o.fulfillment::text, 'none') as fulfillment, o.fulfillment_note as note,
      ${payments('capture')} as captures, ${payments('refund')} as refunds,
      (select coalesce(json_agg(e.type order by e.id), '[]') from order_events e where e.order_id = o.id) as events
     from orders o where o.email like $1 order by o.id`,
    [emails],
  )
}

type Books = {
  paypal: PayPalLedger
  printful: PrintfulLedger
  mails: Map<string, Mail[]>
  /** By the buyer's address. */
  purchases: Map<string, Purchase>
}
type Check = (order: OrderRow, books: Books) => string | false

const capturesOf = ({ uuid }: OrderRow, { paypal }: Books): Capture[] =>
  paypal.captures.filter(({ custom_id: id }) => id === uuid)
const settledOf = (order: OrderRow, books: Books): Capture[] =>
  capturesOf(order, books).filter(({ status }) => settledCaptures.includes(status))
/** The payment of a capture, as the buyer opened it. */
const paymentOf = (
  { email }: Pick<OrderRow, 'email'>,
  { supplementary_data: data }: Capture,
  { purchases }: Books,
): Payment | undefined =>
  purchases.get(email)?.payments.find(({ id }) => id === data?.related_ids?.order_id)
const isPaid = ({ status }: OrderRow): boolean => paidStatuses.includes(status)
/** Whether its gift card pays for everything. */
const isCovered = ({ cardCents, totalCents }: OrderRow): boolean => cardCents === totalCents
const idAtPrinter = ({ uuid }: OrderRow): string => uuid.replaceAll('-', '').slice(0, 32)
const counts = (list: readonly string[], item: string): number =>
  list.filter((one) => one === item).length

/** The invariants of an order, by number; each returns what is wrong. */
const orderChecks: Record<string, Check> = {
  'I1 a completed capture belongs to a paid order, and is what its gift card leaves': (
    order,
    books,
  ) => {
    const [capture] = settledOf(order, books)
    if (!capture) return false
    const isSame =
      isPaid(order) &&
      toCents(capture.amount) === order.totalCents - order.cardCents &&
      capture.amount.currency_code === 'USD'
    return (
      !isSame &&
      `captured ${capture.amount.value}, order ${order.status} ${order.totalCents}, gift card ${order.cardCents}`
    )
  },
  'I2 a paid order has its capture, unless its gift card paid for everything': (order, books) => {
    const captures = settledOf(order, books).length
    return (
      (isPaid(order) !== (captures > 0 || isCovered(order)) ||
        (isCovered(order) && captures > 0)) &&
      `status ${order.status}, ${captures} captures at PayPal`
    )
  },
  'I3 at most one completed capture, and the ledgers agree, also about the way to pay': (
    order,
    books,
  ) => {
    const settled = settledOf(order, books)
    const ours = order.captures.filter(({ status }) => status === 'completed')
    const methodOf = new Map(ours.map(({ id, method }) => [id, method]))
    const theirs = settled.map((capture) => {
      const chosen = paymentOf(order, capture, books)?.method
      return `${capture.id} ${chosen ?? methodOf.get(capture.id)}`
    })
    const lines = ours.map(({ id, method }) => `${id} ${method}`)
    return (
      (theirs.length > 1 || theirs.join() !== lines.join()) &&
      `PayPal has ${theirs.join()}, the shop ${lines.join()}`
    )
  },
  'I4 the amounts add up': (order) =>
    (order.itemsCents !== order.subtotalCents ||
      order.subtotalCents - order.discountCents + order.shippingCents + order.taxCents !==
        order.totalCents) &&
    JSON.stringify(order),
  'I5 a paid order is at the printer once': (order, { printful }) => {
    const id = idAtPrinter(order)
    const jobs = printful.orders.filter(({ external_id: theirs }) => theirs.startsWith(id))
    // A refund before the submission may leave too little for the printer; then staff decide.
    const isHeld = order.refunds.length > 0 && order.fulfillment === 'on-hold'
    const wanted = isPaid(order) && !isHeld ? 1 : jobs.length === 1 && isHeld ? 1 : 0
    return (
      jobs.length !== wanted &&
      `${jobs.length} orders at Printful, ${order.fulfillment} ${order.note ?? ''}`
    )
  },
  'I13 the printer makes what was ordered, for whom it was ordered': (order, { printful }) => {
    const wanted = [...order.lines].sort().join()
    const wrong = printful.orders
      .filter(({ external_id: theirs }) => theirs.startsWith(idAtPrinter(order)))
      .map(({ recipient: { name, address1, zip }, items }) => ({
        to: `${name} ${address1} ${zip}`,
        items: items.map((one) => `${one.sync_variant_id}×${one.quantity}`).sort(),
      }))
      .filter(({ to, items }) => to !== order.recipient || items.join() !== wanted)
    return wrong.length > 0 && `${JSON.stringify(wrong)} instead of ${order.recipient} ${wanted}`
  },
  'I14 the order is what its buyer wanted, for the total that they saw': (order, { purchases }) => {
    const checkout = purchases.get(order.email)?.checkout
    if (!checkout) return false
    const units = (list: readonly { quantity: number }[]): number =>
      list.reduce((sum, { quantity }) => sum + quantity, 0)
    const ordered = units(order.lines.map((line) => ({ quantity: Number(line.split('×')[1]) })))
    const saw = [
      toCents({ value: checkout.amount }),
      toCents({ value: checkout.giftCard?.amount ?? '0' }),
    ]
    const isSame =
      order.totalCents === saw[0] &&
      order.cardCents === saw[1] &&
      ordered === units(checkout.items) &&
      order.discountCents > 0 === Boolean(checkout.discountCode)
    return !isSame && `${JSON.stringify(checkout)} became ${JSON.stringify(order)}`
  },
  'I15 its gift card pays once, and only for a paid order': (order) => {
    const { cardCents, cardPaidCents, cardMoves } = order
    const net = cardMoves.reduce((sum, { cents }) => sum + cents, 0)
    const taken = cardMoves.filter(({ kind }) => kind === 'take').length
    const toCard = order.refunds.filter(({ provider }) => provider === 'gift-card')
    const returned = toCard.reduce((sum, { cents }) => sum + cents, 0)
    const isRight = isPaid(order)
      ? net === returned - cardCents &&
        returned <= cardCents &&
        toCard.every(({ status }) => status === 'completed') &&
        cardPaidCents === cardCents &&
        taken === (cardCents > 0 ? 1 : 0)
      : cardPaidCents === 0 &&
        taken === 0 &&
        (net === 0 || (order.status === 'pending' && net === -cardCents))
    return (
      !isRight &&
      `${order.status}, ${cardCents}, paid ${cardPaidCents}, ${JSON.stringify(cardMoves)}`
    )
  },
  'I6 a paid order has one receipt, with its total': (order, { mails }) => {
    // On a busy computer the order is at the printer before its receipt is sent.
    const receipts = (mails.get(order.email) ?? []).filter(({ text }) =>
      /is paid and waiting to be printed|Here’s your receipt/.test(text),
    )
    const distinct = new Set(receipts.map(({ headers }) => headers['message-id'])).size
    const total = `Total: $${(order.totalCents / 100).toFixed(2)}`
    return (
      (distinct !== (isPaid(order) ? 1 : 0) ||
        !receipts.every(({ text }) => text.includes(total))) &&
      `${distinct} receipts, ${total}`
    )
  },
  'I7 refunds are PayPal’s refunds, and no more than was paid': (order, books) => {
    const captures = capturesOf(order, books).map(({ id }) => id)
    const theirs = books.paypal.refunds.filter(({ capture_id: id }) => captures.includes(id))
    const sum = theirs.reduce((total, { amount }) => total + toCents(amount), 0)
    const text = (list: { id: string; cents: number }[]): string =>
      list
        .map(({ id, cents }) => `${id}:${cents}`)
        .sort()
        .join()
    const ours = order.refunds.filter(
      ({ status, provider }) => status !== 'failed' && provider === 'paypal',
    )
    return (
      (sum > order.totalCents - order.cardCents ||
        ours.some(({ status }) => status !== 'completed') ||
        text(ours) !== text(theirs.map(({ id, amount }) => ({ id, cents: toCents(amount) })))) &&
      `PayPal refunded ${text(theirs.map(({ id, amount }) => ({ id, cents: toCents(amount) })))}, the shop says ${JSON.stringify(ours)}`
    )
  },
  'I8 the timeline is a path': (order) =>
    (counts(order.events, 'placed') !== 1 ||
      counts(order.events, 'paid') !== (isPaid(order) ? 1 : 0)) &&
    order.events.join(),
  'I10 no capture is left open': (order) => order.state === 'capturing' && 'still capturing',
  'I12 PayPal has the payments that the buyer opened, and the order’s is one of them': (
    order,
    { paypal, purchases },
  ) => {
    const theirs = paypal.orders
      .filter(({ purchase_units: [unit] }) => unit?.custom_id === order.uuid)
      .map(({ id }) => id)
    const { payments = [], unanswered = 0 } = purchases.get(order.email) ?? {}
    const known = new Set(payments.map(({ id }) => id))
    const others = theirs.filter((id) => !known.has(id)).length
    return (
      (others > Math.max(unanswered, known.size > 0 ? 0 : 1) ||
        (order.paypal !== null && !theirs.includes(order.paypal))) &&
      `PayPal has ${theirs.join()}, the buyer ${[...known].join()}, the shop ${order.paypal ?? 'none'}`
    )
  },
}

const wrongOutcomes = (purchase: Purchase, order: OrderRow | undefined, books: Books): string[] => {
  const settled = order ? settledOf(order, books) : []
  const wrong = [...purchase.lies]
  if (purchase.shownOutcome === 'paid' && !(order && isPaid(order)))
    wrong.push(`I11: told paid, but the order is ${order?.status}`)
  const isWrong = settled.some(
    (capture) =>
      purchase.shownOutcome === 'not charged' ||
      paymentOf(purchase, capture, books)?.shownOutcome === 'not charged',
  )
  if (isWrong) wrong.push('I11: told that nothing was charged, but it was')
  const ends = purchase.tries.at(-1)?.ends
  const isPromised =
    (purchase.shownOutcome === 'working' || purchase.shownOutcome === 'pending') &&
    (ends === 'paid' || ends === 'pending')
  if (isPromised && order && !isPaid(order))
    wrong.push(`I16: told that the payment is on its way, but it ended as ${order.state}`)
  return wrong
}

async function checkBoxes(trust: Trust, { paypal }: Books): Promise<string[]> {
  const failures: string[] = []
  const stored = await trust.query<{ id: string; status: string; note: string | null }>(
    "select event_id as id, status, note from webhook_events where provider = 'paypal'",
  )
  const known = new Set(paypal.events.map(({ id }) => id))
  for (const { id, status, note } of stored)
    if (!known.has(id) || status === 'received' || status === 'failed')
      failures.push(
        `I9 inbox: ${id} ${known.has(id) ? '' : 'is not an event of PayPal'} ${status} ${note ?? ''}`,
      )
  const ids = new Set(stored.map(({ id }) => id))
  for (const id of known) if (!ids.has(id)) failures.push(`I9 inbox: ${id} is missing`)
  return [...failures, ...(await findStuckJobs(trust))]
}

/**
 * Jobs that are due, without a reconciler that was killed at each of its tries: the next minute has another. The worker's
 * own come every few minutes, so one may just be running: it gets half a minute to end.
 */
async function findStuckJobs(trust: Trust): Promise<string[]> {
  const dueJobs = () =>
    trust.query<{ id: string; task: string; error: string | null }>(
      `select id::text, task_identifier as task, last_error as error from graphile_worker.jobs where run_at < now()
         and not (task_identifier = 'reconcile-payments' and attempts >= max_attempts and last_error is null)`,
    )
  const ids = new Set((await dueJobs()).map(({ id }) => id))
  const deadline = Date.now() + 30_000
  for (;;) {
    const stuck = (await dueJobs()).filter(({ id }) => ids.has(id))
    if (stuck.length === 0 || Date.now() > deadline)
      return stuck.map(({ task, error }) => `I9 outbox: ${task} ${error ?? ''}`)
    await sleep(250)
  }
}

/** Checks the invariants against PayPal's books, the database, the outbox, and the printer's books. */
export async function checkInvariants(
  trust: Trust,
  emails: string,
  purchases: readonly Purchase[],
): Promise<{ failures: string[]; paid: number; orders: number }> {
  const [paypal, printful] = await Promise.all([
    trust.control<PayPalLedger>('GET', '/paypal/ledger'),
    trust.control<PrintfulLedger>('GET', '/printful/ledger'),
  ])
  const orders = await readOrders(trust, emails)
  const mails = new Map<string, Mail[]>()
  for (const { email } of orders) mails.set(email, await trust.mailsTo(email))
  const books = {
    paypal,
    printful,
    mails,
    purchases: new Map(purchases.map((purchase) => [purchase.email, purchase])),
  }
  const failures = orders.flatMap((order) =>
    Object.entries(orderChecks).flatMap(([name, check]) => {
      const wrong = check(order, books)
      return wrong === false ? [] : [`${name}: ${order.number} (${order.email}): ${wrong}`]
    }),
  )
  for (const purchase of purchases) {
    const own = orders.filter(({ email }) => email === purchase.email)
    const order = own.find(({ number }) => number === purchase.orderNumber)
    if (own.length > 1)
      failures.push(`I12: ${own.length} orders of one checkout (${purchase.email})`)
    for (const wrong of wrongOutcomes(purchase, order, books))
      failures.push(`${wrong} (${purchase.email}, ${purchase.mode})`)
  }
  failures.push(...(await checkBoxes(trust, books)))
  const overdrawn = await trust.query<{ id: number; cents: number }>(
    'select card_id as id, sum(amount_cents)::int as cents from gift_card_entries group by card_id having sum(amount_cents) < 0',
  )
  for (const { id, cents } of overdrawn) failures.push(`I15: gift card ${id} has ${cents} cents`)
  // Other suites have orders as well.
  const all = await trust.query<{ uuid: string }>('select uuid::text from orders')
  const uuids = new Set(all.map(({ uuid }) => uuid))
  for (const { id, custom_id: reference } of paypal.captures)
    if (!id.startsWith('DEMO') && !uuids.has(reference ?? ''))
      failures.push(`I12: capture ${id} belongs to no order`)
  return { failures, paid: orders.filter(isPaid).length, orders: orders.length }
}
