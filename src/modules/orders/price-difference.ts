import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { orderPath } from '@/modules/orders/order-access-key'
import type { LockedOrder } from '@/modules/orders/order-record'
import { canBuyerChange } from '@/modules/orders/rules/order-status'
import type { PriceDifference } from '@/modules/orders/rules/price-difference'
import { orders, orders_items } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import type { Cents } from '@/platform/money'
import type { Tx } from '@/platform/transaction'

/** Returns the price difference that an order pays; null for every other order. */
export function toPriceDifference({
  priceDifference: group,
}: Pick<Order, 'priceDifference'>): Omit<PriceDifference, 'order'> | null {
  if (!group?.state) return null
  return {
    name: group.name ?? '',
    quantity: group.quantity ?? 1,
    from: { size: group.fromSize ?? '', color: group.fromColor ?? '' },
    to: { size: group.size ?? '', color: group.color ?? '' },
    state: group.state,
  }
}

/** What was paid more for one item since it was bought; null if nothing. For queries of items joined with their orders. */
export const paidDifferenceCents = sql<Cents | null>`(
  select sum(difference.subtotal_cents / difference.price_difference_quantity)::integer from orders difference
   where difference.price_difference_order_id = ${orders.id} and difference.price_difference_item_id = ${orders_items.id}
     and difference.price_difference_state = 'applied')`

/** The order whose item an order pays the difference for; null if it was deleted. @param order read with depth 0 */
async function findSwappedOrder(
  payload: Payload,
  { priceDifference }: Pick<Order, 'priceDifference'>,
): Promise<Order | null> {
  const id = priceDifference?.order
  return typeof id === 'number'
    ? payload.findByID({ collection: 'orders', id, depth: 0, disableErrors: true })
    : null
}

/** Returns the price difference that an order pays, with the order of its item; null for every other order. */
export async function readPriceDifference(
  payload: Payload,
  order: Order,
): Promise<PriceDifference | null> {
  const difference = toPriceDifference(order)
  if (!difference) return null
  const swapped = await findSwappedOrder(payload, order)
  return {
    ...difference,
    order: swapped && { orderNumber: swapped.orderNumber, path: orderPath(swapped) },
  }
}

/** @throws AppError link_expired if an order pays for a swap that can no longer be made; nothing is charged then */
export async function assertSwapPossible(payload: Payload, order: Order): Promise<void> {
  const difference = toPriceDifference(order)
  if (!difference) return
  const swapped = await findSwappedOrder(payload, order)
  const item = swapped?.items?.find(({ id }) => id === order.priceDifference?.itemId)
  const { from } = difference
  if (swapped && canBuyerChange(swapped) && item?.size === from.size && item.color === from.color)
    return
  throw new AppError(
    'link_expired',
    `${swapped ? `Order ${swapped.orderNumber}` : 'The order'} can no longer be changed this way. Nothing was charged.`,
  )
}

/** Queues the swap that a locked order has just paid for. */
export async function queuePaidSwap(
  tx: Tx,
  { id: orderId, priceDifference_state: state }: LockedOrder,
): Promise<void> {
  if (state === 'open')
    await queueJob(tx, 'apply-paid-swap', { orderId }, { key: `paid-swap:${orderId}` })
}

/** Queues the refund of differences that were paid for items of an order, after a refund of that order. */
export async function queueDifferenceRefunds(tx: Tx, orderId: number): Promise<void> {
  const paid = await tx.$count(
    orders,
    and(eq(orders.priceDifference_order, orderId), eq(orders.priceDifference_state, 'applied')),
  )
  if (paid > 0)
    await queueJob(
      tx,
      'refund-price-differences',
      { orderId },
      { key: `difference-refunds:${orderId}` },
    )
}
