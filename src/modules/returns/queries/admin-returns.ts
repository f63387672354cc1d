import { and, asc, count, desc, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  differenceParts,
  type Facts,
  hasRefund,
  readAllFacts,
  toRefundableOrder,
} from '@/modules/orders/queries/refundable-order'
import { refundRequestId, refundShares, sumShares } from '@/modules/orders/rules/line-refund'
import {
  claimDeadline,
  deliveryOf,
  type ReturnReason,
  returnRefundId,
  type ReturnStatus,
  type ReturnWish,
} from '@/modules/returns/rules'
import type { AdminReturn, ReturnListQuery } from '@/modules/returns/schemas'
import { getSettings } from '@/modules/shop/queries/get-settings'
import {
  orders,
  orders_items,
  refund_lines,
  returns,
  returns_lines,
} from '@/payload-generated-schema'
import { notFound } from '@/platform/errors'
import { type Cents, toDecimal } from '@/platform/money'
import {
  isoDate,
  isOnDays,
  matchesSearch,
  offsetOf,
  type PagedRows,
  pagedRows,
  type RowOf,
} from '@/platform/paged-list'

import { deliveryColumns } from './delivery'
import { photoIds } from './return-photos'
import { type PaidLines, readAllPaidLines } from './returnable-items'

const items = sql<AdminReturn['items']>`coalesce((
  select json_agg(json_build_object('itemId', ${returns_lines.itemId}, 'quantity', ${returns_lines.quantity},
      'wantedSize', ${returns_lines.wantedSize}, 'wantedColor', ${returns_lines.wantedColor},
      'name', ${orders_items.name}, 'size', ${orders_items.size}, 'color', ${orders_items.color}) order by ${returns_lines._order})
    from ${returns_lines} join ${orders_items} on ${orders_items.id} = ${returns_lines.itemId}
    where ${returns_lines._parentID} = ${returns.id}), '[]')`

/** What was refunded for the items by this return, with their tax. */
const refundedCents =
  sql`(select coalesce(sum(${refund_lines.amountCents} + ${refund_lines.taxCents}), 0)
  from ${refund_lines} where ${refund_lines.requestId} like ${refundRequestId(returnRefundId(''))} || ${returns.requestId} || '%'
    and ${refund_lines.itemId} in (select coalesce(${orders_items.replacesItem}, ${orders_items.id})
      from ${returns_lines} join ${orders_items} on ${orders_items.id} = ${returns_lines.itemId}
      where ${returns_lines._parentID} = ${returns.id})
    and ${hasRefund('completed', 'pending')})`.mapWith(Number)

const columns = {
  id: returns.id,
  orderId: orders.id,
  orderNumber: orders.orderNumber,
  customer: sql<string>`concat_ws(' ', ${orders.shippingAddress_firstName}, ${orders.shippingAddress_lastName})`,
  email: orders.email,
  status: sql<ReturnStatus>`${returns.status}`,
  reason: sql<ReturnReason>`${returns.reason}`,
  wish: sql<ReturnWish>`${returns.wish}`,
  note: returns.note,
  message: returns.message,
  photos: photoIds,
  items,
  refundedCents,
  claimedAt: isoDate(returns.claimedAt),
  exchangeOrder: sql<
    AdminReturn['exchangeOrder']
  >`(select json_build_object('id', exchange.id, 'orderNumber', exchange.order_number)
    from ${orders} exchange where exchange.id = ${returns.exchangeOrder})`,
  createdAt: isoDate(returns.createdAt),
  ...deliveryColumns,
}

/** What items are worth now as a refund, with their tax. */
function refundValue(facts: Facts, lines: PaidLines['lines']): Cents {
  const order = toRefundableOrder(facts)
  const quantities = new Map(
    lines.map(({ itemId, quantity }) => [
      itemId,
      Math.min(quantity, order.lines.find(({ id }) => id === itemId)?.quantity ?? 0),
    ]),
  )
  return sumShares(refundShares(order, { quantities, shipping: false }))
}

/** What was paid later for other sizes, colors, and the address of a return's items, unless that went back without them. */
const laterValueOf = (
  { lines }: PaidLines,
  status: ReturnStatus,
  { differences, ...facts }: Facts,
): Cents =>
  differences
    .filter(
      (one) =>
        one.status !== 'cancelled' && (status === 'refunded' || one.refundedCents < one.totalCents),
    )
    .flatMap((one) => differenceParts({ ...facts, differences }, one))
    .reduce((sum, { itemId, quantity, cents }) => {
      const returned = lines.find((line) => line.itemId === itemId)?.quantity ?? 0
      return sum + Math.round((cents * Math.min(returned, quantity)) / quantity)
    }, 0)

