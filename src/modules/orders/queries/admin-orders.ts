import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { cache } from 'react'

import type { ShippingMethodId } from '@/modules/checkout/rules/destination'
import { type PackageDetails, packageDetails } from '@/modules/checkout/rules/gift'
import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import type { FulfillmentStatus } from '@/modules/fulfillment/rules/fulfillment'
import { paymentRefusedEvent } from '@/modules/orders/order-record'
import { storedTotals } from '@/modules/orders/queries/get-customer-order'
import { graceUntil } from '@/modules/orders/queries/grace-period'
import { refundedQuantity } from '@/modules/orders/queries/refundable-order'
import { type OrderKind, orderKindOf, type OrderStatus } from '@/modules/orders/rules/order-status'
import type {
  OrderAddress,
  OrderFilters,
  OrderListQuery,
} from '@/modules/orders/schemas/admin-orders'
import {
  order_events,
  orders,
  orders_discounts,
  orders_items,
  payments,
} from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import type { Cents } from '@/platform/money'
import { isOnDays, matchesSearch } from '@/platform/paged-list'

export type AdminOrderLine = {
  id: string
  productId: number | null
  name: string
  image: string | null
  size: string
  color: string
  sku: string | null
  unitPriceCents: Cents
  quantity: number
  /** How many units were refunded, or are being refunded. */
  refundedQuantity: number
}
/** An order as staff see it. Dates are ISO 8601 strings. */
export type AdminOrder = Required<OrderTotals> & {
  id: number
  orderNumber: string
  status: OrderStatus
  version: number
  paymentState: Order['paymentState']
  email: string
  /** The codes and names of its discounts: 'SPRING26, Free shipping week'. */
  discounts: string
  createdAt: string
  paidAt: string | null
  shippingAddress: OrderAddress
  package: PackageDetails
  billingAddress: OrderAddress
  billingSameAsShipping: boolean
  shippingMethod: ShippingMethodId
  paypalTransactionId: string | null
  trackingNumber: string | null
  printfulOrderId: string | null
  fulfillment: FulfillmentStatus
  /** Why printing stopped. */
  fulfillmentNote: string | null
  /** Completed refunds. */
  refundedCents: Cents
  notes: string | null
  /** Until when its payment link is valid; null without one. */
  payableUntil: string | null
  /** Until when printing should wait for changes by the customer; null without such a time. */
  graceUntil: string | null
  kind: OrderKind
  /** How it was paid: methods of PayPal, 'gift-card', 'manual'. Empty before the payment. */
  paymentMethods: string[]
  /** The certificate of a customer who paid no tax. */
  taxCertificate: string | null
  /** The state whose tax was charged; null if none was. */
  taxedState: string | null
  /** The order whose items this one sends again at no charge. */
  replacesId: number | null
  /** The order without items pays this difference for an item of that order, or for its address: `item` is null. */
  priceDifference: { orderId: number | null; item: string | null } | null
  items: AdminOrderLine[]
}

/** Whether an order has items: one of gift cards alone has none. */
export const hasItems = sql`exists (select from ${orders_items} where ${orders_items._parentID} = ${orders.id})`

/** Whether an order has items that weren't refunded. Only those are printed. */
export const hasItemsToPrint = sql<boolean>`exists (select from ${orders_items}
  where ${orders_items._parentID} = ${orders.id} and ${orders_items.quantity} > ${refundedQuantity})`

/** Paid and neither canceled, shipped, nor refunded: what may be submitted to the printer. */
export const isPaidAndOpen = and(
  hasItemsToPrint,
  eq(orders.paymentState, 'completed'),
  inArray(orders.status, ['paid', 'processing']),
)

/** A held or failed order concerns staff while it can still be printed, or while Printful has it. */
const concernsStaff = or(isPaidAndOpen, isNotNull(orders.printfulOrderId))
export const isOnHold = sql`(${and(eq(orders.fulfillment, 'on-hold'), concernsStaff)})`
export const isFailedToPrint = sql`(${and(eq(orders.fulfillment, 'failed'), concernsStaff)})`
export const isFailedOrReturned = sql`(${or(isFailedToPrint, eq(orders.fulfillment, 'returned'))})`

/** A reversed payment or an open dispute of the last 60 days, unless the order was refunded or cancelled. */
export const isDisputed = sql`(${orders.status} not in ('refunded', 'cancelled') and ${orders.id} in (
  select dispute.order_id from ${order_events} dispute where dispute.type in ('reversed', 'disputed') and dispute.created_at > now() - interval '60 days'
    and not exists (select from ${order_events} closed where closed.order_id = dispute.order_id and closed.type = 'dispute-closed' and closed.reason = dispute.reason)))`

