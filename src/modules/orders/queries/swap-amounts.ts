import { and, eq, isNotNull, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { PaidDifference, SwapAmounts } from '@/modules/orders/rules/price-difference'
import { orders, refund_lines } from '@/payload-generated-schema'

import {
  hasRefund,
  readFacts,
  readRefundablePayments,
  readRefunded,
  shareMoveTax,
  sumRefundable,
} from './refundable-order'

/** A paid difference with the order that paid it. */
type StoredDifference = PaidDifference & {
  id: number
  uuid: string
  /** Null if it was paid for another address. */
  itemId: string | null
}

/** The tax that was paid for another address, by item. */
async function readMoveParts(payload: Payload, orderId: number) {
  const facts = await readFacts(payload, payload.db.drizzle, orderId)
  return facts ? shareMoveTax(facts) : []
}

/** Returns the differences paid for changes of an order that aren't refunded in full, the oldest first. */
export async function listPaidDifferences(
  payload: Payload,
  orderId: number,
): Promise<StoredDifference[]> {
  const { drizzle } = payload.db
  const rows = await drizzle
    .select({
      id: orders.id,
      uuid: orders.uuid,
      itemId: orders.priceDifference_itemId,
      quantity: sql`coalesce(${orders.priceDifference_quantity}, 0)`.mapWith(Number),
      totalCents: orders.totalCents,
    })
    .from(orders)
    .where(
      and(
        eq(orders.priceDifference_order, orderId),
        eq(orders.priceDifference_state, 'applied'),
        ne(orders.status, 'refunded'),
      ),
    )
    .orderBy(orders.id)
  if (rows.length === 0) return []
  const [order] = await drizzle
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId))
  const isOver = order?.status === 'refunded' || order?.status === 'cancelled'
  const refunded = await readRefunded(drizzle, orderId, 'completed')
  const withPending = await readRefunded(drizzle, orderId, 'completed', 'pending')
  const quantityOf = (itemId: string, from = refunded): number => from.get(itemId)?.quantity ?? 0
  return Promise.all(
    rows.map(async ({ quantity, ...row }) => {
      const { id, itemId, totalCents } = row
      const left = await readRefundablePayments(drizzle, id)
      const parts =
        itemId === null
          ? await readMoveParts(payload, orderId)
          : [{ itemId, quantity, cents: totalCents }]
      return {
        ...row,
        isOver,
        refundedCents: totalCents - (left ? sumRefundable(left) : 0),
        parts: parts.map((part) => ({
          ...part,
          refundedQuantity: quantityOf(part.itemId),
          pendingQuantity: quantityOf(part.itemId, withPending) - quantityOf(part.itemId),
        })),
      }
    }),
  )
}

/**
 * Returns what swaps moved for the items of an order, by item id; only items for which they moved something. The id null
 * is the address.
 */
export async function readSwapAmounts(
  { db: { drizzle } }: Payload,
  orderId: number,
): Promise<Map<string | null, SwapAmounts>> {
  const [paid, refunded] = await Promise.all([
    drizzle
      .select({
        itemId: orders.priceDifference_itemId,
        cents: sql`sum(${orders.totalCents})`.mapWith(Number),
      })
      .from(orders)
      .where(
        and(eq(orders.priceDifference_order, orderId), eq(orders.priceDifference_state, 'applied')),
      )
      .groupBy(orders.priceDifference_itemId),
    drizzle
      .select({
        itemId: refund_lines.itemId,
        cents: sql`sum(${refund_lines.amountCents} + ${refund_lines.taxCents})`.mapWith(Number),
      })
      .from(refund_lines)
      .where(
        and(
          eq(refund_lines.order, orderId),
          // A refund of an item has a quantity; that of a swap is only about its price.
          eq(refund_lines.quantity, 0),
          isNotNull(refund_lines.itemId),
          hasRefund('completed', 'pending'),
        ),
      )
      .groupBy(refund_lines.itemId),
  ])
  const amounts = new Map<string | null, SwapAmounts>()
  for (const { itemId, cents } of paid) amounts.set(itemId, { paidCents: cents, refundedCents: 0 })
  for (const { itemId, cents } of refunded)
    amounts.set(itemId, { paidCents: amounts.get(itemId)?.paidCents ?? 0, refundedCents: cents })
  return amounts
}
