'use client'
import { useSyncExternalStore } from 'react'

import { type Cart, cartCount, emptyCart } from '@/modules/checkout/rules/cart'

import { cartStore } from './cart-store'

const unread: Cart = { ...emptyCart }

/** The cart of this browser. `ready` is false until it has been read; `count` is the sum of the quantities. */
export function useCart() {
  const cart = useSyncExternalStore(cartStore.subscribe, cartStore.get, () => unread)
  return { cart, count: cartCount(cart.items), ready: cart !== unread }
}
