import { and, eq, inArray, isNotNull, ne, notLike, sql } from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { hasRefund } from '@/modules/orders/queries/refundable-order'
import { refundRequestId } from '@/modules/orders/rules/line-refund'
import {
  isWithinWindow,
  type ReturnReason,
  returnReasons,
  returnRefundId,
} from '@/modules/returns/rules'
import {
  orders,
  orders_items,
  refund_lines,
  returns,
  returns_lines,
} from '@/payload-generated-schema'
import { sumWhere } from '@/platform/paged-list'
import type { Db } from '@/platform/transaction'

import { readDeliveredAt, readReturnsStart } from './delivery'

/** The items of an order that can come back; those of a final sale only if they are faulty. */
export async function readOrderedItems(
  db: Db,
  orderId: number,
): Promise<{ id: string; name: string; quantity: number; isFinalSale: boolean | null }[]> {
  return db
    .select({
      id: orders_items.id,
      name: orders_items.name,
      quantity: orders_items.quantity,
      isFinalSale: orders_items.isFinalSale,
    })
    .from(orders_items)
    .where(eq(orders_items._parentID, orderId))
    .orderBy(orders_items._order)
}

/** Returns the quantities by item that can't be returned again: in a return already, or refunded without one. */
export async function readReturnedQuantities(
  db: Db,
  orderId: number,
): Promise<Map<string, number>> {
  const returned = db
    .select({ itemId: returns_lines.itemId, quantity: returns_lines.quantity })
    .from(returns)
    .innerJoin(returns_lines, eq(returns_lines._parentID, returns.id))
    .where(and(eq(returns.order, orderId), ne(returns.status, 'declined')))
  const refunded = db
    .select({ itemId: sql<string>`${refund_lines.itemId}`, quantity: refund_lines.quantity })
    .from(refund_lines)
    .where(
      and(
        eq(refund_lines.order, orderId),
        isNotNull(refund_lines.itemId),
        notLike(refund_lines.requestId, `${refundRequestId(returnRefundId(''))}%`),
        hasRefund('completed', 'pending'),
      ),
    )
  const quantities = new Map<string, number>()
  for (const { itemId, quantity } of [...(await returned), ...(await refunded)])
    quantities.set(itemId, (quantities.get(itemId) ?? 0) + quantity)
  return quantities
}

/** Returns what a return is about. */
export async function readReturnLines(
  db: Db,
  id: number,
): Promise<{ itemId: string; quantity: number }[]> {
  return db
    .select({ itemId: returns_lines.itemId, quantity: returns_lines.quantity })
    .from(returns_lines)
    .where(eq(returns_lines._parentID, id))
    .orderBy(returns_lines._order)
}

/** `id` of the return, `orderId` of the order that was paid. */
export type PaidLines = {
  id: number
  orderId: number
  lines: { itemId: string; quantity: number }[]
}

/**
 * Returns the items that were paid for, and their order: a return's own, or those that its items were sent in place of,
 * which may have been exchanged more than once.
 */
export async function readPaidLines(
  db: Db,
  row: { id: number; order: number },
): Promise<PaidLines> {
  const [paid] = await readAllPaidLines(db, [row])
  return paid ?? { id: row.id, orderId: row.order, lines: [] }
}

/** Returns the same for several returns, in their order, with one statement. */
export async function readAllPaidLines(
  db: Db,
  rows: readonly { id: number; order: number }[],
): Promise<PaidLines[]> {
  const paid = alias(orders_items, 'paid')
  const lines = await db
    .select({
      id: returns_lines._parentID,
      orderId: paid._parentID,
      itemId: paid.id,
      quantity: sumWhere(returns_lines.quantity),
    })
    .from(returns_lines)
    .innerJoin(orders_items, eq(orders_items.id, returns_lines.itemId))
    .innerJoin(paid, eq(paid.id, sql`coalesce(${orders_items.replacesItem}, ${orders_items.id})`))
    .where(
      inArray(
        returns_lines._parentID,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(returns_lines._parentID, paid._parentID, paid.id)
  return rows.map(({ id, order }) => {
    const own = lines.filter((line) => line.id === id)
    return { id, orderId: own[0]?.orderId ?? order, lines: own }
  })
}

type Returnable = {
  /** How many of each item can still be returned. */
  items: { itemId: string; left: number; isFinalSale: boolean }[]
  /** Those whose window is open; only faults after a while. */
  reasons: ReturnReason[]
  /** The day from which they can be returned; null if that is now. */
  start: string | null
}

/** Returns what of an order can still be returned, and why; null before it ships, and once nothing can be. */
export async function listReturnable(
  payload: Payload,
  { orderNumber, status, items }: CustomerOrderView,
): Promise<Returnable | null> {
  if (status !== 'shipped' && status !== 'delivered') return null
  const db = payload.db.drizzle
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.orderNumber, orderNumber))
  if (!order) return null
  const settings = await payload.findGlobal({ slug: 'shop-settings', depth: 0 })
  const [returned, delivered, start] = await Promise.all([
    readReturnedQuantities(db, order.id),
    readDeliveredAt(db, order.id, settings.deliveryDaysMax),
    readReturnsStart(db, order.id, settings.deliveryDaysMin),
  ])
  const reasons = returnReasons.filter((reason) =>
    isWithinWindow(reason, delivered, settings, new Date()),
  )
  const itemsLeft = items
    .map(({ id, quantity, isFinalSale }) => ({
      itemId: id,
      left: quantity - (returned.get(id) ?? 0),
      isFinalSale,
    }))
    .filter(({ left }) => left > 0)
  return reasons.length > 0 && itemsLeft.length > 0 ? { items: itemsLeft, reasons, start } : null
}
