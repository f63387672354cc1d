import { randomUUID } from 'node:crypto'

import { and, eq, gt, sql } from '@payloadcms/db-postgres/drizzle'

import { insertOrder } from '@/modules/checkout/actions/insert-order'
import type { OrderTotals, SaleTax } from '@/modules/checkout/rules/pricing'
import { addOrderEvent } from '@/modules/orders/order-record'
import { isOpenOrder } from '@/modules/orders/queries/open-orders'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { relatedId } from '@/platform/database/related-id'
import type { Tx, TxRequest } from '@/platform/transaction'

import { isSameAddress, type NewAddress } from './change-address'

export type DifferenceOrder = { orderNumber: string; uuid: string }

/** A change of an order that costs more, with what its buyer pays for it. */
export type CostlyChange = {
  orderId: number
  totals: OrderTotals & SaleTax
  /** Where the order goes instead; without it, where it goes is what the difference is taxed by. */
  address?: NewAddress
  /** The item that is swapped. */
  swap?: Omit<NonNullable<Order['priceDifference']>, 'order' | 'state'>
  /** Staff ask the buyer to pay for it: their name, and until when. */
  request?: { by: string; until: string | null }
}

/** How long a buyer has to pay, as for the prices of the checkout. Printing may begin earlier; then nothing is charged. */
const payMinutes = 30

/** Whether an order pays for this change, at whatever price. */
export function paysFor(
  paying: Parameters<typeof isSameAddress>[0],
  { swap, address }: Pick<CostlyChange, 'swap' | 'address'>,
): boolean {
  if (address) return paying.priceDifference_itemId === null && isSameAddress(paying, address)
  return (
    swap !== undefined &&
    paying.priceDifference_itemId === swap.itemId &&
    paying.priceDifference_size === swap.size &&
    paying.priceDifference_color === swap.color
  )
}

/** An open order for the same change at the same price, from another tab or an earlier click, with some time left to pay. */
async function findOpen(tx: Tx, change: CostlyChange): Promise<DifferenceOrder | undefined> {
  const { orderId, totals } = change
  const open = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.priceDifference_order, orderId),
        eq(orders.taxCents, totals.taxCents),
        eq(orders.totalCents, totals.totalCents),
        isOpenOrder,
        gt(orders.payableUntil, sql`now() + interval '5 minutes'`),
      ),
    )
    .orderBy(orders.id)
  return open.find((paying) => paysFor(paying, change))
}

/** Writes the unpaid order for the difference. It has no items, because nothing is sent for it. */
export async function insertDifferenceOrder(
  req: TxRequest,
  tx: Tx,
  { orderId, totals, address, swap, request }: CostlyChange,
): Promise<Order> {
  const order = await req.payload.findByID({ collection: 'orders', id: orderId, depth: 0, req })
  const { email, shippingAddress, billingAddress, billingSameAsShipping, taxCertificate } = order
  const difference = await insertOrder(tx, {
    lines: [],
    discounts: [],
    shipping: { method: 'standard' },
    totals,
    taxCertificate: taxCertificate ?? null,
    checkoutId: randomUUID(),
    customerId: relatedId(order.customer),
    email,
    shippingAddress: address ? { ...shippingAddress, address2: null, ...address } : shippingAddress,
    billingAddress,
    billingSameAsShipping: address ? false : billingSameAsShipping,
    newsletterSubscribe: false,
    isGift: false,
    paymentMethod: 'paypal',
    payableUntil: request
      ? request.until
      : new Date(Date.now() + payMinutes * 60_000).toISOString(),
    priceDifference: { order: orderId, ...swap, state: 'open', isRequested: Boolean(request) },
  })
  await addOrderEvent(req, difference.id, {
    type: 'placed',
    actor: request?.by ?? 'buyer',
    message: `Price difference for order ${order.orderNumber}`,
  })
  return difference
}

/**
 * Returns the open order for a change, or writes it: repeating a change returns the same order. Lock the changed order
 * first.
 */
export async function openDifferenceOrder(
  req: TxRequest,
  tx: Tx,
  change: CostlyChange,
): Promise<DifferenceOrder> {
  return (await findOpen(tx, change)) ?? (await insertDifferenceOrder(req, tx, change))
}
