import { and, eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import { addOrderEvent, lockOrder } from '@/modules/orders/order-record'
import { findChangeRequest } from '@/modules/orders/queries/change-request'
import { isOpenOrder } from '@/modules/orders/queries/open-orders'
import { canAskToPay } from '@/modules/orders/rules/order-status'
import { orders } from '@/payload-generated-schema'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

import { closeOpenOrder } from './close-open-order'

type Context = { req: TxRequest; tx: Tx }

/** Type of the timeline event for a change that the customer can no longer pay for. */
export const requestEndedEvent = 'change_request_ended'

/**
 * Ends what staff asked the customer of a locked order to pay for, unless its payment is under way. Staff are notified
 * if the buyer ended it. Repeating it changes nothing.
 * @param isAbout which request: of an item by its id, or of the address (null)
 * @param event.message for both timelines
 * @returns whether there was one to end
 */
export async function endRequest(
  context: Context,
  orderId: number,
  isAbout: (itemId: string | null) => boolean,
  event: { actor: string; message: string },
): Promise<boolean> {
  const request = await findChangeRequest(context.tx, orderId)
  if (!request || !isAbout(request.priceDifference_itemId)) return false
  if (!(await closeOpenOrder(context, request.id, event))) return false
  await addOrderEvent(context.req, orderId, { type: requestEndedEvent, ...event })
  if (event.actor === 'buyer')
    await notifyAboutOrder(context.tx, 'change-unpaid', orderId, request.id)
  return true
}

/** Ends requests for changes of orders that were canceled, refunded, or are being printed. Nobody can pay for those. */
export async function endUnpayableRequests(payload: Payload): Promise<void> {
  const open = await payload.db.drizzle
    .select({ orderId: orders.priceDifference_order })
    .from(orders)
    .where(and(isOpenOrder, eq(orders.priceDifference_isRequested, true)))
  for (const { orderId } of open)
    await withTransaction(payload, async (req, tx) => {
      const order = orderId ? await lockOrder(tx, orderId) : undefined
      if (!order || canAskToPay(order)) return
      await endRequest({ req, tx }, order.id, () => true, {
        actor: 'the shop',
        message: 'The order can no longer be changed, so the customer can’t pay for the change',
      })
    })
}
