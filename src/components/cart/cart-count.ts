import { createLocalStorageStore } from '@/platform/browser-storage'

const isQuantity = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0

/** A stored list, alone or as `items`. What isn't JSON counts as empty; loading the cart itself reports it. */
const parseList = (text: string): readonly unknown[] => {
  try {
    const stored = JSON.parse(text) as { items?: unknown } | null
    const list = stored?.items ?? stored
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/**
 * How many items the stored cart holds, for the bag in the header. Every page loads this file; the cart with its rules
 * is loaded only where it is used, and its changes show here.
 */
export const itemCountStore = createLocalStorageStore('cart', 0, (text) =>
  parseList(text)
    .map((line) => (line as { quantity?: unknown } | null)?.quantity)
    .filter(isQuantity)
    .reduce((sum, quantity) => sum + quantity, 0),
)

/** How many gift cards are in the cart, in the same way. */
export const giftCardCountStore = createLocalStorageStore(
  'gift-cards',
  0,
  (text) => parseList(text).length,
)
