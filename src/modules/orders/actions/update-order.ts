import { and, eq, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { issuePurchasedCards, queueHeldBackCards } from '@/modules/gift-cards/deliveries'
import { endedOrderStatuses } from '@/modules/gift-cards/rules'
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  nextVersion,
  queueOrderEmail,
} from '@/modules/orders/order-record'
import { queuePaidChange, withoutUnusedAddress } from '@/modules/orders/price-difference'
import {
  isUncharged,
  needsReason,
  type OrderStatus,
  orderStatusLabels,
} from '@/modules/orders/rules/order-status'
import { orders, payments } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import { formatMoney } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { releaseGiftCard } from './gift-card-payment'
import { recordManualPayment, recordManualRefund, undoManualRefund } from './manual-payment'
import { insertOrderNote } from './order-notes'

/** What staff can change on an order. Absent fields stay as they are; new `notes` are added as a dated note. */
type OrderUpdate = {
  status?: OrderStatus
  reason?: string
  notes?: string | null
  trackingNumber?: string | null
}

type UpdateContext = {
  id: number
  /** The version the staff member saw; any other version in the database is a version_conflict. */
  version?: number
  /** Name of the staff member, as shown on the timeline. */
  actor: string
  /** The author of a note that the change adds. */
  actorId?: number
  change: OrderUpdate
}

type StatusChange = { to: OrderStatus; reason: string | null; actor: string }

async function hasCompletedPayment(tx: Tx, orderId: number): Promise<boolean> {
  const isPayment = and(eq(payments.order, orderId), ne(payments.kind, 'refund'))
  return (await tx.$count(payments, and(isPayment, eq(payments.status, 'completed')))) > 0
}

function assertStatusChange(order: LockedOrder, { to, reason }: StatusChange): void {
  if (order.isCapturing)
    throw new AppError('conflict', 'The customer is paying right now. Try again in a minute.')
  // An open payment of the rest would be charged, and the order stay unpaid.
  if (
    to === 'pending' &&
    order.giftCardCents &&
    isUncharged(order.paymentState) &&
    endedOrderStatuses.includes(order.status)
  )
    throw new AppError(
      'conflict',
      'The amount from the gift card was refunded, so the customer can’t pay for this order anymore. Please ask them to place a new order.',
    )
  if (needsReason(order.status, to) && !reason)
    throw new AppError(
      'reason_required',
      `${orderStatusLabels[order.status]} to ${orderStatusLabels[to]} isn’t the usual next step. Enter a reason.`,
      { fields: { reason: 'Enter a reason.' } },
    )
}

/** Records the refund of payments that were made outside the shop; moves no money. Returns the timeline's text. */
async function markAsRefunded(tx: Tx, order: LockedOrder, change: StatusChange): Promise<string> {
  const cents = await recordManualRefund(tx, order, change)
  return cents > 0
    ? `Marked as refunded; ${formatMoney(cents)} recorded as refunded manually`
    : 'Marked as refunded; no money was sent'
}

async function setStatus(
  req: TxRequest,
  tx: Tx,
  order: LockedOrder,
  change: StatusChange,
): Promise<void> {
  const { to, reason, actor } = change
  assertStatusChange(order, change)
  let message = `Status changed from ${orderStatusLabels[order.status]} to ${orderStatusLabels[to]}`
  if (to === 'refunded') message = await markAsRefunded(tx, order, change)
  if (order.status === 'refunded' && (await undoManualRefund(tx, order)))
    message += '; the manually recorded refund was reversed'
  if (to === 'paid' && !(await hasCompletedPayment(tx, order.id))) {
    // Otherwise the ledger would hold two payments once PayPal decides.
    if (order.paymentState === 'capturing' || order.paymentState === 'pending')
      throw new AppError(
        'conflict',
        'PayPal hasn’t completed this payment yet. The order is marked as paid automatically once it does.',
      )
    const cents = await recordManualPayment(tx, order, reason)
    await issuePurchasedCards(tx, order)
    await queuePaidChange(tx, order)
    message = `Marked as paid; ${formatMoney(cents)} recorded as a manual payment`
  }
  const isUnpaid = isUncharged(order.paymentState)
  if (endedOrderStatuses.includes(to) && isUnpaid) await releaseGiftCard(tx, order)
  // Nobody waits for an order without a payment, unless it has a payment link.
  const isExpected = !isUnpaid || order.payableUntil !== null
  if (to === 'cancelled' && isExpected && !order.priceDifference_state)
    await queueOrderEmail(tx, order.id, 'canceled')
  if (endedOrderStatuses.includes(order.status)) await queueHeldBackCards(tx, order.id)
  await addOrderEvent(req, order.id, { type: to, message, actor, reason })
  const news = to === 'paid' ? 'received' : to
  if (news === 'received' || news === 'shipped' || news === 'delivered')
    await queueOrderEmail(tx, order.id, news)
}

