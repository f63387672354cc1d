import { and, desc, eq, gt, isNotNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  businessDaysBetween,
  type DeliveredOrder,
  type DeliveryDays,
  refineDays,
} from '@/modules/checkout/rules/arrival'
import { shippingRegionOf } from '@/modules/checkout/rules/destination'
import { orders } from '@/payload-generated-schema'
import { env } from '@/platform/env'
import { dayIn } from '@/platform/time-zones'

const historyDays = 180
const historyOrders = 300

/** The last delivered standard orders, and the result of the previous read. */
type History = { version: string; orders: readonly DeliveredOrder[] }
let history: History = { version: '', orders: [] }

/**
 * Counting business days of hundreds of orders takes too long for each cart, so it happens only when they have changed.
 * Orders whose steps were all recorded on one day are left out.
 */
async function readHistory({ db: { drizzle } }: Pick<Payload, 'db'>): Promise<History> {
  const last = drizzle
    .select({
      id: orders.id,
      updatedAt: orders.updatedAt,
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
    .orderBy(desc(orders.deliveredAt), desc(orders.id))
    .limit(historyOrders)
    .as('last')
  const [found] = await drizzle
    .select({
      version: sql<string>`concat_ws(' ', count(*), sum(${last.id}), max(${last.updatedAt}))`,
    })
    .from(last)
  const version = found?.version ?? ''
  if (version === history.version) return history
  const delivered = await drizzle.select().from(last)
  history = {
    version,
    orders: delivered
      .map(({ stateCode, paidAt, shippedAt, deliveredAt }) => ({
        region: shippingRegionOf(stateCode ?? ''),
        printDays: businessDaysBetween(shopDay(paidAt), shopDay(shippedAt)),
        transitDays: businessDaysBetween(shopDay(shippedAt), shopDay(deliveredAt)),
      }))
      .filter(({ printDays, transitDays }) => printDays > 0 && transitDays > 0),
  }
  return history
}

/**
 * How long orders take: what the owner expects, or what standard orders took that were delivered in the last months, if
 * there are enough of them.
 */
export async function getDeliveryDays(
  payload: Pick<Payload, 'db'>,
  expected: DeliveryDays,
): Promise<DeliveryDays> {
  return refineDays(expected, (await readHistory(payload)).orders)
}

/** The day of a moment in the shop's time zone; today without one. */
export function shopDay(moment?: Date | string | null): string {
  return dayIn(new Date(moment ?? Date.now()), env.SHOP_TIME_ZONE)
}
