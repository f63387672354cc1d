import { parsePrices } from '@/components/cart/check-cart'
import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import { type DecimalTotals, parseTotals } from '@/modules/checkout/rules/total-rows'
import { formatMoney } from '@/platform/money'

import type { CheckedLineItem } from './cart-changes'

type TotalsChangedResponse = {
  totals?: DecimalTotals
  lines?: (Omit<CheckedLineItem, 'unitCents'> & { unitPrice: string | null })[]
}

/** A 409 `totals_changed`, in cents. */
export function parseTotalsChanged(response: unknown): {
  totals: OrderTotals | null
  lines: CheckedLineItem[]
} {
  const { totals, lines } = (response ?? {}) as TotalsChangedResponse
  return { totals: totals ? parseTotals(totals) : null, lines: parsePrices(lines ?? []) }
}

/** What changed besides item prices, as sentences. */
export function totalsChangeMessages(before: OrderTotals, after: OrderTotals): string[] {
  const changes = (key: keyof OrderTotals, name: string, none?: string): string[] => {
    if (before[key] === after[key]) return []
    return [(!after[key] && none) || `${name} is now ${formatMoney(after[key] ?? 0)}.`]
  }
  return [
    ...changes('shippingCents', 'Shipping', 'Shipping is now free.'),
    ...changes('discountCents', 'The discount', 'The discount no longer applies.'),
    ...changes('taxCents', 'Tax'),
    ...changes('totalCents', 'The total'),
  ]
}
