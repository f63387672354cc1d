import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import {
  calculateMargin,
  calculateProfit,
  type FulfillmentStatus,
  holdDaysLeft,
  type Shipment,
} from '@/modules/fulfillment/rules/fulfillment'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import type { Cents } from '@/platform/money'

export const printQueueStages = [
  'waiting',
  'draft',
  'on-hold',
  'failed',
  'in-production',
  'shipped',
  'returned',
] as const
export type PrintQueueStage = (typeof printQueueStages)[number]

const inLane = {
  waiting: sql`o.status = 'paid' and o.payment_state = 'completed' and coalesce(o.fulfillment, 'none') = 'none'`,
  draft: sql`o.fulfillment in ('submitting', 'draft')`,
  'on-hold': sql`o.fulfillment = 'on-hold'`,
  // Canceled there, and the buyer still waits for it.
  failed: sql`(o.fulfillment = 'failed' or (o.fulfillment = 'canceled' and o.status in ('paid', 'processing')))`,
  'in-production': sql`o.fulfillment in ('submitted', 'in-production')`,
  shipped: sql`o.fulfillment = 'shipped' and o.shipped_at > now() - interval '30 days'`,
  returned: sql`o.fulfillment = 'returned'`,
} satisfies Record<PrintQueueStage, SQL>

/** How printing of an order stands, and what it leaves. */
export type PrintOrderView = {
  id: number
  orderNumber: string
  buyer: string
  createdAt: string
  status: OrderStatus
  paymentState: string
  fulfillment: FulfillmentStatus
  note: string | null
  printfulOrderId: string | null
  /** When it came to where it is. */
  since: string | null
  /** On hold: whole days until Printful may cancel it. */
  daysLeft: number | null
  parcels: Shipment[]
  /** What was taken for the pieces and their way, less what was sent back. */
  takenCents: Cents
  feeCents: Cents
  /** What the printer asks; null: not known yet. */
  costCents: Cents | null
  profitCents: Cents | null
  /** In tenths of a percent. */
  margin: number | null
}

type Row = Omit<
  PrintOrderView,
  'createdAt' | 'since' | 'daysLeft' | 'takenCents' | 'profitCents' | 'margin' | 'parcels'
> & {
  createdAt: string
  since: string | null
  parcels: Shipment[] | null
  subtotal: number
  shipping: number
  refunded: number
}

const columns = sql`
  o.id, o.order_number as "orderNumber", concat_ws(' ', o.shipping_address_first_name, o.shipping_address_last_name) as buyer, o.created_at as "createdAt", o.status::text as status, o.payment_state::text as "paymentState",
  coalesce(o.fulfillment, 'none')::text as fulfillment, o.fulfillment_note as note, o.printful_order_id as "printfulOrderId", o.shipments as parcels, o.fulfillment_cost_cents::integer as "costCents",
  o.subtotal_cents::integer as subtotal, o.shipping_cents::integer as shipping,
  (select max(e.created_at) from order_events e where e.order_id = o.id and e.type = 'printer:' || coalesce(o.fulfillment::text, 'none')) as since,
  coalesce((select sum(p.amount_cents) from payments p where p.order_id = o.id and p.kind = 'refund' and p.status in ('completed', 'pending')), 0)::integer as refunded,
  coalesce((select sum(p.fee_cents) from payments p where p.order_id = o.id and p.kind = 'capture' and p.status = 'completed'), 0)::integer as "feeCents"`

const toView = ({ subtotal, shipping, refunded, ...row }: Row): PrintOrderView => {
  const since = row.since ? new Date(row.since) : null
  const money = {
    subtotalCents: subtotal,
    shippingCents: shipping,
    refundedCents: refunded,
    feeCents: row.feeCents,
    costCents: row.costCents ?? 0,
  }
  const profitCents = row.costCents === null ? null : calculateProfit(money)
  const takenCents = subtotal + shipping - refunded
  return {
    ...row,
    id: Number(row.id),
    createdAt: new Date(row.createdAt).toISOString(),
    since: since?.toISOString() ?? null,
    parcels: row.parcels ?? [],
    daysLeft:
      row.fulfillment === 'on-hold' && row.printfulOrderId && since
        ? holdDaysLeft(since, new Date())
        : null,
    takenCents,
    profitCents,
    margin: profitCents === null ? null : calculateMargin(profitCents, takenCents),
  }
}

export async function getPrintOrder(
  payload: Payload,
  orderId: number,
): Promise<PrintOrderView | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`select ${columns} from orders o where o.id = ${orderId}`)
  return row ? toView(row as Row) : null
}

/** How many orders stand where. */
export async function countPrintQueue(payload: Payload): Promise<Record<PrintQueueStage, number>> {
  const counts = sql.join(
    printQueueStages.map(
      (lane) => sql`count(*) filter (where ${inLane[lane]})::integer as ${sql.identifier(lane)}`,
    ),
    sql`, `,
  )
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`select ${counts} from orders o`)
  return row as Record<PrintQueueStage, number>
}

/** The orders of one lane, those that waited longest first; what is through, the latest first. */
export async function listPrintQueue(
  payload: Payload,
  lane: PrintQueueStage,
  { page, limit }: { page: number; limit: number },
): Promise<PrintOrderView[]> {
  const order = lane === 'shipped' || lane === 'returned' ? sql`o.id desc` : sql`o.id`
  const { rows } = await payload.db.drizzle.execute(
    sql`select ${columns} from orders o where ${inLane[lane]} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
  )
  return (rows as Row[]).map(toView)
}
