import { eq, getTableColumns, sql } from '@payloadcms/db-postgres/drizzle'

import { order_events, orders } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import { noteOrder } from '@/platform/observability/work-context'
import { databaseOf, type Tx, type TxRequest } from '@/platform/transaction'

/** Columns that every visible change of an order sets, so that stale edits are rejected. */
export const nextVersion = { version: sql`${orders.version} + 1`, updatedAt: sql`now()` }

/** `isCapturing`: a capture holds its lease, by the database's clock. */
export type LockedOrder = typeof orders.$inferSelect & { isCapturing: boolean }

/**
 * Forgets the payment that was open for an order. A capture compares the payment’s id, so it can no longer be
 * charged.
 */
export const withoutPayment = {
  paypalOrderId: null,
  paymentAttempt: sql`${orders.paymentAttempt} + 1`,
  updatedAt: sql`now()`,
}

/** Locks an order until the transaction ends and returns its row; undefined if there is none. */
export async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder | undefined> {
  const [order] = await tx
    .select({
      ...getTableColumns(orders),
      isCapturing: sql<boolean>`coalesce(${orders.captureLeaseUntil} > now(), false)`,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
  if (order) noteOrder(order.id)
  return order
}

/** Type of the timeline event for a payment that PayPal refused because of the shop's own account. */
export const paymentRefusedEvent = 'payment_refused'

type NewOrderEvent = { type: string; message: string; actor: string; reason?: string | null }

/** Adds a row to the timeline of an order, in the transaction of `req`. */
export async function addOrderEvent(
  req: Pick<TxRequest, 'payload' | 'transactionID'>,
  orderId: number,
  event: NewOrderEvent,
): Promise<void> {
  noteOrder(orderId)
  const db = await databaseOf(req)
  await db.insert(order_events).values({ order: orderId, ...event })
}

/** A mistake can be undone in this time, and several changes in a row make one email. The job reads the order again. */
const emailDelaySeconds = 60

/** Queues the buyer's email about a change of an order, once for all that happen within a minute. */
export function queueOrderEmail(
  tx: Tx,
  orderId: number,
  name: 'received' | 'changed' | 'shipped' | 'delivered' | 'canceled',
): Promise<void> {
  return queueJob(
    tx,
    `send-order-${name}`,
    { orderId },
    { key: `order-${name}:${orderId}`, delaySeconds: emailDelaySeconds },
  )
}
