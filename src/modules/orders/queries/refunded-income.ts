import { and, eq, inArray, type SQL, sql, sum } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { orders, payments, refund_lines } from '@/payload-generated-schema'

import { hasRefund } from './refundable-order'

type Refunded = Record<'cents' | 'lineCents' | 'lineTaxCents', SQL | SQL.Aliased>

/**
 * Returns the tax within what was refunded of an order, for queries of orders. Refunded items name their tax. Of the rest
 * that was refunded, tax is its part of the order's total.
 * @param refunded.cents all that was refunded of the order
 * @param refunded.lineCents what of it was for items and shipping, with tax
 */
export function taxWithin({ cents, lineCents, lineTaxCents }: Refunded): SQL {
  return sql`case when ${cents} >= ${orders.totalCents} then ${orders.taxCents}
    else least(${orders.taxCents}, greatest(0, round(coalesce(${lineTaxCents}, 0)
      + ${orders.taxCents} * (${cents} - coalesce(${lineCents}, 0)) / nullif(${orders.totalCents} - coalesce(${orders.purchasedCardsCents}, 0), 0)))) end`
}

/**
 * What was refunded of an order's income, or is being refunded, for queries of orders: without tax, which is passed on, and
 * without what came off gift cards that it bought.
 */
export function refundedIncome({ db: { drizzle } }: Payload): SQL<number> {
  const sumOf = (kind: 'refund' | 'gift-card-cancel') =>
    sql`coalesce((${drizzle
      .select({ cents: sum(payments.amountCents) })
      .from(payments)
      .where(
        and(
          eq(payments.order, orders.id),
          eq(payments.kind, kind),
          inArray(payments.status, ['completed', 'pending']),
        ),
      )}), 0)`
  const sumOfLines = (amount: SQL) =>
    sql`(${drizzle
      .select({ cents: sql`sum(${amount})` })
      .from(refund_lines)
      .where(and(eq(refund_lines.order, orders.id), hasRefund('completed', 'pending')))})`
  const cents = sumOf('refund')
  const tax = taxWithin({
    cents,
    lineCents: sumOfLines(sql`${refund_lines.amountCents} + ${refund_lines.taxCents}`),
    lineTaxCents: sumOfLines(sql`${refund_lines.taxCents}`),
  })
  return sql`(${cents} - ${sumOf('gift-card-cancel')} - ${tax})`.mapWith(Number)
}
