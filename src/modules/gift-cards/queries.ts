import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  notInArray,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import { QueryBuilder } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { hashGiftCardCode } from '@/modules/gift-cards/gift-card-code'
import {
  endedOrderStatuses,
  type GiftCardOrigin,
  normalizeGiftCardCode,
} from '@/modules/gift-cards/rules'
import { isOpenOrder } from '@/modules/orders/queries/open-orders'
import { erasedValues } from '@/modules/privacy/rules/data-request'
import {
  gift_card_deliveries,
  gift_card_entries,
  gift_cards,
  orders,
} from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'
import {
  isoDate,
  isOnDays,
  matchesSearch,
  offsetOf,
  pagedRows,
  type RowOf,
  sumWhere,
} from '@/platform/paged-list'

import type { GiftCardListQuery } from './schemas'

/** The condition that a delivery's card isn't sent, because its order was canceled or refunded. */
export const isHeldBack = and(
  eq(gift_card_deliveries.origin, 'purchase'),
  exists(
    new QueryBuilder()
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.id, gift_card_deliveries.order),
          inArray(orders.status, [...endedOrderStatuses]),
        ),
      ),
  ),
)

type GiftCardBalance = { id: number; lastFour: string; balanceCents: Cents }

/**
 * Returns a card that can pay, by its code. What open orders reserved counts as its balance.
 * @returns null for unknown, disabled, and empty cards alike
 */
export async function findGiftCard(
  { db }: Pick<Payload, 'db'>,
  text: string,
): Promise<GiftCardBalance | null> {
  const code = normalizeGiftCardCode(text)
  if (code === null) return null
  const [card] = await db.drizzle
    .select({ id: gift_cards.id, lastFour: gift_cards.lastFour, isActive: gift_cards.isActive })
    .from(gift_cards)
    .where(eq(gift_cards.codeHash, hashGiftCardCode(code)))
  if (!card?.isActive) return null
  // One statement, so that both sums see the same moment: a card may be moving from one order to another.
  const parts = db.drizzle
    .select({ cents: sql<number>`${gift_card_entries.amountCents}`.as('cents') })
    .from(gift_card_entries)
    .where(eq(gift_card_entries.card, card.id))
    .unionAll(
      db.drizzle
        .select({ cents: sql<number>`${orders.giftCardCents}`.as('cents') })
        .from(orders)
        .where(and(eq(orders.giftCard, card.id), isOpenOrder)),
    )
    .as('parts')
  const [sum] = await db.drizzle.select({ balanceCents: sumWhere(parts.cents) }).from(parts)
  const balanceCents = sum?.balanceCents ?? 0
  return balanceCents > 0 ? { id: card.id, lastFour: card.lastFour, balanceCents } : null
}

/** Whether there is any gift card that can pay. */
export async function hasGiftCards({ db }: Pick<Payload, 'db'>): Promise<boolean> {
  const activeCards = await db.drizzle
    .select({ id: gift_cards.id })
    .from(gift_cards)
    .where(eq(gift_cards.isActive, true))
    .limit(1)
  return activeCards.length > 0
}

const cardSums = {
  issuedCents: sumWhere(gift_card_entries.amountCents, eq(gift_card_entries.kind, 'issue')).as(
    'issued',
  ),
  balanceCents: sumWhere(gift_card_entries.amountCents).as('balance'),
}