/** PayPal hasn't confirmed the payment: it's unknown after the quote expired, or it has been pending for two weeks. */
export const isUnconfirmedPayment = or(
  and(
    eq(orders.paymentState, 'capturing'),
    // A payment link is older than its payment.
    lt(
      sql`case when ${orders.payableUntil} is null then ${orders.createdAt} else ${orders.updatedAt} end`,
      sql`now() - interval '45 minutes'`,
    ),
  ),
  and(eq(orders.paymentState, 'pending'), lt(orders.createdAt, sql`now() - interval '14 days'`)),
)

/** PayPal refused the payment in the last 24 hours because of the shop's account, and the buyer has not paid since. */
export const isRefusedPayment = and(
  inArray(orders.paymentState, ['none', 'created', 'declined']),
  sql`${orders.id} in (select refusal.order_id from ${order_events} refusal
    where refusal.type = ${paymentRefusedEvent} and refusal.created_at > now() - interval '24 hours')`,
)

/** Returns PayPal's issue code of the newest such refusal; null if there is none, or it came without one. */
export async function getNewestRefusal({ db }: Payload): Promise<string | null> {
  const [refusal] = await db.drizzle
    .select({ issue: order_events.reason })
    .from(order_events)
    .innerJoin(orders, eq(orders.id, order_events.order))
    .where(and(eq(order_events.type, paymentRefusedEvent), isRefusedPayment))
    .orderBy(desc(order_events.createdAt), desc(order_events.id))
    .limit(1)
  return refusal?.issue ?? null
}

/** Canceled in the last 60 days, and some of the payment is neither refunded nor being refunded. */
export const isCanceledAndPaid = sql`(${orders.status} = 'cancelled' and ${orders.paymentState} = 'completed'
  and ${orders.updatedAt} > now() - interval '60 days' and ${orders.totalCents} > coalesce((
    select sum(refund.amount_cents) from ${payments} refund
     where refund.order_id = ${orders.id} and refund.kind = 'refund' and refund.status in ('completed', 'pending')), 0))`

/** PayPal has not confirmed a refund for a week, such as one that waits for money in the shop's account. */
export const isUnconfirmedRefund = inArray(
  orders.id,
  sql`(select refund.order_id from ${payments} refund
    where refund.kind = 'refund' and refund.status = 'pending' and refund.created_at < now() - interval '7 days')`,
)

/**
 * A payment doesn't match its order and isn't refunded, or being refunded. The state stays, because such an order was
 * never paid. A second payment of an order is in the ledger as pending until PayPal has refunded that one.
 */
export const isOpenMismatch = sql`(${orders.paymentState} = 'mismatch' and (
  select coalesce(bool_or(payment.kind = 'capture' and payment.status = 'pending'), false)
         or sum(payment.amount_cents) filter (where payment.kind = 'capture' and payment.status = 'completed')
         > coalesce(sum(payment.amount_cents) filter (where payment.kind = 'refund' and payment.status in ('completed', 'pending')), 0)
    from ${payments} payment where payment.order_id = ${orders.id}) is not false)`

const hasIssue = {
  payment:
    or(
      isOpenMismatch,
      isUnconfirmedPayment,
      isRefusedPayment,
      isCanceledAndPaid,
      isUnconfirmedRefund,
    ) ?? sql`false`,
  contested: isDisputed,
  'on-hold': isOnHold,
  failed: isFailedOrReturned,
  'partly-refunded': sql`(${orders.status} <> 'refunded' and ${orders.id} in (
    select ${payments.order} from ${payments} where ${payments.kind} = 'refund' and ${payments.status} = 'completed'))`,
} satisfies Record<Exclude<OrderFilters['issue'], ''>, SQL>

const { shippingAddress_lastName: lastName, shippingAddress_firstName: firstName } = orders
/** Must match the expression of the index orders_by_customer, or the index is not used. */
const customerName = sql`lower(coalesce(${lastName}, '') || ' ' || coalesce(${firstName}, ''))`

const sortColumns = {
  newest: [desc(orders.createdAt), desc(orders.id)],
  oldest: [asc(orders.createdAt), asc(orders.id)],
  'total-high': [desc(orders.totalCents), desc(orders.id)],
  'total-low': [asc(orders.totalCents), asc(orders.id)],
  'customer-a': [asc(customerName), asc(orders.id)],
  'customer-z': [desc(customerName), desc(orders.id)],
} satisfies Record<OrderListQuery['sort'], SQL[]>

/**
 * Sorts for searches. No index serves this expression: otherwise the planner walks the date index
 * looking for matches instead of using the search index.
 */
