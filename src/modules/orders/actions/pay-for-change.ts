import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { noTax } from '@/modules/checkout/rules/pricing'
import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  nextVersion,
} from '@/modules/orders/order-record'
import { withoutUnusedAddress } from '@/modules/orders/price-difference'
import { isAskedPrice, readRequestCost } from '@/modules/orders/queries/change-request'
import {
  canAskToPay,
  canBuyerChange,
  isPaidAndUnshipped,
} from '@/modules/orders/rules/order-status'
import { orders, payments } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { formatMoney } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { assertHasAddress, storedAddress, writeAddress } from './change-address'
import { lockChangeable } from './change-order'
import { type PaidMoveRequest, type PaidSwapRequest, priceMove, priceSwap } from './costly-change'
import { type DifferenceOrder, openDifferenceOrder } from './difference-order'
import { refundDifference } from './refund-differences'
import type { RefundArgs } from './refund-order'
import { findSwap, writeVariant } from './swap-item'

/**
 * Starts the payment for a swap to a more expensive size or color: an order of its own for the difference, which its buyer
 * pays like an order from a payment link. The item is swapped once that is paid. Repeating it returns the same order.
 * @throws AppError not_found, conflict (printing has begun, not available, can't be paid here), version_conflict (the
 * difference isn't what the buyer saw)
 */
export function startPaidSwap(
  payload: Payload,
  request: PaidSwapRequest,
): Promise<DifferenceOrder> {
  return withTransaction(payload, async (req, tx) => {
    await lockChangeable(tx, request.orderId, canBuyerChange)
    return openDifferenceOrder(req, tx, await priceSwap(payload, tx, request))
  })
}

/**
 * Starts the payment for an address where shipping or tax costs more, like that for a swap. The order is moved once it is
 * paid. Repeating it returns the same order.
 * @throws AppError not_found, conflict (printing has begun; nothing is shipped), invalid (nobody knows what it costs, or
 * it can't be paid here), version_conflict (the difference isn't what the buyer saw)
 */
export function startPaidMove(
  payload: Payload,
  request: PaidMoveRequest,
): Promise<DifferenceOrder> {
  return withTransaction(payload, async (req, tx) => {
    const order = await lockChangeable(tx, request.orderId, canBuyerChange)
    assertHasAddress(order)
    return openDifferenceOrder(req, tx, await priceMove(payload, tx, order, request))
  })
}

/** The variant that a difference was paid for, if the item can still be swapped for it; its price may have changed since. */
async function findPaidVariant(
  payload: Payload,
  tx: Tx,
  order: LockedOrder,
  difference: LockedOrder,
) {
  const {
    priceDifference_itemId: itemId,
    priceDifference_size: size,
    priceDifference_color: color,
  } = difference
  if (!itemId || !size || !color) return null
  // Its tax is that of the state which the order had when the payment began.
  if (order.shippingAddress_stateCode !== difference.shippingAddress_stateCode) return null
  const request = { orderId: order.id, itemId, wanted: { size, color } }
  const { item, swap } = await findSwap(payload, tx, request).catch((error: unknown) => {
    if (error instanceof AppError) return { item: null, swap: null }
    throw error
  })
  const isSameItem =
    item?.size === difference.priceDifference_fromSize &&
    item?.color === difference.priceDifference_fromColor
  return item && swap && isSameItem && item.refunded === 0 ? { item, swap } : null
}

/** Makes the change that a difference was paid for, in a locked order. @returns false if that is no longer possible */
async function makeChange(
  payload: Payload,
  { req, tx }: { req: TxRequest; tx: Tx },
  order: LockedOrder,
  difference: LockedOrder,
): Promise<boolean> {
  const isChangeable = difference.priceDifference_isRequested ? canAskToPay : canBuyerChange
  if (!isChangeable(order)) return false
  const { orderNumber, totalCents, taxCents } = difference
  const note = `Order ${orderNumber} paid the difference of ${formatMoney(totalCents)}.`
  if (difference.priceDifference_itemId) {
    const paid = await findPaidVariant(payload, tx, order, difference)
    if (!paid) return false
    const swap = { ...paid, isCheaper: false }
    await writeVariant({ req, tx }, order, swap, { actor: 'buyer', reason: note })
    return true
  }
  const address = storedAddress(difference)
  const cost = address && (await readRequestCost(payload, tx, order, difference))
  if (!cost || !isAskedPrice(order, difference, cost)) return false
  // What is taxed more is stored with the difference.
  const taxed = taxCents > 0 ? noTax : undefined
  await writeAddress({ req, tx }, order, address, 'buyer', { taxed, note })
  // What was paid for swaps is taxed with the order.
  if (taxed)
    await tx
      .update(orders)
      .set({ taxedState: address.stateCode })
      .where(
        and(
          eq(orders.priceDifference_order, order.id),
          eq(orders.priceDifference_state, 'applied'),
        ),
      )
  return true
}

