import { eq, sql } from '@payloadcms/db-postgres/drizzle'

import type { GiftCardEntryKind } from '@/modules/gift-cards/rules'
import { gift_card_entries, gift_cards } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import type { Cents } from '@/platform/money'
import { sumWhere } from '@/platform/paged-list'
import type { Tx } from '@/platform/transaction'

type NewEntry = {
  cardId: number
  kind: GiftCardEntryKind
  amountCents: Cents
  orderId: number | null
  requestId: string
  actor: string
}

/** Locks a card. Every entry is written under this lock. @throws AppError not_found */
export async function lockCard(tx: Tx, id: number): Promise<{ isActive: boolean }> {
  const [card] = await tx
    .select({ isActive: sql<boolean>`coalesce(${gift_cards.isActive}, false)` })
    .from(gift_cards)
    .where(eq(gift_cards.id, id))
    .for('update')
  if (!card) throw notFound('This gift card')
  return card
}

async function sumEntries(tx: Tx, cardId: number): Promise<Cents> {
  const [row] = await tx
    .select({ cents: sumWhere(gift_card_entries.amountCents) })
    .from(gift_card_entries)
    .where(eq(gift_card_entries.card, cardId))
  return row?.cents ?? 0
}

/** Adds an entry; the same `requestId` is never written twice. */
export async function addEntry(tx: Tx, { cardId, orderId, ...entry }: NewEntry): Promise<void> {
  await tx
    .insert(gift_card_entries)
    .values({ card: cardId, order: orderId, ...entry })
    .onConflictDoNothing({ target: gift_card_entries.requestId })
}

async function hasEntry(tx: Tx, requestId: string): Promise<boolean> {
  return (await tx.$count(gift_card_entries, eq(gift_card_entries.requestId, requestId))) > 0
}

/** An order with a payment link can have several reservations, one after the other. The first has no number. */
const requestIdOf = (kind: GiftCardEntryKind, orderId: number, number = 1): string =>
  number === 1 ? `${kind}-${orderId}` : `${kind}-${orderId}-${number}`

/** An order's gift card state. `reservations` counts those of other cards, too. */
type CardUse = { isTaken: boolean; reservations: number; heldCents: Cents; refundedCents: Cents }

/** Reads the entries of an order. `heldCents` is its open or taken reservation of this card. */
async function readCardUse(tx: Tx, cardId: number, orderId: number): Promise<CardUse> {
  const rows = await tx
    .select({
      card: gift_card_entries.card,
      kind: gift_card_entries.kind,
      cents: gift_card_entries.amountCents,
    })
    .from(gift_card_entries)
    .where(eq(gift_card_entries.order, orderId))
  const sum = (...kinds: GiftCardEntryKind[]): Cents =>
    rows.reduce(
      (cents, row) => (row.card === cardId && kinds.includes(row.kind) ? cents + row.cents : cents),
      0,
    )
  return {
    isTaken: rows.some(({ kind }) => kind === 'take'),
    reservations: rows.filter(({ kind }) => kind === 'reserve').length,
    heldCents: -sum('reserve', 'release'),
    refundedCents: sum('refund'),
  }
}

/**
 * Reserves up to `wantedCents` for a locked or new order. Repeating it returns the same amount, until it was released.
 * @returns the reserved cents: less than wanted if the card has less
 * @throws AppError conflict (disabled)
 */
export async function reserveGiftCard(
  tx: Tx,
  { cardId, orderId, wantedCents }: { cardId: number; orderId: number; wantedCents: Cents },
): Promise<Cents> {
  const { isActive } = await lockCard(tx, cardId)
  const { heldCents, reservations } = await readCardUse(tx, cardId, orderId)
  if (heldCents > 0) return heldCents
  if (!isActive) throw new AppError('conflict', 'This gift card can’t be used.')
  const cents = Math.min(wantedCents, await sumEntries(tx, cardId))
  if (cents <= 0) return 0
  await addEntry(tx, {
    cardId,
    kind: 'reserve',
    amountCents: -cents,
    orderId,
    requestId: requestIdOf('reserve', orderId, reservations + 1),
    actor: 'buyer',
  })
  return cents
}

/**
 * Ends the reservation of a locked order: `take` when the order is paid, `release` when it never will be, or not with
 * this card. The first call wins, and repeating it changes nothing.
 * @returns which one applied; null without a reservation
 */
export async function endReservation(
  tx: Tx,
  { cardId, orderId, kind }: { cardId: number; orderId: number; kind: 'take' | 'release' },
): Promise<'take' | 'release' | null> {
  await lockCard(tx, cardId)
  const { isTaken, reservations, heldCents } = await readCardUse(tx, cardId, orderId)
  if (isTaken) return 'take'
  if (heldCents === 0) return reservations > 0 ? 'release' : null
  await addEntry(tx, {
    cardId,
    kind,
    amountCents: kind === 'take' ? 0 : heldCents,
    orderId,
    requestId: requestIdOf(kind, orderId, kind === 'take' ? 1 : reservations),
    actor: 'the shop',
  })
  return kind
}

/** Returns how much can still be refunded to the card of a paid order. */
async function refundableToCard(tx: Tx, cardId: number, orderId: number): Promise<Cents> {
  await lockCard(tx, cardId)
  const { isTaken, heldCents, refundedCents } = await readCardUse(tx, cardId, orderId)
  return isTaken ? heldCents - refundedCents : 0
}

/**
 * Puts money back on the card of a paid order, even if the card is disabled. The same `refundId` is never paid out
 * twice.
 * @throws AppError invalid (more than is left)
 */
export async function refundToCard(
  tx: Tx,
  refund: { cardId: number; orderId: number; amountCents: Cents; refundId: string; actor: string },
): Promise<void> {
  const { cardId, orderId, amountCents, refundId, actor } = refund
  const left = await refundableToCard(tx, cardId, orderId)
  const requestId = `refund-${refundId}`
  if (await hasEntry(tx, requestId)) return
  if (amountCents > left)
    throw new AppError('invalid', 'That’s more than the gift card paid for this order.')
  await addEntry(tx, { cardId, kind: 'refund', amountCents, orderId, requestId, actor })
}
