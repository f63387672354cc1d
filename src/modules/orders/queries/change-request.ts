import { and, desc, eq, gt, inArray, lte, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { OrderTotals, SaleTax } from '@/modules/checkout/rules/pricing'
import { toPriceDifference } from '@/modules/orders/price-difference'
import { isOpenOrder } from '@/modules/orders/queries/open-orders'
import { askObstacle, canAskToPay, canPayByLink } from '@/modules/orders/rules/order-status'
import { changeText, type PriceDifference } from '@/modules/orders/rules/price-difference'
import { orders } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import type { Cents } from '@/platform/money'
import type { Db } from '@/platform/transaction'

import { type MoveCost, readMoveCost, sumMoveCost } from './address-difference'
import { readSwaps } from './swap-options'

type OrderRow = typeof orders.$inferSelect

/** What an order pays for a change, from its own columns. */
export function differenceOf(order: OrderRow): Omit<PriceDifference, 'order'> | null {
  const { priceDifference_state: state, priceDifference_quantity: quantity } = order
  return toPriceDifference({
    priceDifference: {
      state,
      itemId: order.priceDifference_itemId,
      name: order.priceDifference_name,
      quantity: quantity === null ? null : Number(quantity),
      fromSize: order.priceDifference_fromSize,
      fromColor: order.priceDifference_fromColor,
      size: order.priceDifference_size,
      color: order.priceDifference_color,
      isRequested: order.priceDifference_isRequested,
    },
  })
}

/** Where an order goes; for one that pays for another address, that address. */
function shippingAddressOf(order: OrderRow) {
  return {
    address1: order.shippingAddress_address1 ?? '',
    address2: order.shippingAddress_address2,
    city: order.shippingAddress_city ?? '',
    stateCode: order.shippingAddress_stateCode ?? '',
    zip: order.shippingAddress_zip ?? '',
  }
}

/**
 * Returns the order by which a customer is to pay for a change that staff asked for, before its deadline and until the
 * change is made. Its payment may be under way (`canPayByLink` says whether it isn't).
 */
export async function findChangeRequest(db: Db, orderId: number): Promise<OrderRow | undefined> {
  const [request] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.priceDifference_order, orderId),
        eq(orders.priceDifference_isRequested, true),
        eq(orders.priceDifference_state, 'open'),
        inArray(orders.status, ['pending', 'paid']),
        gt(orders.payableUntil, sql`now()`),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1)
  return request
}

/**
 * Returns when the deadline of an unpaid change of an order passed that nobody has closed yet (`cancelUnpaid` does, an
 * hour later). ISO 8601; null without one.
 */
export async function findLapsedRequest(db: Db, orderId: number): Promise<string | null> {
  const [request] = await db
    .select({ until: orders.payableUntil })
    .from(orders)
    .where(
      and(
        eq(orders.priceDifference_order, orderId),
        eq(orders.priceDifference_isRequested, true),
        isOpenOrder,
        lte(orders.payableUntil, sql`now()`),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1)
  return request?.until ? new Date(request.until).toISOString() : null
}

const nullOnAppError = async <Value>(value: Promise<Value>): Promise<Value | null> =>
  value.catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })

async function readSwapCost(
  payload: Payload,
  db: Db,
  order: OrderRow,
  { itemId, from, to }: Record<'from' | 'to', { size: string; color: string }> & { itemId: string },
): Promise<(OrderTotals & SaleTax) | null> {
  const items = await readSwaps(payload, db, { id: order.id })
  const item = items.find(({ id }) => id === itemId)
  if (item?.size !== from.size || item.color !== from.color) return null
  const swap = item.swaps.find(({ size, color }) => size === to.size && color === to.color)
  return swap?.rise ? { ...swap.rise, shippingCents: 0 } : null
}

/**
 * Returns what a change costs now for which an order asks the customer to pay.
 * @param order the one that is changed; lock it first where the result decides about money
 * @returns null if the change can no longer be made or paid
 */
export async function readRequestCost(
  payload: Payload,
  db: Db,
  order: OrderRow,
  request: OrderRow,
): Promise<(OrderTotals & SaleTax) | null> {
  const { priceDifference_itemId: itemId } = request
  const { item } = differenceOf(request) ?? {}
  if (itemId && item) {
    const totals = await readSwapCost(payload, db, order, { itemId, ...item })
    return totals && totals.totalCents > 0 ? totals : null
  }
  const address = shippingAddressOf(request)
  const cost = address.address1 && (await nullOnAppError(readMoveCost(payload, db, order, address)))
  if (!cost || sumMoveCost(cost) <= 0) return null
  return { subtotalCents: 0, discountCents: 0, ...cost, totalCents: sumMoveCost(cost) }
}

/** Whether a change costs what the order that pays for it says, and is taxed in the same state. */
export function isAskedPrice(order: OrderRow, request: OrderRow, now: OrderTotals): boolean {
  return (
    now.totalCents === request.totalCents &&
    now.taxCents === request.taxCents &&
    now.shippingCents === request.shippingCents &&
    (request.priceDifference_itemId === null ||
      order.shippingAddress_stateCode === request.shippingAddress_stateCode)
  )
}

/** A change that staff asked a customer to pay for. */
export type ChangeRequestView = {
  /** The order that pays for it. */
  orderId: number
  /** 'Fern Tee from Pine, M to Pine, XL in your order' */
  change: string
  /** What the customer was asked to pay, in the last email or on the order's page. */
  askedCents: Cents
  /** What it costs now; null if it can no longer be made or paid. */
  costCents: Cents | null
  /** ISO 8601. */
  until: string
  /** The customer has paid, or is paying. */
  isBeingPaid: boolean
}

/**
 * Returns the change of an order that waits for its customer to pay; null if there is none, or if the order can no
 * longer be changed.
 * @param orderName for a sentence: 'your order'
 */
export async function getChangeRequest(
  payload: Payload,
  orderId: number,
  orderName: string,
): Promise<ChangeRequestView | null> {
  const { drizzle } = payload.db
  const request = await findChangeRequest(drizzle, orderId)
  if (!request?.payableUntil) return null
  const [order] = await drizzle.select().from(orders).where(eq(orders.id, orderId))
  if (!order || !canAskToPay(order)) return null
  const cost = await readRequestCost(payload, drizzle, order, request)
  return {
    orderId: request.id,
    change: changeText(differenceOf(request)?.item ?? null, shippingAddressOf(request), orderName),
    askedCents: request.totalCents,
    costCents: cost?.totalCents ?? null,
    until: new Date(request.payableUntil).toISOString(),
    isBeingPaid: !canPayByLink(request),
  }
}

/**
 * Returns what the customer of an order can be asked to pay for another address; null if nothing, or if they can't be
 * asked. `obstacle` says what staff can do about that.
 */
export async function readMoveCharge(
  payload: Payload,
  orderId: number,
  address: Parameters<typeof readMoveCost>[3],
): Promise<{ cost: MoveCost | null; obstacle: string | null }> {
  const { drizzle } = payload.db
  const [order] = await drizzle.select().from(orders).where(eq(orders.id, orderId))
  if (!order || !canAskToPay(order) || (await findChangeRequest(drizzle, orderId)))
    return { cost: null, obstacle: order ? askObstacle(order) : null }
  const cost = await nullOnAppError(readMoveCost(payload, drizzle, order, address))
  return { cost: cost && sumMoveCost(cost) > 0 ? cost : null, obstacle: null }
}
