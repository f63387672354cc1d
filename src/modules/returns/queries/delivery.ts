import { eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'

import { addBusinessDays } from '@/modules/checkout/rules/arrival'
import { newestShipmentAt } from '@/modules/orders/queries/newest-shipment'
import { deliveryOf } from '@/modules/returns/rules'
import { order_events, orders } from '@/payload-generated-schema'
import { env } from '@/platform/env'
import { dayIn } from '@/platform/time-zones'
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
  transitDaysMax: orders.transitDaysMax,
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

/**
 * Returns the day from which an order can be returned: the first on which it may arrive, because deliveries aren't
 * reported. Null if that is now, or unknown.
 * @param deliveryDays business days, for orders that don't have their own
 */
export async function readReturnsStart(
  db: Db,
  orderId: number,
  deliveryDays: number,
): Promise<string | null> {
  const [order] = await db
    .select({
      status: orders.status,
      shippedAt: orders.shippedAt,
      days: orders.transitDaysMin,
      deliveredAt: deliveryColumns.deliveredAt,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order?.shippedAt || order.status === 'delivered' || order.deliveredAt) return null
  const shopDay = (moment: Date): string => dayIn(moment, env.SHOP_TIME_ZONE)
  const start = addBusinessDays(shopDay(new Date(order.shippedAt)), order.days ?? deliveryDays)
  return start > shopDay(new Date()) ? start : null
}
