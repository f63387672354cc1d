import {
  addLine, type Cart, cartCount, cartLimits, type CartLine, emptyCart, type LineKey, matches, parseCart, removeLine, setQuantity,
} from '../domain/cart'
import { createStored } from './stored'

const stored = createStored<Cart>('cart', emptyCart, (text) => {
  try {
    return parseCart(text)
  } catch (error) {
    console.error('Error loading cart from localStorage:', error)
    return emptyCart
  }
})

/** What came of adding: `full` and `most` say that a limit of one order stood in the way. */
export type AddOutcome = 'added' | 'most' | 'full'

const add = (line: CartLine): AddOutcome => {
  const cart = stored.get()
  const known = cart.items.find((existing) => matches(existing, line))
  if (!known && cart.items.length >= cartLimits.lines) return 'full'
  if (cartCount(cart.items) + line.quantity > cartLimits.units) return 'full'
  stored.set(addLine(cart, line))
  return known && known.quantity + line.quantity > cartLimits.quantityPerLine ? 'most' : 'added'
}

/** The cart of this browser: localStorage `cart`, the same in every tab. */
export const cartStore = {
  subscribe: stored.subscribe,
  get: stored.get,
  add,
  remove: (key: LineKey): void => stored.set(removeLine(stored.get(), key)),
  setQuantity: (key: LineKey, quantity: number): void => stored.set(setQuantity(stored.get(), key, quantity)),
  clear: (): void => stored.set(emptyCart),
  /** Puts new prices (in dollars) on the lines that the shop has priced anew. */
  reprice: (prices: readonly { key: LineKey; price: number }[]): void => {
    if (prices.length === 0) return
    const items = stored.get().items.map((line) => ({ ...line, price: prices.find(({ key }) => matches(line, key))?.price ?? line.price }))
    stored.set(items.reduce((cart, line) => addLine(cart, line), emptyCart))
  },
}
