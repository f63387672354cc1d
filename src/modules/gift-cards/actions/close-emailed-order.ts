import { and, eq, isNotNull, isNull, or, type SQL, sql } from '@payloadcms/db-postgres/drizzle'

import { addOrderEvent, nextVersion } from '@/modules/orders/order-record'
import {
  gift_card_deliveries,
  gift_card_entries,
  orders,
  orders_items,
  payments,
} from '@/payload-generated-schema'
import type { Tx, TxRequest } from '@/platform/transaction'

/**
 * Completes a locked order that has only gift cards once each of them was sent, or refunded before that. While a refund
 * is pending, a card that wasn't sent waits for it: PayPal may decline it.
 */
export async function closeEmailedOrder(req: TxRequest, tx: Tx, orderId: number): Promise<void> {
  const { order, card, sentAt } = gift_card_deliveries
  const balance = sql`(select coalesce(sum(${gift_card_entries.amountCents}), 0)
    from ${gift_card_entries} where ${gift_card_entries.card} = ${card})`
  const isRefunding = sql`exists (select from ${payments} where ${payments.order} = ${orderId}
    and ${payments.kind} = 'refund' and ${payments.status} = 'pending')`
  const isUnsent = and(isNull(sentAt), or(isNull(card), sql`${balance} > 0`, isRefunding))
  // One after the other: a transaction has one connection.
  if ((await tx.$count(orders_items, eq(orders_items._parentID, orderId))) > 0) return
  const count = (isMeant: SQL | undefined) =>
    tx.$count(gift_card_deliveries, and(eq(order, orderId), isMeant))
  if ((await count(isNotNull(sentAt))) === 0 || (await count(isUnsent)) > 0) return
  const closed = await tx
    .update(orders)
    .set({ status: 'delivered', deliveredAt: sql`now()`, ...nextVersion })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'paid')))
    .returning({ id: orders.id })
  if (closed.length > 0)
    await addOrderEvent(req, orderId, {
      type: 'delivered',
      actor: 'the shop',
      message: 'Everything in this order was emailed',
    })
}
