import { randomUUID } from 'node:crypto'

import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'

import { deriveGiftCardCode, hashGiftCardCode } from '@/modules/gift-cards/gift-card-code'
import { addEntry } from '@/modules/gift-cards/ledger'
import {
  type GiftCardInput,
  normalizeGiftCardCode,
  splitOverCards,
  sumGiftCards,
  uncoveredCents,
} from '@/modules/gift-cards/rules'
import {
  gift_card_deliveries,
  gift_card_entries,
  gift_cards,
  payments,
} from '@/payload-generated-schema'
import { env } from '@/platform/env'
import { queueJob } from '@/platform/job-queue'
import type { Cents } from '@/platform/money'
import { sumWhere } from '@/platform/paged-list'
import { fromZonedDateTime } from '@/platform/time-zones'
import type { Db, Tx } from '@/platform/transaction'

/** The hour at which a card is emailed on the day that its buyer chose. */
const sendingHour = '09:00'

/** Seconds until a card's email is due. */
const secondsUntil = (sendOn: string | null): number => {
  const moment = sendOn && fromZonedDateTime(`${sendOn}T${sendingHour}`, env.SHOP_TIME_ZONE)
  return moment ? Math.max(0, Math.round((Date.parse(moment) - Date.now()) / 1000)) : 0
}

/** Queues the email of an issued card for its day. A waiting or failed one of the same card is replaced. */
export function queueGiftCardEmail(
  tx: Tx,
  { id, sendOn }: { id: number; sendOn: string | null },
): Promise<void> {
  return queueJob(
    tx,
    'send-gift-card',
    { deliveryId: id },
    { key: `gift-card:${id}`, delaySeconds: secondsUntil(sendOn) },
  )
}

async function queueUnsent(tx: Tx, isMeant: SQL | undefined): Promise<void> {
  const unsent = await tx
    .select({ id: gift_card_deliveries.id, sendOn: gift_card_deliveries.sendOn })
    .from(gift_card_deliveries)
    .where(and(isMeant, isNotNull(gift_card_deliveries.card), isNull(gift_card_deliveries.sentAt)))
  for (const delivery of unsent) await queueGiftCardEmail(tx, delivery)
}

/** Queues the email of a card that is usable again, unless it was sent before it was disabled or emptied. */
export function queueUnsentCard(tx: Tx, cardId: number): Promise<void> {
  return queueUnsent(tx, eq(gift_card_deliveries.card, cardId))
}

/**
 * Queues the emails of cards that an order bought and that it kept from being sent while it was canceled or refunded.
 */
export function queueHeldBackCards(tx: Tx, orderId: number): Promise<void> {
  return queueUnsent(tx, isPurchase(orderId))
}

/** Writes the gift cards that an order is about to buy, in the transaction that creates it. */
export async function addPurchasedCards(
  tx: Tx,
  orderId: number,
  cards: readonly GiftCardInput[],
): Promise<void> {
  if (cards.length === 0) return
  await tx
    .insert(gift_card_deliveries)
    .values(
      cards.map((card) => ({
        ...card,
        order: orderId,
        origin: 'purchase' as const,
        codeSeed: randomUUID(),
      })),
    )
}

/** The columns that store a code. */
export function storedCode(seed: string): { codeHash: string; lastFour: string } {
  const plain = normalizeGiftCardCode(deriveGiftCardCode(seed)) ?? ''
  return { codeHash: hashGiftCardCode(plain), lastFour: plain.slice(-4) }
}

type Delivery = typeof gift_card_deliveries.$inferSelect

/** Issues the card of a delivery whose row is locked, or whose order is, and queues its email. */
async function issueDelivery(
  tx: Tx,
  { id, order, codeSeed, amountCents, sendOn }: Delivery,
  note: string,
): Promise<void> {
  const [card] = await tx
    .insert(gift_cards)
    .values({ ...storedCode(codeSeed), isActive: true, note })
    .returning({ id: gift_cards.id })
  if (!card) throw new Error('The gift card was not written')
  await addEntry(tx, {
    cardId: card.id,
    kind: 'issue',
    amountCents,
    orderId: order,
    requestId: `issue-delivery-${id}`,
    actor: 'the shop',
  })
  await tx
    .update(gift_card_deliveries)
    .set({ card: card.id, updatedAt: sql`now()` })
    .where(eq(gift_card_deliveries.id, id))
  await queueGiftCardEmail(tx, { id, sendOn })
}

const isPurchase = (...orderIds: number[]) =>
  and(inArray(gift_card_deliveries.order, orderIds), eq(gift_card_deliveries.origin, 'purchase'))

/**
 * Issues the gift cards of a locked, paid order, once each, and records their price in the ledger of payments as owed to
 * the people who spend them. Repeating it changes nothing.
 */