/** Notifies staff of the outcome of a change that they asked the customer to pay for. */
async function notifyStaffOfOutcome(
  tx: Tx,
  outcome: 'change-paid' | 'change-refused',
  { id, priceDifference_order: changedId, priceDifference_isRequested: isRequested }: LockedOrder,
): Promise<void> {
  if (isRequested && changedId) await notifyAboutOrder(tx, outcome, changedId, id)
}

/** Notes on both orders that the price difference is refunded. Staff have to refund what they marked as paid. */
async function announceRefusal(
  { req, tx }: { req: TxRequest; tx: Tx },
  difference: LockedOrder,
  isStillPaid: boolean,
): Promise<void> {
  const { id, priceDifference_itemId: itemId, priceDifference_order: changedId } = difference
  const isByHand = and(
    eq(payments.order, id),
    eq(payments.kind, 'manual'),
    eq(payments.status, 'completed'),
  )
  const isManual = isStillPaid && (await tx.$count(payments, isByHand)) > 0
  const refused = `The ${itemId ? 'item' : 'address'} could no longer be changed`
  for (const orderId of changedId ? [changedId, id] : [id])
    await addOrderEvent(req, orderId, {
      type: 'swap_refused',
      actor: 'the shop',
      message: isManual
        ? `${refused}. The shop will refund its price difference the way it was paid`
        : `${refused}, so its price difference is refunded`,
    })
  if (isManual) await notifyAboutOrder(tx, 'refund-failed', id, `difference-${id}`)
  else if (isStillPaid) await notifyStaffOfOutcome(tx, 'change-refused', difference)
}

/** Makes the change of a paid difference. @returns false if that is no longer possible: the difference has to go back */
async function applyOrRefuse(
  payload: Payload,
  { req, tx }: { req: TxRequest; tx: Tx },
  differenceId: number,
): Promise<boolean> {
  const [found] = await tx
    .select({ orderId: orders.priceDifference_order })
    .from(orders)
    .where(eq(orders.id, differenceId))
  // Everywhere, the changed order is locked before the one that pays for it.
  const order = found?.orderId ? await lockOrder(tx, found.orderId) : undefined
  const difference = await lockOrder(tx, differenceId)
  if (!difference || difference.paymentState !== 'completed') return true
  if (difference.priceDifference_state !== 'open')
    return difference.priceDifference_state === 'applied'
  // Staff may have refunded it already.
  const isStillPaid = isPaidAndUnshipped(difference)
  if (!order || !isStillPaid || !(await makeChange(payload, { req, tx }, order, difference))) {
    await tx
      .update(orders)
      .set({
        priceDifference_state: 'refused',
        ...(isStillPaid ? { status: 'cancelled' } : {}),
        ...withoutUnusedAddress(difference),
        ...nextVersion,
      })
      .where(eq(orders.id, differenceId))
    await announceRefusal({ req, tx }, difference, isStillPaid)
    return false
  }
  await tx
    .update(orders)
    .set({
      priceDifference_state: 'applied',
      status: 'delivered',
      deliveredAt: sql`now()`,
      ...nextVersion,
    })
    .where(eq(orders.id, differenceId))
  await addOrderEvent(req, differenceId, {
    type: 'delivered',
    actor: 'the shop',
    message: `The ${difference.priceDifference_itemId ? 'item' : 'address'} was changed`,
  })
  await notifyStaffOfOutcome(tx, 'change-paid', difference)
  return true
}

/**
 * Makes the change whose difference an order has paid. If printing has begun meanwhile, or the variant or the address
 * is no longer available at that price, the difference is refunded. Repeating it changes nothing.
 * @throws if the database fails; the job is tried again
 */
export async function applyPaidChange(args: RefundArgs, differenceId: number): Promise<void> {
  const { payload } = args
  const isApplied = await withTransaction(payload, (req, tx) =>
    applyOrRefuse(payload, { req, tx }, differenceId),
  )
  if (isApplied) return
  const { uuid, totalCents, priceDifference, status } = await payload.findByID({
    collection: 'orders',
    id: differenceId,
    depth: 0,
  })
  // Staff returned the money another way.
  if (status === 'refunded') return
  await refundDifference(args, differenceId, totalCents, {
    reason: `The ${priceDifference?.itemId ? 'item' : 'address'} could no longer be changed`,
    refundId: `swap-refused-${uuid}`,
  })
}
