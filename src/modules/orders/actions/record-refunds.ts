import { and, eq, gt, lte, ne, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { closeEmailedOrder } from '@/modules/gift-cards/actions/close-emailed-order'
import {
  cancelRefundedCards,
  completeCancellation,
  readPurchasedCards,
  restoreCards,
  spentCents,
} from '@/modules/gift-cards/deliveries'
import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  nextVersion,
} from '@/modules/orders/order-record'
import { queueDifferenceRefunds } from '@/modules/orders/price-difference'
import { readRefundablePayments, sumOf } from '@/modules/orders/queries/refundable-order'
import { orders, payments } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import { type Cents, toDecimal } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type { RefundView } from '@/providers/interfaces'

import { cardPartOf, completeCardRefund, failCardRefund } from './gift-card-payment'

/** Adds a completed refund to the timeline and emails the buyer about it, once for each key. */
async function announceRefund(
  req: TxRequest,
  tx: Tx,
  orderId: number,
  refund: { paymentId: number; key: string; amountCents: Cents; isToCard: boolean },
): Promise<void> {
  await queueJob(
    tx,
    'send-order-refunded',
    { paymentId: refund.paymentId },
    { key: `order-refunded:${refund.key}` },
  )
  await queueDifferenceRefunds(tx, orderId)
  await addOrderEvent(req, orderId, {
    type: 'refund',
    actor: refund.isToCard ? 'the shop' : 'PayPal',
    message: `Refunded $${toDecimal(refund.amountCents)}${refund.isToCard ? ' to the gift card' : ''}`,
  })
}

/**
 * Finishes what a completed refund does to gift cards: those that its locked order bought, and the one that paid.
 * @param requestId of the refund, or PayPal's id of one that wasn't requested here
 */
export async function finishCardPart(
  req: TxRequest,
  tx: Tx,
  order: LockedOrder,
  requestId: string,
): Promise<void> {
  await completeCancellation(tx, requestId)
  const refund = await completeCardRefund(tx, order, requestId, 'the shop')
  if (!refund) return
  await announceRefund(req, tx, order.id, {
    paymentId: refund.id,
    key: cardPartOf(requestId),
    amountCents: refund.amountCents,
    isToCard: true,
  })
  await markRefunded(req, tx, order.id, 'the shop')
}

/**
 * Ends the other parts of a failed refund and notifies staff: the gift card that paid gets nothing, and bought ones get
 * back what was taken off them.
 */
export async function announceFailedRefund(
  req: TxRequest,
  tx: Tx,
  orderId: number,
  { paymentId, requestId, reason }: { paymentId: number; requestId: string; reason: string },
): Promise<void> {
  await failCardRefund(tx, requestId, reason)
  await restoreCards(tx, orderId, requestId)
  await addOrderEvent(req, orderId, {
    type: 'refund_failed',
    message: 'The refund didn’t go through; no money was sent',
    actor: 'PayPal',
    reason,
  })
  await notifyAboutOrder(tx, 'refund-failed', orderId, paymentId)
  await closeEmailedOrder(req, tx, orderId)
}

/**
 * Marks an order as refunded once its refunds add up to its total, or nothing but what was spent from its gift cards is
 * left of an order with items. Otherwise an order of gift cards may be complete, because the cards that weren't emailed
 * yet were refunded.
 * @param actor who completed the last refund
 */
export async function markRefunded(
  req: TxRequest,
  tx: Tx,
  orderId: number,
  actor: 'PayPal' | 'the shop',
): Promise<void> {
  const refundedCents = tx
    .select({ cents: sql`coalesce(sum(${payments.amountCents}), 0)` })
    .from(payments)
    .where(
      and(
        eq(payments.order, orderId),
        eq(payments.kind, 'refund'),
        eq(payments.status, 'completed'),
      ),
    )
  const cards = await readPurchasedCards(tx, orderId)
  const spent = spentCents(cards) - sumOf(cards, 'reservedCents')
  const isRestSpent = and(
    gt(orders.subtotalCents, 0),
    ne(orders.status, 'cancelled'),
    lte(sql`greatest(1, ${orders.totalCents} - ${spent})`, refundedCents),
  )
  const refunded = await tx
    .update(orders)
    .set({ status: 'refunded', ...nextVersion })
    .where(
      and(
        eq(orders.id, orderId),
        ne(orders.status, 'refunded'),
        or(lte(orders.totalCents, refundedCents), isRestSpent),
      ),
    )
    .returning({ isWhole: sql`${orders.totalCents} <= ${refundedCents}` })
  const message = refunded[0]?.isWhole
    ? 'Refunded in full'
    : 'Refunded, except for what was spent from its gift cards'
  if (refunded.length > 0) await addOrderEvent(req, orderId, { type: 'refunded', actor, message })
  else await closeEmailedOrder(req, tx, orderId)
}

