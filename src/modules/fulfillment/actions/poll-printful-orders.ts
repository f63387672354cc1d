import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  notExists,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { isUnsent } from '@/modules/fulfillment/queries/print-queue'
import { isPaidAndOpen } from '@/modules/orders/queries/admin-orders'
import { isSentAutomatically, isStillSent } from '@/modules/orders/queries/grace-period'
import { order_events, orders } from '@/payload-generated-schema'
import {
  recordConnectionFailure,
  recordConnectionSuccess,
} from '@/platform/connections/credentials'
import { ProviderError } from '@/platform/http/provider-error'
import { resumeJob } from '@/platform/job-queue'
import type { PrintfulGateway } from '@/providers/printful/interface'

import { reloadPrintfulOrder } from './apply-printful-event'
import { isUnleased } from './submit-order'

const batchSize = 40
const minCheckIntervalMinutes = 10

async function queueSubmissions({ db }: Payload, condition: SQL | undefined): Promise<void> {
  const rows = await db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(condition)
    .orderBy(asc(orders.id))
    .limit(batchSize)
  for (const { id } of rows)
    await resumeJob(db.drizzle, 'submit-order', { orderId: id }, `submit-order:${id}`)
}

/** Submissions that began and were never finished because the process died or Printful was down. */
const isAbandoned = and(
  isPaidAndOpen,
  inArray(orders.fulfillment, ['submitting', 'draft']),
  isUnleased,
  lt(orders.updatedAt, sql`now() - interval '3 minutes'`),
)

/**
 * Not canceled before its payment came in: staff decide about such an order. Its events are compared by id, because the
 * order is locked when they are added, and times are those at which transactions began.
 */
const wasOpenWhenPaid = ({ db: { drizzle } }: Payload): SQL => {
  const payment = alias(order_events, 'payment')
  const paidBy = drizzle
    .select({ id: min(payment.id) })
    .from(payment)
    .where(and(eq(payment.order, orders.id), eq(payment.type, 'paid')))
  return notExists(
    drizzle
      .select({ id: order_events.id })
      .from(order_events)
      .where(
        and(
          eq(order_events.order, orders.id),
          eq(order_events.type, 'cancelled'),
          lt(order_events.id, sql`(${paidBy})`),
        ),
      ),
  )
}

/**
 * Paid orders to submit automatically whose own job may have run while Printful was not connected. Orders that are
 * still waiting have their own job, and their buyers can change them. Orders with an open payment request also wait.
 */
const isUnsubmitted = (payload: Payload): SQL | undefined =>
  and(isUnsent, isStillSent, isSentAutomatically, wasOpenWhenPaid(payload))

/**
 * Runs every 15 minutes to catch what webhooks missed: queues submissions again, and reads unfinished orders at
 * Printful, the longest unchecked first. Printful stops sending events after a day of failed deliveries.
 */
export async function pollPrintfulOrders({
  payload,
  printful,
}: {
  payload: Payload
  printful: PrintfulGateway
}): Promise<void> {
  const { drizzle } = payload.db
  await queueSubmissions(payload, isAbandoned)
  await queueSubmissions(payload, isUnsubmitted(payload))
  const dueOrders = await drizzle
    .select({ id: orders.id, printfulOrderId: orders.printfulOrderId })
    .from(orders)
    .where(
      and(
        isNotNull(orders.printfulOrderId),
        inArray(orders.fulfillment, ['submitted', 'in-production', 'on-hold', 'failed']),
        or(
          isNull(orders.fulfillmentCheckedAt),
          lt(
            orders.fulfillmentCheckedAt,
            sql`now() - make_interval(mins => ${minCheckIntervalMinutes})`,
          ),
        ),
      ),
    )
    .orderBy(sql`${orders.fulfillmentCheckedAt} nulls first`)
    .limit(batchSize)
  let hasFailed = false
  for (const { id, printfulOrderId } of dueOrders) {
    if (!printfulOrderId) continue
    try {
      await reloadPrintfulOrder({ payload, printful }, id, printfulOrderId)
      await drizzle
        .update(orders)
        .set({
          fulfillmentCheckedAt: sql`greatest(${orders.fulfillmentCheckedAt}, now() - interval '1 second')`,
        })
        .where(eq(orders.id, id))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      hasFailed = true
      await recordConnectionFailure(payload, 'printful', error)
      // Other kinds of errors would affect the remaining orders as well.
      if (error.details.kind !== 'refused' && error.details.kind !== 'unexpected') return
    }
  }
  // Ends an outage that an earlier poll recorded.
  if (dueOrders.length > 0 && !hasFailed) await recordConnectionSuccess(payload, 'printful')
}
