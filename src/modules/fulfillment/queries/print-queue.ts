import {
  and,
  desc,
  eq,
  gt,
  inArray,
  max,
  or,
  type SQL,
  sql,
  sum,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  calculateIncome,
  calculateMargin,
  calculateProfit,
  type FulfillmentStatus,
  holdDaysLeft,
  type Shipment,
} from '@/modules/fulfillment/rules/fulfillment'
import { isFailedToPrint, isOnHold, isPaidAndOpen } from '@/modules/orders/queries/admin-orders'
import { graceUntil } from '@/modules/orders/queries/grace-period'
import { incomeChanges } from '@/modules/orders/queries/refunded-income'
import { order_events, orders, payments } from '@/payload-generated-schema'
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

/** Paid, and nothing was sent to the printer. */
export const isUnsent = and(
  isPaidAndOpen,
  eq(orders.status, 'paid'),
  sql`coalesce(${orders.fulfillment}, 'none') = 'none'`,
)

const acceptedEvents = ['printer:submitted', 'printer:in-production']
const unacceptedEvents = ['printer:draft', 'printer:failed', 'printer:canceled']

/**
 * Whether Printful has charged for an order: it does when it accepts one, and not for drafts, failures, and cancellations.
 * Drafts that staff must check are on hold as well as orders that Printful had accepted; the timeline tells them apart.
 */
export function isCharged({ db: { drizzle } }: Payload): SQL | undefined {
  const lastStep = drizzle
    .select({ type: order_events.type })
    .from(order_events)
    .where(
      and(
        eq(order_events.order, orders.id),
        inArray(order_events.type, [...acceptedEvents, ...unacceptedEvents]),
      ),
    )
    .orderBy(desc(order_events.id))
    .limit(1)
  return or(
    inArray(orders.fulfillment, ['submitted', 'in-production', 'shipped', 'returned']),
    and(eq(orders.fulfillment, 'on-hold'), inArray(sql`(${lastStep})`, acceptedEvents)),
  )
}

const stageConditions = {
  waiting: isUnsent,
  draft: inArray(orders.fulfillment, ['submitting', 'draft']),
  'on-hold': isOnHold,
  // Including orders canceled at the printer whose buyer still waits.
  failed: or(isFailedToPrint, and(eq(orders.fulfillment, 'canceled'), isPaidAndOpen)),
  'in-production': inArray(orders.fulfillment, ['submitted', 'in-production']),
  shipped: and(
    eq(orders.fulfillment, 'shipped'),
    gt(orders.shippedAt, sql`now() - interval '30 days'`),
  ),
  returned: eq(orders.fulfillment, 'returned'),
} satisfies Record<PrintQueueStage, SQL | undefined>

/** The printing status of an order and its profit. Dates are ISO 8601 strings. */
export type PrintOrderView = {
  id: number
  orderNumber: string
  buyer: string
  createdAt: string
  /** Whether it may be submitted to the printer. */
  isDue: boolean
  /** Until when it should wait for changes by the customer; null without such a time. */
  graceUntil: string | null
  fulfillment: FulfillmentStatus
  note: string | null
  printfulOrderId: string | null
  /** When the order entered its current fulfillment status. */
  since: string | null
  /** On hold: whole days until Printful may cancel it. */
  daysLeft: number | null
  shipments: Shipment[]
  /** Paid for the items and shipping, also for later changes, less refunds. */
  takenCents: Cents
  feeCents: Cents
  /** What the printer charged, or would charge for an order that may still be submitted. Null until that is known. */
  costCents: Cents | null
  profitCents: Cents | null
  /** In tenths of a percent. */
  margin: number | null
}

