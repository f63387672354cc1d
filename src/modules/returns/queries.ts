import { and, count, desc, eq, ne, sql } from '@payloadcms/db-postgres/drizzle'
import { addBusinessDays } from 'date-fns'
import type { Payload } from 'payload'

import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import {
  claimDeadline,
  isWithinWindow,
  type OrderedItem,
  type ReturnReason,
  returnReasons,
  type ReturnStatus,
  returnValue,
  type ReturnWish,
} from '@/modules/returns/rules'
import type { AdminReturn } from '@/modules/returns/schemas'
import {
  order_events,
  orders,
  orders_items,
  returns,
  returns_lines,
} from '@/payload-generated-schema'
import { toDecimal } from '@/platform/money'
import {
  isoDate,
  matchesSearch,
  offsetOf,
  type PagedRows,
  pagedRows,
  type PageQuery,
} from '@/platform/paged-list'
import type { Tx } from '@/platform/transaction'

type Db = Payload['db']['drizzle'] | Tx

/** When an order was delivered, by its status; Printful doesn't tell. */
const deliveredAt = sql<
  string | null
>`(select to_char(max(delivered.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from ${order_events} delivered where delivered.order_id = ${orders.id} and delivered.type = 'delivered')`

/** The items of an order, for the value of what comes back. */
export async function readOrderedItems(
  db: Db,
  orderId: number,
): Promise<(OrderedItem & { name: string; size: string; color: string })[]> {
  return db
    .select({
      id: orders_items.id,
      name: orders_items.name,
      size: orders_items.size,
      color: orders_items.color,
      quantity: orders_items.quantity,
      unitPriceCents: orders_items.unitPriceCents,
      discountCents: sql<number>`coalesce(${orders_items.discountCents}, 0)::integer`,
    })
    .from(orders_items)
    .where(eq(orders_items._parentID, orderId))
    .orderBy(orders_items._order)
}

/** Returns the quantities by item that buyers sent or send back, unless that was declined. */
export async function readReturnedQuantities(
  db: Db,
  orderId: number,
  onlyBefore?: number,
): Promise<Map<string, number>> {
  const rows = await db
    .select({
      itemId: returns_lines.itemId,
      quantity: sql<number>`sum(${returns_lines.quantity})::integer`,
    })
    .from(returns)
    .innerJoin(returns_lines, eq(returns_lines._parentID, returns.id))
    .where(
      and(
        eq(returns.order, orderId),
        ne(returns.status, 'declined'),
        onlyBefore === undefined ? undefined : sql`${returns.id} < ${onlyBefore}`,
      ),
    )
    .groupBy(returns_lines.itemId)
  return new Map(rows.map(({ itemId, quantity }) => [itemId, quantity]))
}

/**
 * Returns how many of each item of an order can still be returned; none before it ships, and none once even the window for
 * faults is over.
 */
export async function listReturnable(
  payload: Payload,
  { orderNumber, status, items }: CustomerOrderView,
): Promise<{ itemId: string; left: number }[]> {
  if (status !== 'shipped' && status !== 'delivered') return []
  const db = payload.db.drizzle
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.orderNumber, orderNumber))
  if (!order) return []
  const settings = await payload.findGlobal({ slug: 'shop-settings', depth: 0 })
  const [returned, delivered] = await Promise.all([
    readReturnedQuantities(db, order.id),
    readDeliveredAt(db, order.id, settings.deliveryDaysMax),
  ])
  const isOpen = returnReasons.some((reason) =>
    isWithinWindow(reason, delivered, settings, new Date()),
  )
  return isOpen
    ? items
        .map(({ id, quantity }) => ({ itemId: id, left: quantity - (returned.get(id) ?? 0) }))
        .filter(({ left }) => left > 0)
    : []
}

/**
 * Returns when an order was delivered as an ISO time. While only its shipping is known, the longest delivery that the shop
 * promises is added to that; null if neither is known.
 * @param deliveryDays business days
 */
