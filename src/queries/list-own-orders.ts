import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import type { Cents } from '../domain/money'
import type { OrderStatus } from '../domain/order-status'
import type { Order } from '../payload-types'

export const ownOrdersPerPage = 10

export type OwnOrderView = {
  orderNumber: string
  status: OrderStatus
  paymentState: Order['paymentState']
  /** ISO 8601, UTC. */
  createdAt: string
  totalCents: Cents
  /** How many pieces, all lines together. */
  pieces: number
  /** One for each line, in their order. */
  items: { name: string; image: string | null }[]
}
export type OwnOrdersPage = { orders: OwnOrderView[]; total: number; page: number; pages: number }

type Row = { total: number; orders: OwnOrderView[] }

/** One page of somebody's orders with what is in them, the newest first: one statement. */
export const listOwnOrders = async (payload: Pick<Payload, 'db'>, userId: number, page: number): Promise<OwnOrdersPage> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    with shown as materialized (
      select id, order_number, status, payment_state, total_cents, created_at from orders where customer_id = ${userId}
      order by created_at desc, id desc limit ${ownOrdersPerPage} offset ${(page - 1) * ownOrdersPerPage})
    select (select count(*)::integer from orders where customer_id = ${userId}) as total,
      (select coalesce(json_agg(json_build_object(
          'orderNumber', order_number, 'status', status, 'paymentState', payment_state, 'totalCents', total_cents::integer,
          'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'pieces', (select coalesce(sum(quantity), 0)::integer from orders_items where _parent_id = shown.id),
          'items', (select coalesce(json_agg(json_build_object('name', name, 'image', image || '-320.webp') order by _order), '[]') from orders_items where _parent_id = shown.id)
        ) order by created_at desc, id desc), '[]') from shown) as orders`)
  const { total, orders } = rows[0] as unknown as Row
  return { orders, total, page, pages: Math.max(1, Math.ceil(total / ownOrdersPerPage)) }
}
