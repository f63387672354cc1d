import type { Payload } from 'payload'

import { externalOrderId } from '@/modules/fulfillment/rules/fulfillment'
import { cancelOrder, type ChangeActor } from '@/modules/orders/actions/change-order'
import { readRefundable, type RefundResult } from '@/modules/orders/actions/refund-order'
import { type LockedOrder, lockOrder } from '@/modules/orders/order-record'
import { canStaffCancel } from '@/modules/orders/rules/order-status'
import { AppError, notFound } from '@/platform/errors'
import { type Cents, formatMoney } from '@/platform/money'
import { withTransaction } from '@/platform/transaction'
import type { PaymentProvider } from '@/providers/interfaces'
import type { PrintfulGateway } from '@/providers/printful/interface'

import { leaseOrder, underLease } from './order-lease'
import { cancelAtPrintful } from './printful-orders'

type Args = { payload: Payload; payments: PaymentProvider; printful: PrintfulGateway | null }
type Request = {
  orderId: number
  /** The refundable amount that the staff member saw. */
  leftCents: Cents
  actor: Exclude<ChangeActor, 'buyer'>
}
type Claim = { order: LockedOrder; printful: PrintfulGateway; lease: string }

/** Leases an order that Printful may have; null if there is nothing to cancel there. */
function claimOrder({ payload, printful }: Args, orderId: number): Promise<Claim | null> {
  return withTransaction(payload, async (_req, tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw notFound('The order')
    if (!canStaffCancel(order) || ['none', 'canceled'].includes(order.fulfillment ?? 'none'))
      return null
    if (!printful)
      throw new AppError(
        'conflict',
        'Connect Printful first, because the order has to be canceled there, too.',
      )
    return { order, printful, lease: await leaseOrder(tx, orderId) }
  })
}

/** Cancels the order here. If PayPal refuses the refund, the order is canceled nevertheless. */
async function cancelHere(
  args: Args,
  { orderId, leftCents: amountCents, actor }: Request,
  atPrintful: { lease?: string; reason?: string } = {},
): Promise<RefundResult> {
  try {
    return await cancelOrder(args, { orderId, actor, ...atPrintful })
  } catch (error) {
    if (error instanceof AppError && error.details?.issue)
      throw new AppError(
        'conflict',
        `The order is canceled, but ${formatMoney(amountCents)} wasn’t refunded. ${error.message}`,
        { details: error.details, cause: error },
      )
    throw error
  }
}

async function cancelBoth(args: Args, claim: Claim, request: Request): Promise<RefundResult> {
  const { order, printful, lease } = claim
  const { printfulOrderId: id, uuid, fulfillmentAttempt } = order
  // Even without an id there may be a draft: the response to its creation may have been lost.
  const by = id ? { id } : { externalId: externalOrderId(uuid, fulfillmentAttempt) }
  const canceled = await cancelAtPrintful(args.payload, printful, order.id, by)
  const reason =
    id && !canceled
      ? `Printful has no order ${id} in the connected store, so nothing was canceled there.`
      : undefined
  return cancelHere(args, request, { lease, reason })
}

/**
 * Cancels an order for staff: first at Printful, under a lease as a swap there, then here with a refund of all that is
 * left. If Printful doesn't cancel it, nothing is changed; if it has no such order, the timeline says so. Repeating the
 * call continues it and refunds once.
 * @param args.printful null while Printful is not connected
 * @throws AppError not_found, conflict (in production, shipped, canceled; or PayPal refused the refund of an order that
 * was canceled, with `details.issue`), version_conflict (another amount by now), provider_unavailable
 */
export async function cancelAndRefund(args: Args, request: Request): Promise<RefundResult> {
  const { orderId } = request
  const { leftCents } = await readRefundable(args.payload, orderId)
  if (leftCents !== request.leftCents || leftCents === 0)
    throw new AppError(
      'version_conflict',
      `There’s now ${formatMoney(leftCents)} left to refund. Check the order and try again.`,
    )
  const claim = await claimOrder(args, orderId)
  if (!claim) return cancelHere(args, request)
  const { lease } = claim
  return underLease(args.payload, { orderId, lease }, cancelBoth(args, claim, request))
}
