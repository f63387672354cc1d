import { and, eq, inArray, type SQL, sql, sum } from '@payloadcms/db-postgres/drizzle'
import { alias, type PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { orders, payments, refund_lines } from '@/payload-generated-schema'

import { type hasRefund } from './refundable-order'

type Statuses = Parameters<typeof hasRefund>

/** The state whose tax an order paid. Gift cards aren’t shipped: an order of nothing else only has a billing address. */
export const taxedState = sql<string>`coalesce(${orders.taxedState}, ${orders.shippingAddress_stateCode}, ${orders.billingAddress_stateCode}, '')`

/**
 * Returns the refunds of paid orders with these statuses, for queries, with their tax: by how much each raises the tax in
 * all that was refunded of its order. Refunded items name their tax. Of the rest, tax is its part of the order's total, and
 * the last refund takes what is left. `cents` is without tax, and without what came off gift cards that the order bought.
 */
export function refundsWithTax({ db: { drizzle } }: Payload, ...statuses: Statuses) {
  const sumOf = (kind: 'refund' | 'gift-card-cancel') =>
    sql<number>`coalesce(sum(${payments.amountCents}) filter (where ${payments.kind} = ${kind}), 0)`
  const parts = drizzle
    .select({
      order: payments.order,
      // Both parts of a refund have the lines of its request.
      request:
        sql<string>`regexp_replace(coalesce(${payments.requestId}, ${payments.providerId}), '-card$', '')`.as(
          'request',
        ),
      at: sql`min(${payments.createdAt})`.as('refunded_at'),
      cents: sumOf('refund').as('cents'),
      cardCents: sumOf('gift-card-cancel').as('card_cents'),
    })
    .from(payments)
    .where(
      and(
        inArray(payments.status, statuses),
        inArray(payments.kind, ['refund', 'gift-card-cancel']),
      ),
    )
    .groupBy(payments.order, sql`2`)
    .as('parts')
  const lines = drizzle
    .select({
      order: refund_lines.order,
      request: refund_lines.requestId,
      cents: sql`sum(${refund_lines.amountCents} + ${refund_lines.taxCents})`.as('line_cents'),
      tax: sql`sum(${refund_lines.taxCents})`.as('line_tax'),
    })
    .from(refund_lines)
    .groupBy(refund_lines.order, refund_lines.requestId)
    .as('lines')
  const { totalCents, taxCents, purchasedCardsCents } = orders
  const taxUntil = (rows: SQL) => {
    const sumOfAll = (cents: SQL.Aliased) =>
      sql`coalesce(sum(${cents}) over (partition by ${parts.order} order by ${parts.at}, ${parts.request} ${rows}), 0)`
    const cents = sumOfAll(parts.cents)
    return sql`case when ${cents} >= ${totalCents} then ${taxCents}
      else least(${taxCents}, greatest(0, round(${sumOfAll(lines.tax)}
        + ${taxCents} * (${cents} - ${sumOfAll(lines.cents)}) / nullif(${totalCents} - coalesce(${purchasedCardsCents}, 0), 0)))) end`
  }
  const tax = sql<number>`(${taxUntil(sql`rows unbounded preceding`)} - ${taxUntil(sql`rows between unbounded preceding and 1 preceding`)})`
  return drizzle
    .select({
      order: parts.order,
      at: parts.at,
      state: taxedState.as('state'),
      cents: sql<number>`${parts.cents} - ${parts.cardCents} - ${tax}`.as('refunded_cents'),
      tax: tax.as('refunded_tax'),
    })
    .from(parts)
    .innerJoin(orders, and(eq(orders.id, parts.order), eq(orders.paymentState, 'completed')))
    .leftJoin(lines, and(eq(lines.order, parts.order), eq(lines.request, parts.request)))
    .as('refunds')
}

/** What was refunded of an order's income by refunds with these statuses, for queries of orders. */
function incomeRefunded(payload: Payload, orderId: PgColumn, statuses: Statuses) {
  const refunds = refundsWithTax(payload, ...statuses)
  return sql<number>`coalesce((${payload.db.drizzle
    .select({ cents: sum(refunds.cents) })
    .from(refunds)
    .where(eq(refunds.order, orderId))}), 0)`
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
      refundedCents: incomeRefunded(payload, difference.id, statuses).as('difference_refunded'),
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
  const refunded = incomeRefunded(payload, orders.id, ['completed', 'pending'])
  return {
    differenceCents: sumOf('paidCents').mapWith(Number),
    differenceFeeCents: sumOf('feeCents').mapWith(Number),
    refundedCents: sql`(${refunded} + ${sumOf('refundedCents')})`.mapWith(Number),
  }
}
