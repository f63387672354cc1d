import { and, eq, ne } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { PlaceOrderInput } from '@/modules/checkout/schemas'
import { reserveGiftCard } from '@/modules/gift-cards/ledger'
import { findGiftCard, isOpenOrder } from '@/modules/gift-cards/queries'
import { giftCardRefusal } from '@/modules/gift-cards/rules'
import { releaseGiftCard } from '@/modules/orders/actions/gift-card-payment'
import { addOrderEvent, lockOrder, nextVersion } from '@/modules/orders/order-record'
import { orders } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { type Cents, parseMoney } from '@/platform/money'
import { type Tx, withTransaction } from '@/platform/transaction'

/** The gift card that a buyer entered, and what they saw it pay. */
export type EnteredCard = { id: number; cents: Cents }

export function balanceChanged(): AppError {
  return new AppError(
    'totals_changed',
    'The balance of this gift card has changed since you opened this page.',
  )
}

/**
 * Ends the reservations of a gift card by unpaid orders, because its owner starts another payment: an edited checkout,
 * or another tab. `checkoutId` is its own. Such an order is closed; one with a payment link stays open, without the
 * card. An order whose capture runs keeps its reservation.
 */
async function releaseOpenOrders(
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
      const isClosing = !order.payableUntil
      const released = await tx
        .update(orders)
        .set({ ...(isClosing ? { status: 'cancelled' as const } : {}), ...nextVersion })
        .where(and(eq(orders.id, id), isOpenOrder))
        .returning({ id: orders.id })
      if (released.length === 0) return
      await releaseGiftCard(tx, order)
      if (isClosing)
        await addOrderEvent(req, id, {
          type: 'cancelled',
          actor: 'the shop',
          message: 'Never paid; the customer used its gift card for a newer order',
        })
    })
}

/**
 * Returns the gift card that a buyer entered, and frees it from other unpaid orders.
 * @throws AppError invalid, on the field of its code
 */
export async function findEnteredCard(
  payload: Payload,
  entered: PlaceOrderInput['giftCard'],
  checkoutId: string,
): Promise<EnteredCard | null> {
  if (!entered) return null
  const card = await findGiftCard(payload, entered.code)
  if (!card)
    throw new AppError('invalid', giftCardRefusal, { fields: { giftCardCode: giftCardRefusal } })
  await releaseOpenOrders(payload, card.id, checkoutId)
  return { id: card.id, cents: parseMoney(entered.amount) }
}

/**
 * Reserves the entered gift card for a locked or new order.
 * @throws AppError totals_changed if it pays another amount than the buyer saw
 */
export async function reserveSeen(
  tx: Tx,
  orderId: number,
  { id: cardId, cents: seenCents }: EnteredCard,
  payableCents: Cents,
): Promise<void> {
  const cents = await reserveGiftCard(tx, { cardId, orderId, wantedCents: payableCents })
  if (cents !== seenCents) throw balanceChanged()
}
