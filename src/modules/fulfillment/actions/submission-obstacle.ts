import { and, eq, exists, gt, inArray, not } from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { disputeHoldMessage } from '@/modules/fulfillment/rules/fulfillment'
import { isPaidAndOpen } from '@/modules/orders/queries/admin-orders'
import { order_events, orders } from '@/payload-generated-schema'

/**
 * closed: canceled, or all items were refunded. contested: the buyer opened a dispute, or PayPal reversed the payment.
 * changed: some items were refunded or changed since.
 */
export type Obstacle = 'closed' | 'contested' | 'changed'

export const obstacleMessages: Record<Obstacle, string> = {
  closed:
    'This order was canceled or refunded here before Printful charged for it. Cancel the draft on Printful.',
  contested: disputeHoldMessage,
  changed:
    'Items in this order were refunded or changed before Printful charged for it. Cancel the draft on Printful, then send it as a new order.',
}

/**
 * Returns why an order that this submission holds must no longer be printed. Staff may submit a
 * contested order by hand; only what happened since the claim, at `updatedAt`, stops it then.
 */
export async function findObstacle(
  { db: { drizzle } }: Payload,
  order: Pick<typeof orders.$inferSelect, 'id' | 'updatedAt'>,
  byHand: boolean,
): Promise<'closed' | 'contested' | null> {
  if ((await drizzle.$count(orders, and(eq(orders.id, order.id), isPaidAndOpen))) === 0)
    return 'closed'
  const closings = alias(order_events, 'closings')
  const isClosed = exists(
    drizzle
      .select({ id: closings.id })
      .from(closings)
      .where(
        and(
          eq(closings.order, order_events.order),
          eq(closings.type, 'dispute-closed'),
          eq(closings.reason, order_events.reason),
        ),
      ),
  )
  const contested = await drizzle.$count(
    order_events,
    and(
      eq(order_events.order, order.id),
      inArray(order_events.type, ['disputed', 'reversed']),
      not(isClosed),
      byHand ? gt(order_events.createdAt, order.updatedAt) : undefined,
    ),
  )
  return contested > 0 ? 'contested' : null
}