const unindexedDate = sql`${orders.createdAt} + interval '0'`
const searchSortColumns = {
  ...sortColumns,
  newest: [desc(unindexedDate), desc(orders.id)],
  oldest: [asc(unindexedDate), asc(orders.id)],
} satisfies Record<OrderListQuery['sort'], SQL[]>

/** Must match the expression of the index orders_find_trgm, or the index is not used. */
export const orderSearchText = sql`(${orders.orderNumber} || ' ' || ${orders.email} || ' ' || coalesce(${orders.shippingAddress_firstName}, '') || ' ' || coalesce(${orders.shippingAddress_lastName}, ''))`

/** The condition of each filter; undefined where it lets every order through. */
function filterConditions({
  status,
  search,
  issue,
  from,
  to,
  ids,
}: OrderFilters): Record<keyof OrderFilters, SQL | undefined> {
  return {
    status: status ? eq(orders.status, status) : undefined,
    search: matchesSearch(orderSearchText, search),
    issue: issue ? hasIssue[issue] : undefined,
    from: isOnDays(orders.createdAt, { from, to }),
    // Part of `from`.
    to: undefined,
    ids: ids ? inArray(orders.id, ids) : undefined,
  }
}

/** Line items as JSON. Only for joined queries: Drizzle drops the table names in others. */
const lineItems = sql<AdminOrderLine[]>`coalesce((
  select json_agg(json_build_object('id', ${orders_items.id}, 'productId', ${orders_items.product}, 'name', ${orders_items.name},
      'image', ${orders_items.image} || '-320.webp', 'size', ${orders_items.size}, 'color', ${orders_items.color}, 'sku', ${orders_items.sku},
      'unitPriceCents', ${orders_items.unitPriceCents}, 'quantity', ${orders_items.quantity},
      'refundedQuantity', ${refundedQuantity}) order by ${orders_items._order})
    from ${orders_items} where ${orders_items._parentID} = ${orders.id}), '[]')`

/** The codes and names of an order's discounts. Only for joined queries, as the line items. */
const discountNames = sql<string>`coalesce((
  select string_agg(coalesce(${orders_discounts.code}, ${orders_discounts.name}), ', ' order by ${orders_discounts._order})
    from ${orders_discounts} where ${orders_discounts._parentID} = ${orders.id}), '')`

/** Completed refunds of an order. Only for joined queries: Drizzle drops the table names in others. */
export const refundedCents = sql<Cents>`(select coalesce(sum(${payments.amountCents}), 0)::integer
  from ${payments} where ${payments.order} = ${orders.id} and ${payments.kind} = 'refund' and ${payments.status} = 'completed')`

/** How an order was paid. Only for joined queries, as the line items. */
const paidWith = sql<string[]>`coalesce((
  select json_agg(distinct coalesce(${payments.method}::text, ${payments.provider}::text))
    from ${payments} where ${payments.order} = ${orders.id} and ${payments.kind} in ('capture', 'manual', 'gift-card') and ${payments.status} = 'completed'), '[]')`

const orderColumns = {
  order: orders,
  items: lineItems,
  discounts: discountNames,
  refundedCents,
  paymentMethods: paidWith,
  graceUntil,
}

type OrderRow = typeof orders.$inferSelect

const toAddress = (order: OrderRow, field: 'shippingAddress' | 'billingAddress'): OrderAddress => ({
  firstName: order[`${field}_firstName`] ?? '',
  lastName: order[`${field}_lastName`] ?? '',
  address1: order[`${field}_address1`] ?? '',
  address2: order[`${field}_address2`] ?? '',
  city: order[`${field}_city`] ?? '',
  stateCode: order[`${field}_stateCode`] ?? '',
  zip: order[`${field}_zip`] ?? '',
  countryCode: order[`${field}_countryCode`] ?? '',
  phone: order[`${field}_phone`] ?? '',
})

const toKind = (order: OrderRow): OrderKind =>
  orderKindOf({
    isReplacement: order.replaces !== null || order.replacementReason !== null,
    replacementReason: order.replacementReason,
    isPriceDifference: order.priceDifference_state !== null,
  })

