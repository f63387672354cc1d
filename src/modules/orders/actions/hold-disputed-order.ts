import { and, eq, inArray, isNull, lt, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { disputeHoldMessage, submittableStatuses } from '@/modules/fulfillment/rules/fulfillment'
import { disableCardsOf } from '@/modules/gift-cards/deliveries'
import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import { addOrderEvent, lockOrder, nextVersion } from '@/modules/orders/order-record'
import { hasItemsToPrint } from '@/modules/orders/queries/admin-orders'
import { order_events, orders } from '@/payload-generated-schema'
import { removeJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

type OrderDispute = {
  /** reversed: PayPal took the money back. disputed: the buyer opened a case. dispute-closed: the case ended. */
  type: 'reversed' | 'disputed' | 'dispute-closed'
  /** PayPal's id of the case or reversal; the timeline gets one event per type and id. */
  reason: string
  message: string
}

/**
 * Records a dispute on the order's timeline and puts an order that was not submitted to the printer
 * on hold; staff release it by submitting it. A submission under way looks for the event itself
 * before and after Printful accepts the order. Repeating the call changes nothing.
 */
export async function holdDisputedOrder(
  payload: Payload,
  orderId: number,
  dispute: OrderDispute,
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    await lockOrder(tx, orderId)
    const { type, reason } = dispute
    const isSame = and(eq(order_events.type, type), eq(order_events.reason, reason))
    if ((await tx.$count(order_events, and(eq(order_events.order, orderId), isSame))) > 0) return
    await addOrderEvent(req, orderId, { ...dispute, actor: 'PayPal' })
    if (type === 'dispute-closed') return
    if ((await disableCardsOf(tx, orderId)) > 0)
      await addOrderEvent(req, orderId, {
        type: 'gift_card_disabled',
        actor: 'the shop',
        message: 'Its gift cards can’t be used until staff enable them again',
      })
    await notifyAboutOrder(tx, 'disputed', orderId, `${orderId}:${type}:${reason}`)
    const heldOrders = await tx
      .update(orders)
      .set({ fulfillment: 'on-hold', fulfillmentNote: disputeHoldMessage, ...nextVersion })
      .where(
        and(
          eq(orders.id, orderId),
          hasItemsToPrint,
          inArray(orders.status, ['paid', 'processing']),
          inArray(sql`coalesce(${orders.fulfillment}, 'none')`, [...submittableStatuses]),
          or(isNull(orders.fulfillmentLeaseUntil), lt(orders.fulfillmentLeaseUntil, sql`now()`)),
        ),
      )
      .returning({ id: orders.id })
    if (heldOrders.length > 0) await removeJob(tx, `submit-order:${orderId}`)
  })
}
