import {
  addCartLine,
  type Cart,
  cartCount,
  cartLimits,
  type CartLine,
  type CartLineKey,
  emptyCart,
  matchesCartLine,
  parseCart,
  removeCartLine,
  restoreCartLines,
  setCartLineQuantity,
} from '@/modules/checkout/rules/cart'
import { createLocalStorageStore } from '@/platform/browser-storage'

import { itemCountStore } from './cart-count'
import { cartIdStore } from './cart-id-store'

const stored = createLocalStorageStore<Cart>('cart', emptyCart, (text) => {
  try {
    return parseCart(text)
  } catch (error) {
    console.error('Error loading cart from localStorage:', error)
    return emptyCart
  }
})

const store = (cart: Cart): void => {
  stored.set(cart)
  itemCountStore.show(cartCount(cart.items))
}

const set = (cart: Cart): void => {
  store(cart)
  if (cart.items.length === 0) cartIdStore.clear()
}

/** `full` and `most`: a limit of one order was reached. */
export type AddToCartResult = 'added' | 'most' | 'full'

const add = (line: CartLine): AddToCartResult => {
  const cart = stored.get()
  const existingLine = cart.items.find((existing) => matchesCartLine(existing, line))
  if (!existingLine && cart.items.length >= cartLimits.lines) return 'full'
  if (cartCount(cart.items) + line.quantity > cartLimits.units) return 'full'
  store(addCartLine(cart, line))
  return existingLine && existingLine.quantity + line.quantity > cartLimits.quantityPerLine
    ? 'most'
    : 'added'
}

/** The cart of this browser: localStorage `cart`, the same in every tab. */
export const cartStore = {
  subscribe: stored.subscribe,
  get: stored.get,
  add,
  remove: (key: CartLineKey): void => set(removeCartLine(stored.get(), key)),
  setQuantity: (key: CartLineKey, quantity: number): void =>
    set(setCartLineQuantity(stored.get(), key, quantity)),
  restore: (removed: Parameters<typeof restoreCartLines>[1]): void =>
    store(restoreCartLines(stored.get(), removed)),
  clear: (): void => set(emptyCart),
  /** Sets the shop's current prices, in dollars. */
  reprice: (prices: readonly { key: CartLineKey; price: number }[]): void => {
    if (prices.length === 0) return
    const items = stored
      .get()
      .items.map((line) => ({
        ...line,
        price: prices.find(({ key }) => matchesCartLine(line, key))?.price ?? line.price,
      }))
    store(items.reduce((cart, line) => addCartLine(cart, line), emptyCart))
  },
}
