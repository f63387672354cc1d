import { and, eq, gt, inArray, lt, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { addOrderEvent, nextVersion } from '@/modules/orders/order-record'
import { orders, webhook_events } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'
import type { PaymentProvider } from '@/providers/interfaces'

import { capturePayment, settleFromProvider } from './capture-payment'

type Args = { payload: Payload; payments: PaymentProvider }
const batchSize = 50

/** Started but unfinished payments: with an expired lease at once, the others after a delay. */
const isUnsettled = or(
  and(eq(orders.paymentState, 'capturing'), lt(orders.captureLeaseUntil, sql`now()`)),
  and(
    eq(orders.paymentState, 'created'),
    eq(orders.status, 'pending'),
    lt(orders.updatedAt, sql`now() - interval '10 minutes'`),
    gt(orders.createdAt, sql`now() - interval '6 hours'`),
  ),
  and(eq(orders.paymentState, 'pending'), lt(orders.updatedAt, sql`now() - interval '1 hour'`)),
)

const isUnpaid = and(
  eq(orders.status, 'pending'),
  inArray(orders.paymentState, ['none', 'created', 'declined']),
)

/** Cancels orders that were not paid within a day; by then PayPal has dropped the payment. */
async function cancelUnpaid(payload: Payload): Promise<void> {
  const unpaid = await payload.db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(and(isUnpaid, lt(orders.createdAt, sql`now() - interval '24 hours'`)))
    .limit(batchSize)
  for (const { id } of unpaid)
    await withTransaction(payload, async (req, tx) => {
      const cancelled = await tx
        .update(orders)
        .set({ status: 'cancelled', ...nextVersion })
        .where(and(eq(orders.id, id), isUnpaid))
        .returning({ id: orders.id })
      if (cancelled.length > 0)
        await addOrderEvent(req, id, {
          type: 'cancelled',
          actor: 'the shop',
          message: 'Never paid; closed after a day',
        })
    })
}

/** Queues webhook events again that were stored but never processed. */
async function requeueWebhookEvents({ db }: Payload): Promise<void> {
  const events = await db.drizzle
    .select({ id: webhook_events.id })
    .from(webhook_events)
    .where(
      and(
        eq(webhook_events.status, 'received'),
        lt(webhook_events.createdAt, sql`now() - interval '5 minutes'`),
      ),
    )
    .limit(batchSize)
  for (const { id } of events)
    await queueJob(db.drizzle, 'process-webhook-event', { eventId: id }, { key: `webhook:${id}` })
}

async function reconcilePayment(args: Args, id: number, state: string): Promise<void> {
  const { payload } = args
  const order = await payload.findByID({ collection: 'orders', id, depth: 0 })
  const settled = await settleFromProvider(args, order)
  if (settled === null && state === 'capturing') await capturePayment(args, order)
  // Moves the order to the end of the line for the next run.
  await payload.db.drizzle
    .update(orders)
    .set({ updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), inArray(orders.paymentState, ['created', 'pending'])))
}

/**
 * Finishes payments whose outcome was never recorded; runs every minute. It reads PayPal first.
 * Only an order that a buyer asked to capture is captured again, with the same request id. An error
 * of one order does not stop the others.
 */
export async function reconcilePayments(args: Args): Promise<void> {
  const { payload } = args
  const unsettled = await payload.db.drizzle
    .select({ id: orders.id, state: orders.paymentState })
    .from(orders)
    .where(isUnsettled)
    .orderBy(orders.updatedAt)
    .limit(batchSize)
  for (const { id, state } of unsettled) {
    try {
      await reconcilePayment(args, id, state)
    } catch (error) {
      if (!(error instanceof AppError))
        payload.logger.error({ err: error, order: id }, 'A payment could not be reconciled')
    }
  }
  await cancelUnpaid(payload)
  await requeueWebhookEvents(payload)
}