const readDeliveryDays = async (payload: Payload): Promise<number> =>
  (await getSettings(payload)).deliveryDays.transit.contiguous.max

type Row = Omit<AdminReturn, 'value' | 'paid' | 'claimBy' | 'isClaimByEstimate'> & {
  refundedCents: Cents
  deliveredAt: string | null
  shippedAt: string | null
  transitDaysMax: number | null
}

/** Adds to returns their items and value, with the same number of statements for many as for one. */
async function toAdminReturns(payload: Payload, rows: readonly Row[]): Promise<AdminReturn[]> {
  if (rows.length === 0) return []
  const db = payload.db.drizzle
  const deliveryDays = await readDeliveryDays(payload)
  const paidLines = await readAllPaidLines(
    db,
    rows.map(({ id, orderId }) => ({ id, order: orderId })),
  )
  const facts = await readAllFacts(payload, db, [
    ...new Set(paidLines.map(({ orderId }) => orderId)),
  ])
  return rows.map((found, index) => {
    const { refundedCents: refunded, deliveredAt, shippedAt, transitDaysMax, ...row } = found
    const paid = paidLines[index]
    const order = facts.find((one) => one.order.id === paid?.orderId)
    if (!paid || !order) throw notFound('The order')
    const valueCents = refunded || refundValue(order, paid.lines)
    const delivery = deliveryOf({ deliveredAt, shippedAt, transitDaysMax }, deliveryDays)
    const claimBy = claimDeadline(row.reason, delivery?.at ?? null)
    return {
      ...row,
      value: toDecimal(valueCents),
      paid: toDecimal(valueCents + laterValueOf(paid, row.status, order)),
      claimBy,
      isClaimByEstimate: claimBy !== null && delivery?.isEstimate === true,
    }
  })
}

const returnOrders = {
  newest: [desc(returns.createdAt), desc(returns.id)],
  oldest: [asc(returns.createdAt), asc(returns.id)],
} satisfies Record<ReturnListQuery['sort'], SQL[]>

const matches = (query: Omit<ReturnListQuery, 'sort'>): SQL | undefined =>
  and(
    query.status ? eq(returns.status, query.status) : undefined,
    matchesSearch(
      sql`(${orders.orderNumber} || ' ' || ${orders.email} || ' ' || coalesce(${orders.shippingAddress_firstName}, '') || ' ' || coalesce(${orders.shippingAddress_lastName}, ''))`,
      query.search,
    ),
    isOnDays(returns.createdAt, query),
  )

const countReturns = (
  { db: { drizzle } }: Payload,
  query: Omit<ReturnListQuery, 'sort'>,
): Promise<number> =>
  drizzle
    .select({ count: count() })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order))
    .where(matches(query))
    .then(([total]) => total?.count ?? 0)

/** Returns one page of returns. */
export async function listReturns(
  payload: Payload,
  query: ReturnListQuery,
): Promise<PagedRows<AdminReturn>> {
  const { rows, ...page } = await pagedRows(
    query,
    payload.db.drizzle
      .select(columns)
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.order))
      .where(matches(query))
      .orderBy(...returnOrders[query.sort])
      .limit(query.limit)
      .offset(offsetOf(query)),
    countReturns(payload, query),
  )
  return { ...page, rows: await toAdminReturns(payload, rows) }
}

/** Returns a return as staff see it; null if there is none. */
export async function getReturn(payload: Payload, id: number): Promise<AdminReturn | null> {
  const rows = await payload.db.drizzle
    .select(columns)
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order))
    .where(eq(returns.id, id))
  const [view] = await toAdminReturns(payload, rows)
  return view ?? null
}

/**
 * Returns one page of returns for a file, newest first, with one statement: unlike `listReturns`, it doesn’t say what
 * could still be refunded.
 */
export function listReturnsForExport(payload: Payload, query: Omit<ReturnListQuery, 'sort'>) {
  return pagedRows(
    query,
    payload.db.drizzle
      .select(columns)
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.order))
      .where(matches(query))
      .orderBy(...returnOrders.newest)
      .limit(query.limit)
      .offset(offsetOf(query)),
    countReturns(payload, query),
  )
}
export type ExportedReturn = RowOf<typeof listReturnsForExport>
