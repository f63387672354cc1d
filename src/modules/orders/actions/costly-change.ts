import type { Payload } from 'payload'

import type { LockedOrder } from '@/modules/orders/order-record'
import { readMoveCost, sumMoveCost } from '@/modules/orders/queries/address-difference'
import { costsMoreMessage } from '@/modules/orders/rules/swap-price'
import { AppError } from '@/platform/errors'
import type { Cents } from '@/platform/money'
import type { Tx } from '@/platform/transaction'

import { isSameAddress, type NewAddress } from './change-address'
import type { CostlyChange } from './difference-order'
import { findSwap, priceChanged, type SwapRequest } from './swap-item'

/** `chargeCents`: what the person saw that it costs. */
export type PaidSwapRequest = Pick<SwapRequest, 'orderId' | 'itemId' | 'wanted'> & {
  chargeCents: Cents
}
export type PaidMoveRequest = { orderId: number; address: NewAddress; chargeCents: Cents }

/**
 * Returns what a swap to a more expensive size or color of a locked order costs its buyer.
 * @throws AppError not_found, conflict (not available, can't be paid here), version_conflict (not what the person saw)
 */
export async function priceSwap(
  payload: Payload,
  tx: Tx,
  { chargeCents, ...request }: PaidSwapRequest,
): Promise<CostlyChange> {
  const { orderId, wanted } = request
  const { item, swap } = await findSwap(payload, tx, request)
  if (!swap?.rise || swap.rise.totalCents <= 0) {
    if (swap && swap.extraCents > 0) throw new AppError('conflict', costsMoreMessage(swap))
    throw priceChanged()
  }
  if (swap.rise.totalCents !== chargeCents) throw priceChanged()
  const { id: itemId, name, quantity, size: fromSize, color: fromColor } = item
  return {
    orderId,
    totals: { ...swap.rise, shippingCents: 0 },
    swap: { itemId, name, quantity, fromSize, fromColor, ...wanted },
  }
}

/**
 * Returns what another address of a locked order costs its buyer.
 * @throws AppError invalid (nobody knows what it costs, or it can't be paid here), version_conflict (not what the
 * person saw)
 */
export async function priceMove(
  payload: Payload,
  tx: Tx,
  order: LockedOrder,
  { address, chargeCents }: PaidMoveRequest,
): Promise<CostlyChange> {
  if (isSameAddress(order, address)) throw priceChanged()
  const cost = await readMoveCost(payload, tx, order, address)
  const totalCents = sumMoveCost(cost)
  if (totalCents <= 0 || totalCents !== chargeCents) throw priceChanged()
  const totals = { subtotalCents: 0, discountCents: 0, ...cost, totalCents }
  return { orderId: order.id, totals, address }
}
