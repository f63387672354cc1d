import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  like,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { hasRefund, readRefundableOrders } from '@/modules/orders/queries/refundable-order'
import {
  type RefundableOrder,
  refundRequestId,
  refundShares,
  sumShares,
} from '@/modules/orders/rules/line-refund'
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

type Line = {
  itemId: string
  quantity: number
  wantedSize: string | null
  wantedColor: string | null
}

const lines = sql<Line[]>`coalesce((
  select json_agg(json_build_object('itemId', ${returns_lines.itemId}, 'quantity', ${returns_lines.quantity},
      'wantedSize', ${returns_lines.wantedSize}, 'wantedColor', ${returns_lines.wantedColor}) order by ${returns_lines._order})
    from ${returns_lines} where ${returns_lines._parentID} = ${returns.id}), '[]')`

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
  lines,
  claimedAt: isoDate(returns.claimedAt),
  exchangeOrder: sql<
    AdminReturn['exchangeOrder']
  >`(select json_build_object('id', exchange.id, 'orderNumber', exchange.order_number)
    from ${orders} exchange where exchange.id = ${returns.exchangeOrder})`,
  createdAt: isoDate(returns.createdAt),
  requestId: returns.requestId,
  ...deliveryColumns,
}

/** What was refunded for returns of items that these orders paid for. */
const readReturnRefunds = (payload: Payload, orderIds: number[]) =>
  payload.db.drizzle
    .select({
      orderId: refund_lines.order,
      requestId: refund_lines.requestId,
      amountCents: refund_lines.amountCents,
      taxCents: refund_lines.taxCents,
    })
    .from(refund_lines)
    .where(
      and(
        inArray(refund_lines.order, orderIds),
        like(refund_lines.requestId, `${refundRequestId(returnRefundId(''))}%`),
        hasRefund('completed', 'pending'),
      ),
    )

/** What the items of a return cost the buyer, with their tax: what was refunded for them, or would be now. */
function valueOf(
  { orderId, lines }: PaidLines,
  requestId: string,
  order: RefundableOrder,
  refunds: Awaited<ReturnType<typeof readReturnRefunds>>,
): Cents {
  const refunded = refunds.filter(
    (line) =>
      line.orderId === orderId &&
      line.requestId.startsWith(refundRequestId(returnRefundId(requestId))),
  )
  if (refunded.length > 0)
    return refunded.reduce((sum, { amountCents, taxCents }) => sum + amountCents + taxCents, 0)
  const quantities = new Map(
    lines.map(({ itemId, quantity }) => [
      itemId,
      Math.min(quantity, order.lines.find(({ id }) => id === itemId)?.quantity ?? 0),
    ]),
  )
  return sumShares(refundShares(order, { quantities, shipping: false }))
}

const readDeliveryDays = async (payload: Payload): Promise<number> =>
  (await getSettings(payload)).deliveryDays.transit.contiguous.max

type Row = Omit<AdminReturn, 'items' | 'value' | 'claimBy' | 'isClaimByEstimate'> & {
  lines: Line[]
  requestId: string
  deliveredAt: string | null
  shippedAt: string | null
}

/** Adds to returns what they are about and worth, with as many statements for many as for one. */
async function toAdminReturns(payload: Payload, rows: readonly Row[]): Promise<AdminReturn[]> {
  if (rows.length === 0) return []
  const db = payload.db.drizzle
  const deliveryDays = await readDeliveryDays(payload)
  const paidLines = await readAllPaidLines(
    db,
    rows.map(({ id, orderId }) => ({ id, order: orderId })),
  )
  const orderIds = [...rows, ...paidLines].map(({ orderId }) => orderId)
  const refundable = await readRefundableOrders(payload, db, [...new Set(orderIds)])
  const refunds = await readReturnRefunds(payload, orderIds)
  return rows.map(({ lines: own, deliveredAt, shippedAt, requestId, ...row }, index) => {
    const order = refundable.get(row.orderId)
    const paid = paidLines[index]
    const paidOrder = paid && refundable.get(paid.orderId)
    if (!order || !paidOrder) throw notFound('The order')
    const delivery = deliveryOf({ deliveredAt, shippedAt }, deliveryDays)
    const claimBy = claimDeadline(row.reason, delivery?.at ?? null)
    return {
      ...row,
      items: own.flatMap(({ itemId, ...line }) => {
        const item = order.lines.find(({ id }) => id === itemId)
        return item
          ? [{ itemId, name: item.name, size: item.size, color: item.color, ...line }]
          : []
      }),
      value: toDecimal(valueOf(paid, requestId, paidOrder, refunds)),
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

const returnedItems = sql<(Line & { name: string; size: string; color: string })[]>`coalesce((
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

/**
 * Returns one page of returns for a file, newest first, with one statement: unlike `listReturns`, it doesn’t say what
 * could still be refunded.
 */
export function listReturnsForExport(payload: Payload, query: Omit<ReturnListQuery, 'sort'>) {
  return pagedRows(
    query,
    payload.db.drizzle
      .select({ ...columns, items: returnedItems, refundedCents })
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
