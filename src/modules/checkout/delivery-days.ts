import { and, desc, eq, gt, isNotNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  businessDaysBetween,
  dayIn,
  type DeliveryDays,
  refineDays,
} from '@/modules/checkout/rules/arrival'
import { shippingRegionOf } from '@/modules/checkout/rules/destination'
import { orders } from '@/payload-generated-schema'
import { env } from '@/platform/env'

const historyDays = 180
const historyOrders = 300

/**
 * How long orders take: what the owner expects, or what standard orders took that were delivered in the last months, if
 * there are enough of them. An order whose steps were all noted on one day says nothing and is left out.
 */
export async function getDeliveryDays(
  { db }: Pick<Payload, 'db'>,
  expected: DeliveryDays,
): Promise<DeliveryDays> {
  const delivered = await db.drizzle
    .select({
      stateCode: orders.shippingAddress_stateCode,
      paidAt: orders.paidAt,
      shippedAt: orders.shippedAt,
      deliveredAt: orders.deliveredAt,
    })
    .from(orders)
    .where(
      and(
        gt(orders.deliveredAt, sql`now() - make_interval(days => ${historyDays})`),
        isNotNull(orders.paidAt),
        isNotNull(orders.shippedAt),
        eq(orders.shippingMethod, 'standard'),
      ),
    )
    .orderBy(desc(orders.deliveredAt))
    .limit(historyOrders)
  const dayOf = (moment: string | null): string => dayIn(new Date(moment ?? 0), env.SHOP_TIME_ZONE)
  return refineDays(
    expected,
    delivered
      .map(({ stateCode, paidAt, shippedAt, deliveredAt }) => ({
        region: shippingRegionOf(stateCode ?? ''),
        printDays: businessDaysBetween(dayOf(paidAt), dayOf(shippedAt)),
        transitDays: businessDaysBetween(dayOf(shippedAt), dayOf(deliveredAt)),
      }))
      .filter(({ printDays, transitDays }) => printDays > 0 && transitDays > 0),
  )
}

/** Today in the shop's time zone. */
export function shopDay(now = new Date()): string {
  return dayIn(now, env.SHOP_TIME_ZONE)
}