const toAdminOrder = ({
  order,
  items,
  discounts,
  refundedCents: refunded,
  graceUntil: until,
  paymentMethods,
}: {
  order: OrderRow
  items: AdminOrderLine[]
  discounts: string
  refundedCents: Cents
  graceUntil: string | null
  paymentMethods: string[]
}): AdminOrder => ({
  id: order.id,
  orderNumber: order.orderNumber,
  status: order.status,
  version: order.version,
  paymentState: order.paymentState,
  email: order.email,
  ...storedTotals(order),
  discounts,
  createdAt: new Date(order.createdAt).toISOString(),
  paidAt: order.paidAt && new Date(order.paidAt).toISOString(),
  shippingAddress: toAddress(order, 'shippingAddress'),
  package: packageDetails(order),
  billingAddress: toAddress(
    order,
    order.billingSameAsShipping ? 'shippingAddress' : 'billingAddress',
  ),
  billingSameAsShipping: order.billingSameAsShipping ?? false,
  shippingMethod: order.shippingMethod,
  paypalTransactionId: order.paypalTransactionId,
  trackingNumber: order.trackingNumber,
  printfulOrderId: order.printfulOrderId,
  fulfillment: order.fulfillment ?? 'none',
  fulfillmentNote: order.fulfillmentNote,
  refundedCents: refunded,
  notes: order.notes,
  payableUntil: order.payableUntil && new Date(order.payableUntil).toISOString(),
  graceUntil: until && new Date(until).toISOString(),
  kind: toKind(order),
  paymentMethods,
  taxCertificate: order.taxCertificate,
  taxedState: order.taxCents > 0 ? (order.taxedState ?? order.shippingAddress_stateCode) : null,
  replacesId: order.replaces,
  priceDifference: order.priceDifference_state && {
    orderId: order.priceDifference_order,
    item:
      order.priceDifference_itemId &&
      `${order.priceDifference_name} (${order.priceDifference_color}, ${order.priceDifference_size})`,
  },
  items,
})

export type OrderListView = {
  orders: AdminOrder[]
  total: number
  page: number
  pages: number
  /** Number of orders per status, regardless of the selected one; '' is the sum. */
  counts: Record<OrderStatus | '', number>
}

async function listPage(
  { db }: Payload,
  { search, sort, page, limit }: OrderFilters & OrderListQuery,
  condition: SQL | undefined,
): Promise<AdminOrder[]> {
  const ids = db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(condition)
    .orderBy(...(search ? searchSortColumns : sortColumns)[sort])
    .limit(limit)
    .offset((page - 1) * limit)
    .as('page')
  const rows = await db.drizzle
    .select(orderColumns)
    .from(ids)
    .innerJoin(orders, eq(orders.id, ids.id))
    .orderBy(...sortColumns[sort])
  return rows.map(toAdminOrder)
}

/** Returns one page of orders and the number of matches per status, with two statements. */
export async function listAdminOrders(
  payload: Payload,
  query: OrderFilters & OrderListQuery,
): Promise<OrderListView> {
  const conditions = filterConditions(query)
  const [page, statusCounts] = await Promise.all([
    listPage(payload, query, and(...Object.values(conditions))),
    payload.db.drizzle
      .select({ status: orders.status, orders: count() })
      .from(orders)
      .where(and(...Object.values({ ...conditions, status: undefined })))
      .groupBy(orders.status),
  ])
  const counts: OrderListView['counts'] = {
    '': 0,
    pending: 0,
    paid: 0,
    processing: 0,
    shipped: 0,
    delivered: 0,
    cancelled: 0,
    refunded: 0,
  }
  for (const row of statusCounts) {
    counts[row.status] = row.orders
    counts[''] += row.orders
  }
  const total = counts[query.status]
  return {
    orders: page,
    total,
    counts,
    page: query.page,
    pages: Math.max(1, Math.ceil(total / query.limit)),
  }
}

/** Returns one order as staff see it, or null if there is none. */
export async function getAdminOrder({ db }: Payload, id: number): Promise<AdminOrder | null> {
  const selected = db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, id))
    .as('page')
  const [row] = await db.drizzle
    .select(orderColumns)
    .from(selected)
    .innerJoin(orders, eq(orders.id, selected.id))
  return row ? toAdminOrder(row) : null
}

/**
 * Paid, not at the printer, and no longer waiting for changes by the customer. Orders that stopped on the way are
 * counted as on hold or failed instead.
 */
export const isWaitingForPrinter = and(
  hasItemsToPrint,
  eq(orders.status, 'paid'),
  isNull(orders.printfulOrderId),
  sql`coalesce(${orders.fulfillment}, 'none') not in ('on-hold', 'failed')`,
  sql`${graceUntil} is null`,
)

/**
 * Counts orders that are due to be submitted to the printer, once for a page: its navigation has a badge. It is async,
 * because a builder of Drizzle runs again whenever it is awaited.
 */
export const countOrdersToSubmit = cache(async ({ db }: Payload) =>
  db.drizzle.$count(orders, isWaitingForPrinter),
)
