import { and, count, desc, eq, isNotNull, ne, notLike, sql } from '@payloadcms/db-postgres/drizzle'
import { addBusinessDays } from 'date-fns'
import type { Payload } from 'payload'

import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { hasRefund, readRefundableOrder } from '@/modules/orders/queries/refundable-order'
import {
  type RefundableOrder,
  refundRequestId,
  refundShares,
  sumShares,
} from '@/modules/orders/rules/line-refund'
import {
  claimDeadline,
  isWithinWindow,
  returnPhotoFile,
  type ReturnReason,
  returnReasons,
  returnRefundId,
  type ReturnStatus,
  type ReturnWish,
} from '@/modules/returns/rules'
import type { AdminReturn } from '@/modules/returns/schemas'
import {
  order_events,
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
  matchesSearch,
  offsetOf,
  type PagedRows,
  pagedRows,
  type PageQuery,
} from '@/platform/paged-list'
import { uploadedFiles } from '@/platform/storage/uploaded-files'
import type { Tx } from '@/platform/transaction'

type Db = Payload['db']['drizzle'] | Tx

/** When an order was delivered, by its status; Printful doesn't tell. */
const deliveredAt = sql<
  string | null
>`(select to_char(max(delivered.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from ${order_events} delivered where delivered.order_id = ${orders.id} and delivered.type = 'delivered')`

/** The items of an order that can come back. */
export async function readOrderedItems(
  db: Db,
  orderId: number,
): Promise<{ id: string; name: string; quantity: number }[]> {
  return db
    .select({ id: orders_items.id, name: orders_items.name, quantity: orders_items.quantity })
    .from(orders_items)
    .where(eq(orders_items._parentID, orderId))
    .orderBy(orders_items._order)
}

/** Returns the quantities by item that are gone: buyers sent or send them back, or staff refunded them without a return. */
export async function readReturnedQuantities(
  db: Db,
  orderId: number,
): Promise<Map<string, number>> {
  const returned = db
    .select({ itemId: returns_lines.itemId, quantity: returns_lines.quantity })
    .from(returns)
    .innerJoin(returns_lines, eq(returns_lines._parentID, returns.id))
    .where(and(eq(returns.order, orderId), ne(returns.status, 'declined')))
  const refunded = db
    .select({ itemId: sql<string>`${refund_lines.itemId}`, quantity: refund_lines.quantity })
    .from(refund_lines)
    .where(
      and(
        eq(refund_lines.order, orderId),
        isNotNull(refund_lines.itemId),
        notLike(refund_lines.requestId, `${refundRequestId(returnRefundId(''))}%`),
        hasRefund('completed', 'pending'),
      ),
    )
  const quantities = new Map<string, number>()
  for (const { itemId, quantity } of [...(await returned), ...(await refunded)])
    quantities.set(itemId, (quantities.get(itemId) ?? 0) + quantity)
  return quantities
}

/** Returns what a return is about. */
export async function readReturnLines(
  db: Db,
  id: number,
): Promise<{ itemId: string; quantity: number }[]> {
  return db
    .select({ itemId: returns_lines.itemId, quantity: returns_lines.quantity })
    .from(returns_lines)
    .where(eq(returns_lines._parentID, id))
    .orderBy(returns_lines._order)
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

const photos = sql<string[]>`coalesce(${returns.photos}, '[]'::jsonb)`

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
  photos,
  lines,
  deliveredAt,
  createdAt: isoDate(returns.createdAt),
  requestId: returns.requestId,
}

/** Returns the ids of the photos that the buyer of an order sent with its returns, the oldest first. */
export async function listReturnPhotos({ db }: Payload, orderNumber: string): Promise<string[]> {
  const rows = await db.drizzle
    .select({ photos })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order))
    .where(eq(orders.orderNumber, orderNumber))
    .orderBy(returns.id)
  return rows.flatMap((row) => row.photos)
}

/**
 * Returns a photo as a JPEG; null if it doesn't belong to this return or order, and once it was deleted.
 * @param of the row that the caller may read
 */
export async function readReturnPhoto(
  { db }: Payload,
  of: { returnId: number } | { orderId: number },
  photoId: string,
  size: 'full' | 'small',
): Promise<Buffer | null> {
  const [row] = await db.drizzle
    .select({ orderId: returns.order })
    .from(returns)
    .where(
      and(
        'returnId' in of ? eq(returns.id, of.returnId) : eq(returns.order, of.orderId),
        sql`${returns.photos} @> ${JSON.stringify([photoId])}::jsonb`,
      ),
    )
  return row ? uploadedFiles().get(returnPhotoFile(row.orderId, photoId, size)) : null
}

/** What the items of a return cost the buyer, with their tax: what was refunded for them, or would be now. */
async function readValue(
  payload: Payload,
  { orderId, requestId }: { orderId: number; requestId: string },
  order: RefundableOrder,
  lines: readonly { itemId: string; quantity: number }[],
): Promise<Cents> {
  const refunded = await payload.db.drizzle
    .select({ amountCents: refund_lines.amountCents, taxCents: refund_lines.taxCents })
    .from(refund_lines)
    .where(
      and(
        eq(refund_lines.order, orderId),
        eq(refund_lines.requestId, refundRequestId(returnRefundId(requestId))),
        hasRefund('completed', 'pending'),
      ),
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

async function toAdminReturn(
  payload: Payload,
  {
    lines: own,
    deliveredAt: delivered,
    requestId,
    ...row
  }: Omit<AdminReturn, 'items' | 'value' | 'claimBy'> & {
    lines: { itemId: string; quantity: number }[]
    requestId: string
    deliveredAt: string | null
  },
): Promise<AdminReturn> {
  const order = await readRefundableOrder(payload, payload.db.drizzle, row.orderId)
  if (!order) throw notFound('The order')
  return {
    ...row,
    items: own.flatMap(({ itemId, quantity }) => {
      const item = order.lines.find(({ id }) => id === itemId)
      return item ? [{ name: item.name, size: item.size, color: item.color, quantity }] : []
    }),
    value: toDecimal(await readValue(payload, { orderId: row.orderId, requestId }, order, own)),
    claimBy: claimDeadline(row.reason, delivered),
  }
}

/** Returns one page of returns, newest first. */
export async function listReturns(
  payload: Payload,
  query: PageQuery & { status: ReturnStatus | ''; search: string },
): Promise<PagedRows<AdminReturn>> {
  const { drizzle } = payload.db
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
  return { ...page, rows: await Promise.all(rows.map((row) => toAdminReturn(payload, row))) }
}

/** Returns a return as staff see it; null if there is none. */
export async function getReturn(payload: Payload, id: number): Promise<AdminReturn | null> {
  const [row] = await payload.db.drizzle
    .select(columns)
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order))
    .where(eq(returns.id, id))
  return row ? toAdminReturn(payload, row) : null
}
