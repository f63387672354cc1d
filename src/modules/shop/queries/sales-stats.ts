import {
  and,
  asc,
  desc,
  eq,
  gte,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { firstBaseName } from '@/modules/catalog/queries/product-columns'
import {
  amountMoved,
  isCompletedPayment,
  isPriceDifference,
} from '@/modules/orders/queries/ledger-amounts'
import type { DateRange } from '@/modules/shop/rules/date-range'
import { content, orders, orders_items, payments, products } from '@/payload-generated-schema'
import { isOnDays, sumWhere } from '@/platform/paged-list'

import { zone } from './shop-days'

/**
 * The metrics of the dashboard. Revenue is taken from the ledger: completed captures and manual payments less completed
 * refunds, on the day of each, in the shop's time zone. `revenueBeforeCents` covers the same part of the previous
 * month.
 */
export type AdminStats = Awaited<ReturnType<typeof getAdminStats>>

/** As in the index orders_sold. Replacements aren't sales. */
const isPaid = and(
  eq(orders.paymentState, 'completed'),
  isNull(orders.replaces),
  not(isPriceDifference),
)
const localNow = sql`(now() at time zone ${zone})`
const daysAgo = (days: number) => sql`now() - ${sql.raw(`interval '${days} days'`)}`

export async function getAdminStats({ db: { drizzle } }: Payload) {
  const month = sql`date_trunc('month', ${localNow})`
  const lastMonth = sql`(${month} - interval '1 month')`
  // Subqueries, which PostgreSQL computes once instead of for each payment.
  const thisMonthStart = sql`(select ${month} at time zone ${zone})`
  const lastMonthStart = sql`(${lastMonth} at time zone ${zone})`
  const lastMonthEnd = sql`(select least(${month}, ${lastMonth} + (${localNow} - ${month})) at time zone ${zone})`
  const [stats] = await drizzle
    .select({
      revenueCents: sumWhere(amountMoved, gte(payments.createdAt, thisMonthStart)),
      revenueBeforeCents: sumWhere(amountMoved, lt(payments.createdAt, lastMonthEnd)),
      totalOrders: drizzle.$count(orders, isPaid),
      ordersThisWeek: drizzle.$count(orders, and(isPaid, gte(orders.paidAt, daysAgo(7)))),
      ordersWeekBefore: drizzle.$count(
        orders,
        and(isPaid, gte(orders.paidAt, daysAgo(14)), lt(orders.paidAt, daysAgo(7))),
      ),
      activeProducts: drizzle.$count(products, sql`${products.isActive}`),
      totalContent: drizzle.$count(content, sql`${content.deletedAt} is null`),
      publishedContent: drizzle.$count(content, eq(content.status, 'published')),
    })
    .from(payments)
    .where(and(isCompletedPayment, gte(payments.createdAt, lastMonthStart)))
  if (!stats) throw new Error('The database returned no counts')
  return stats
}

export const revenueSteps = ['day', 'week', 'month'] as const
export type RevenueStep = (typeof revenueSteps)[number]
/** `from` is the first day of the step, as YYYY-MM-DD in the shop's time zone. */
export type RevenuePoint = Awaited<ReturnType<typeof listRevenue>>[number]

const pointCounts = { day: 30, week: 13, month: 12 } satisfies Record<RevenueStep, number>

/** Returns revenue after refunds and paid orders of a range of days. Free orders count as paid. */
export async function getRangeTotals({ db: { drizzle } }: Payload, range: DateRange) {
  const [totals] = await drizzle
    .select({
      revenueCents: sumWhere(amountMoved),
      orders: drizzle.$count(orders, and(isPaid, isOnDays(orders.paidAt, range))),
    })
    .from(payments)
    .where(and(isCompletedPayment, isOnDays(payments.createdAt, range)))
  if (!totals) throw new Error('An aggregate always returns a row')
  return totals
}

/**
 * Returns the revenue and paid orders of a range, or of the last 30 days, 13 weeks, or 12 months, including steps
 * without any.
 */
export function listRevenue(
  { db: { drizzle } }: Payload,
  step: RevenueStep,
  range: DateRange | null = null,
) {
  const unit = sql.raw(`'${step}'`)
  const lastStep = sql`date_trunc(${unit}, ${range ? sql`${range.to}::timestamp` : localNow})`
  const firstStep = range
    ? sql`date_trunc(${unit}, ${range.from}::timestamp)`
    : sql`${lastStep} - ${sql.raw(`interval '${pointCounts[step] - 1} ${step}'`)}`
  type Moment = typeof payments.createdAt | typeof orders.paidAt
  const stepOf = (moment: Moment) => sql`date_trunc(${unit}, ${moment} at time zone ${zone})`
  const isWithin = (moment: Moment) =>
    range ? isOnDays(moment, range) : gte(moment, sql`((${firstStep}) at time zone ${zone})`)
  const moves = drizzle.$with('moves').as(
    drizzle
      .select({
        firstDay: stepOf(payments.createdAt).as('moved_in'),
        cents: sumWhere(amountMoved).as('cents'),
      })
      .from(payments)
      .where(and(isCompletedPayment, isWithin(payments.createdAt)))
      .groupBy(sql`1`),
  )
  // Counted on their own: a free order has no payment, and a gift card and PayPal may pay one on different days.
  const sold = drizzle.$with('sold').as(
    drizzle
      .select({
        firstDay: stepOf(orders.paidAt).as('paid_in'),
        count: sql<number>`count(*)::integer`.as('paid_orders'),
      })
      .from(orders)
      .where(and(isPaid, isWithin(orders.paidAt)))
      .groupBy(sql`1`),
  )
  return drizzle
    .with(moves, sold)
    .select({
      from: sql<string>`to_char(steps.first, 'YYYY-MM-DD')`,
      revenueCents: sql<number>`coalesce(${moves.cents}, 0)`,
      orders: sql<number>`coalesce(${sold.count}, 0)`,
    })
    .from(
      sql`generate_series(${firstStep}, ${lastStep}, ${sql.raw(`interval '1 ${step}'`)}) as steps(first)`,
    )
    .leftJoin(moves, eq(moves.firstDay, sql`steps.first`))
    .leftJoin(sold, eq(sold.firstDay, sql`steps.first`))
    .orderBy(sql`steps.first`)
}

export type BestSeller = Awaited<ReturnType<typeof listBestSellers>>[number]

/** Returns the products of which most units were sold in paid orders of the last 30 days. */
export function listBestSellers({ db: { drizzle } }: Payload, limit: number) {
  const sales = drizzle
    .select({ product: orders_items.product, sold: sumWhere(orders_items.quantity).as('sold') })
    .from(orders)
    .innerJoin(orders_items, eq(orders_items._parentID, orders.id))
    .where(
      and(
        isPaid,
        notInArray(orders.status, ['cancelled', 'refunded']),
        gte(orders.paidAt, daysAgo(30)),
        isNotNull(orders_items.product),
      ),
    )
    .groupBy(orders_items.product)
    .as('sales')
  return drizzle
    .select({
      productId: products.id,
      name: products.name,
      sold: sales.sold,
      baseName: firstBaseName(drizzle),
    })
    .from(sales)
    .innerJoin(products, eq(products.id, sales.product))
    .orderBy(desc(sales.sold), asc(products.name))
    .limit(limit)
}
