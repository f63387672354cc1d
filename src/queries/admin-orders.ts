import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'
import type { Fulfillment } from '../domain/fulfillment'
import type { Cents } from '../domain/money'
import { type OrderStatus, orderStatuses } from '../domain/order-status'
import type { Order } from '../payload-types'

export type AddressView = {
  firstName: string; lastName: string; address1: string; address2: string; city: string
  stateCode: string; zip: string; countryCode: string; phone: string
}
export type AdminOrderLine = {
  id: string; productId: number | null; name: string; image: string | null; size: string; color: string
  sku: string | null; unitPriceCents: Cents; quantity: number
}
/** An order as staff see it. Dates are ISO strings. */
export type AdminOrder = {
  id: number
  orderNumber: string
  status: OrderStatus
  version: number
  paymentState: Order['paymentState']
  email: string
  subtotalCents: Cents
  shippingCents: Cents
  taxCents: Cents
  totalCents: Cents
  createdAt: string
  shippingAddress: AddressView
  billingAddress: AddressView
  billingSameAsShipping: boolean
  paypalTransactionId: string | null
  trackingNumber: string | null
  printfulOrderId: string | null
  fulfillment: Fulfillment
  notes: string | null
  items: AdminOrderLine[]
}

export const orderSorts = ['newest', 'oldest', 'total-high', 'total-low'] as const
export type OrderSort = (typeof orderSorts)[number]
/** Orders that need a look: the payment does not fit, or is contested, or the printer has them on hold, or failed. */
export const orderTroubles = ['payment', 'contested', 'on-hold', 'failed'] as const
export type OrderTrouble = (typeof orderTroubles)[number]
export type OrderListSearch = { page: number; limit: number; status: OrderStatus | ''; search: string; sort: OrderSort; trouble?: OrderTrouble | '' }

/** PayPal took the money back, or the buyer has an open case there; for two months, unless the order was refunded or cancelled. */
export const isContested = sql`(status not in ('refunded', 'cancelled') and id in (
  select told.order_id from order_events told where told.type in ('reversed', 'disputed') and told.created_at > now() - interval '60 days'
    and not exists (select from order_events closed where closed.order_id = told.order_id and closed.type = 'dispute-closed' and closed.reason = told.reason)))`

const troubled = {
  payment: sql`payment_state = 'mismatch'`, contested: isContested, 'on-hold': sql`fulfillment = 'on-hold'`, failed: sql`fulfillment in ('failed', 'returned')`,
} satisfies Record<OrderTrouble, SQL>

const sorted = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  'total-high': sql`total_cents desc, id desc`,
  'total-low': sql`total_cents, id desc`,
} satisfies Record<OrderSort, SQL>

/** Letter for letter the expression of the index orders_find_trgm (migration rules), or the index is not used. */
export const findable = sql`(order_number || ' ' || email || ' ' || coalesce(shipping_address_first_name, '') || ' ' || coalesce(shipping_address_last_name, ''))`

