import { and, eq, inArray, type SQL, sql, sum } from '@payloadcms/db-postgres/drizzle'
import { alias, type PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { orders, payments, refund_lines } from '@/payload-generated-schema'

import { hasRefund } from './refundable-order'

type Refunded = Record<'cents' | 'lineCents' | 'lineTaxCents', SQL | SQL.Aliased>
type Columns = Record<'id' | 'totalCents' | 'taxCents' | 'purchasedCardsCents', PgColumn>
type Statuses = Parameters<typeof hasRefund>

/**
 * Returns the tax within what was refunded of an order, for queries of orders. Refunded items name their tax. Of the rest
 * that was refunded, tax is its part of the order's total.
 * @param refunded.cents all that was refunded of the order
 * @param refunded.lineCents what of it was for items and shipping, with tax
 */
export function taxWithin(
  { cents, lineCents, lineTaxCents }: Refunded,
  { totalCents, taxCents, purchasedCardsCents }: Columns = orders,
): SQL {
  return sql`case when ${cents} >= ${totalCents} then ${taxCents}
    else least(${taxCents}, greatest(0, round(coalesce(${lineTaxCents}, 0)
      + ${taxCents} * (${cents} - coalesce(${lineCents}, 0)) / nullif(${totalCents} - coalesce(${purchasedCardsCents}, 0), 0)))) end`
}

/**
 * What was refunded of an order's income by refunds with these statuses, for queries of orders: without tax, which is
 * passed on, and without what came off gift cards that it bought.
 */
function incomeRefunded({ db: { drizzle } }: Payload, of: Columns, statuses: Statuses) {
  const sumOf = (kind: 'refund' | 'gift-card-cancel') =>
    sql`coalesce((${drizzle
      .select({ cents: sum(payments.amountCents) })
      .from(payments)
      .where(
        and(eq(payments.order, of.id), eq(payments.kind, kind), inArray(payments.status, statuses)),
      )}), 0)`
  const sumOfLines = (amount: SQL) =>
    sql`(${drizzle
      .select({ cents: sql`sum(${amount})` })
      .from(refund_lines)
      .where(and(eq(refund_lines.order, of.id), hasRefund(...statuses)))})`
  const cents = sumOf('refund')
  const lineCents = sumOfLines(sql`${refund_lines.amountCents} + ${refund_lines.taxCents}`)
  const lineTaxCents = sumOfLines(sql`${refund_lines.taxCents}`)
  const tax = taxWithin({ cents, lineCents, lineTaxCents }, of)
  return sql<number>`(${cents} - ${sumOf('gift-card-cancel')} - ${tax})`
}

/**
 * What was paid later for changes of orders, a row for each difference: `order` is the changed order, and `itemId` is
 * null if it was paid for another address. Amounts are in cents; `paidCents` is without tax, as is what was refunded of
 * it.
 * @param statuses of the refunds that count
 */
export function paidDifferences(payload: Payload, ...statuses: Statuses) {
  const { drizzle } = payload.db
  const difference = alias(orders, 'difference')
  const { subtotalCents, discountCents, shippingCents, totalCents } = difference
  const fees = drizzle
    .select({ cents: sum(payments.feeCents) })
    .from(payments)
    .where(
      and(
        eq(payments.order, difference.id),
        eq(payments.kind, 'capture'),
        eq(payments.status, 'completed'),
      ),
    )
  return drizzle
    .select({
      order: difference.priceDifference_order,
      itemId: difference.priceDifference_itemId,
      paidCents: sql<number>`${subtotalCents} - ${discountCents} + ${shippingCents}`.as(
        'difference_paid',
      ),
      discountCents: sql<number>`${discountCents}`.as('difference_discount'),
      totalCents: sql<number>`${totalCents}`.as('difference_total'),
      refundedCents: incomeRefunded(payload, difference, statuses).as('difference_refunded'),
      feeCents: sql<number>`coalesce((${fees}), 0)`.as('difference_fee'),
    })
    .from(difference)
    .where(eq(difference.priceDifference_state, 'applied'))
    .as('differences')
}

/**
 * What changes an order's income after it was placed, in cents, for queries of orders: what was paid for other sizes,
 * colors, and addresses, and what was refunded of both, or is being refunded.
 */
export function incomeChanges(payload: Payload) {
  const differences = paidDifferences(payload, 'completed', 'pending')
  const sumOf = (column: 'paidCents' | 'refundedCents' | 'feeCents') =>
    sql`coalesce((${payload.db.drizzle
      .select({ cents: sql`sum(${differences[column]})` })
      .from(differences)
      .where(eq(differences.order, orders.id))}), 0)`
  const refunded = incomeRefunded(payload, orders, ['completed', 'pending'])
  return {
    differenceCents: sumOf('paidCents').mapWith(Number),
    differenceFeeCents: sumOf('feeCents').mapWith(Number),
    refundedCents: sql`(${refunded} + ${sumOf('refundedCents')})`.mapWith(Number),
  }
}
