import { and, eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isOrderKey } from '@/modules/orders/order-access-key'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { AppError, notFound } from '@/platform/errors'
import type { PaymentMethod } from '@/platform/payment-methods'
import type { PaymentProvider } from '@/providers/interfaces'

import { assertUnchanged } from './capture-payment'
import { openPayment, type PlacedOrder } from './place-order'

type Args = {
  payload: Payload
  payments: PaymentProvider
  methods: readonly PaymentMethod[]
  verifyEveryCard: boolean
}

/**
 * Drops a payment that PayPal no longer has. It forgets an unapproved one after three hours, and a payment link is valid
 * for days.
 */
async function dropExpiredPayment({ payload, payments }: Args, order: Order): Promise<Order> {
  const { paypalOrderId } = order
  if (!paypalOrderId || (await payments.getOrder(paypalOrderId)) !== null) return order
  const [dropped] = await payload.db.drizzle
    .update(orders)
    .set({
      paypalOrderId: null,
      paymentAttempt: sql`${orders.paymentAttempt} + 1`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.paypalOrderId, paypalOrderId),
        inArray(orders.paymentState, ['created', 'declined']),
      ),
    )
    .returning({ paypalOrderId: orders.paypalOrderId, paymentAttempt: orders.paymentAttempt })
  return dropped
    ? { ...order, ...dropped }
    : payload.findByID({ collection: 'orders', id: order.id, depth: 0 })
}

/**
 * Starts the payment of an order by its payment link. Its prices are those of the order, whatever the shop charges now.
 * Repeating it finds the same payment, until PayPal has forgotten it.
 * @throws AppError not_found (also for a wrong key, and an order without a link), already_paid, link_expired,
 * totals_changed (an item can't be bought any more), payment_unavailable, payment_in_progress; ProviderError. Nothing was
 * charged then
 */
export async function payOrder(
  args: Args,
  { orderNumber, key, method }: { orderNumber: string; key: string; method: PaymentMethod },
): Promise<PlacedOrder> {
  const { payload } = args
  const {
    docs: [order],
  } = await payload.find({
    collection: 'orders',
    where: { orderNumber: { equals: orderNumber } },
    limit: 1,
    pagination: false,
    depth: 0,
    showHiddenFields: true,
  })
  if (!order?.payableUntil || !isOrderKey(key, order.accessKeyHash)) throw notFound('This order')
  if (order.paymentState === 'completed' || order.paymentState === 'pending')
    throw new AppError('already_paid', 'This order is already paid.', {
      details: { orderNumber, key },
    })
  if (order.paymentState === 'capturing')
    throw new AppError(
      'payment_in_progress',
      'We’re still confirming your last payment for this order. Please don’t pay again yet.',
    )
  if (order.status !== 'pending' || Date.parse(order.payableUntil) <= Date.now())
    throw new AppError(
      'link_expired',
      order.priceDifference?.state
        ? 'This price has expired, and nothing was charged. Please choose the size or color again on your order’s page.'
        : 'This payment link is no longer valid. Nothing was charged. Please ask us for a new one.',
    )
  await assertUnchanged(payload, order)
  return openPayment(args, await dropExpiredPayment(args, order), method)
}
