import { and, eq, isNull, ne, or } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { PlaceOrderInput } from '@/modules/checkout/schemas'
import { reserveGiftCard } from '@/modules/gift-cards/ledger'
import { findGiftCard } from '@/modules/gift-cards/queries'
import { giftCardRefusal } from '@/modules/gift-cards/rules'
import { closeOpenOrder } from '@/modules/orders/actions/close-open-order'
import { releaseGiftCard } from '@/modules/orders/actions/gift-card-payment'
import { lockOrder, nextVersion } from '@/modules/orders/order-record'
import { isOpenOrder } from '@/modules/orders/queries/open-orders'
import { orders } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { type Cents, parseMoney } from '@/platform/money'
import { lockName, type Tx, type TxRequest } from '@/platform/transaction'

/** The gift card that a buyer entered, and what they saw it pay. */
type EnteredCard = { id: number; cents: Cents }

export function balanceChanged(): AppError {
  return new AppError(
    'totals_changed',
    'The balance of this gift card has changed since you opened this page.',
  )
}

/** The order that a gift card is to pay: one from a payment link has an id, a new one has none yet. */
type PayingOrder = { checkoutId: string; id?: number }

/**
 * Locks the order that a gift card is to pay, and the unpaid orders that have reserved it. Moves of one card are made
 * one after the other, so no other order can reserve it until the transaction ends. The caller must not hold a lock of
 * an order or a card yet: the orders are locked by their ids, and the card after them, as everywhere.
 * @returns the ids of the unpaid orders
 */
export async function lockCardOrders(
  tx: Tx,
  cardId: number,
  { checkoutId, id = 0 }: PayingOrder,
): Promise<number[]> {
  // A lock of the card's row would have to come after those of the orders.
  await lockName(tx, `gift card ${cardId}`)
  const locked = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      or(
        eq(orders.id, id),
        and(eq(orders.giftCard, cardId), ne(orders.checkoutId, checkoutId), isOpenOrder),
      ),
    )
    .orderBy(orders.id)
    .for('update')
  return locked.flatMap((order) => (order.id === id ? [] : [order.id]))
}

/**
 * Ends the reservations of a gift card by unpaid orders that `lockCardOrders` has locked, because its owner starts
 * another payment: an edited checkout, or another tab. Such an order is closed; one with a payment link stays open,
 * without the card. An order whose capture runs isn't among them. Call it in the transaction that reserves the card
 * again: if that fails, the others keep it.
 */
export async function releaseOpenOrders(
  req: TxRequest,
  tx: Tx,
  orderIds: readonly number[],
): Promise<void> {
  for (const id of orderIds) {
    const message = 'Never paid; the customer used its gift card for a newer order'
    if (await closeOpenOrder({ req, tx }, id, { message }, isNull(orders.payableUntil))) continue
    const linked = await lockOrder(tx, id)
    if (!linked) continue
    await tx.update(orders).set(nextVersion).where(eq(orders.id, id))
    await releaseGiftCard(tx, linked)
  }
}

/**
 * Returns the gift card that a buyer entered; null for none. It changes nothing.
 * @throws AppError invalid, on the field of its code
 */
export async function findEnteredCard(
  payload: Payload,
  entered: PlaceOrderInput['giftCard'],
): Promise<EnteredCard | null> {
  if (!entered) return null
  const card = await findGiftCard(payload, entered.code)
  if (!card)
    throw new AppError('invalid', giftCardRefusal, { fields: { giftCardCode: giftCardRefusal } })
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
