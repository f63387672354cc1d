import { and, eq, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { issuePurchasedCards, queueHeldBackCards } from '@/modules/gift-cards/deliveries'
import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import { releaseCanceledCard, takeGiftCard } from '@/modules/orders/actions/gift-card-payment'
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  nextVersion,
} from '@/modules/orders/order-record'
import { queuePaidChange } from '@/modules/orders/price-difference'
import { orders, payments } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { queueJob } from '@/platform/job-queue'
import { toDecimal } from '@/platform/money'
import { type Db, type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type { CaptureView } from '@/providers/interfaces'

import { balanceChanged } from './entered-gift-card'
import { queueSubmission } from './queue-submission'

export type PaymentSettlement = 'completed' | 'pending' | 'declined' | 'mismatch'

type LedgerRow = Pick<typeof payments.$inferSelect, 'kind' | 'status' | 'providerId'>
/** `ledger`: the order's payments, and that of the capture, before it is settled. */
type Settled = {
  req: TxRequest
  tx: Tx
  order: LockedOrder
  actor: string
  ledger: readonly LedgerRow[]
}
type Context = Settled & { capture: CaptureView }

const matchesOrder = (order: LockedOrder, capture: CaptureView): boolean =>
  capture.currency === order.currency &&
  capture.amountCents === order.totalCents - (order.giftCardCents ?? 0) &&
  capture.reference === order.uuid

/** Reads the payments of a locked order, and that of a capture. */
const readLedger = (tx: Tx, orderId: number, captureId?: string): Promise<LedgerRow[]> =>
  tx
    .select({ kind: payments.kind, status: payments.status, providerId: payments.providerId })
    .from(payments)
    .where(
      or(eq(payments.order, orderId), captureId ? eq(payments.providerId, captureId) : undefined),
    )

const hasCompletedPayment = (
  { ledger }: Settled,
  kind: 'capture' | 'manual',
  exceptCapture?: string,
): boolean =>
  ledger.some(
    (row) => row.kind === kind && row.status === 'completed' && row.providerId !== exceptCapture,
  )

/** A payment counts on the day it completed, as its order does, not on the day PayPal began to hold it. */
const completedAt = sql`case when ${payments.status} = 'completed' then ${payments.createdAt} else now() end`

/**
 * Records the capture in the ledger. A second completed capture of one order is recorded as
 * pending, because the ledger allows one, and as declined once PayPal has refunded all of it.
 * @returns whether the capture is the payment of this order
 */
async function recordCapture(
  context: Context,
  status: 'completed' | 'pending' | 'declined',
): Promise<'payment' | 'mismatch' | 'returned'> {
  const { tx, order, capture } = context
  const other = hasCompletedPayment(context, 'capture', capture.id)
  const isMatch = matchesOrder(order, capture) && !other
  const isReturned = other && capture.status === 'refunded'
  const second = isReturned ? ('declined' as const) : ('pending' as const)
  const row = {
    status: other && status === 'completed' ? second : status,
    reason: isMatch ? capture.reason : isReturned ? 'refunded' : 'does not match the order',
    feeCents: capture.feeCents,
  }
  await tx
    .insert(payments)
    .values({
      order: order.id,
      kind: 'capture',
      provider: 'paypal',
      method: order.paymentMethod,
      providerId: capture.id,
      amountCents: capture.amountCents,
      currency: capture.currency,
      ...row,
    })
    .onConflictDoUpdate({
      target: payments.providerId,
      set: {
        ...row,
        ...(row.status === 'completed' ? { createdAt: completedAt } : {}),
        updatedAt: sql`now()`,
      },
    })
  return isMatch ? 'payment' : isReturned ? 'returned' : 'mismatch'
}

/** Ends the notice about a second payment that took no money after all, unless the order has another wrong payment. */
async function endMismatch(
  { req, tx, order, capture, actor }: Context,
  outcome: 'refunded' | 'declined',
): Promise<void> {
  const isOpen = and(
    eq(payments.order, order.id),
    eq(payments.kind, 'capture'),
    eq(payments.status, 'pending'),
  )
  if (order.paypalTransactionId && (await tx.$count(payments, isOpen)) === 0) {
    await tx
      .update(orders)
      .set({ paymentState: 'completed', ...nextVersion })
      .where(and(eq(orders.id, order.id), eq(orders.paymentState, 'mismatch')))
    // A job that met the mismatch ended without making the change that was paid for.
    await queuePaidChange(tx, order)
  }
  await addOrderEvent(req, order.id, {
    type: `mismatch_${outcome}`,
    actor,
    message: `The payment of $${toDecimal(capture.amountCents)} that didn’t match this order was ${outcome}`,
  })
}

async function markMismatch({ req, tx, order, capture, actor }: Context): Promise<void> {
  await tx
    .update(orders)
    .set({ paymentState: 'mismatch', ...nextVersion })
    .where(eq(orders.id, order.id))
  await addOrderEvent(req, order.id, {
    type: 'mismatch',
    actor,
    message: `A payment of $${toDecimal(capture.amountCents)} doesn’t match this order. Please check it before anything is printed.`,
  })
  await notifyAboutOrder(tx, 'mismatch', order.id, capture.id)
}

/**
 * Marks the order as paid and queues what follows: receipt, printing, and newsletter opt-in.
 * @param captureId null if a gift card paid everything
 */
async function markPaid(context: Settled, captureId: string | null): Promise<void> {
  const { req, tx, order, actor } = context
  const orderId = order.id
  const isUnpaid = order.status === 'pending' || order.status === 'cancelled'
  await tx
    .update(orders)
    .set({
      paymentState: 'completed',
      paypalTransactionId: captureId,
      paidAt: sql`coalesce(${orders.paidAt}, now())`,
      status: isUnpaid ? 'paid' : order.status,
      captureLeaseUntil: null,
      ...nextVersion,
    })
    .where(eq(orders.id, orderId))
  const isPaidByHand = hasCompletedPayment(context, 'manual')
  const message = isPaidByHand
    ? 'Payment received, although the order had been marked as paid manually. Please check whether it was paid twice.'
    : order.status === 'cancelled'
      ? 'Payment received after the order was canceled'
      : order.totalCents === 0
        ? 'Nothing to pay'
        : 'Payment received'
  await addOrderEvent(req, orderId, { type: 'paid', actor, message })
  await queueJob(tx, 'send-order-received', { orderId }, { key: `order-received:${orderId}` })
  if (!order.priceDifference_state) await notifyAboutOrder(tx, 'order', orderId)
  await issuePurchasedCards(tx, order)
  if (order.status === 'cancelled') await queueHeldBackCards(tx, orderId)
  await queuePaidChange(tx, order)
  // Staff decide about an order that was canceled before its payment came in.
  if (order.status !== 'cancelled') await queueSubmission(tx, orderId)
  if (order.newsletterSubscribe)
    await queueJob(
      tx,
      'request-subscription-for-order',
      { orderId },
      { key: `letter-for-order:${orderId}` },
    )
}

/** Queues the email about a failed payment. It isn't sent unless the payment has failed by then. */
export function queueFailedEmail(db: Db, orderId: number, delaySeconds?: number): Promise<void> {
  const key = `payment-failed:${orderId}`
  return queueJob(db, 'send-payment-failed', { orderId }, { key, delaySeconds })
}

async function markUnpaid(context: Context, status: 'pending' | 'declined'): Promise<void> {
  const { req, tx, order, capture, actor } = context
  const isPending = status === 'pending'
  await tx
    .update(orders)
    .set({
      paymentState: status,
      captureLeaseUntil: null,
      // PayPal can't charge a payment again after a declined capture; the buyer's next try opens another.
      paypalOrderId: isPending ? order.paypalOrderId : null,
      paidCartId: isPending ? order.paidCartId : null,
      paymentAttempt: isPending ? order.paymentAttempt : order.paymentAttempt + 1,
      ...nextVersion,
    })
    .where(eq(orders.id, order.id))
  await addOrderEvent(req, order.id, {
    type: isPending ? 'payment_pending' : 'declined',
    actor,
    message: isPending
      ? 'The payment was started and hasn’t gone through yet'
      : 'The payment didn’t go through',
    reason: capture.reason,
  })
  if (isPending)
    await queueJob(
      tx,
      'send-payment-pending',
      { orderId: order.id },
      { key: `payment-pending:${order.id}` },
    )
}

/**
 * Records a declined capture. It moved no money, so it never changes an order that another capture
 * paid, or for which the buyer has opened another payment since. It ends a capture attempt, also if
 * the decline was recorded before: the attempt has set the order to `capturing` again.
 */
async function settleDeclined(context: Context, isCurrent: boolean): Promise<PaymentSettlement> {
  const { tx, order } = context
  const { paymentState } = order
  await recordCapture(context, 'declined')
  if (paymentState === 'completed' || paymentState === 'mismatch') return paymentState
  if (!isCurrent || paymentState === 'declined') return 'declined'
  await markUnpaid(context, 'declined')
  await releaseCanceledCard(tx, order)
  // The buyer was told to expect an email: the payment was pending, or their page waited longer than the capture's lease.
  if (paymentState === 'pending' || (paymentState === 'capturing' && !order.isCapturing))
    await queueFailedEmail(tx, order.id)
  return 'declined'
}

/**
 * The only function that makes an order paid. The browser's capture, the webhook, and the
 * reconciler all end here, in any order and any number of times: the order is locked, the capture
 * is recorded once (its id is unique), and the jobs that follow are queued in the same transaction.
 * @param orderAtRead the order as it was when its payment was read from PayPal
 * @throws if the database fails; nothing was written then, and the caller can retry
 */
export async function settlePayment(
  payload: Payload,
  orderAtRead: Pick<Order, 'id' | 'paypalOrderId'>,
  capture: CaptureView,
): Promise<PaymentSettlement> {
  const settlement = await withTransaction<PaymentSettlement>(payload, async (req, tx) => {
    const order = await lockOrder(tx, orderAtRead.id)
    if (!order) throw new Error(`No order ${orderAtRead.id}`)
    const ledger = await readLedger(tx, order.id, capture.id)
    const context = { req, tx, order, capture, actor: 'PayPal', ledger }
    const recorded = ledger.find(({ providerId }) => providerId === capture.id)
    if (recorded?.status === 'completed')
      return order.paymentState === 'mismatch' ? 'mismatch' : 'completed'
    const status = capture.status === 'refunded' ? 'completed' : capture.status
    if (status === 'declined') {
      const isCurrent = order.paypalOrderId === orderAtRead.paypalOrderId
      const settled = await settleDeclined(context, isCurrent)
      if (settled === 'mismatch' && recorded?.status === 'pending')
        await endMismatch(context, 'declined')
      return settled
    }
    if (recorded?.status === status) return status
    const recordedAs = await recordCapture(context, status)
    if (recordedAs === 'returned') {
      if (recorded?.status === 'pending') await endMismatch(context, 'refunded')
      return 'mismatch'
    }
    if (recordedAs === 'mismatch' || (status === 'completed' && !(await takeGiftCard(tx, order)))) {
      await markMismatch(context)
      return 'mismatch'
    }
    if (status === 'completed') await markPaid(context, capture.id)
    else await markUnpaid(context, status)
    return status
  })
  payload.logger.info({ settlement }, 'Payment settled')
  return settlement
}

/** Whether nothing of an order is left to pay: its gift card pays for all of it, or its discounts make it free. */
export function isCovered({
  giftCardCents,
  totalCents,
}: {
  giftCardCents?: number | null
  totalCents: number
}): boolean {
  return (giftCardCents ?? 0) === totalCents
}

/**
 * Marks an unpaid order as paid when nothing is left to pay. PayPal isn't called; the jobs that follow are the same.
 * Call it in the transaction that reserves its gift card, if it has one, so that no other order can take it in between,
 * after the checks of prices and discounts.
 * @throws AppError totals_changed if the card doesn't cover the order
 */
export async function settleCovered(req: TxRequest, tx: Tx, orderId: number): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order || !isCovered(order) || !(await takeGiftCard(tx, order))) throw balanceChanged()
  const ledger = await readLedger(tx, orderId)
  await markPaid({ req, tx, order, actor: 'the shop', ledger }, null)
}