export async function readDeliveredAt(
  db: Db,
  orderId: number,
  deliveryDays: number,
): Promise<string | null> {
  const lastOf = (type: string) =>
    sql<
      string | null
    >`to_char(max(${order_events.createdAt}) filter (where ${order_events.type} = ${type}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const [row] = await db
    .select({ delivered: lastOf('delivered'), shipped: lastOf('shipped') })
    .from(order_events)
    .where(eq(order_events.order, orderId))
  if (row?.delivered) return row.delivered
  return row?.shipped ? addBusinessDays(new Date(row.shipped), deliveryDays).toISOString() : null
}

const lines = sql<{ itemId: string; quantity: number }[]>`coalesce((
  select json_agg(json_build_object('itemId', ${returns_lines.itemId}, 'quantity', ${returns_lines.quantity}) order by ${returns_lines._order})
    from ${returns_lines} where ${returns_lines._parentID} = ${returns.id}), '[]')`

const columns = {
  id: returns.id,
  orderId: orders.id,
  orderNumber: orders.orderNumber,
  customer: sql<string>`concat_ws(' ', ${orders.shippingAddress_firstName}, ${orders.shippingAddress_lastName})`,
  email: orders.email,
  taxCents: orders.taxCents,
  status: sql<ReturnStatus>`${returns.status}`,
  reason: sql<ReturnReason>`${returns.reason}`,
  wish: sql<ReturnWish>`${returns.wish}`,
  note: returns.note,
  message: returns.message,
  lines,
  deliveredAt,
  createdAt: isoDate(returns.createdAt),
}
async function toAdminReturn(
  db: Db,
  {
    lines: own,
    taxCents,
    deliveredAt: delivered,
    ...row
  }: Omit<AdminReturn, 'items' | 'value' | 'claimBy'> & {
    lines: { itemId: string; quantity: number }[]
    taxCents: number
    deliveredAt: string | null
  },
): Promise<AdminReturn> {
  const [items, before] = await Promise.all([
    readOrderedItems(db, row.orderId),
    readReturnedQuantities(db, row.orderId, row.id),
  ])
  const quantities = new Map(own.map(({ itemId, quantity }) => [itemId, quantity]))
  return {
    ...row,
    items: items.flatMap(({ id, name, size, color }) => {
      const quantity = quantities.get(id)
      return quantity ? [{ name, size, color, quantity }] : []
    }),
    value: toDecimal(returnValue(items, taxCents, before, quantities)),
    claimBy: claimDeadline(row.reason, delivered),
  }
}

/** Returns one page of returns, newest first. */
export async function listReturns(
  { db: { drizzle } }: Payload,
  query: PageQuery & { status: ReturnStatus | ''; search: string },
): Promise<PagedRows<AdminReturn>> {
  const where = and(
    query.status ? eq(returns.status, query.status) : undefined,
    matchesSearch(
      sql`(${orders.orderNumber} || ' ' || ${orders.email} || ' ' || coalesce(${orders.shippingAddress_firstName}, '') || ' ' || coalesce(${orders.shippingAddress_lastName}, ''))`,
      query.search,
    ),
  )
  const { rows, ...page } = await pagedRows(
    query,
    drizzle
      .select(columns)
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.order))
      .where(where)
      .orderBy(desc(returns.createdAt), desc(returns.id))
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle
      .select({ count: count() })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.order))
      .where(where)
      .then(([total]) => total?.count ?? 0),
  )
  return { ...page, rows: await Promise.all(rows.map((row) => toAdminReturn(drizzle, row))) }
}

/** Returns a return as staff see it; null if there is none. */
export async function getReturn(db: Db, id: number): Promise<AdminReturn | null> {
  const [row] = await db
    .select(columns)
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order))
    .where(eq(returns.id, id))
  return row ? toAdminReturn(db, row) : null
}
