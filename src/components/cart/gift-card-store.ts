'use client'
import { useSyncExternalStore } from 'react'

import { type GiftCardInput, giftCardLimits, giftCardTexts } from '@/modules/gift-cards/rules'
import { createLocalStorageStore } from '@/platform/browser-storage'

import { giftCardCountStore } from './cart-count'

/** A gift card in the cart. Its id is for this browser only. */
export type CartGiftCard = GiftCardInput & { id: string }

const none: readonly CartGiftCard[] = []
const unread: readonly CartGiftCard[] = []

const text = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.slice(0, max) : ''

const parseCard = (value: unknown): CartGiftCard[] => {
  if (typeof value !== 'object' || value === null) return []
  const card = value as Record<string, unknown>
  const amountCents = Number(card.amountCents)
  const recipientEmail = text(card.recipientEmail, giftCardTexts.email)
  if (typeof card.id !== 'string' || !Number.isSafeInteger(amountCents) || amountCents <= 0)
    return []
  if (!recipientEmail) return []
  return [
    {
      id: card.id,
      amountCents,
      recipientEmail,
      recipientName: text(card.recipientName, giftCardTexts.name),
      senderName: text(card.senderName, giftCardTexts.name),
      message: text(card.message, giftCardTexts.message),
      sendOn:
        typeof card.sendOn === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(card.sendOn)
          ? card.sendOn
          : null,
    },
  ]
}

const stored = createLocalStorageStore<readonly CartGiftCard[]>('gift-cards', none, (json) => {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.flatMap(parseCard).slice(0, giftCardLimits.perOrder) : none
  } catch {
    return none
  }
})

const store = (cards: readonly CartGiftCard[]): void => {
  stored.set(cards)
  giftCardCountStore.show(cards.length)
}

/** The gift cards in this browser's cart, besides its items; the same in every tab. */
export const giftCardStore = {
  get: stored.get,
  /** @returns false if an order can't hold more */
  add: (card: GiftCardInput): boolean => {
    const cards = stored.get()
    if (cards.length >= giftCardLimits.perOrder) return false
    store([...cards, { ...card, id: `${Date.now()}-${Math.random().toString(36).slice(2)}` }])
    return true
  },
  remove: (ids: readonly string[]): void =>
    store(stored.get().filter(({ id }) => !ids.includes(id))),
  /** Puts a removed card back where it was. Other tabs may have changed the list since. */
  restore: (card: CartGiftCard, at: number): void => {
    const cards = stored.get()
    if (cards.length >= giftCardLimits.perOrder || cards.some(({ id }) => id === card.id)) return
    store(cards.toSpliced(at, 0, card))
  },
}

/** The gift cards in the cart; none until the browser's storage was read. */
export function useGiftCards(): readonly CartGiftCard[] {
  return useSyncExternalStore(stored.subscribe, stored.get, () => unread)
}