export async function issuePurchasedCards(
  tx: Tx,
  order: { id: number; uuid: string; orderNumber: string; purchasedCardsCents?: number | null },
): Promise<void> {
  if (!order.purchasedCardsCents) return
  const due = await tx
    .select()
    .from(gift_card_deliveries)
    .where(and(isPurchase(order.id), isNull(gift_card_deliveries.card)))
    .orderBy(gift_card_deliveries.id)
  if (due.length === 0) return
  for (const delivery of due) await issueDelivery(tx, delivery, `Bought with ${order.orderNumber}`)
  await tx
    .insert(payments)
    .values({
      order: order.id,
      kind: 'gift-card-sale',
      provider: 'gift-card',
      providerId: `gift-card-sale-${order.uuid}`,
      status: 'completed',
      amountCents: sumGiftCards(due),
    })
    .onConflictDoNothing({ target: payments.providerId })
}

/** A bought card and what is left of it. */
export type PurchasedCard = {
  id: number
  cardId: number
  recipientName: string
  amountCents: Cents
  /** What it cost, minus what was refunded of it. */
  valueCents: Cents
  /** The unspent part of its value. */
  unspentCents: Cents
}

/** What entries of some kinds have taken off a card, in cents. */
const deducted = (isKind: SQL) =>
  sql`coalesce(-sum(${gift_card_entries.amountCents}) filter (where ${gift_card_entries.kind} ${isKind}), 0)`.mapWith(
    Number,
  )

/** Returns the issued cards that orders bought. Lock an order first where the result decides about its money. */
export async function readPurchasedCards(db: Db, ...orderIds: number[]) {
  const rows = await db
    .select({
      id: gift_card_deliveries.id,
      orderId: gift_card_deliveries.order,
      cardId: sql`${gift_card_deliveries.card}`.mapWith(Number),
      recipientName: sql<string>`coalesce(${gift_card_deliveries.recipientName}, '')`,
      amountCents: sql`${gift_card_deliveries.amountCents}`.mapWith(Number),
      balanceCents: sumWhere(gift_card_entries.amountCents),
      canceledCents: deducted(sql`in ('cancel', 'restore')`),
      reservedCents:
        deducted(sql`in ('reserve', 'release') and not exists (select from gift_card_entries taken
        where taken.order_id = ${gift_card_entries.order} and taken.kind = 'take')`),
    })
    .from(gift_card_deliveries)
    .innerJoin(gift_card_entries, eq(gift_card_entries.card, gift_card_deliveries.card))
    .where(and(isPurchase(...orderIds), isNotNull(gift_card_deliveries.card)))
    .groupBy(gift_card_deliveries.id)
    .orderBy(gift_card_deliveries.id)
  return rows.map(({ balanceCents, canceledCents, ...card }) => {
    const valueCents = card.amountCents - canceledCents
    return { ...card, valueCents, unspentCents: Math.min(valueCents, balanceCents) }
  })
}

/** The part of an order's payments that can't be refunded, because it was spent from the cards they bought. */
export function spentCents(cards: readonly PurchasedCard[]): Cents {
  return cards.reduce((sum, { valueCents, unspentCents }) => sum + valueCents - unspentCents, 0)
}

const cancelId = (refundId: string): string => `gift-card-cancel-${refundId}`
const entryId = (kind: 'cancel' | 'restore', refundId: string, deliveryId: number): string =>
  `${kind}-${refundId}-${deliveryId}`

type Cancellation = {
  orderId: number
  /** The refund's request id, or PayPal's id of it. */
  refundId: string
  parts: readonly { id: number; cents: Cents }[]
  actor: string
}

/** Takes refunded money off bought cards of a locked order. It counts as refunded once the refund is completed. */
async function cancelCards(
  tx: Tx,
  cards: readonly PurchasedCard[],
  { orderId, refundId, parts, actor }: Cancellation,
): Promise<void> {
  let sumCents = 0
  for (const { id, cents } of parts) {
    const card = cards.find((one) => one.id === id)
    if (!card) throw new Error(`Order ${orderId} bought no gift card ${id}`)
    await addEntry(tx, {
      cardId: card.cardId,
      kind: 'cancel',
      amountCents: -cents,
      orderId,
      requestId: entryId('cancel', refundId, id),
      actor,
    })
    sumCents += cents
  }
  if (sumCents === 0) return
  const isRefund = or(eq(payments.requestId, refundId), eq(payments.providerId, refundId))
  const isPending = (await tx.$count(payments, and(isRefund, eq(payments.status, 'pending')))) > 0
  await tx
    .insert(payments)
    .values({
      order: orderId,
      kind: 'gift-card-cancel',
      provider: 'gift-card',
      providerId: cancelId(refundId),
      status: isPending ? 'pending' : 'completed',
      amountCents: sumCents,
    })
    .onConflictDoNothing({ target: payments.providerId })
}

