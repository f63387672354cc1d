import { eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'

import { newestShipmentAt } from '@/modules/orders/queries/newest-shipment'
import { deliveryOf } from '@/modules/returns/rules'
import { order_events, orders } from '@/payload-generated-schema'
import type { Db } from '@/platform/transaction'

/** When an order had an event of this type last. */
const lastEventAt = (type: 'delivered' | 'shipped'): SQL =>
  sql`(select max(event.created_at) from ${order_events} event
  where ${eq(sql`event.order_id`, orders.id)} and event.type = ${type})`

const isoTime = (time: SQL): SQL<string | null> =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The columns that `deliveryOf` needs, in a query about orders. A package that is sent again counts from its new date.
 */
export const deliveryColumns = {
  deliveredAt: isoTime(lastEventAt('delivered')),
  shippedAt: isoTime(sql`greatest(${lastEventAt('shipped')}, ${newestShipmentAt})`),
}

/**
 * Returns when an order was delivered or should have been, as an ISO time; null if neither is known.
 * @param deliveryDays business days
 */
export async function readDeliveredAt(
  db: Db,
  orderId: number,
  deliveryDays: number,
): Promise<string | null> {
  const [row] = await db.select(deliveryColumns).from(orders).where(eq(orders.id, orderId))
  return (row && deliveryOf(row, deliveryDays))?.at ?? null
}
