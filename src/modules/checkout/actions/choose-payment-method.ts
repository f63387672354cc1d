import { and, eq, inArray, ne, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { withoutPayment } from '@/modules/orders/order-record'
import { order_events, orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { isCardMethod, type PaymentMethod } from '@/platform/payment-methods'

/** Declined payments of one order after which it takes no more cards, so that nobody tries out card numbers here. */
const maxDeclines = 3

/** Whether an order has had so many declined payments, of whichever way to pay, that it takes no more cards. */
export async function hasManyDeclines({ db }: Payload, orderId: number): Promise<boolean> {
  const declined = await db.drizzle.$count(
    order_events,
    and(eq(order_events.order, orderId), eq(order_events.type, 'declined')),
  )
  return declined >= maxDeclines
}

export const methodUnavailableMessage =
  'We can’t take this kind of payment right now. Nothing was charged. Please choose another way to pay.'

/** For a cart or an address with many declined cards. It must not sound like an accusation. */
export function cardsPaused(): AppError {
  return new AppError(
    'payment_unavailable',
    'We can’t try another card for now. Nothing was charged. Please pay with PayPal, or try a card again tomorrow.',
  )
}

/** While a capture of an order runs or waits for its result. */
export function paymentInProgress(): AppError {
  return new AppError(
    'payment_in_progress',
    'We’re still confirming your last payment for this order. Please don’t pay again yet.',
  )
}

/** @throws AppError payment_unavailable if the shop doesn't offer this way to pay, or not for this order any more */
export async function assertMethodAllowed(
  payload: Payload,
  order: Order,
  method: PaymentMethod,
  offered: readonly PaymentMethod[],
): Promise<void> {
  if (!offered.includes(method)) throw new AppError('payment_unavailable', methodUnavailableMessage)
  if (isCardMethod(method) && (await hasManyDeclines(payload, order.id))) throw cardsPaused()
}

/**
 * Opens an order for another way to pay. The payment that was open before can't be captured any more.
 * @param approvedId the payment that the buyer approved in express checkout; any other one is dropped
 * @throws AppError payment_in_progress while a capture runs or waits for its result, or if another tab has chosen
 * another gift card since the order was read
 */
export async function choosePaymentMethod(
  { db }: Payload,
  order: Order,
  method: PaymentMethod,
  approvedId?: string,
): Promise<Order> {
  const isChosen = (now: Pick<Order, 'paymentMethod' | 'paypalOrderId'>): boolean =>
    now.paymentMethod === method &&
    (!approvedId || !now.paypalOrderId || now.paypalOrderId === approvedId)
  if (isChosen(order)) return order
  const giftCardCents = order.giftCardCents ?? 0
  const chosen = {
    paymentAttempt: orders.paymentAttempt,
    paymentMethod: orders.paymentMethod,
    paypalOrderId: orders.paypalOrderId,
    giftCardCents: orders.giftCardCents,
  }
  const [changed] = await db.drizzle
    .update(orders)
    .set({ paymentMethod: method, ...withoutPayment })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.status, 'pending'),
        or(
          ne(orders.paymentMethod, method),
          approvedId ? ne(orders.paypalOrderId, approvedId) : undefined,
        ),
        // The payment is opened for the rest.
        eq(sql`coalesce(${orders.giftCardCents}, 0)`, giftCardCents),
        inArray(orders.paymentState, ['none', 'created', 'declined']),
      ),
    )
    .returning(chosen)
  if (changed) return { ...order, ...changed }
  // A concurrent request may have made the same choice.
  const [current] = await db.drizzle.select(chosen).from(orders).where(eq(orders.id, order.id))
  if (current && isChosen(current) && (current.giftCardCents ?? 0) === giftCardCents)
    return { ...order, ...current }
  throw paymentInProgress()
}
