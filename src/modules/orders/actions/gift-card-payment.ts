import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'

import { endReservation, refundToCard } from '@/modules/gift-cards/ledger'
import { endedOrderStatuses } from '@/modules/gift-cards/rules'
import { type LockedOrder, withoutPayment } from '@/modules/orders/order-record'
import { orders, payments } from '@/payload-generated-schema'
import type { Tx } from '@/platform/transaction'

/**
 * Makes the reservation of a locked order final and records it as a payment. Repeating it changes nothing.
 * @returns false if the card no longer pays, because its reservation was released
 */
export async function takeGiftCard(tx: Tx, order: LockedOrder): Promise<boolean> {
  const { id: orderId, giftCard: cardId, giftCardCents: cents } = order
  if (!cardId || !cents) return true
  if ((await endReservation(tx, { cardId, orderId, kind: 'take' })) !== 'take') return false
  await tx
    .insert(payments)
    .values({
      order: orderId,
      kind: 'gift-card',
      provider: 'gift-card',
      providerId: `gift-card-${order.uuid}`,
      status: 'completed',
      amountCents: cents,
    })
    .onConflictDoNothing({ target: payments.providerId })
  return true
}

/**
 * Puts the reservation of a locked, unpaid order back on its card. An order with a payment link may be paid later, so
 * it forgets the card and the payment of the rest. Repeating it changes nothing.
 */
export async function releaseGiftCard(
  tx: Tx,
  { id: orderId, giftCard: cardId, giftCardCents, payableUntil }: LockedOrder,
): Promise<void> {
  if (!cardId || !giftCardCents) return
  await endReservation(tx, { cardId, orderId, kind: 'release' })
  if (payableUntil)
    await tx
      .update(orders)
      .set({ giftCard: null, giftCardCents: 0, ...withoutPayment })
      .where(eq(orders.id, orderId))
}

/**
 * Releases the card of a locked order whose payment has just ended without money, if staff canceled it meanwhile, or
 * set it to refunded. Another order keeps its reservation for the next try. Repeating it changes nothing.
 */
export async function releaseCanceledCard(tx: Tx, order: LockedOrder): Promise<void> {
  if (endedOrderStatuses.includes(order.status)) await releaseGiftCard(tx, order)
}

/** The request id of the part of a refund that goes to the gift card. */
export function cardPartOf(requestId: string): string {
  return `${requestId}-card`
}

/**
 * Finishes the part of a refund that goes to the gift card of a locked order.
 * @returns the row in the ledger; null if there is no such part, or it has ended
 */
export async function completeCardRefund(
  tx: Tx,
  order: LockedOrder,
  requestId: string,
  actor: string,
): Promise<{ id: number; amountCents: number } | null> {
  const refundId = cardPartOf(requestId)
  const [row] = await tx
    .update(payments)
    .set({ status: 'completed', createdAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(payments.requestId, refundId), eq(payments.status, 'pending')))
    .returning({ id: payments.id, amountCents: payments.amountCents })
  if (!row) return null
  if (!order.giftCard) throw new Error(`Order ${order.id} has no gift card`)
  await refundToCard(tx, {
    cardId: order.giftCard,
    orderId: order.id,
    amountCents: row.amountCents,
    refundId,
    actor,
  })
  return row
}

/** Ends the part of a refund that would have gone to the gift card, because PayPal's part failed. Nothing moved. */
export async function failCardRefund(tx: Tx, requestId: string, reason: string): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'failed', reason, updatedAt: sql`now()` })
    .where(and(eq(payments.requestId, cardPartOf(requestId)), eq(payments.status, 'pending')))
}
