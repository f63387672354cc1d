import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  nextVersion,
  queueOrderEmail,
} from '@/modules/orders/order-record'
import { refundPrefixes } from '@/modules/orders/rules/line-refund'
import {
  canBuyerChange,
  isFree,
  isPaidAndUnshipped,
  isPaidInShop,
} from '@/modules/orders/rules/order-status'
import { orders } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { formatMoney } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import {
  readRefundable,
  type RefundArgs,
  refundOrder,
  type RefundRequest,
  type RefundResult,
  type WriteWithRefund,
} from './refund-order'

/** Who changes an order: its buyer, by link or account, or a staff member. */
export type ChangeActor = 'buyer' | { id: number; role: string; name: string }

export function actorName(actor: ChangeActor): string {
  return actor === 'buyer' ? 'buyer' : actor.name
}

export function tooLate(): AppError {
  return new AppError(
    'conflict',
    'Printing has begun, so this order can’t be changed here anymore.',
  )
}

/**
 * Locks the order and refuses a change once printing has begun. The submission claims the same row, so only one of them
 * wins.
 */
export async function lockChangeable(
  tx: Tx,
  orderId: number,
  isChangeable: (order: LockedOrder) => boolean,
): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw notFound('The order')
  if (!isChangeable(order)) throw tooLate()
  return order
}

/**
 * Refunds what a change made cheaper; the change and the pending refund are written together. A refund whose result is
 * unknown is finished by the reconciler.
 * @param subject what is changed, for a message: 'Your item'
 * @throws what `refundOrder` and `alsoWrite` throw; AppError conflict if PayPal refused the refund, with
 * `details.issue`
 */
export async function refundChange(
  args: RefundArgs,
  refund: RefundRequest,
  subject: string,
  alsoWrite: WriteWithRefund,
): Promise<void> {
  const { orderId, amountCents, actor } = refund
  try {
    await refundOrder(args, refund, alsoWrite)
  } catch (error) {
    if (error instanceof ProviderError) {
      args.payload.logger.warn({ err: error, order: orderId }, 'The refund of a change follows')
      return
    }
    if (!(error instanceof AppError && error.details?.issue)) throw error
    const amount = formatMoney(amountCents)
    throw new AppError(
      'conflict',
      actor === 'buyer'
        ? `${subject} was changed, but PayPal didn’t issue the ${amount} refund. ` +
            'We’ve been notified and will take care of it.'
        : `${subject} was changed, but ${amount} wasn’t refunded. ${error.message}`,
      { details: error.details, cause: error },
    )
  }
}

/** Writes a change to the timeline and the audit log, and queues its email. */
export async function recordChange(
  req: TxRequest,
  tx: Tx,
  orderId: number,
  actor: ChangeActor,
  event: { type: string; message: string; reason?: string },
): Promise<void> {
  await addOrderEvent(req, orderId, { ...event, actor: actorName(actor) })
  if (actor !== 'buyer')
    await audit(tx, actor, {
      action: `order.${event.type}`,
      subjectType: 'order',
      subjectId: orderId,
    })
  await queueOrderEmail(tx, orderId, 'changed')
}

type Cancellation = {
  orderId: number
  actor: ChangeActor
  /** The lease under which staff canceled the order at Printful first. */
  lease?: string
  /** For staff, on the timeline. */
  reason?: string
}

const cancellationMessage = (actor: ChangeActor): string =>
  `Canceled by the ${actor === 'buyer' ? 'customer' : 'shop'}`

/** @throws AppError conflict unless the order can be canceled now */
function assertCancelable(order: LockedOrder, { actor, lease }: Cancellation): void {
  if (actor === 'buyer') {
    if (!canBuyerChange(order)) throw tooLate()
    if (!isPaidInShop(order))
      throw new AppError('conflict', 'This order can’t be canceled here. Please email us.')
    return
  }
  const isFree =
    lease === undefined
      ? ['none', 'canceled'].includes(order.fulfillment ?? 'none')
      : order.fulfillmentLeaseUntil === lease
  if (!isPaidAndUnshipped(order) || !isFree)
    throw new AppError(
      'conflict',
      'This order is being printed, or it was shipped or canceled, so it can’t be canceled with a refund.',
    )
}

/** Writes the cancellation of a locked order. */
async function writeCancellation(
  req: TxRequest,
  tx: Tx,
  order: LockedOrder,
  cancellation: Cancellation,
): Promise<void> {
  const { orderId, actor, lease, reason } = cancellation
  assertCancelable(order, cancellation)
  await tx
    .update(orders)
    .set({
      status: 'cancelled',
      ...(lease === undefined ? {} : { fulfillment: 'canceled' }),
      ...nextVersion,
    })
    .where(eq(orders.id, orderId))
  await addOrderEvent(req, orderId, {
    type: 'cancelled',
    actor: actorName(actor),
    message: cancellationMessage(actor),
    reason,
  })
  await queueOrderEmail(tx, orderId, 'canceled')
  if (actor === 'buyer') await notifyAboutOrder(tx, 'canceled', orderId)
  else
    await audit(tx, actor, { action: 'order.canceled', subjectType: 'order', subjectId: orderId })
}

/** Cancels an order that cost nothing. @returns false if it did, so there is something to refund */
function cancelFreeOrder(payload: Payload, cancellation: Cancellation): Promise<boolean> {
  return withTransaction(payload, async (req, tx) => {
    const order = await lockOrder(tx, cancellation.orderId)
    if (!order) throw notFound('The order')
    if (!isFree(order)) return false
    if (order.status !== 'cancelled') await writeCancellation(req, tx, order, cancellation)
    return true
  })
}

/**
 * Cancels a paid order and refunds what is left of the payment. The cancellation and the pending refund are written
 * together; a refund whose result is unknown is pending, and the reconciler finishes it. Repeating the call returns the
 * same refund.
 * @throws AppError not_found, conflict (printing has begun; PayPal refused the refund, with `details.issue`),
 * version_conflict (refunded meanwhile)
 */
export async function cancelOrder(
  args: RefundArgs,
  cancellation: Cancellation,
): Promise<RefundResult> {
  const { orderId, actor } = cancellation
  if (await cancelFreeOrder(args.payload, cancellation))
    return { status: 'completed', amountCents: 0 }
  const { uuid, leftCents } = await readRefundable(args.payload, orderId)
  const request = {
    orderId,
    amountCents: leftCents,
    leftCents,
    reason: cancellationMessage(actor),
    refundId: `${refundPrefixes.canceled}${uuid}`,
    actor,
    actorName: actorName(actor),
  }
  try {
    return await refundOrder(args, request, async (req, tx, order) => {
      await writeCancellation(req, tx, order, cancellation)
      return undefined
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    args.payload.logger.warn({ err: error, order: orderId }, 'The refund of an order follows')
    return { status: 'pending', amountCents: leftCents }
  }
}
