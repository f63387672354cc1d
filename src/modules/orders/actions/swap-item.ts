import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { variantName } from '@/modules/checkout/rules/cart'
import { isAtPrinter } from '@/modules/fulfillment/rules/fulfillment'
import { type LockedOrder, lockOrder, nextVersion } from '@/modules/orders/order-record'
import { queueDifferenceRefunds } from '@/modules/orders/price-difference'
import { readSwaps, type Swap } from '@/modules/orders/queries/swap-options'
import { refundRequestId } from '@/modules/orders/rules/line-refund'
import {
  canBuyerChange,
  canStaffChange,
  isPaidAndUnshipped,
} from '@/modules/orders/rules/order-status'
import { costsMoreMessage, type SwapMoney } from '@/modules/orders/rules/swap-price'
import { orders, orders_items, refund_lines } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import { formatMoney } from '@/platform/money'
import { type Db, type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { actorName, type ChangeActor, recordChange, refundChange, tooLate } from './change-order'
import { endRequest } from './end-request'
import type { RefundArgs } from './refund-order'

export type SwapRequest = Pick<SwapMoney, 'refundCents' | 'extraCents'> & {
  orderId: number
  itemId: string
  wanted: { size: string; color: string }
  actor: ChangeActor
  /** The lease under which the printer's draft of the order was changed first, for staff. */
  lease?: string
}

/**
 * Returns the item and its swap as the database has them.
 * @returns swap null: the item is the wanted variant already
 * @throws AppError not_found, conflict (not available)
 */
export async function findSwap(
  payload: Payload,
  db: Db,
  { orderId, itemId, wanted }: Pick<SwapRequest, 'orderId' | 'itemId' | 'wanted'>,
) {
  const items = await readSwaps(payload, db, { id: orderId })
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw notFound('This item')
  if (item.isOwn(wanted)) return { item, swap: null }
  const swap = item.swaps.find(({ size, color }) => size === wanted.size && color === wanted.color)
  if (!swap)
    throw new AppError(
      'conflict',
      `That size and color isn’t available right now. ${item.missingText}`.trim(),
    )
  return { item, swap }
}

type Item = Awaited<ReturnType<typeof findSwap>>['item']

export function priceChanged(): AppError {
  return new AppError(
    'version_conflict',
    'The price difference has changed. Check it, then try again.',
  )
}

/** @throws AppError conflict (the buyer can't pay the difference), version_conflict (other amounts than were shown) */
export function assertAgreed(swap: Swap, { refundCents, extraCents, actor }: SwapRequest): void {
  if (actor === 'buyer' && swap.extraCents > 0)
    throw new AppError('conflict', costsMoreMessage(swap))
  if (swap.refundCents !== refundCents || swap.extraCents !== extraCents) throw priceChanged()
}

/** An order that the printer has is swapped only after its draft there, and only under the draft's lease. */
function isSwappable(order: LockedOrder, { actor, lease }: SwapRequest): boolean {
  if (actor === 'buyer') return canBuyerChange(order)
  return lease === undefined
    ? canStaffChange(order) && !isAtPrinter(order)
    : isPaidAndUnshipped(order) && order.fulfillmentLeaseUntil === lease
}

/** Writes the variant of an item under the order's lock, with its event, audit, and email. */
export async function writeVariant(
  { req, tx }: { req: TxRequest; tx: Tx },
  order: LockedOrder,
  { item, swap, isCheaper }: { item: Item; swap: Swap; isCheaper: boolean },
  { actor, reason }: { actor: ChangeActor; reason?: string },
): Promise<void> {
  const { size, color, sku, image, unitCents } = swap
  await tx
    .update(orders_items)
    .set({ size, color, sku, image, ...(isCheaper ? { swapUnitCents: unitCents } : {}) })
    .where(eq(orders_items.id, item.id))
  await tx.update(orders).set(nextVersion).where(eq(orders.id, order.id))
  await endRequest({ req, tx }, order.id, (itemId) => itemId === item.id, {
    actor: actorName(actor),
    message: 'The item was changed, so the request to pay for a different change ended',
  })
  await recordChange(req, tx, order.id, actor, {
    type: 'item_changed',
    message: `${item.name}: ${variantName(item)} is now ${variantName(swap)}`,
    reason,
  })
}

/** Whether the refund comes from the order's own payment and not from that of an earlier swap. */
const isRefundedHere = ({ refundCents, undone }: Swap): boolean => refundCents > 0 && !undone

const reasonOf = ({ extraCents, refundCents, undone }: Swap, lease: string | undefined) =>
  [
    undone && `The price difference of ${formatMoney(refundCents)} is refunded.`,
    extraCents > 0 && `It costs ${formatMoney(extraCents)} more, which the shop pays.`,
    lease && 'The draft on Printful was updated too.',
  ]
    .filter(Boolean)
    .join(' ') || undefined

/** Writes a swap under the order's lock, with what its refund is for. @returns that in words */
async function writeSwap(
  payload: Payload,
  { req, tx, order }: { req: TxRequest; tx: Tx; order: LockedOrder | undefined },
  request: SwapRequest,
  refundId?: string,
): Promise<string | undefined> {
  if (!order) throw notFound('The order')
  if (!isSwappable(order, request)) throw tooLate()
  const { item, swap } = await findSwap(payload, tx, request)
  if (!swap) {
    if (refundId) throw priceChanged()
    return undefined
  }
  assertAgreed(swap, request)
  if (isRefundedHere(swap) !== (refundId !== undefined)) throw priceChanged()
  const { actor } = request
  if (swap.undone) {
    // A job refunds it, as with a refunded item.
    await tx
      .update(orders)
      .set({ status: 'cancelled', ...nextVersion })
      .where(eq(orders.id, swap.undone))
    await queueDifferenceRefunds(tx, order.id)
  }
  const change = { item, swap, isCheaper: refundId !== undefined }
  await writeVariant({ req, tx }, order, change, { actor, reason: reasonOf(swap, request.lease) })
  if (refundId && swap.share)
    await tx
      .insert(refund_lines)
      .values({ ...swap.share, order: order.id, requestId: refundRequestId(refundId) })
  return `lower price of ${item.name} (${variantName(swap)})`
}

async function swapWithRefund(args: RefundArgs, request: SwapRequest, swap: Swap): Promise<void> {
  const { payload } = args
  const { orderId, itemId, refundCents, actor } = request
  // Each refund lowers the price of its item, so no two of them have the same id.
  const refundId = `swap-${itemId}-${swap.variantId}-${swap.unitCents}`
  const refund = {
    orderId,
    amountCents: refundCents,
    reason: 'Swapped for a lower price',
    refundId,
    actor,
    actorName: actorName(actor),
  }
  await refundChange(args, refund, actor === 'buyer' ? 'Your item' : 'The item', (req, tx, order) =>
    writeSwap(payload, { req, tx, order }, request, refundId),
  )
}

/**
 * Swaps an item for another size or color of its product, before printing, at the price that was paid. What a cheaper
 * one costs less is refunded through `refundOrder`: the swap and the pending refund are written together. A more
 * expensive one is for staff, and the shop pays the difference; buyers pay it themselves (pay-for-change.ts). What is
 * already set changes nothing; repeating a call pays once, and a refund whose result is unknown is finished by the
 * reconciler. An order that the printer has is swapped by `swapAtPrinter`.
 * @param request `refundCents` and `extraCents` are what the person saw
 * @throws AppError not_found, conflict (printing has begun, not available, costs more; or PayPal refused the refund of
 * a swap that was made, with `details.issue`), version_conflict (other amounts by now)
 */
export async function swapItem(args: RefundArgs, request: SwapRequest): Promise<void> {
  const { payload } = args
  const { swap } = await findSwap(payload, payload.db.drizzle, request)
  if (!swap) return
  if (isRefundedHere(swap)) return swapWithRefund(args, request, swap)
  await withTransaction(payload, async (req, tx) => {
    const order = await lockOrder(tx, request.orderId)
    await writeSwap(payload, { req, tx, order }, request)
  })
}