/** What a search means, whatever the status. */
const matching = ({ search, trouble }: Pick<OrderListSearch, 'search' | 'trouble'>): SQL => {
  const words = search.split(/[\s\p{Cc}]+/u).filter(Boolean).slice(0, 6)
  const found = words.map((word) => sql`${findable} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return sql.join([sql`true`, ...(trouble ? [troubled[trouble]] : []), ...found], sql` and `)
}

const address = (kind: 'shipping' | 'billing'): SQL => {
  const column = (name: string): SQL => sql.raw(`coalesce(o.${kind}_address_${name}, '')`)
  return sql`json_build_object('firstName', ${column('first_name')}, 'lastName', ${column('last_name')}, 'address1', ${column('address1')},
    'address2', ${column('address2')}, 'city', ${column('city')}, 'stateCode', ${column('state_code')}, 'zip', ${column('zip')},
    'countryCode', ${column('country_code')}, 'phone', ${column('phone')})`
}

/** One JSON object an order, so that numbers and dates come in one shape whatever the driver makes of columns. */
const orderJson = sql`json_build_object(
  'id', o.id, 'orderNumber', o.order_number, 'status', o.status, 'version', o.version, 'paymentState', o.payment_state, 'email', o.email,
  'subtotalCents', o.subtotal_cents, 'shippingCents', o.shipping_cents, 'taxCents', o.tax_cents, 'totalCents', o.total_cents,
  'createdAt', o.created_at, 'shippingAddress', ${address('shipping')},
  'billingAddress', case when o.billing_same_as_shipping then ${address('shipping')} else ${address('billing')} end,
  'billingSameAsShipping', coalesce(o.billing_same_as_shipping, false), 'paypalTransactionId', o.paypal_transaction_id,
  'trackingNumber', o.tracking_number, 'printfulOrderId', o.printful_order_id, 'fulfillment', o.fulfillment, 'notes', o.notes,
  'items', coalesce((select json_agg(json_build_object('id', i.id, 'productId', i.product_id, 'name', i.name, 'image', i.image || '-320.webp', 'size', i.size,
      'color', i.color, 'sku', i.sku, 'unitPriceCents', i.unit_price_cents, 'quantity', i.quantity) order by i._order)
    from orders_items i where i._parent_id = o.id), '[]'))`

type Row = { order: AdminOrder }
const isoDate = (date: string): string => new Date(date).toISOString()
const toOrder = ({ order }: Row): AdminOrder => ({ ...order, createdAt: isoDate(order.createdAt) })

export type OrderListView = {
  orders: AdminOrder[]; total: number; page: number; pages: number
  /** How many there are of each status, whichever one is shown: '' is all of them. */
  counts: Record<OrderStatus | '', number>
}

/** One page of orders and how many there are: filter, search, sort and paging in SQL, two statements. */
export const listAdminOrders = async (payload: Payload, search: OrderListSearch): Promise<OrderListView> => {
  const anyStatus = matching(search)
  const where = search.status ? sql`${anyStatus} and status = ${search.status}` : anyStatus
  // A search finds first and sorts afterwards: otherwise the planner walks the whole date index looking for matches.
  const from = search.search ? sql`(select * from orders where ${where} offset 0) found` : sql`orders`
  const [{ rows }, { rows: counted }] = await Promise.all([
    payload.db.drizzle.execute(sql`
      with chosen as materialized (
        select id, row_number() over (order by ${sorted[search.sort]}) as place from (
          select id, created_at, total_cents from ${from} where ${where}
          order by ${sorted[search.sort]} limit ${search.limit} offset ${(search.page - 1) * search.limit}) here)
      select ${orderJson} as "order" from chosen join orders o on o.id = chosen.id order by chosen.place`),
    payload.db.drizzle.execute(sql`select status, count(*)::integer as number from orders where ${anyStatus} group by status`),
  ])
  const known = new Map((counted as { status: OrderStatus; number: number }[]).map(({ status, number }) => [status, number]))
  const counts = { '': [...known.values()].reduce((sum, number) => sum + number, 0), ...Object.fromEntries(orderStatuses.map((status) => [status, known.get(status) ?? 0])) } as OrderListView['counts']
  const total = counts[search.status]
  return { orders: (rows as Row[]).map(toOrder), total, counts, page: search.page, pages: Math.max(1, Math.ceil(total / search.limit)) }
}

export const getAdminOrder = async (payload: Payload, id: number): Promise<AdminOrder | null> => {
  const { rows: [row] } = await payload.db.drizzle.execute(sql`select ${orderJson} as "order" from orders o where o.id = ${id}`)
  return row ? toOrder(row as Row) : null
}

/** Paid, and not yet with the printer: what the badge in the navigation counts. */
export const countOrdersForPrinter = async (payload: Payload): Promise<number> => {
  const { rows: [row] } = await payload.db.drizzle.execute(sql`
    select count(*)::integer as waiting from orders where status = 'paid' and printful_order_id is null`)
  return (row as { waiting: number }).waiting
}
