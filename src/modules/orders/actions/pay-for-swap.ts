import { randomUUID } from 'node:crypto'

import { and, eq, gt, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { insertOrder } from '@/modules/checkout/actions/insert-order'
import {
  addOrderEvent,
  type LockedOrder,
  lockOrder,
  nextVersion,
} from '@/modules/orders/order-record'
import {
  hasRefund,
  type PriceRise,
  readRefundablePayments,
  sumRefundable,
} from '@/modules/orders/queries/refundable-order'
import { listPaidDifferences } from '@/modules/orders/queries/swap-amounts'
import { canBuyerChange } from '@/modules/orders/rules/order-status'
import { differenceDueCents } from '@/modules/orders/rules/price-difference'
import { costsMoreMessage } from '@/modules/orders/rules/swap-price'
import { orders, refund_lines } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { type Cents, formatMoney } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { tooLate } from './change-order'
import { type RefundArgs, refundOrder, type RefundRequest } from './refund-order'
import { findSwap, type Item, priceChanged, type SwapRequest, writeVariant } from './swap-item'

type PaidSwapRequest = Pick<SwapRequest, 'orderId' | 'itemId' | 'wanted'> & {
  /** What the buyer saw that it costs. */
  chargeCents: Cents
}
export type DifferenceOrder = { orderNumber: string; uuid: string }

/** How long a buyer has to pay, as for the prices of the checkout. Printing may begin earlier; then nothing is charged. */
const payMinutes = 30

/** An open order for the same swap at the same price, from another tab or an earlier click, with some time left to pay. */
async function findOpen(
  tx: Tx,
  { orderId, itemId, wanted }: PaidSwapRequest,
  { totalCents }: PriceRise,
): Promise<DifferenceOrder | undefined> {
  const [open] = await tx
    .select({ orderNumber: orders.orderNumber, uuid: orders.uuid })
    .from(orders)
    .where(
      and(
        eq(orders.priceDifference_order, orderId),
        eq(orders.priceDifference_itemId, itemId),
        eq(orders.priceDifference_size, wanted.size),
        eq(orders.priceDifference_color, wanted.color),
        eq(orders.totalCents, totalCents),
        eq(orders.status, 'pending'),
        inArray(orders.paymentState, ['none', 'created', 'declined']),
        gt(orders.payableUntil, sql`now() + interval '5 minutes'`),
      ),
    )
    .orderBy(orders.id)
    .limit(1)
  return open
}

/** Writes the unpaid order for the difference. It goes nowhere, so it has no items; its address is what it is taxed by. */
async function insertDifferenceOrder(
  req: TxRequest,
  tx: Tx,
  { orderId, wanted }: PaidSwapRequest,
  item: Item,
  rise: PriceRise,
): Promise<DifferenceOrder> {
  const order = await req.payload.findByID({ collection: 'orders', id: orderId, depth: 0, req })
  const { email, shippingAddress, billingAddress, billingSameAsShipping, taxCertificate } = order
  const customer = typeof order.customer === 'object' ? order.customer?.id : order.customer
  const difference = await insertOrder(req, tx, {
    lines: [],
    discounts: [],
    shipping: { method: 'standard' },
    totals: { ...rise, shippingCents: 0 },
    taxCertificate: taxCertificate ?? null,
    checkoutId: randomUUID(),
    customerId: customer ?? null,
    ...{ email, shippingAddress, billingAddress, billingSameAsShipping },
    newsletterSubscribe: false,
    isGift: false,
    paymentMethod: 'paypal',
    payableUntil: new Date(Date.now() + payMinutes * 60_000).toISOString(),
    priceDifference: {
      order: orderId,
      itemId: item.id,
      name: item.name,
      quantity: item.quantity,
      fromSize: item.size,
      fromColor: item.color,
      size: wanted.size,
      color: wanted.color,
      state: 'open',
    },
  })
  await addOrderEvent(req, difference.id, {
    type: 'placed',
    actor: 'buyer',
    message: `Price difference for order ${order.orderNumber}`,
  })
  return difference
}

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
    const order = await lockOrder(tx, request.orderId)
    if (!order) throw notFound('The order')
    if (!canBuyerChange(order)) throw tooLate()
    const { item, swap } = await findSwap(payload, tx, request)
    if (!swap?.rise || swap.rise.totalCents <= 0) {
      if (swap && swap.extraCents > 0) throw new AppError('conflict', costsMoreMessage(swap))
      throw priceChanged()
    }
    if (swap.rise.totalCents !== request.chargeCents) throw priceChanged()
    return (
      (await findOpen(tx, request, swap.rise)) ??
      (await insertDifferenceOrder(req, tx, request, item, swap.rise))
    )
  })
}

