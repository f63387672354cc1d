'use client'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'

import { type Cart, cartCount, emptyCart } from '@/modules/checkout/rules/cart'

import { cartStore } from './cart-store'

export type CartAccess = {
  cart: Cart
  /** Sum of the quantities. */
  count: number
  /** False until the browser's storage has been read: nobody's cart is known before. */
  ready: boolean
  addItem: typeof cartStore.add
  removeItem: typeof cartStore.remove
  updateQuantity: typeof cartStore.setQuantity
  clearCart: typeof cartStore.clear
  reprice: typeof cartStore.reprice
}

export const CartContext = createContext<CartAccess | null>(null)
const unknown: Cart = { ...emptyCart }

export function CartProvider({ children }: { children: ReactNode }) {
  const cart = useSyncExternalStore(cartStore.subscribe, cartStore.get, () => unknown)
  const access = useMemo<CartAccess>(
    () => ({
      cart,
      count: cartCount(cart.items),
      ready: cart !== unknown,
      addItem: cartStore.add,
      removeItem: cartStore.remove,
      updateQuantity: cartStore.setQuantity,
      clearCart: cartStore.clear,
      reprice: cartStore.reprice,
    }),
    [cart],
  )
  return <CartContext value={access}>{children}</CartContext>
}

/** @throws Error outside of the provider. */
export function useCart(): CartAccess {
  const access = use(CartContext)
  if (!access) throw new Error('useCart must be used within a CartProvider')
  return access
}
