'use client'
import { useState } from 'react'

import type { CartLine } from '@/modules/checkout/rules/cart'
import {
  calculateTotals,
  type OrderTotals,
  type PricingRules,
} from '@/modules/checkout/rules/pricing'
import { centsFromDollars } from '@/platform/money'

/**
 * Totals of the cart for this state. What the shop itself has said of exactly this cart goes before the page's own
 * sum, whose rules may be older than the shop's.
 */
export function useCheckoutTotals(
  items: readonly CartLine[],
  stateCode: string,
  rules: PricingRules,
) {
  const [told, setTold] = useState<{ of: string; totals: OrderTotals } | null>(null)
  const keyOf = (lines: readonly CartLine[]): string =>
    JSON.stringify([
      stateCode,
      lines.map(({ productId, size, color, quantity, price }) => [
        productId,
        size,
        color,
        quantity,
        price,
      ]),
    ])
  const own = calculateTotals(
    items.map(({ price, quantity }) => ({ unitCents: centsFromDollars(price), quantity })),
    stateCode || null,
    rules,
  )
  return {
    totals: told?.of === keyOf(items) ? told.totals : own,
    /** Keeps what the shop said of these lines. */
    tell: (lines: readonly CartLine[], totals: OrderTotals): void =>
      setTold({ of: keyOf(lines), totals }),
  }
}