/** The variant that a difference was paid for, if the item can still be swapped for it; its price may have changed since. */
async function findPaidVariant(
  payload: Payload,
  tx: Tx,
  order: LockedOrder | undefined,
  difference: LockedOrder,
) {
  const {
    priceDifference_itemId: itemId,
    priceDifference_size: size,
    priceDifference_color: color,
  } = difference
  if (!order || !canBuyerChange(order) || !itemId || !size || !color) return null
  const refunded = await tx.$count(
    refund_lines,
    and(
      eq(refund_lines.itemId, itemId),
      gt(refund_lines.quantity, 0),
      hasRefund('completed', 'pending'),
    ),
  )
  if (refunded > 0) return null
  const request = { orderId: order.id, itemId, wanted: { size, color } }
  const { item, swap } = await findSwap(payload, tx, request).catch((error: unknown) => {
    if (error instanceof AppError) return { item: null, swap: null }
    throw error
  })
  const isSameItem =
    item?.size === difference.priceDifference_fromSize &&
    item?.color === difference.priceDifference_fromColor
  return item && swap && isSameItem ? { item, swap } : null
}

/** Swaps the item of a paid difference. @returns false if that is no longer possible: the difference has to go back */
async function applyOrRefuse(
  payload: Payload,
  { req, tx }: { req: TxRequest; tx: Tx },
  differenceId: number,
): Promise<boolean> {
  const [found] = await tx
    .select({ orderId: orders.priceDifference_order })
    .from(orders)
    .where(eq(orders.id, differenceId))
  // Everywhere, the swapped order is locked before the one that pays for it.
  const order = found?.orderId ? await lockOrder(tx, found.orderId) : undefined
  const difference = await lockOrder(tx, differenceId)
  if (!difference || difference.paymentState !== 'completed') return true
  if (difference.priceDifference_state !== 'open')
    return difference.priceDifference_state === 'applied'
  const paid = await findPaidVariant(payload, tx, order, difference)
  if (!order || !paid) {
    await tx
      .update(orders)
      .set({ priceDifference_state: 'refused', status: 'cancelled', ...nextVersion })
      .where(eq(orders.id, differenceId))
    for (const id of order ? [order.id, differenceId] : [differenceId])
      await addOrderEvent(req, id, {
        type: 'swap_refused',
        actor: 'the shop',
        message: 'The item could no longer be changed, so its price difference is refunded',
      })
    return false
  }
  await writeVariant(
    { req, tx },
    order,
    { ...paid, isCheaper: false },
    {
      actor: 'buyer',
      reason: `Order ${difference.orderNumber} paid the difference of ${formatMoney(difference.totalCents)}.`,
    },
  )
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
    message: 'The item was changed',
  })
  return true
}

/** Refunds what is left of an order, up to an amount. Outcomes that staff or the reconciler take care of are no errors. */
async function refundDifference(
  args: RefundArgs,
  orderId: number,
  wantedCents: Cents,
  { reason, refundId }: Pick<RefundRequest, 'reason' | 'refundId'>,
): Promise<void> {
  const left = await readRefundablePayments(args.payload.db.drizzle, orderId)
  const amountCents = Math.min(wantedCents, left ? sumRefundable(left) : 0)
  if (amountCents <= 0) return
  try {
    await refundOrder(args, {
      ...{ orderId, amountCents, reason, refundId },
      actor: 'buyer',
      actorName: 'the shop',
    })
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ProviderError)) throw error
    args.payload.logger.warn(
      { err: error, order: orderId },
      'The refund of a price difference follows',
    )
  }
}

/**
 * Swaps the item whose difference an order has paid. If printing has begun meanwhile, or the variant is gone, the
 * difference is refunded. Repeating it changes nothing.
 * @throws if the database fails; the job is tried again
 */
export async function applyPaidSwap(args: RefundArgs, differenceId: number): Promise<void> {
  const { payload } = args
  const isApplied = await withTransaction(payload, (req, tx) =>
    applyOrRefuse(payload, { req, tx }, differenceId),
  )
  if (isApplied) return
  const { uuid, totalCents } = await payload.findByID({
    collection: 'orders',
    id: differenceId,
    depth: 0,
  })
  await refundDifference(args, differenceId, totalCents, {
    reason: 'The item could no longer be changed',
    refundId: `swap-refused-${uuid}`,
  })
}

/**
 * Refunds the differences that were paid for items of an order, as far as those items were refunded: by line, or with
 * all of the order. Repeating it refunds once.
 * @throws if the database fails; the job is tried again
 */
export async function refundPriceDifferences(args: RefundArgs, orderId: number): Promise<void> {
  for (const difference of await listPaidDifferences(args.payload, orderId)) {
    const { id, uuid, isOver, refundedCents, refundedQuantity } = difference
    const dueCents = differenceDueCents(difference, isOver ? null : refundedQuantity)
    await refundDifference(args, id, dueCents - refundedCents, {
      reason: 'The item it was paid for was refunded',
      refundId: `difference-${uuid}-${dueCents}`,
    })
  }
}
