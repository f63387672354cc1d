import type { OrderStatus } from '@/modules/orders/rules/order-status'
import { dayMs } from '@/platform/calendar-days'
import { type Cents, formatMoney } from '@/platform/money'

/**
 * An order with one of these statuses sends no more of the cards it bought: its buyer gets the money back, or got it.
 */
export const endedOrderStatuses: readonly OrderStatus[] = ['cancelled', 'refunded']

/**
 * issue +, reserve −, release + (of a reservation), take 0 (makes a reservation final), refund +, cancel − (the order that
 * bought the card is refunded), restore + (of a cancellation whose refund was refused).
 */
export const giftCardEntryKinds = [
  'issue',
  'reserve',
  'release',
  'take',
  'refund',
  'cancel',
  'restore',
] as const
export type GiftCardEntryKind = (typeof giftCardEntryKinds)[number]

/** Crockford's base 32, without characters that look alike. 16 of them hold 80 bits. */
export const giftCardLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const giftCardCodeLength = 16

/** 'abcd efgh…' and 'ABCD-EFGH…' are the same code; null for what can't be one. */
export function normalizeGiftCardCode(text: string): string | null {
  const code = text
    .replaceAll(/[\s-]+/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return code.length === giftCardCodeLength &&
    [...code].every((letter) => giftCardLetters.includes(letter))
    ? code
    : null
}

/** A code as its email shows it. Without hyphens it could be a discount's. */
export const giftCardPattern = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/

/** For any text that could be a gift card's code, so that guessing reveals nothing. */
export const giftCardAsDiscount =
  'This looks like a gift card’s code. Please enter it under “Use a gift card.”'

/** One message for every code that can't pay, so that guessing reveals nothing. */
export const giftCardRefusal =
  'This gift card can’t be used. It may be spent already. Check the code, or email us if you think it should work.'

export const giftCardLimits = {
  minimumCents: 100,
  maximumCents: 50_000,
  noteLength: 200,
  perOrder: 10,
  /** How far ahead the day of its email can be. */
  daysAhead: 365,
}

/** How long the texts of a bought card may be. */
export const giftCardTexts = { name: 60, email: 254, message: 300 } as const

/** Where a card that is sent by email comes from. */
export const giftCardOrigins = ['purchase', 'store-credit'] as const
export type GiftCardOrigin = (typeof giftCardOrigins)[number]

/** The owner's settings for selling gift cards. Amounts are cents. */
export type GiftCardSettings = {
  isForSale: boolean
  amounts: readonly Cents[]
  minCents: Cents
  maxCents: Cents
  offersStoreCredit: boolean
}
export const defaultGiftCardSettings: GiftCardSettings = {
  isForSale: true,
  amounts: [2500, 5000, 7500, 10_000],
  minCents: 1000,
  maxCents: 25_000,
  offersStoreCredit: true,
}

/** A gift card as the buyer fills it in. */
export type GiftCardInput = {
  amountCents: Cents
  recipientName: string
  recipientEmail: string
  senderName: string
  message: string
  /** YYYY-MM-DD in the shop's time zone; null: as soon as it is paid. */
  sendOn: string | null
}

export function sumGiftCards(cards: readonly { amountCents: Cents }[]): Cents {
  return cards.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** The id of a bought card among the lines of a refund. */
export function cardLineId(deliveryId: number): string {
  return `card-${deliveryId}`
}

/** The id of the card of such a line. */
export function cardOfLine(itemId: string): number {
  return Number(itemId.replace(/^card-/, ''))
}

/**
 * What has to come off bought cards so that the rest of a payment covers them: a refund takes from the items first.
 * @param leftCents what the payments still cover after the refund
 * @param cards what each card cost, minus what was refunded of it
 */
export function uncoveredCents(leftCents: Cents, cards: readonly { valueCents: Cents }[]): Cents {
  return Math.max(0, cards.reduce((sum, { valueCents }) => sum + valueCents, 0) - leftCents)
}

/** Takes an amount off cards in their order, at most what is unspent of each; null if that isn't enough. */
export function splitOverCards(
  cents: Cents,
  cards: readonly { id: number; unspentCents: Cents }[],
): { id: number; cents: Cents }[] | null {
  let left = cents
  const parts = cards.flatMap(({ id, unspentCents }) => {
    const part = Math.min(left, Math.max(0, unspentCents))
    left -= part
    return part > 0 ? [{ id, cents: part }] : []
  })
  return left > 0 ? null : parts
}

/**
 * Says why a card can't be bought; null if it can.
 * @param today YYYY-MM-DD in the shop's time zone
 */
export function giftCardProblem(
  { amountCents, sendOn }: Pick<GiftCardInput, 'amountCents' | 'sendOn'>,
  { isForSale, amounts, minCents, maxCents }: GiftCardSettings,
  today: string,
): { field: 'amount' | 'sendOn'; message: string } | null {
  if (!isForSale)
    return {
      field: 'amount',
      message: 'We aren’t selling gift cards right now. Please remove this one.',
    }
  if (!amounts.includes(amountCents) && (amountCents < minCents || amountCents > maxCents))
    return {
      field: 'amount',
      message: `Please enter an amount from ${formatMoney(minCents)} to ${formatMoney(maxCents)}.`,
    }
  if (sendOn !== null && sendOn < today)
    return { field: 'sendOn', message: 'That day is in the past. Please choose another one.' }
  if (sendOn !== null && Date.parse(sendOn) - Date.parse(today) > giftCardLimits.daysAhead * dayMs)
    return { field: 'sendOn', message: 'Please choose a day within the next year.' }
  return null
}
