import { eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { deliveryOf } from '@/modules/returns/rules'
import { order_events, orders } from '@/payload-generated-schema'
import type { Tx } from '@/platform/transaction'

/** When an order had an event of this type last, as an ISO time. */
const lastEventAt = (type: 'delivered' | 'shipped'): SQL<string | null> =>
  sql`(select to_char(max(event.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from ${order_events} event where ${eq(sql`event.order_id`, orders.id)} and event.type = ${type})`

/** What `deliveryOf` follows from, in a query about orders. */
export const deliveryColumns = {
  deliveredAt: lastEventAt('delivered'),
  shippedAt: lastEventAt('shipped'),
}

/**
 * Returns when an order was delivered or should have been, as an ISO time; null if neither is known.
 * @param deliveryDays business days
 */
export async function readDeliveredAt(
  db: Payload['db']['drizzle'] | Tx,
  orderId: number,
  deliveryDays: number,
): Promise<string | null> {
  const [row] = await db.select(deliveryColumns).from(orders).where(eq(orders.id, orderId))
  return (row && deliveryOf(row, deliveryDays))?.at ?? null
}
