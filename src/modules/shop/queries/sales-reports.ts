import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNull,
  not,
  notInArray,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from '@payloadcms/db-postgres/drizzle'
import type { PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { isCharged } from '@/modules/fulfillment/queries/print-queue'
import { hasItems } from '@/modules/orders/queries/admin-orders'
import {
  amountMoved,
  isCardSale,
  isCompletedPayment,
  isPriceDifference,
} from '@/modules/orders/queries/ledger-amounts'
import { hasRefund } from '@/modules/orders/queries/refundable-order'
import {
  paidDifferences,
  refundsWithTax,
  taxedState,
} from '@/modules/orders/queries/refunded-income'
import { type DateRange, stepForRange } from '@/modules/shop/rules/date-range'
import {
  type ReportColumn,
  type ReportKind,
  type ReportRow,
  type SalesReport,
  sumRows,
} from '@/modules/shop/rules/sales-report'
import {
  gift_card_deliveries,
  gift_card_entries,
  orders,
  orders_discounts,
  orders_items,
  payments,
  refund_lines,
} from '@/payload-generated-schema'
import { formatMoney } from '@/platform/money'
import { countWhere, isOnDays, sumWhere } from '@/platform/paged-list'
import { paymentMethodLabels } from '@/platform/payment-methods'
import { pluralize } from '@/platform/pluralize'
import { regionName } from '@/platform/us/regions'

import { returnsReport } from './returns-report'
import { zone } from './shop-days'

const isPaid = eq(orders.paymentState, 'completed')
const isPaidWithin = (range: DateRange) => and(isPaid, isOnDays(orders.paidAt, range))
/** Replacements cost something, but aren't sales. */
const isSoldWithin = (range: DateRange) => and(isPaidWithin(range), isNull(orders.replaces))
/** What was refunded of each item of an order, by item; refunds of an amount name no items. */
const refundedItems = ({ db: { drizzle } }: Payload) =>
  drizzle
    .select({
      itemId: refund_lines.itemId,
      units: sql<number>`sum(${refund_lines.quantity})`.as('refunded_units'),
      cents: sql<number>`sum(${refund_lines.amountCents})`.as('refunded_cents'),
    })
    .from(refund_lines)
    .where(hasRefund('completed'))
    .groupBy(refund_lines.itemId)
    .as('refunded')
/** What was paid later for another size or color of each item, by item. */
const itemDifferences = (payload: Payload) => {
  const differences = paidDifferences(payload, 'completed')
  return payload.db.drizzle
    .select({
      itemId: differences.itemId,
      paid: sql<number>`sum(${differences.paidCents})`.as('item_paid_later'),
      refunded: sql<number>`sum(${differences.refundedCents})`.as('item_later_refunded'),
    })
    .from(differences)
    .groupBy(differences.itemId)
    .as('item_differences')
}
/** What was paid later for changes of each order, by order. */
const orderDifferences = (payload: Payload) => {
  const differences = paidDifferences(payload, 'completed')
  return payload.db.drizzle
    .select({
      order: differences.order,
      off: sql<number>`sum(${differences.discountCents})`.as('order_later_off'),
      total: sql<number>`sum(${differences.totalCents})`.as('order_later_total'),
    })
    .from(differences)
    .groupBy(differences.order)
    .as('order_differences')
}
/** Sold items and what was refunded of them; the caller groups them. */
const selectSoldItems = <Names extends Record<string, SQL | PgColumn>>(
  payload: Payload,
  range: DateRange,
  names: Names,
) => {
  const refunds = refundedItems(payload)
  const later = itemDifferences(payload)
  const sales = sql<number>`sum(${orders_items.quantity} * ${orders_items.unitPriceCents} - coalesce(${orders_items.discountCents}, 0) + coalesce(${later.paid}, 0))::integer`
  const refunded = sql<number>`sum(coalesce(${refunds.cents}, 0) + coalesce(${later.refunded}, 0))::integer`
  return payload.db.drizzle
    .select({
      ...names,
      units: sumWhere(orders_items.quantity),
      sales,
      unitsRefunded: sumWhere(refunds.units),
      refunded,
      net: sql<number>`${sales} - ${refunded}`,
    })
    .from(orders)
    .innerJoin(orders_items, eq(orders_items._parentID, orders.id))
    .leftJoin(refunds, eq(refunds.itemId, orders_items.id))
    .leftJoin(later, eq(later.itemId, orders_items.id))
    .where(isSoldWithin(range))
    .orderBy(desc(sales))
}
const orderCount = sql<number>`count(distinct ${orders.id}) filter (where not ${isPriceDifference})::integer`

/** Sales that may be taxed; gift cards never are. */
const isTaxable = or(hasItems, isPriceDifference)

const columnOf =
  (kind: ReportColumn['kind']) =>
  (key: string, label: string): ReportColumn => ({ key, label, kind })
const text = columnOf('text')
const date = columnOf('date')
const count = columnOf('count')
const money = columnOf('money')

const salesNote =
  'Items in orders paid in this period, after discounts and before shipping and tax, including what customers paid later for another size or color. “Refunded” counts refunded items, returns, and price drops from swaps, in the period of the order.'

/** With the totals of columns that aren't the sum of their rows. */
type ReportPart = Omit<SalesReport, 'totals'> & { totals?: ReportRow }

/** What was paid for orders and their later changes, without gift cards that they bought. */
const paidTotal = (later: ReturnType<typeof orderDifferences>) =>
  sql<number>`coalesce(sum(${orders.totalCents} - coalesce(${orders.purchasedCardsCents}, 0) + coalesce(${later.total}, 0)), 0)::integer`

/** The totals of rows that share orders. */
const totalsOfOrders = async (payload: Payload, range: DateRange, condition: SQL) => {
  const later = orderDifferences(payload)
  const [totals] = await payload.db.drizzle
    .select({ orders: orderCount, total: paidTotal(later) })
    .from(orders)
    .leftJoin(later, eq(later.order, orders.id))
    .where(and(isSoldWithin(range), condition))
  return totals
}

const soldColumns = [
  count('units', 'Items sold'),
  money('sales', 'Sales'),
  count('unitsRefunded', 'Items refunded'),
  money('refunded', 'Refunded'),
  money('net', 'After refunds'),
]

const productReport = async (payload: Payload, range: DateRange): Promise<ReportPart> => ({
  columns: [text('product', 'Product'), count('orders', 'Orders'), ...soldColumns],
  rows: await selectSoldItems(payload, range, {
    product: sql<string>`(array_agg(${orders_items.name} order by ${orders.paidAt} desc))[1]`,
    orders: orderCount,
  })
    // A product that was deleted is known by its name only.
    .groupBy(sql`coalesce(${orders_items.product}::text, ${orders_items.name})`),
  totals: await totalsOfOrders(payload, range, hasItems),
  chart: { label: ['product'], value: 'sales' },
  note: salesNote,
})

const variantReport = async (payload: Payload, range: DateRange): Promise<ReportPart> => ({
  columns: [
    text('product', 'Product'),
    text('color', 'Color'),
    text('size', 'Size'),
    text('sku', 'SKU'),
    ...soldColumns,
  ],
  rows: await selectSoldItems(payload, range, {
    product: orders_items.name,
    color: orders_items.color,
    size: orders_items.size,
    sku: sql<string>`coalesce(max(${orders_items.sku}), '')`,
  }).groupBy(orders_items.name, orders_items.color, orders_items.size),
  chart: { label: ['product', 'color', 'size'], value: 'sales' },
  note: salesNote,
})

const stateReport = async ({ db }: Payload, range: DateRange): Promise<ReportPart> => {
  const rows = await db.drizzle
    .select({
      code: sql<string>`coalesce(${orders.shippingAddress_stateCode}, '')`,
      orders: orderCount,
      sales: sumWhere(orders.subtotalCents),
      discounts: sumWhere(orders.discountCents),
      shipping: sumWhere(orders.shippingCents),
      tax: sumWhere(orders.taxCents),
      total: sql<number>`sum(${orders.totalCents} - coalesce(${orders.purchasedCardsCents}, 0))::integer`,
    })
    .from(orders)
    .where(and(isSoldWithin(range), isTaxable))
    .groupBy(sql`1`)
    .orderBy(desc(sql`7`))
  return {
    columns: [
      text('state', 'State'),
      count('orders', 'Orders'),
      money('sales', 'Items'),
      money('discounts', 'Discounts'),
      money('shipping', 'Shipping'),
      money('tax', 'Tax'),
      money('total', 'Total'),
    ],
    rows: rows.map(({ code, ...row }) => ({ state: regionName(code) || 'Unknown', ...row })),
    chart: { label: ['state'], value: 'total' },
    note: 'Orders paid in this period, by the state they ship to, before refunds. What customers paid later for another size, color, or address is included. Tax is what customers paid.',
  }
}

const monthOf = (moment: SQLWrapper) =>
  sql<string>`to_char(${moment} at time zone ${zone}, 'YYYY-MM')`

const readTaxRows = async (payload: Payload, range: DateRange) => {
  const { drizzle } = payload.db
  const sales = sql`(${orders.subtotalCents} - ${orders.discountCents})`
  // The taxed amount of an order is known if it was stored, or if there was no tax.
  const ifKnown = (cents: PgColumn) =>
    sql`coalesce(${cents}, case when ${orders.taxCents} = 0 then 0 end)`
  const taxable = ifKnown(orders.taxableCents)
  const isExempt = sql`${orders.taxCertificate} is not null`
  const refunds = refundsWithTax(payload, 'completed')
  return Promise.all([
    drizzle
      .select({
        month: monthOf(orders.paidAt),
        code: taxedState,
        orders: orderCount,
        sales: sumWhere(sales),
        taxable: sumWhere(taxable),
        exempt: sumWhere(sales, isExempt),
        untaxed: sumWhere(sql`${sales} - ${taxable}`, not(isExempt)),
        giftCards: sumWhere(orders.purchasedCardsCents),
        shipping: sumWhere(orders.shippingCents),
        taxableShipping: sumWhere(ifKnown(orders.taxableShippingCents)),
        tax: sumWhere(orders.taxCents),
        unknown: countWhere(isNull(taxable)),
      })
      .from(orders)
      .where(isSoldWithin(range))
      .groupBy(sql`1`, sql`2`),
    drizzle
      .select({
        month: monthOf(refunds.at),
        code: refunds.state,
        refunded: sumWhere(refunds.cents),
        taxRefunded: sumWhere(refunds.tax),
      })
      .from(refunds)
      .where(isOnDays(refunds.at, range))
      .groupBy(sql`1`, sql`2`),
  ])
}

const taxReport = async (payload: Payload, range: DateRange): Promise<ReportPart> => {
  const columns = [
    text('month', 'Month'),
    text('state', 'State'),
    count('orders', 'Orders'),
    money('sales', 'Gross sales'),
    money('taxable', 'Taxable'),
    money('exempt', 'Exempt customers'),
    money('untaxed', 'Not taxed'),
    money('giftCards', 'Gift cards'),
    money('shipping', 'Shipping'),
    money('taxableShipping', 'Taxable shipping'),
    money('tax', 'Tax collected'),
    money('refunded', 'Refunded before tax'),
    money('taxRefunded', 'Tax refunded'),
    money('due', 'Net tax'),
  ]
  const [sold, refunded] = await readTaxRows(payload, range)
  const parts: ReportRow[] = [...sold, ...refunded]
  const keyOf = ({ month, code }: ReportRow) => `${month} ${code}`
  const rows = [...new Set(parts.map(keyOf))].map((key) => {
    const own = parts.filter((part) => keyOf(part) === key)
    const [month = '', code = ''] = key.split(' ')
    const sums = sumRows(columns, own)
    const due = Number(sums.tax) - Number(sums.taxRefunded)
    return { ...sums, month, state: regionName(code) || 'Unknown', due }
  })
  const unknown = sold.reduce((sum, row) => sum + row.unknown, 0)
  const missing =
    unknown > 0 &&
    ` ${pluralize(unknown, 'order')} with tax from before the shop stored what was taxed: not in “Taxable” and “Not taxed.”`
  return {
    columns,
    rows: rows.sort((a, b) => b.month.localeCompare(a.month) || a.state.localeCompare(b.state)),
    chart: { label: ['month', 'state'], value: 'due' },
    note: `Orders count in the month they were paid, and refunds in the month of the refund, both for the state whose tax was charged. Gross sales are items after discounts, with what customers paid later for another size or color: taxable, sold to customers with a tax certificate, or not taxed, because the state doesn’t tax them or the shop doesn’t collect tax there. Gift cards are never taxed and aren’t sales until they’re spent. Refunded items reduce tax by their own tax, and other refunds reduce it in proportion.${missing || ''}`,
  }
}
const hasDiscount = sql`exists (select from ${orders_discounts} where ${orders_discounts._parentID} = ${orders.id})`

const discountReport = async (payload: Payload, range: DateRange): Promise<ReportPart> => {
  const later = orderDifferences(payload)
  return {
    columns: [
      text('discount', 'Discount'),
      text('code', 'Code'),
      count('orders', 'Orders'),
      money('off', 'Discounted'),
      money('total', 'Paid'),
    ],
    rows: await payload.db.drizzle
      .select({
        discount: orders_discounts.name,
        code: sql<string>`coalesce(${orders_discounts.code}, '')`,
        orders: orderCount,
        off: sql<number>`sum(case when ${orders_discounts.isForShipping} then 0 else ${orders.discountCents} + coalesce(${later.off}, 0) end)::integer`,
        total: paidTotal(later),
      })
      .from(orders)
      .innerJoin(orders_discounts, eq(orders_discounts._parentID, orders.id))
      .leftJoin(later, eq(later.order, orders.id))
      .where(isSoldWithin(range))
      .groupBy(orders_discounts.name, orders_discounts.code)
      .orderBy(desc(orderCount), asc(orders_discounts.name)),
    totals: await totalsOfOrders(payload, range, hasDiscount),
    chart: { label: ['discount', 'code'], value: 'off' },
    note: 'Orders paid in this period with a discount, including what customers paid later for another size, color, or address, but not the gift cards they bought. Free shipping doesn’t count as a discount on items.',
  }
}

const wayLabels: Record<string, string> = {
  ...paymentMethodLabels,
  card_fields: 'Card, in the shop’s form',
  'gift-card': 'Gift card',
  'store-credit': 'Store credit',
  manual: 'Recorded by staff',
}

const paymentReport = async (
  { db: { drizzle } }: Payload,
  range: DateRange,
): Promise<ReportPart> => {
  // A refund has no way to pay of its own: it goes back the way of the order's payment.
  const captured = drizzle
    .selectDistinctOn([payments.order], { order: payments.order, method: payments.method })
    .from(payments)
    .where(and(isCompletedPayment, eq(payments.kind, 'capture')))
    .orderBy(payments.order, desc(payments.id))
    .as('captured')
  const isRefund = eq(payments.kind, 'refund')
  const rows = await drizzle
    .select({
      way: sql<string>`case when ${payments.provider} = 'paypal' then coalesce(${payments.method}, ${captured.method}, 'paypal')::text else ${payments.provider}::text end`,
      payments: countWhere(not(isRefund)),
      received: sumWhere(payments.amountCents, not(isRefund)),
      refunded: sumWhere(payments.amountCents, isRefund),
      fees: sumWhere(payments.feeCents),
    })
    .from(payments)
    .leftJoin(captured, eq(captured.order, payments.order))
    .where(and(isCompletedPayment, not(isCardSale), isOnDays(payments.createdAt, range)))
    .groupBy(sql`1`)
    .orderBy(desc(sql`3`), asc(sql`1`))
  return {
    columns: [
      text('way', 'Paid with'),
      count('payments', 'Payments'),
      money('received', 'Received'),
      money('refunded', 'Refunded'),
      money('fees', 'PayPal fees'),
      money('left', 'Net'),
    ],
    rows: rows.map(({ way, ...row }) => ({
      way: wayLabels[way] ?? way,
      ...row,
      left: row.received - row.refunded - row.fees,
    })),
    chart: { label: ['way'], value: 'received' },
    note: 'Completed payments and refunds, on the day of each. A gift card counts on the day it pays for an order.',
  }
}

const refundReport = async ({ db }: Payload, range: DateRange): Promise<ReportPart> => {
  const rows = await db.drizzle
    .select({
      date: sql<string>`to_char(${payments.createdAt} at time zone ${zone}, 'YYYY-MM-DD')`,
      order: orders.orderNumber,
      provider: payments.provider,
      reason: sql<string>`coalesce(${payments.reason}, '')`,
      amount: sql<number>`${payments.amountCents}::integer`,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order))
    .where(
      and(isCompletedPayment, eq(payments.kind, 'refund'), isOnDays(payments.createdAt, range)),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
  return {
    columns: [
      date('date', 'Date'),
      text('order', 'Order'),
      money('amount', 'Refunded'),
      text('to', 'Refunded to'),
      text('reason', 'Reason'),
    ],
    rows: rows.map(({ provider, ...row }) => ({ ...row, to: wayLabels[provider] ?? provider })),
    chart: { label: ['order'], value: 'amount' },
    note: 'Completed refunds, on the day of each.',
  }
}

/** Gift card entries by month: an issued card is owed until it is spent. */
const giftCardReport = async (
  { db: { drizzle } }: Payload,
  range: DateRange,
): Promise<ReportPart> => {
  const { kind, amountCents } = gift_card_entries
  const { origin } = gift_card_deliveries
  const isIssued = eq(kind, 'issue')
  const deducted = sql`-${amountCents}`
  const [rows, [left]] = await Promise.all([
    drizzle
      .select({
        month: monthOf(gift_card_entries.createdAt),
        sold: sumWhere(amountCents, isIssued, eq(origin, 'purchase')),
        credit: sumWhere(amountCents, isIssued, eq(origin, 'store-credit')),
        byStaff: sumWhere(amountCents, isIssued, isNull(gift_card_deliveries.id)),
        spent: sumWhere(deducted, inArray(kind, ['reserve', 'release'])),
        refunded: sumWhere(amountCents, eq(kind, 'refund')),
        canceled: sumWhere(deducted, inArray(kind, ['cancel', 'restore'])),
        change: sumWhere(amountCents),
      })
      .from(gift_card_entries)
      .leftJoin(gift_card_deliveries, eq(gift_card_deliveries.card, gift_card_entries.card))
      .where(isOnDays(gift_card_entries.createdAt, range))
      .groupBy(sql`1`)
      .orderBy(desc(sql`1`)),
    drizzle.select({ cents: sumWhere(amountCents) }).from(gift_card_entries),
  ])
  return {
    columns: [
      text('month', 'Month'),
      money('sold', 'Sold'),
      money('credit', 'Store credit'),
      money('byStaff', 'Issued by staff'),
      money('spent', 'Spent'),
      money('refunded', 'Refunded to cards'),
      money('canceled', 'Canceled with their order'),
      money('change', 'Change'),
    ],
    rows,
    chart: { label: ['month'], value: 'sold' },
    note: `Gift card balances now total ${formatMoney(left?.cents ?? 0)}. Sold cards aren’t revenue until they’re spent. Amounts reserved for orders count as spent.`,
  }
}

const profitRows = async (
  payload: Payload,
  range: DateRange,
): Promise<{ rows: ReportRow[]; unknown: number }> => {
  const { drizzle } = payload.db
  const chargedCents = sql`case when ${isCharged(payload)} then ${orders.fulfillmentCostCents} end`
  const unit = sql.raw(`'${stepForRange(range)}'`)
  const stepOf = (moment: SQLWrapper) =>
    sql<string>`to_char(date_trunc(${unit}, ${moment} at time zone ${zone}), 'YYYY-MM-DD')`
  const refunds = refundsWithTax(payload, 'completed')
  const [moved, costs, refunded] = await Promise.all([
    drizzle
      .select({
        period: stepOf(payments.createdAt),
        revenue: sumWhere(amountMoved),
        fees: sumWhere(payments.feeCents),
      })
      .from(payments)
      .where(and(isCompletedPayment, isOnDays(payments.createdAt, range)))
      .groupBy(sql`1`),
    drizzle
      .select({
        period: stepOf(orders.paidAt),
        tax: sumWhere(orders.taxCents),
        printing: sumWhere(chargedCents),
        unknown: countWhere(
          isNull(chargedCents),
          notInArray(orders.status, ['cancelled', 'refunded']),
          hasItems,
        ),
      })
      .from(orders)
      .where(isPaidWithin(range))
      .groupBy(sql`1`),
    drizzle
      .select({ period: stepOf(refunds.at), tax: sumWhere(refunds.tax) })
      .from(refunds)
      .where(isOnDays(refunds.at, range))
      .groupBy(sql`1`),
  ])
  const periods = [...new Set([...moved, ...costs].map(({ period }) => period))].sort().reverse()
  return {
    unknown: costs.reduce((sum, one) => sum + one.unknown, 0),
    rows: periods.map((period) => {
      const { revenue = 0, fees = 0 } = moved.find((one) => one.period === period) ?? {}
      const { tax: taxed = 0, printing = 0 } = costs.find((one) => one.period === period) ?? {}
      const tax = taxed - (refunded.find((one) => one.period === period)?.tax ?? 0)
      return { period, revenue, tax, printing, fees, profit: revenue - tax - printing - fees }
    }),
  }
}

const profitReport = async (payload: Payload, range: DateRange): Promise<ReportPart> => {
  const { rows, unknown } = await profitRows(payload, range)
  const missing =
    unknown === 0
      ? ''
      : ` Profit is overstated for now, because the printing cost of ${unknown === 1 ? '1 order isn’t' : `${unknown} orders isn’t`} known yet.`
  return {
    columns: [
      date('period', { day: 'Day', week: 'Week from', month: 'Month from' }[stepForRange(range)]),
      money('revenue', 'Revenue'),
      money('tax', 'Tax'),
      money('printing', 'Printing'),
      money('fees', 'PayPal fees'),
      money('profit', 'Profit'),
    ],
    rows,
    chart: { label: ['period'], value: 'profit', isOverTime: true },
    note: `Revenue is payments minus refunds on the day of each, as on the dashboard. Profit is revenue minus sales tax, the printer’s charges, and PayPal’s fees. Gift cards that staff issued count as revenue when they’re spent.${missing}`,
  }
}

const reports = {
  products: productReport,
  variants: variantReport,
  discounts: discountReport,
  states: stateReport,
  tax: taxReport,
  payments: paymentReport,
  refunds: refundReport,
  returns: returnsReport,
  'gift-cards': giftCardReport,
  profit: profitReport,
} satisfies Record<ReportKind, (payload: Payload, range: DateRange) => Promise<ReportPart>>

/** Returns a report about a range of days in the shop's time zone. Money is in cents; refunds are positive. */
export async function getSalesReport(
  payload: Payload,
  kind: ReportKind,
  range: DateRange,
): Promise<SalesReport> {
  const report: ReportPart = await reports[kind](payload, range)
  return { ...report, totals: { ...sumRows(report.columns, report.rows), ...report.totals } }
}
