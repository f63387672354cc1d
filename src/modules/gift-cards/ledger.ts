import { and, eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'

import type { GiftCardEntryKind } from '@/modules/gift-cards/rules'
import { gift_card_entries, gift_cards } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import type { Cents } from '@/platform/money'
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

async function sumEntries(
  tx: Tx,
  cardId: number,
  orderId?: number,
  kinds?: GiftCardEntryKind[],
): Promise<Cents> {
  const [row] = await tx
    .select({ cents: sql`coalesce(sum(${gift_card_entries.amountCents}), 0)`.mapWith(Number) })
    .from(gift_card_entries)
    .where(
      and(
        eq(gift_card_entries.card, cardId),
        orderId === undefined ? undefined : eq(gift_card_entries.order, orderId),
        kinds ? inArray(gift_card_entries.kind, kinds) : undefined,
      ),
    )
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

const requestIdOf = (kind: GiftCardEntryKind, orderId: number): string => `${kind}-${orderId}`

/**
 * Reserves up to `wantedCents` for an order, in the transaction that creates it. Repeating it returns the same amount.
 * @returns the reserved cents: less than wanted if the card has less
 * @throws AppError conflict (disabled, or released for this order)
 */
export async function reserveGiftCard(
  tx: Tx,
  { cardId, orderId, wantedCents }: { cardId: number; orderId: number; wantedCents: Cents },
): Promise<Cents> {
  const { isActive } = await lockCard(tx, cardId)
  const requestId = requestIdOf('reserve', orderId)
  if (await hasEntry(tx, requestIdOf('release', orderId)))
    throw new AppError('conflict', 'The gift card is no longer reserved for this order.')
  if (await hasEntry(tx, requestId)) return -(await sumEntries(tx, cardId, orderId, ['reserve']))
  if (!isActive) throw new AppError('conflict', 'This gift card can’t be used.')
  const cents = Math.min(wantedCents, await sumEntries(tx, cardId))
  if (cents <= 0) return 0
  await addEntry(tx, {
    cardId,
    kind: 'reserve',
    amountCents: -cents,
    orderId,
    requestId,
    actor: 'buyer',
  })
  return cents
}

/**
 * Ends the reservation of an order: `take` when the order is paid, `release` when it never will be. The first call wins,
 * and repeating it changes nothing.
 * @returns which one applied; null without a reservation
 */
export async function endReservation(
  tx: Tx,
  { cardId, orderId, kind }: { cardId: number; orderId: number; kind: 'take' | 'release' },
): Promise<'take' | 'release' | null> {
  await lockCard(tx, cardId)
  for (const ended of ['take', 'release'] as const)
    if (await hasEntry(tx, requestIdOf(ended, orderId))) return ended
  const reserved = -(await sumEntries(tx, cardId, orderId, ['reserve']))
  if (reserved === 0) return null
  await addEntry(tx, {
    cardId,
    kind,
    amountCents: kind === 'take' ? 0 : reserved,
    orderId,
    requestId: requestIdOf(kind, orderId),
    actor: 'the shop',
  })
  return kind
}

/** Returns how much can still be refunded to the card of a paid order. */
export async function refundableToCard(tx: Tx, cardId: number, orderId: number): Promise<Cents> {
  await lockCard(tx, cardId)
  if (!(await hasEntry(tx, requestIdOf('take', orderId)))) return 0
  return -(await sumEntries(tx, cardId, orderId, ['reserve', 'refund']))
}

/**
 * Puts money back on the card of a paid order, also if the card is disabled. The same `refundId` is never paid out twice.
 * @throws AppError invalid (more than is left)
 */
export async function refundToCard(
  tx: Tx,
  refund: { cardId: number; orderId: number; amountCents: Cents; refundId: string; actor: string },
): Promise<void> {
  const { cardId, orderId, amountCents, refundId, actor } = refund
  const left = await refundableToCard(tx, cardId, orderId)
  const requestId = `refund-${refundId}`
  if (await hasEntry(tx, requestIdOf('release', orderId)))
    throw new AppError('conflict', 'The gift card is no longer reserved for this order.')
  if (await hasEntry(tx, requestId)) return
  if (amountCents > left)
    throw new AppError('invalid', 'That’s more than the gift card paid for this order.')
  await addEntry(tx, { cardId, kind: 'refund', amountCents, orderId, requestId, actor })
}
