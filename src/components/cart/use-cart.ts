'use client'
import { use } from 'react'
import { type CartAccess, CartContext } from './cart-provider'

/** @throws Error outside of the provider. */
export const useCart = (): CartAccess => {
  const access = use(CartContext)
  if (!access) throw new Error('useCart must be used within a CartProvider')
  return access
}
