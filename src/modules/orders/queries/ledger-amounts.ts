import { and, eq, inArray, isNotNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { orders, payments } from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'
import { sumWhere } from '@/platform/paged-list'

/** Money that was really moved. */
export const isCompletedPayment = eq(payments.status, 'completed')

/**
 * What a row of the ledger means for revenue, in cents. Refunds are negative, and so are sold gift cards: they're a
 * debt until they pay for an order, and revenue then.
 */
export const amountMoved = sql`case when ${payments.kind} in ('refund', 'gift-card-sale') then -${payments.amountCents} else ${payments.amountCents} end`

/** Rows about gift cards that an order bought. They explain a payment but aren't payments. */
export const isCardSale = inArray(payments.kind, ['gift-card-sale', 'gift-card-cancel'])

/**
 * Orders that only pay for another size, color, or address of an earlier order. Their money counts, but they aren't counted as
 * orders: the earlier one is.
 */
export const isPriceDifference = isNotNull(orders.priceDifference_state)

/** Returns the completed refunds of some orders by order id. Orders without one are missing. */
export async function readRefundedCents(
  { db: { drizzle } }: Payload,
  orderIds: number[],
): Promise<Map<number | null, Cents>> {
  const refunds = await drizzle
    .select({ order: payments.order, cents: sumWhere(payments.amountCents) })
    .from(payments)
    .where(and(inArray(payments.order, orderIds), eq(payments.kind, 'refund'), isCompletedPayment))
    .groupBy(payments.order)
  return new Map(refunds.map(({ order, cents }) => [order, cents]))
}

/** Where a refund goes. */
export type RefundDestination = (typeof payments.$inferSelect)['provider']

/** Returns the completed refunds of an order by where they went; none if only its status was set to refunded. */
export function readRefunds(
  { db: { drizzle } }: Payload,
  orderId: number,
): Promise<{ place: RefundDestination; cents: Cents }[]> {
  return drizzle
    .select({ place: payments.provider, cents: sumWhere(payments.amountCents) })
    .from(payments)
    .where(and(eq(payments.order, orderId), eq(payments.kind, 'refund'), isCompletedPayment))
    .groupBy(payments.provider)
}