function selectPrintOrders(payload: Payload) {
  const { drizzle } = payload.db
  const since = drizzle
    .select({ at: max(order_events.createdAt) })
    .from(order_events)
    .where(
      and(
        eq(order_events.order, orders.id),
        eq(order_events.type, sql`'printer:' || coalesce(${orders.fulfillment}::text, 'none')`),
      ),
    )
  const fees = drizzle
    .select({ cents: sum(payments.feeCents) })
    .from(payments)
    .where(
      and(
        eq(payments.order, orders.id),
        eq(payments.kind, 'capture'),
        eq(payments.status, 'completed'),
      ),
    )
  const { differenceCents, differenceFeeCents, refundedCents } = incomeChanges(payload)
  return drizzle
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      buyer: sql<string>`concat_ws(' ', ${orders.shippingAddress_firstName}, ${orders.shippingAddress_lastName})`,
      createdAt: orders.createdAt,
      isDue: sql<boolean>`${isPaidAndOpen}`,
      graceUntil,
      fulfillment: orders.fulfillment,
      note: orders.fulfillmentNote,
      printfulOrderId: orders.printfulOrderId,
      shipments: orders.shipments,
      costCents: sql<Cents | null>`case when ${or(isCharged(payload), isPaidAndOpen)} then ${orders.fulfillmentCostCents}::integer end`,
      subtotalCents: orders.subtotalCents,
      discountCents: orders.discountCents,
      shippingCents: orders.shippingCents,
      since: sql<string | null>`${since}`,
      differenceCents,
      refundedCents,
      feeCents: sql`(coalesce((${fees}), 0) + ${differenceFeeCents})`.mapWith(Number),
    })
    .from(orders)
}

type PrintOrderRow = Awaited<ReturnType<typeof selectPrintOrders>>[number]

function toView({
  subtotalCents,
  discountCents,
  shippingCents,
  differenceCents,
  refundedCents,
  ...row
}: PrintOrderRow): PrintOrderView {
  const since = row.since ? new Date(row.since) : null
  const { costCents, feeCents } = row
  const fulfillment = row.fulfillment ?? 'none'
  const income = { subtotalCents, discountCents, shippingCents, differenceCents, refundedCents }
  const takenCents = calculateIncome(income)
  const profitCents =
    costCents === null ? null : calculateProfit({ ...income, feeCents, costCents })
  return {
    ...row,
    fulfillment,
    createdAt: new Date(row.createdAt).toISOString(),
    since: since?.toISOString() ?? null,
    graceUntil: row.graceUntil && new Date(row.graceUntil).toISOString(),
    shipments: (row.shipments ?? []) as Shipment[],
    daysLeft:
      fulfillment === 'on-hold' && row.printfulOrderId && since
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
  const [row] = await selectPrintOrders(payload).where(eq(orders.id, orderId))
  return row ? toView(row) : null
}

/** Counts the orders of each stage with one statement, each count from its own index. */
export async function countPrintQueue({ db }: Payload): Promise<Record<PrintQueueStage, number>> {
  const counts = Object.fromEntries(
    printQueueStages.map((stage) => [stage, db.drizzle.$count(orders, stageConditions[stage])]),
  ) as Record<PrintQueueStage, ReturnType<typeof db.drizzle.$count>>
  const [row] = await db.drizzle.select(counts).from(sql`(values (1)) as one`)
  if (!row) throw new Error('An aggregate returned no row.')
  return row
}

/** The longest waiting first, but the newest first once shipped or returned. */
const stageOrder = (stage: PrintQueueStage): (SQL | typeof orders.id)[] => {
  if (stage === 'shipped') return [desc(orders.shippedAt), desc(orders.id)]
  return [stage === 'returned' ? desc(orders.id) : orders.id]
}

/** Returns one page of a stage. */
export async function listPrintQueue(
  payload: Payload,
  stage: PrintQueueStage,
  { page, limit }: { page: number; limit: number },
): Promise<PrintOrderView[]> {
  const rows = await selectPrintOrders(payload)
    .where(stageConditions[stage])
    .orderBy(...stageOrder(stage))
    .limit(limit)
    .offset((page - 1) * limit)
  return rows.map(toView)
}