/** A refund made in PayPal's dashboard names no items: what the payments no longer cover comes off the bought cards. */
async function cancelUncoveredCards(
  req: TxRequest,
  tx: Tx,
  orderId: number,
  { id, amountCents }: RefundView,
): Promise<void> {
  // A refund that was requested here has already taken its part; PayPal's event may arrive before its response.
  const requested = await tx.$count(
    payments,
    and(
      eq(payments.order, orderId),
      eq(payments.kind, 'refund'),
      eq(payments.provider, 'paypal'),
      eq(payments.status, 'pending'),
      eq(payments.providerId, payments.requestId),
      eq(payments.amountCents, amountCents),
    ),
  )
  const left = requested === 0 ? await readRefundablePayments(tx, orderId) : null
  if (!left) return
  const leftCents = left.paypalCents + left.cardCents
  const parts = await cancelRefundedCards(tx, {
    orderId,
    refundId: id,
    leftCents,
    chosen: [],
    actor: 'PayPal',
  })
  // Store credit for this order counts as refunded, too.
  if (parts !== null && leftCents >= 0) return
  await addOrderEvent(req, orderId, {
    type: 'gift_card_spent',
    actor: 'the shop',
    message:
      parts === null
        ? 'More was refunded than was left on this order’s gift cards'
        : 'Refunds and store credit add up to more than was paid',
  })
  await notifyAboutOrder(tx, 'over-refunded', orderId, id)
}

async function recordRefund(
  req: TxRequest,
  tx: Tx,
  order: LockedOrder,
  refund: RefundView,
): Promise<void> {
  const orderId = order.id
  const [recorded] = await tx
    .select({ status: payments.status, requestId: payments.requestId })
    .from(payments)
    .where(eq(payments.providerId, refund.id))
  // A second payment was never counted as paid, so neither is its refund: `settlePayment` notes it.
  const isSecondPayment = and(
    eq(payments.providerId, refund.captureId ?? ''),
    ne(payments.status, 'completed'),
  )
  if (!recorded && (await tx.$count(payments, isSecondPayment)) > 0) return
  // Only a pending refund still changes, because older reports of PayPal may arrive later.
  if (recorded && (recorded.status !== 'pending' || refund.status === 'pending')) return
  const [payment] = await tx
    .insert(payments)
    .values({
      order: orderId,
      kind: 'refund',
      provider: 'paypal',
      providerId: refund.id,
      status: refund.status,
      amountCents: refund.amountCents,
      currency: refund.currency,
    })
    .onConflictDoUpdate({
      target: payments.providerId,
      set: {
        status: refund.status,
        // It counts on the day it completed, as a payment does: an earlier month may be filed already.
        ...(refund.status === 'completed' ? { createdAt: sql`now()` } : {}),
        updatedAt: sql`now()`,
      },
    })
    .returning({ id: payments.id })
  if (!payment) return
  if (!recorded && refund.status !== 'failed') await cancelUncoveredCards(req, tx, orderId, refund)
  if (recorded && refund.status === 'failed')
    await announceFailedRefund(req, tx, orderId, {
      paymentId: payment.id,
      requestId: recorded.requestId ?? refund.id,
      reason: 'FAILED',
    })
  if (refund.status !== 'completed') return
  await announceRefund(req, tx, orderId, {
    paymentId: payment.id,
    key: refund.id,
    amountCents: refund.amountCents,
    isToCard: false,
  })
  await finishCardPart(req, tx, order, recorded?.requestId ?? refund.id)
}

/**
 * Records refunds in the ledger, including those made in PayPal's dashboard, and marks the order as
 * refunded once they add up to its total. A refund's id is unique, so repeating the call is safe.
 */
export async function recordRefunds(
  payload: Payload,
  orderId: number,
  refunds: readonly RefundView[],
): Promise<void> {
  await withTransaction(payload, async (req, tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return
    for (const refund of refunds)
      if (refund.amountCents > 0) await recordRefund(req, tx, order, refund)
    await markRefunded(req, tx, orderId, 'PayPal')
  })
}
