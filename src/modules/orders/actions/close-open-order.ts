import { and, eq, type SQL } from '@payloadcms/db-postgres/drizzle'

import { addOrderEvent, lockOrder, nextVersion } from '@/modules/orders/order-record'
import { withoutUnusedAddress } from '@/modules/orders/price-difference'
import { isOpenOrder } from '@/modules/orders/queries/open-orders'
import { orders } from '@/payload-generated-schema'
import type { Tx, TxRequest } from '@/platform/transaction'

import { releaseGiftCard } from './gift-card-payment'

/**
 * Closes an order that nobody has paid, and releases its gift card. Nothing happens once its payment is under way; no
 * payment of it is captured later.
 * @param message for its timeline
 * @returns whether it was closed
 */
export async function closeOpenOrder(
  { req, tx }: { req: TxRequest; tx: Tx },
  orderId: number,
  { actor = 'the shop', message }: { actor?: string; message: string },
  condition?: SQL,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!order) return false
  const [closed] = await tx
    .update(orders)
    .set({ status: 'cancelled', ...withoutUnusedAddress(order), ...nextVersion })
    .where(and(eq(orders.id, orderId), isOpenOrder, condition))
    .returning({ id: orders.id })
  if (!closed) return false
  await releaseGiftCard(tx, order)
  await addOrderEvent(req, orderId, { type: 'cancelled', actor, message })
  return true
}
