import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'

import { readPurchasedCards, restoreCards, spentCents } from '@/modules/gift-cards/deliveries'
import type { LockedOrder } from '@/modules/orders/order-record'
import { readRefundablePayments } from '@/modules/orders/queries/refundable-order'
import { orders, payments } from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'
import type { Tx } from '@/platform/transaction'

import { cancelBoughtCards } from './cancel-bought-cards'
import { takeGiftCard } from './gift-card-payment'

/**
 * Keeps the ledger complete: money that came in another way for a locked order gets a row of its own.
 * @returns what isn't paid by its gift card
 */
export async function recordManualPayment(
  tx: Tx,
  order: LockedOrder,
  reason: string | null,
): Promise<Cents> {
  const cardCents = (await takeGiftCard(tx, order)) ? (order.giftCardCents ?? 0) : 0
  const amountCents = order.totalCents - cardCents
  if (amountCents > 0)
    await tx
      .insert(payments)
      .values({
        order: order.id,
        kind: 'manual',
        provider: 'manual',
        providerId: `manual-${order.uuid}`,
        status: 'completed',
        reason,
        amountCents,
      })
  await tx
    .update(orders)
    .set({
      giftCardCents: cardCents,
      paymentState: 'completed',
      paidAt: sql`coalesce(${orders.paidAt}, now())`,
    })
    .where(eq(orders.id, order.id))
  return amountCents
}

const isManualRefund = (orderId: number) =>
  and(
    eq(payments.order, orderId),
    eq(payments.kind, 'refund'),
    eq(payments.provider, 'manual'),
    eq(payments.status, 'completed'),
  )

/**
 * Records a refund of a locked order's manual payment; staff return the money themselves. As with every refund, gift
 * cards that the order bought lose their unspent balance, and the spent part isn't refunded. Call it once for each
 * change to refunded.
 * @returns what was recorded; 0 if no manual payment is left
 * @throws AppError conflict if someone is spending from such a card
 */
export async function recordManualRefund(
  tx: Tx,
  order: LockedOrder,
  { reason, actor }: { reason: string | null; actor: string },
): Promise<Cents> {
  const orderId = order.id
  const isManual = and(eq(payments.order, orderId), eq(payments.kind, 'manual'))
  const [payment] = await tx
    .select({ cents: payments.amountCents })
    .from(payments)
    .where(and(isManual, eq(payments.status, 'completed')))
  if (!payment || (await tx.$count(payments, isManualRefund(orderId))) > 0) return 0
  const others = await readRefundablePayments(tx, orderId)
  const otherCents = others ? others.paypalCents + others.cardCents : 0
  const spent = spentCents(await readPurchasedCards(tx, orderId))
  const amountCents = Math.min(payment.cents, payment.cents + otherCents - spent)
  if (amountCents <= 0) return 0
  // A status can be set, taken back, and set again; each time has its own refund.
  const requestId = `manual-refund-${order.uuid}-${order.version}`
  await tx
    .insert(payments)
    .values({
      order: orderId,
      kind: 'refund',
      provider: 'manual',
      providerId: requestId,
      requestId,
      status: 'completed',
      reason,
      amountCents,
    })
  await cancelBoughtCards(tx, { orderId, amountCents, actorName: actor }, requestId, {
    captureId: null,
    paypalCents: payment.cents + otherCents,
    cardCents: 0,
    spentCents: spent,
  })
  return amountCents
}

/**
 * Undoes the refund of a locked order's manual payment, because its status was corrected.
 * @returns whether a refund was recorded
 */
export async function undoManualRefund(tx: Tx, { id }: LockedOrder): Promise<boolean> {
  const undone = await tx
    .update(payments)
    .set({ status: 'failed', updatedAt: sql`now()` })
    .where(isManualRefund(id))
    .returning({ requestId: payments.requestId })
  for (const { requestId } of undone) await restoreCards(tx, id, requestId ?? '')
  return undone.length > 0
}
