import { and, eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { orderPath } from '@/modules/orders/order-access-key'
import type { LockedOrder } from '@/modules/orders/order-record'
import type { PriceDifference } from '@/modules/orders/rules/price-difference'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { queueJob } from '@/platform/job-queue'
import type { Tx } from '@/platform/transaction'

/** Returns the price difference that an order pays; null for every other order. */
export function toPriceDifference({
  priceDifference: group,
}: Pick<Order, 'priceDifference'>): Omit<PriceDifference, 'order'> | null {
  if (!group?.state) return null
  return {
    item: group.itemId
      ? {
          name: group.name ?? '',
          quantity: group.quantity ?? 1,
          from: { size: group.fromSize ?? '', color: group.fromColor ?? '' },
          to: { size: group.size ?? '', color: group.color ?? '' },
        }
      : null,
    state: group.state,
    ...(group.isRequested ? { isRequested: true } : {}),
  }
}

/**
 * Clears the address of a move that won't happen anymore: nobody needs it then. Its state stays for the tax report.
 * Empty for every other order.
 */
export function withoutUnusedAddress(order: LockedOrder) {
  return order.priceDifference_state && !order.priceDifference_itemId
    ? {
        shippingAddress_firstName: null,
        shippingAddress_lastName: null,
        shippingAddress_address1: null,
        shippingAddress_address2: null,
        shippingAddress_city: null,
        shippingAddress_zip: null,
      }
    : {}
}

/** The order that an order pays to change; null if it was deleted. @param order read with depth 0 */
export async function findChangedOrder(
  payload: Payload,
  { priceDifference }: Pick<Order, 'priceDifference'>,
): Promise<Order | null> {
  const id = priceDifference?.order
  return typeof id === 'number'
    ? payload.findByID({ collection: 'orders', id, depth: 0, disableErrors: true })
    : null
}

/** Returns the price difference that an order pays, with the order it changes; null for every other order. */
export async function readPriceDifference(
  payload: Payload,
  order: Order,
): Promise<PriceDifference | null> {
  const difference = toPriceDifference(order)
  if (!difference) return null
  const changed = await findChangedOrder(payload, order)
  return {
    ...difference,
    order: changed && { orderNumber: changed.orderNumber, path: orderPath(changed) },
  }
}

/** Queues the change that a locked order has just paid for. */
export async function queuePaidChange(
  tx: Tx,
  { id: orderId, priceDifference_state: state }: LockedOrder,
): Promise<void> {
  // Jobs of this name may wait while the shop is upgraded; it also changes addresses.
  if (state === 'open')
    await queueJob(tx, 'apply-paid-swap', { orderId }, { key: `paid-swap:${orderId}` })
}

/** Queues the refund of differences that were paid for changes of an order, after a refund of that order. */
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