const selectCards = ({ drizzle }: Payload['db'], condition: SQL | undefined) =>
  drizzle
    .select({
      id: gift_cards.id,
      lastFour: gift_cards.lastFour,
      isActive: sql<boolean>`coalesce(${gift_cards.isActive}, false)`,
      note: gift_cards.note,
      createdAt: isoDate(gift_cards.createdAt),
      lastUsedAt: sql<
        string | null
      >`to_char(max(${gift_card_entries.createdAt}) filter (where ${gift_card_entries.kind} <> 'issue') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      ...cardSums,
    })
    .from(gift_cards)
    .leftJoin(gift_card_entries, eq(gift_card_entries.card, gift_cards.id))
    .where(condition)
    .groupBy(gift_cards.id)

const cardOrders = {
  newest: [desc(gift_cards.createdAt), desc(gift_cards.id)],
  oldest: [asc(gift_cards.createdAt), asc(gift_cards.id)],
  'issued-high': [desc(cardSums.issuedCents), desc(gift_cards.id)],
  'issued-low': [asc(cardSums.issuedCents), asc(gift_cards.id)],
  'balance-high': [desc(cardSums.balanceCents), desc(gift_cards.id)],
  'balance-low': [asc(cardSums.balanceCents), asc(gift_cards.id)],
} satisfies Record<GiftCardListQuery['sort'], (SQL | SQL.Aliased)[]>

const hasStatus = (
  { drizzle }: Payload['db'],
  status: GiftCardListQuery['status'],
): SQL | undefined => {
  if (status === '') return undefined
  if (status === 'disabled') return sql`${gift_cards.isActive} is not true`
  const withBalance = drizzle
    .select({ id: gift_card_entries.card })
    .from(gift_card_entries)
    .groupBy(gift_card_entries.card)
    .having(gt(sql`sum(${gift_card_entries.amountCents})`, 0))
  const match = status === 'active' ? inArray : notInArray
  return and(eq(gift_cards.isActive, true), match(gift_cards.id, withBalance))
}

/** Returns one page of gift cards. `search` is the end of the code, or part of the reason. */
export function listGiftCards(
  { db }: Pick<Payload, 'db'>,
  { search, status, sort, ...query }: GiftCardListQuery,
) {
  const condition = and(
    matchesSearch(sql`(${gift_cards.lastFour} || ' ' || coalesce(${gift_cards.note}, ''))`, search),
    hasStatus(db, status),
    isOnDays(gift_cards.createdAt, query),
  )
  return pagedRows(
    query,
    selectCards(db, condition)
      .orderBy(...cardOrders[sort])
      .limit(query.limit)
      .offset(offsetOf(query)),
    db.drizzle.$count(gift_cards, condition),
  )
}
export type AdminGiftCard = RowOf<typeof listGiftCards>

/** Returns a gift card as staff see it; null if there is none. */
export async function getGiftCard(
  { db }: Pick<Payload, 'db'>,
  id: number,
): Promise<AdminGiftCard | null> {
  const [card] = await selectCards(db, eq(gift_cards.id, id))
  return card ?? null
}

/** Returns the ledger of a card, newest first. */
export async function listGiftCardEntries({ db }: Pick<Payload, 'db'>, cardId: number) {
  const rows = await db.drizzle
    .select({
      id: gift_card_entries.id,
      kind: gift_card_entries.kind,
      amountCents: gift_card_entries.amountCents,
      actor: gift_card_entries.actor,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      createdAt: gift_card_entries.createdAt,
    })
    .from(gift_card_entries)
    .leftJoin(orders, eq(orders.id, gift_card_entries.order))
    .where(eq(gift_card_entries.card, cardId))
    .orderBy(desc(gift_card_entries.id))
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
}
export type GiftCardEntryView = Awaited<ReturnType<typeof listGiftCardEntries>>[number]

/** A gift card of an order: bought with it, or store credit for it. It never contains the code. */
export type OrderGiftCard = {
  id: number
  origin: GiftCardOrigin
  amountCents: Cents
  recipientName: string
  /** Empty once the recipient was erased. */
  recipientEmail: string
  senderName: string
  message: string
  /** YYYY-MM-DD in the shop's time zone; null: as soon as it was paid. */
  sendOn: string | null
  /** ISO 8601; null while it waits for its day, or for the payment. */
  sentAt: string | null
  /** Whether sending the email has begun. */
  isSending: boolean
  /** Whether it won't be sent, because its order was canceled or refunded before. */
  isHeldBack: boolean
  cardId: number | null
  lastFour: string | null
  /** The unspent part; 0 before the order is paid. */
  balanceCents: Cents
  isActive: boolean
}

/** Returns the gift cards of an order, for its buyer and for staff. */
export async function listOrderGiftCards(
  { db }: Pick<Payload, 'db'>,
  orderId: number,
): Promise<OrderGiftCard[]> {
  const rows = await db.drizzle
    .select({
      id: gift_card_deliveries.id,
      origin: sql<GiftCardOrigin>`${gift_card_deliveries.origin}`,
      amountCents: sql`${gift_card_deliveries.amountCents}`.mapWith(Number),
      recipientName: sql<string>`coalesce(${gift_card_deliveries.recipientName}, '')`,
      recipientEmail: gift_card_deliveries.recipientEmail,
      senderName: sql<string>`coalesce(${gift_card_deliveries.senderName}, '')`,
      message: sql<string>`coalesce(${gift_card_deliveries.message}, '')`,
      sendOn: gift_card_deliveries.sendOn,
      sentAt: gift_card_deliveries.sentAt,
      isSending: sql<boolean>`${gift_card_deliveries.sendingAt} is not null`,
      isHeldBack: sql<boolean>`${isHeldBack} and ${gift_card_deliveries.sentAt} is null`,
      cardId: gift_card_deliveries.card,
      lastFour: gift_cards.lastFour,
      isActive: sql<boolean>`coalesce(${gift_cards.isActive}, false)`,
      balanceCents: cardSums.balanceCents,
    })
    .from(gift_card_deliveries)
    .leftJoin(gift_cards, eq(gift_cards.id, gift_card_deliveries.card))
    .leftJoin(gift_card_entries, eq(gift_card_entries.card, gift_cards.id))
    .where(eq(gift_card_deliveries.order, orderId))
    .groupBy(gift_card_deliveries.id, gift_cards.id)
    .orderBy(gift_card_deliveries.id)
  return rows.map((row) => ({
    ...row,
    recipientEmail: row.recipientEmail === erasedValues.email ? '' : row.recipientEmail,
    sentAt: row.sentAt && new Date(row.sentAt).toISOString(),
  }))
}
