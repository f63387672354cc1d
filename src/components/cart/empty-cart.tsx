'use client'
import type { ReactNode } from 'react'

import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

import { usePlacedOrder } from './placed-order'

/** Shown in place of an empty cart or its checkout. Someone who goes back after paying finds their order here. */
export function EmptyCart({ children }: { children?: ReactNode }) {
  const order = usePlacedOrder()
  return (
    <EmptyState
      emblem="stone-by-stone"
      title="Your cart is empty"
      level="h1"
      action={
        order ? (
          <ButtonLink href={order.path}>See your order</ButtonLink>
        ) : order === null ? (
          <ButtonLink href="/products">Shop all</ButtonLink>
        ) : null
      }
    >
      {children}
      <p role="status">
        {order ? (
          <>
            Your order <span className="whitespace-nowrap">{order.orderNumber}</span> was placed.
          </>
        ) : order === null ? (
          'Find something you’ll want to wear every day.'
        ) : null}
      </p>
    </EmptyState>
  )
}
