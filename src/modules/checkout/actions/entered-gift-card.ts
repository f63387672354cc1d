import { and, eq, ne } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isOpenOrder } from '@/modules/gift-cards/queries'
import { releaseGiftCard } from '@/modules/orders/actions/gift-card-payment'
import { addOrderEvent, lockOrder, nextVersion } from '@/modules/orders/order-record'
import { orders } from '@/payload-generated-schema'
import { withTransaction } from '@/platform/transaction'

/**
 * Closes the unpaid orders that hold a reservation of a gift card, because its owner starts another one: an edited
 * checkout, or another tab. `checkoutId` is its own. An order whose capture runs keeps its reservation.
 */
export async function closeOpenOrders(
  payload: Payload,
  cardId: number,
  checkoutId: string,
): Promise<void> {
  const open = await payload.db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.giftCard, cardId), ne(orders.checkoutId, checkoutId), isOpenOrder))
  for (const { id } of open)
    await withTransaction(payload, async (req, tx) => {
      // The order is locked before its card everywhere.
      const order = await lockOrder(tx, id)
      if (!order) return
      const closed = await tx
        .update(orders)
        .set({ status: 'cancelled', ...nextVersion })
        .where(and(eq(orders.id, id), isOpenOrder))
        .returning({ id: orders.id })
      if (closed.length === 0) return
      await releaseGiftCard(tx, order)
      await addOrderEvent(req, id, {
        type: 'cancelled',
        actor: 'the shop',
        message: 'Never paid; the customer used its gift card for a newer order',
      })
    })
}
