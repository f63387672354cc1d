import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { payments } from '@/payload-generated-schema'

/** Money that was really moved. */
export const isCompletedPayment = eq(payments.status, 'completed')

/** The amount of a payment in cents; a refund is negative. */
export const amountMoved = sql`case ${payments.kind} when 'refund' then -${payments.amountCents} else ${payments.amountCents} end`

/** What each order brought in after refunds, for joins: `order` and `cents`. */
export function orderRevenue({ db: { drizzle } }: Payload) {
  return drizzle
    .select({ order: payments.order, cents: sql<number>`sum(${amountMoved})::integer`.as('cents') })
    .from(payments)
    .where(isCompletedPayment)
    .groupBy(payments.order)
    .as('revenue')
}
