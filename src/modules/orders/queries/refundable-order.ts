import { and, eq, inArray, or, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { noColor, noSize } from '@/modules/checkout/rules/cart'
import {
  calculateTax,
  noTax,
  type PricedLine,
  type SaleTax,
  subtractTax,
  type TaxAddress,
} from '@/modules/checkout/rules/pricing'
import { allocateCents } from '@/modules/discounts/rules'
import { type PurchasedCard, readPurchasedCards, spentCents } from '@/modules/gift-cards/deliveries'
import { cardLineId } from '@/modules/gift-cards/rules'
import {
  priceDropShare,
  type RefundableOrder,
  type RefundShare,
  sumShares,
} from '@/modules/orders/rules/line-refund'
import { getSettings } from '@/modules/shop/queries/get-settings'
import {
  orders,
  orders_items,
  payments,
  refund_lines,
  returns,
  returns_lines,
} from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'
import { sumWhere } from '@/platform/paged-list'
import type { Db } from '@/platform/transaction'

/** What the payments of an order still cover. Pending refunds count, so two cannot exceed the payments. */
export type Refundable = {
  captureId: string | null
  paypalCents: Cents
  cardCents: Cents
  /** The part that can't be refunded: it was spent from gift cards that the order bought. */
  spentCents: Cents
}

/** What can still be refunded of an order, whichever way. */
export function sumRefundable({ paypalCents, cardCents, spentCents: spent }: Refundable): Cents {
  return Math.max(0, paypalCents + cardCents - spent)
}

/** The rows that belong to one of several orders. */
const ofOrder = <Row extends { orderId: number | null }>(
  rows: readonly Row[],
  wanted: number,
): Omit<Row, 'orderId'>[] =>
  rows.flatMap(({ orderId, ...row }) => (orderId === wanted ? [row] : []))

const readPayments = (db: Db, orderIds: number[]) =>
  db
    .select({
      orderId: payments.order,
      kind: payments.kind,
      provider: payments.provider,
      providerId: payments.providerId,
      status: payments.status,
      cents: payments.amountCents,
    })
    .from(payments)
    .where(
      and(inArray(payments.order, orderIds), inArray(payments.status, ['completed', 'pending'])),
    )
    .orderBy(payments.id)
type Payment = Omit<Awaited<ReturnType<typeof readPayments>>[number], 'orderId'>

/** @param rows the payments of one order @param cards that it bought */
function toRefundable(
  rows: readonly Payment[],
  cards: readonly PurchasedCard[],
): Refundable | null {
  const paid = (kind: 'capture' | 'gift-card') =>
    rows.find((row) => row.kind === kind && row.status === 'completed')
  const refunded = (provider: 'paypal' | 'gift-card' | 'store-credit'): Cents =>
    rows.reduce(
      (sum, row) => sum + (row.kind === 'refund' && row.provider === provider ? row.cents : 0),
      0,
    )
  const capture = paid('capture')
  const card = paid('gift-card')
  if (!capture && !card) return null
  const paypalCents = (capture?.cents ?? 0) - refunded('paypal')
  const credited = refunded('store-credit')
  // Store credit takes the place of money first, as other refunds do.
  const creditedMoney = Math.min(credited, paypalCents)
  return {
    captureId: capture?.providerId ?? null,
    paypalCents: paypalCents - creditedMoney,
    cardCents: (card?.cents ?? 0) - refunded('gift-card') - (credited - creditedMoney),
    spentCents: spentCents(cards),
  }
}

/** Returns what is left of the payments of an order; null if it has none by PayPal or gift card. */
export async function readRefundablePayments(db: Db, orderId: number): Promise<Refundable | null> {
  const rows = await readPayments(db, [orderId])
  return toRefundable(rows, await readPurchasedCards(db, orderId))
}

/** Whether a line's refund has one of these statuses; both parts of a refund end together. */
export function hasRefund(...statuses: ('completed' | 'pending')[]): SQL {
  return sql`exists (select from ${payments} where ${payments.requestId} in (${refund_lines.requestId}, ${refund_lines.requestId} || '-card')
    and ${inArray(payments.status, statuses)})`
}

/** How many of an item were refunded, or are being refunded. For queries of items. */
export const refundedQuantity = sql<number>`(select coalesce(sum(${refund_lines.quantity}), 0)::integer from ${refund_lines}
  where ${refund_lines.itemId} = ${orders_items.id} and ${hasRefund('completed', 'pending')})`

const readRefundedLines = (db: Db, orderIds: number[], statuses: Parameters<typeof hasRefund>) =>
  db
    .select({
      orderId: refund_lines.order,
      itemId: refund_lines.itemId,
      quantity: sumWhere(refund_lines.quantity),
      amountCents: sumWhere(refund_lines.amountCents),
      taxCents: sumWhere(refund_lines.taxCents),
    })
    .from(refund_lines)
    .where(and(inArray(refund_lines.order, orderIds), hasRefund(...statuses)))
    .groupBy(refund_lines.order, refund_lines.itemId)

const byItem = (rows: Awaited<ReturnType<typeof readRefundedLines>>, orderId: number) =>
  new Map(ofOrder(rows, orderId).map(({ itemId, ...row }) => [itemId, row]))

/** What refunds with these statuses took of each item, and of shipping under the key null. */
export async function readRefunded(
  db: Db,
  orderId: number,
  ...statuses: Parameters<typeof hasRefund>
) {
  return byItem(await readRefundedLines(db, [orderId], statuses), orderId)
}

const readOrders = async (db: Db, orderIds: number[]) => {
  const rows = await db
    .select({
      id: orders.id,
      status: orders.status,
      shippingCents: orders.shippingCents,
      taxCents: orders.taxCents,
      stateCode: sql<string>`coalesce(${orders.shippingAddress_stateCode}, '')`,
      zip: sql<string>`coalesce(${orders.shippingAddress_zip}, '')`,
      taxedState: orders.taxedState,
    })
    .from(orders)
    .where(inArray(orders.id, orderIds))
  const items = await db
    .select({
      orderId: orders_items._parentID,
      id: orders_items.id,
      name: orders_items.name,
      size: orders_items.size,
      color: orders_items.color,
      quantity: orders_items.quantity,
      unitCents: orders_items.unitPriceCents,
      swapUnitCents: orders_items.swapUnitCents,
      discountCents: sql<number>`coalesce(${orders_items.discountCents}, 0)::integer`,
    })
    .from(orders_items)
    .where(inArray(orders_items._parentID, orderIds))
    .orderBy(orders_items._order)
  return rows.map((order) => ({ ...order, items: ofOrder(items, order.id) }))
}
type Order = Awaited<ReturnType<typeof readOrders>>[number]

/** An item at the price of the cheaper variant it was swapped for, with that part of its discount. */
const atSwapPrice = ({ swapUnitCents, ...item }: Order['items'][number]) =>
  swapUnitCents === null
    ? item
    : {
        ...item,
        unitCents: swapUnitCents,
        discountCents: Math.floor((item.discountCents * swapUnitCents) / item.unitCents),
      }

/** The place whose tax was charged. The ZIP code of another state isn't stored. */
export function taxedAddressOf({
  taxedState,
  stateCode,
  zip,
}: TaxAddress & { taxedState: string | null }): TaxAddress {
  return taxedState ? { stateCode: taxedState, zip: '' } : { stateCode, zip }
}

/** Returns the difference that was paid to move an order to another address; null if none. */
export function paidMove({ differences }: Pick<Facts, 'differences'>) {
  return differences.find(({ itemId }) => itemId === null) ?? null
}

/** The differences that count as paid: neither refunded nor about to be, because their change was undone. */
export function paidNow({ differences }: Pick<Facts, 'differences'>) {
  return differences.filter(
    ({ status, totalCents, refundedCents }) =>
      !['cancelled', 'refunded'].includes(status) && refundedCents < totalCents,
  )
}

export function sumOf<Name extends string>(
  rows: readonly Record<Name, Cents>[],
  name: Name,
): Cents {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

/** With what was paid up to a move: later swaps have their own tax. */
const untilMove = (facts: Facts) => ({
  ...facts,
  differences: facts.differences.slice(0, facts.differences.findIndex(({ itemId }) => !itemId) + 1),
})

const ofItem = (differences: Facts['differences'], id: string) =>
  differences.filter(({ itemId }) => itemId === id)

/** Items at what was paid for them, with their swaps. */
export function withRises({ order, differences }: Pick<Facts, 'order' | 'differences'>) {
  return order.items.map((item) => {
    const own = ofItem(differences, item.id)
    const cents = sumOf(own, 'unitCents')
    return {
      ...item,
      unitCents: item.unitCents + cents,
      swapUnitCents: item.swapUnitCents && item.swapUnitCents + cents,
      discountCents: item.discountCents + sumOf(own, 'discountCents'),
    }
  })
}

/** The taxed parts of items; all of every price if the shop's tax rules have changed since. */
function taxedParts(facts: Facts, all = facts.order.items) {
  const { order, pricing, refunded } = facts
  const place = taxedAddressOf(order)
  const { differences } = untilMove(facts)
  const isTax = (shippingCents: Cents, taxCents: Cents) =>
    calculateTax(
      withRises({ order, differences }),
      shippingCents + sumOf(differences, 'shippingCents'),
      place,
      pricing,
    ).taxCents ===
    taxCents + sumOf(differences, 'taxCents')
  const { amountCents = 0, taxCents = 0 } = refunded.get(null) ?? {}
  const items = all.map(atSwapPrice)
  // What a move to a lower tax refunded counts as shipping.
  return isTax(order.shippingCents, order.taxCents) ||
    isTax(order.shippingCents - amountCents, order.taxCents - taxCents)
    ? calculateTax(items, order.shippingCents, place, pricing)
    : { lines: items.map((item) => item.unitCents * item.quantity), taxableShippingCents: 0 }
}

/** A bought gift card as a line: what nobody has spent of it can be refunded, without tax. */
const toCardLine = ({
  id,
  recipientName,
  unspentCents,
}: PurchasedCard): RefundableOrder['lines'][number] => ({
  id: cardLineId(id),
  name: recipientName ? `Gift card for ${recipientName}` : 'Gift card',
  size: noSize,
  color: noColor,
  unitCents: unspentCents,
  bought: 1,
  exchanged: 0,
  quantity: unspentCents > 0 ? 1 : 0,
  amountCents: Math.max(0, unspentCents),
  taxableCents: 0,
  isGiftCard: true,
})

/** How many of each item were exchanged for others at no charge, less those that came back for a refund since. */
async function readExchanged(db: Db, orderIds: number[]): Promise<Map<string, number>> {
  const paidItem = sql<string>`coalesce(${orders_items.replacesItem}, ${orders_items.id})`
  const rows = await db
    .select({
      itemId: paidItem,
      quantity: sql<number>`sum(${returns_lines.quantity} * case
        when ${returns.status} = 'exchanged' and ${orders_items.replacesItem} is null then 1
        when ${returns.status} = 'refunded' and ${orders.replacementReason} = 'exchange' then -1
        else 0 end)::integer`,
    })
    .from(returns_lines)
    .innerJoin(returns, eq(returns.id, returns_lines._parentID))
    .innerJoin(orders, eq(orders.id, returns.order))
    .innerJoin(orders_items, eq(orders_items.id, returns_lines.itemId))
    .where(
      or(
        inArray(orders_items._parentID, orderIds),
        inArray(orders_items.replacesItem, itemsOf(db, orderIds)),
      ),
    )
    .groupBy(paidItem)
  return new Map(rows.map(({ itemId, quantity }) => [itemId, Math.max(0, quantity)]))
}

const itemsOf = (db: Db, orderIds: number[]) =>
  db
    .select({ id: orders_items.id })
    .from(orders_items)
    .where(inArray(orders_items._parentID, orderIds))

/** What was paid later for changes of orders, the oldest first; without an item it is for the address. */
export async function readDifferences(db: Db, orderIds: number[]) {
  const rows = await db
    .select({
      orderId: orders.priceDifference_order,
      id: orders.id,
      uuid: orders.uuid,
      orderNumber: orders.orderNumber,
      itemId: orders.priceDifference_itemId,
      quantity: sql`coalesce(${orders.priceDifference_quantity}, 0)`.mapWith(Number),
      subtotalCents: orders.subtotalCents,
      discountCents: orders.discountCents,
      shippingCents: orders.shippingCents,
      taxCents: orders.taxCents,
      totalCents: orders.totalCents,
      status: orders.status,
    })
    .from(orders)
    .where(
      and(
        inArray(orders.priceDifference_order, orderIds),
        eq(orders.priceDifference_state, 'applied'),
      ),
    )
    .orderBy(orders.id)
  const ids = rows.map(({ id }) => id)
  const ledger = ids.length > 0 ? await readPayments(db, ids) : []
  return rows.map((row) => {
    const own = ofOrder(ledger, row.id)
    const left = toRefundable(own, [])
    return {
      ...row,
      unitCents: row.subtotalCents / Math.max(1, row.quantity),
      refundedCents: sumOf(
        own.filter(({ kind }) => kind === 'refund'),
        'cents',
      ),
      /** What can be refunded; 0 if it was paid outside the shop. */
      leftCents: left ? sumRefundable(left) : 0,
    }
  })
}

/** Returns all that refunds of orders depend on, with as many statements for many as for one. */
export async function readAllFacts(payload: Payload, db: Db, orderIds: number[]) {
  const { pricing } = await getSettings(payload)
  const withItems = await readOrders(db, orderIds)
  const refunded = await readRefundedLines(db, orderIds, ['completed', 'pending'])
  const exchanged = await readExchanged(db, orderIds)
  const ledger = await readPayments(db, orderIds)
  const differences = await readDifferences(db, orderIds)
  const purchased = await readPurchasedCards(db, ...orderIds)
  return withItems.map((order) => {
    const cards = ofOrder(purchased, order.id)
    return {
      order,
      pricing,
      refunded: byItem(refunded, order.id),
      exchanged,
      left: toRefundable(ofOrder(ledger, order.id), cards),
      cards,
      differences: ofOrder(differences, order.id),
    }
  })
}

/** All that a refund of an order depends on; null if there is no order. */
export async function readFacts(payload: Payload, db: Db, orderId: number) {
  const [facts] = await readAllFacts(payload, db, [orderId])
  return facts ?? null
}
export type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>

export function toRefundableOrder(facts: Facts): RefundableOrder {
  const { order, refunded, exchanged, left, cards } = facts
  const taxed = taxedParts(facts)
  const taxRefunded = [...refunded.values()].reduce((sum, { taxCents }) => sum + taxCents, 0)
  const shippingCents = order.shippingCents - (refunded.get(null)?.amountCents ?? 0)
  return {
    lines: [
      ...order.items.map((item, index) => {
        const { id, name, size, color, quantity, unitCents, discountCents } = item
        const before = refunded.get(id)
        const rest = quantity - (before?.quantity ?? 0)
        const taxedCents = taxed.lines[index] ?? 0
        return {
          id,
          name,
          size,
          color,
          unitCents: item.swapUnitCents ?? unitCents,
          bought: quantity,
          quantity: rest,
          exchanged: exchanged.get(id) ?? 0,
          amountCents: unitCents * quantity - discountCents - (before?.amountCents ?? 0),
          // Rounded up, so that a line with a remainder keeps a share of the tax.
          taxableCents: Math.ceil((taxedCents * rest) / quantity),
        }
      }),
      ...cards.map(toCardLine),
    ],
    shippingCents,
    // A move to a lower shipping price refunds a part of it with its tax.
    shippingTaxableCents: Math.ceil(
      (taxed.taxableShippingCents * shippingCents) / Math.max(1, order.shippingCents),
    ),
    taxCents: order.taxCents - taxRefunded,
    leftCents: left ? sumRefundable(left) : 0,
  }
}

/** Each item's share of the tax that was paid for a move, by its taxed amount, as with the tax of the order. */
export function shareMoveTax(facts: Facts) {
  const { taxCents, shippingCents } = paidMove(facts) ?? { taxCents: 0, shippingCents: 0 }
  const { lines, taxableShippingCents: taxed } = taxedParts(facts, withRises(untilMove(facts)))
  const shares = allocateCents(taxCents, [...lines, taxed > 0 ? taxed + shippingCents : 0])
  return facts.order.items.map(({ id, quantity }, index) => ({
    itemId: id,
    quantity,
    cents: shares[index] ?? 0,
  }))
}

/** The parts of a paid difference that belong to single items. */
export function differenceParts(facts: Facts, difference: Facts['differences'][number]) {
  const { itemId, quantity, totalCents } = difference
  return itemId ? [{ itemId, quantity, cents: totalCents }] : shareMoveTax(facts)
}

/**
 * Returns what is left to refund of each line of an order, of its shipping, and of its tax; null if there is no order.
 * Lock the order's row first where the result decides about money.
 */
export async function readRefundableOrder(
  payload: Payload,
  db: Db,
  orderId: number,
): Promise<RefundableOrder | null> {
  const facts = await readFacts(payload, db, orderId)
  return facts && toRefundableOrder(facts)
}

type PriceDrop = { share: RefundShare; refundCents: Cents }
/** What a buyer pays for a more expensive variant, for all items of the line. */
export type PriceRise = SaleTax & Record<'subtotalCents' | 'discountCents' | 'totalCents', Cents>
export type PriceChanges = {
  /** The refund if an item cost only so much: its share of price and tax, as far as the payments cover it. */
  dropTo: (itemId: string, unitCents: Cents) => PriceDrop
  /** How much more was paid for one unit of an item since it was bought; 0 for nothing. */
  paidFor: (itemId: string) => Cents
  /** The newest difference of an item, if it was `cents` for each and can be refunded in full. */
  undo: (itemId: string, cents: Cents) => Facts['differences'][number] | null
  /** Whether the buyer paid for another address. */
  hasPaidMove: boolean
  /** What a buyer pays if each unit costs `cents` more, including discounts and tax; null if some were refunded. */
  riseBy: (itemId: string, cents: Cents) => PriceRise | null
}

export function priceDrop(
  facts: Facts,
  before: RefundableOrder,
  itemId: string,
  swapUnitCents: Cents,
) {
  const items = facts.order.items.map((item) =>
    item.id === itemId ? { ...item, swapUnitCents } : item,
  )
  const after = toRefundableOrder({ ...facts, order: { ...facts.order, items } })
  const share = priceDropShare(before, after, itemId)
  return { share, refundCents: Math.min(sumShares([share]), before.leftCents) }
}

/** The tax is that of the whole order with and without the rise: thresholds of states are for the price of an item. */
export function priceRise(facts: Facts, itemId: string, cents: Cents): PriceRise {
  const { order, pricing, refunded } = facts
  const paid = paidNow(facts)
  const items = withRises({ order, differences: paid }).map(atSwapPrice)
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw new Error(`No item ${itemId}`)
  const subtotalCents = cents * item.quantity
  const discountCents = Math.floor((item.discountCents * cents) / Math.max(1, item.unitCents))
  const raised = items.map((line) =>
    line === item
      ? {
          ...line,
          unitCents: line.unitCents + cents,
          discountCents: line.discountCents + discountCents,
        }
      : line,
  )
  const shippingCents =
    order.shippingCents + sumOf(paid, 'shippingCents') - (refunded.get(null)?.amountCents ?? 0)
  const taxOf = (lines: readonly PricedLine[], place: TaxAddress = order) =>
    calculateTax(lines, shippingCents, place, pricing)
  // An exempt customer paid none.
  const paidTaxCents = order.taxCents + sumOf(facts.differences, 'taxCents')
  const isExempt = paidTaxCents === 0 && taxOf(order.items, taxedAddressOf(order)).taxCents > 0
  const more = subtractTax(taxOf(raised), taxOf(items))
  const tax = isExempt || more.taxCents < 0 ? noTax : more
  return {
    subtotalCents,
    discountCents,
    ...tax,
    totalCents: subtotalCents - discountCents + tax.taxCents,
  }
}

/**
 * Returns functions that calculate the refund or charge for a lower or higher price of an item; null if there is no
 * order. Lock the order's row first where the result decides about money.
 */
export async function readPriceChanges(
  payload: Payload,
  db: Db,
  orderId: number,
): Promise<PriceChanges | null> {
  const facts = await readFacts(payload, db, orderId)
  if (!facts) return null
  const before = toRefundableOrder(facts)
  const paid = paidNow(facts)
  return {
    paidFor: (itemId) => sumOf(ofItem(paid, itemId), 'unitCents'),
    undo: (itemId, cents) => {
      const newest = ofItem(paid, itemId).at(-1)
      return newest?.unitCents === cents && newest.leftCents === newest.totalCents ? newest : null
    },
    hasPaidMove: paidMove({ differences: paid }) !== null,
    dropTo: (itemId, unitCents) => priceDrop(facts, before, itemId, unitCents),
    riseBy: (itemId, cents) =>
      before.lines.some(({ id, quantity, bought }) => id === itemId && quantity === bought)
        ? priceRise(facts, itemId, cents)
        : null,
  }
}
