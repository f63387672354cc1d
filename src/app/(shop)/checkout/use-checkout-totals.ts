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
 * Totals of the cart for this state. Totals that the shop itself gave for exactly this cart go before those of the page,
 * whose pricing rules may be older.
 */
export function useCheckoutTotals(
  items: readonly CartLine[],
  stateCode: string,
  rules: PricingRules,
) {
  const [fromShop, setFromShop] = useState<{ cartKey: string; totals: OrderTotals } | null>(null)
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
    totals: fromShop?.cartKey === keyOf(items) ? fromShop.totals : own,
    /** Uses the shop's totals for exactly these lines. */
    setShopTotals: (lines: readonly CartLine[], totals: OrderTotals): void =>
      setFromShop({ cartKey: keyOf(lines), totals }),
  }
}
