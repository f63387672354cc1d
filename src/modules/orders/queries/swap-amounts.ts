import { and, eq, isNotNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { SwapAmounts } from '@/modules/orders/rules/price-difference'
import { refund_lines } from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'

import {
  differenceParts,
  hasRefund,
  readDifferences,
  readFacts,
  readRefunded,
} from './refundable-order'

/**
 * Returns the differences paid for changes of an order that aren't refunded in full, the oldest first, with the orders that
 * paid them.
 */
export async function listPaidDifferences(payload: Payload, orderId: number) {
  const { drizzle } = payload.db
  const facts = await readFacts(payload, drizzle, orderId)
  const rows = facts?.differences.filter(({ status }) => status !== 'refunded') ?? []
  if (!facts || rows.length === 0) return []
  const { order, refunded: withPending } = facts
  const refunded = await readRefunded(drizzle, orderId, 'completed')
  const quantityOf = (itemId: string, from = refunded): number => from.get(itemId)?.quantity ?? 0
  return rows.map((difference) => {
    const { id, uuid, itemId, totalCents, leftCents, status } = difference
    return {
      ...{ id, uuid, itemId, totalCents, isUndone: status === 'cancelled' },
      isOver: [order.status, status].some((one) => one === 'refunded' || one === 'cancelled'),
      refundedCents: totalCents - leftCents,
      parts: differenceParts(facts, difference).map((part) => ({
        ...part,
        refundedQuantity: quantityOf(part.itemId),
        pendingQuantity: quantityOf(part.itemId, withPending) - quantityOf(part.itemId),
      })),
    }
  })
}

/**
 * Returns the amounts paid or refunded by swaps of an order, by item id (null: the address), without items that were
 * swapped for free.
 */
export async function readSwapAmounts(
  { db: { drizzle } }: Payload,
  orderId: number,
): Promise<Map<string | null, SwapAmounts>> {
  const [differences, refunded] = await Promise.all([
    readDifferences(drizzle, [orderId]),
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
  const add = (itemId: string | null, paidCents: Cents, refundedCents: Cents): void => {
    const before = amounts.get(itemId)
    amounts.set(itemId, {
      paidCents: (before?.paidCents ?? 0) + paidCents,
      refundedCents: (before?.refundedCents ?? 0) + refundedCents,
    })
  }
  for (const { itemId, totalCents, refundedCents } of differences)
    add(itemId, totalCents, refundedCents)
  for (const { itemId, cents } of refunded) add(itemId, 0, cents)
  return amounts
}