/** Counts what a refund took off bought cards as refunded, because the refund is completed. */
export async function completeCancellation(tx: Tx, refundId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'completed', createdAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(payments.providerId, cancelId(refundId)), eq(payments.status, 'pending')))
}

/**
 * Takes a refund off the cards that a locked order bought: first the chosen cards, then as much as the rest of the
 * payments would no longer cover. So no one gets a refund for a card and spends it, too.
 * @param refund.leftCents what the payments still cover after this refund
 * @param refund.chosen cards that the refund is for, with the refunded part of each
 * @returns what came off which card; null if more was spent from the cards, and then as much as possible came off
 */
export async function cancelRefundedCards(
  tx: Tx,
  refund: Omit<Cancellation, 'parts'> & {
    leftCents: Cents
    chosen: readonly { id: number; cents: Cents }[]
  },
): Promise<{ id: number; cents: Cents }[] | null> {
  const cards = await readPurchasedCards(tx, refund.orderId)
  if (cards.length === 0) return []
  const chosenOf = (id: number): Cents =>
    refund.chosen.reduce((sum, part) => sum + (part.id === id ? part.cents : 0), 0)
  const rest = cards.map((card) => ({
    id: card.id,
    valueCents: card.valueCents - chosenOf(card.id),
    unspentCents: card.unspentCents - chosenOf(card.id),
  }))
  const uncovered = uncoveredCents(refund.leftCents, rest)
  const others = splitOverCards(uncovered, rest)
  const shares = others ?? rest.map(({ id, unspentCents }) => ({ id, cents: unspentCents }))
  const parts = cards.flatMap(({ id }) => {
    const cents = chosenOf(id) + (shares.find((part) => part.id === id)?.cents ?? 0)
    return cents > 0 ? [{ id, cents }] : []
  })
  await cancelCards(tx, cards, { ...refund, parts })
  return others && parts
}

/**
 * Restores what a refund took off bought cards after the refund was refused, and queues those that it kept from being
 * sent. Repeating it changes nothing.
 */
export async function restoreCards(tx: Tx, orderId: number, refundId: string): Promise<void> {
  const cards = await readPurchasedCards(tx, orderId)
  if (cards.length === 0) return
  const canceled = await tx
    .select({ requestId: gift_card_entries.requestId, cents: gift_card_entries.amountCents })
    .from(gift_card_entries)
    .where(
      inArray(
        gift_card_entries.requestId,
        cards.map(({ id }) => entryId('cancel', refundId, id)),
      ),
    )
  for (const { id, cardId } of cards) {
    const entry = canceled.find(({ requestId }) => requestId === entryId('cancel', refundId, id))
    if (!entry) continue
    await addEntry(tx, {
      cardId,
      kind: 'restore',
      amountCents: -entry.cents,
      orderId,
      requestId: entryId('restore', refundId, id),
      actor: 'the shop',
    })
    await queueUnsentCard(tx, cardId)
  }
  await tx
    .update(payments)
    .set({ status: 'failed', updatedAt: sql`now()` })
    .where(eq(payments.providerId, cancelId(refundId)))
}

/**
 * Issues store credit for a refund of a locked order to its buyer and queues its email, in the transaction that writes the
 * refund.
 */
export async function issueStoreCredit(
  tx: Tx,
  order: {
    id: number
    orderNumber: string
    email: string
    shippingAddress_firstName: string | null
  },
  amountCents: Cents,
): Promise<void> {
  const [delivery] = await tx
    .insert(gift_card_deliveries)
    .values({
      order: order.id,
      origin: 'store-credit',
      amountCents,
      recipientName: order.shippingAddress_firstName,
      recipientEmail: order.email,
      codeSeed: randomUUID(),
    })
    .returning()
  if (!delivery) throw new Error('The store credit was not written')
  await issueDelivery(tx, delivery, `Store credit for ${order.orderNumber}`)
}

/**
 * Blocks the cards of an order whose payment is disputed, bought or given as store credit for it, so that they can't be
 * spent before that is decided.
 * @returns how many were usable until now
 */
export async function disableCardsOf(tx: Tx, orderId: number): Promise<number> {
  const disabled = await tx
    .update(gift_cards)
    .set({ isActive: false, updatedAt: sql`now()` })
    .where(
      and(
        eq(gift_cards.isActive, true),
        inArray(
          gift_cards.id,
          tx
            .select({ id: gift_card_deliveries.card })
            .from(gift_card_deliveries)
            .where(eq(gift_card_deliveries.order, orderId)),
        ),
      ),
    )
    .returning({ id: gift_cards.id })
  return disabled.length
}
