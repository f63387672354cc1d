import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  type FulfillmentStatus,
  submittableStatuses,
} from '@/modules/fulfillment/rules/fulfillment'
import { endRequest } from '@/modules/orders/actions/end-request'
import { addOrderEvent, nextVersion } from '@/modules/orders/order-record'
import { hasItemsToPrint } from '@/modules/orders/queries/admin-orders'
import { changeRequestDeadline, isSentAutomatically } from '@/modules/orders/queries/grace-period'
import { isPaidAndUnshipped } from '@/modules/orders/rules/order-status'
import { orders } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Db, type Tx, withTransaction } from '@/platform/transaction'

type Request = {
  actor: Actor
  actorName: string
  orderId: number
  /** Staff checked what is unusual about it (cost, address) and want it printed anyway. */
  accept?: boolean
  /** Creates a new order at Printful for one that was canceled there. */
  again?: boolean
}

/** `held`: staff must check the order. */
export type SubmissionState = { state: 'going' | 'sent' | 'held'; message: string }

/** Selects what submitting an order depends on. `isLeased`: a submission is running, by the database's clock. */
export function selectSubmission(db: Db, orderId: number) {
  return db
    .select({
      orderNumber: orders.orderNumber,
      status: orders.status,
      paymentState: orders.paymentState,
      hasItemsToPrint: sql<boolean>`${hasItemsToPrint}`,
      fulfillment: sql<FulfillmentStatus>`coalesce(${orders.fulfillment}, 'none')`,
      note: orders.fulfillmentNote,
      printfulOrderId: orders.printfulOrderId,
      isLeased: sql<boolean>`coalesce(${orders.fulfillmentLeaseUntil} > now(), false)`,
      /** The customer was asked to pay for a change. */
      isRequested: sql<boolean>`${changeRequestDeadline} is not null`,
      isDue: isSentAutomatically,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
}
type Submission = Awaited<ReturnType<typeof selectSubmission>>[number]

const toState = ({
  orderNumber,
  fulfillment,
  note,
  printfulOrderId,
}: Submission): SubmissionState => {
  if (fulfillment === 'submitting' || fulfillment === 'draft')
    return { state: 'going', message: note ?? `Order ${orderNumber} is being sent to Printful.` }
  if (['none', 'on-hold', 'failed', 'canceled'].includes(fulfillment))
    return {
      state: 'held',
      message: note ?? 'Printful can’t make this order. Check it on Printful.',
    }
  return { state: 'sent', message: `Order ${orderNumber} is on Printful as ${printfulOrderId}.` }
}

/** @throws AppError not_found */
export async function readSubmission(payload: Payload, orderId: number): Promise<SubmissionState> {
  const [submission] = await selectSubmission(payload.db.drizzle, orderId)
  if (!submission) throw notFound('The order')
  return toState(submission)
}

/** @throws AppError conflict unless the order is paid and neither canceled, shipped, nor refunded */
export function assertPaidAndOpen(order: Submission): void {
  if (!isPaidAndUnshipped(order))
    throw new AppError(
      'conflict',
      'Only paid orders that haven’t been canceled or shipped can be sent to Printful.',
    )
  if (!order.hasItemsToPrint)
    throw new AppError(
      'conflict',
      'This order has no items to print. Refunded items aren’t printed.',
    )
}

export function canceledAtPrintfulError(): AppError {
  return new AppError(
    'conflict',
    'This order was canceled on Printful. Send it as a new order, or refund the customer.',
  )
}

async function startSubmission(
  tx: Tx,
  orderId: number,
  { fulfillment, isLeased }: Submission,
): Promise<void> {
  if (fulfillment === 'canceled')
    await tx
      .update(orders)
      .set({
        fulfillmentAttempt: sql`${orders.fulfillmentAttempt} + 1`,
        printfulOrderId: null,
        fulfillmentCostCents: null,
      })
      .where(eq(orders.id, orderId))
  // A running submission continues; the queued job then finds its result.
  if (!isLeased)
    await tx
      .update(orders)
      .set({ fulfillment: 'submitting', fulfillmentNote: null, ...nextVersion })
      .where(eq(orders.id, orderId))
}

/**
 * Queues the submission of a paid order for staff, also while the customer is asked to pay for a change: that ends.
 * Repeated calls submit it once; an order that is at Printful already stays as it is.
 * @throws AppError not_found, conflict
 */
export function requestSubmission(
  payload: Payload,
  { actor, actorName, orderId, accept = false, again = false }: Request,
): Promise<SubmissionState> {
  return withTransaction(payload, async (req, tx) => {
    const [submission] = await selectSubmission(tx, orderId).for('update')
    if (!submission) throw notFound('The order')
    const { fulfillment } = submission
    const isCanceled = fulfillment === 'canceled'
    const isSubmittable = submittableStatuses.some((status) => status === fulfillment)
    if (!isCanceled && !isSubmittable) return toState(submission)
    assertPaidAndOpen(submission)
    if (isCanceled && !again) throw canceledAtPrintfulError()
    await startSubmission(tx, orderId, submission)
    await endRequest({ req, tx }, orderId, () => true, {
      actor: actorName,
      message: 'Printing began before the customer paid for the change',
    })
    await queueJob(
      tx,
      'submit-order',
      { orderId, byHand: true, ...(accept ? { accept } : {}) },
      { key: `submit-order:${orderId}` },
    )
    if (fulfillment !== 'submitting') {
      await audit(tx, actor, {
        action: 'order.asked_to_print',
        subjectType: 'order',
        subjectId: orderId,
        details: { accept, again },
      })
      await addOrderEvent(req, orderId, {
        type: 'printer:asked',
        actor: actorName,
        message: again
          ? 'Queued for Printful again'
          : accept
            ? 'Queued for Printful despite the warning'
            : 'Queued for Printful',
      })
    }
    return { state: 'going', message: `Order ${submission.orderNumber} is being sent to Printful.` }
  })
}
