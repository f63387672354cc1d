import { and, eq, ne } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { closeOpenOrder } from '@/modules/orders/actions/close-open-order'
import { createOrderKey } from '@/modules/orders/order-access-key'
import { orders } from '@/payload-generated-schema'
import type { Order } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

/**
 * Returns the error for an order of a cart that another order has paid, or is paying; null for every other order. It
 * has the other order's key only for the same email address, because several people may use one browser.
 */
export async function findCartPaid(
  { db }: Payload,
  { id = 0, cartId, email }: Partial<Pick<Order, 'id' | 'cartId'>> & Pick<Order, 'email'>,
): Promise<AppError | null> {
  if (!cartId) return null
  const [paid] = await db.drizzle
    .select({
      orderNumber: orders.orderNumber,
      uuid: orders.uuid,
      email: orders.email,
      paymentState: orders.paymentState,
    })
    .from(orders)
    .where(and(eq(orders.paidCartId, cartId), ne(orders.id, id)))
  if (!paid) return null
  if (paid.paymentState === 'capturing')
    return new AppError(
      'payment_in_progress',
      'We’re still confirming another payment for this cart. Nothing was charged this time. Please don’t pay again yet.',
    )
  const { orderNumber, uuid } = paid
  return new AppError(
    'cart_paid',
    'You already paid for items in this cart. Nothing was charged this time. Pay again only if you want to order them again.',
    paid.email === email ? { details: { orderNumber, key: createOrderKey(uuid) } } : {},
  )
}

/**
 * Closes an order whose cart another order has paid, or is paying, so that no webhook captures its payment later.
 * @param error what stopped its capture; it is thrown if the cart isn't the reason
 */
export async function endCartPaid(payload: Payload, order: Order, error: unknown): Promise<never> {
  const refusal = await findCartPaid(payload, order)
  if (!refusal) throw error
  await withTransaction(payload, (req, tx) =>
    closeOpenOrder({ req, tx }, order.id, {
      message: 'Never paid; the same cart was paid, or being paid, with another order',
    }),
  )
  throw refusal
}