/**
 * The dates of a status, from which delivery estimates learn. A status that goes back clears staff’s dates, not the
 * printer’s.
 */
function datesOf({ fulfillment }: LockedOrder, status: OrderStatus) {
  const deliveredAt = sql`coalesce(${orders.deliveredAt}, now())`
  const shippedAt = sql`coalesce(${orders.shippedAt}, now())`
  if (status === 'delivered') return { deliveredAt }
  if (status === 'shipped') return { shippedAt, deliveredAt: null }
  if (status === 'cancelled' || status === 'refunded') return {}
  const hasPrinterShipped = fulfillment === 'shipped' || fulfillment === 'returned'
  return { deliveredAt: null, ...(hasPrinterShipped ? {} : { shippedAt: null }) }
}

const trimmed = (current: string | null, input: string | null | undefined): string | null =>
  input === undefined ? current : input?.trim() || null

/** As `updateOrder`, in the caller's transaction. */
export async function writeOrderUpdate(
  req: TxRequest,
  tx: Tx,
  { id, version, actor, actorId, change }: UpdateContext,
): Promise<boolean> {
  const order = await lockOrder(tx, id)
  if (!order) throw notFound('The order')
  if (version !== undefined && version !== order.version)
    throw new AppError(
      'version_conflict',
      'Someone else just changed this order. Check it and try again.',
      { details: { version: order.version } },
    )
  const status = change.status ?? order.status
  const notes = trimmed(order.notes, change.notes)
  const trackingNumber = trimmed(order.trackingNumber, change.trackingNumber)
  const isTracked = trackingNumber !== order.trackingNumber
  if (status === order.status && notes === order.notes && !isTracked) return false
  if (status !== order.status)
    await setStatus(req, tx, order, { to: status, reason: change.reason?.trim() || null, actor })
  if (isTracked)
    await addOrderEvent(req, id, {
      type: 'tracking',
      message: trackingNumber ? `Tracking number ${trackingNumber}` : 'Tracking number removed',
      actor,
    })
  if (notes && notes !== order.notes)
    await insertOrderNote(tx, id, { text: notes, authorId: actorId ?? null, authorName: actor })
  const isNeverPaid = status === 'cancelled' && order.paymentState !== 'completed'
  const unused = isNeverPaid ? withoutUnusedAddress(order) : {}
  const dates = status === order.status ? {} : datesOf(order, status)
  await tx
    .update(orders)
    .set({ status, notes, trackingNumber, ...dates, ...unused, ...nextVersion })
    .where(eq(orders.id, id))
  return true
}

/**
 * Changes an order on behalf of staff, with its timeline, in one transaction: locks the row, then
 * compares the version. Values that are already set change nothing, so repeating the call is safe.
 * 'paid' without a completed payment records a manual one; 'refunded' moves no money, and records a manual payment as
 * refunded until the status changes again. The buyer gets the email of the new status once.
 * @returns whether anything changed
 * @throws AppError not_found, version_conflict, reason_required, conflict (PayPal is processing the
 * payment; an order whose gift card was released can't be opened again)
 */
export function updateOrder({
  payload,
  ...update
}: UpdateContext & { payload: Payload }): Promise<boolean> {
  return withTransaction(payload, (req, tx) => writeOrderUpdate(req, tx, update))
}
