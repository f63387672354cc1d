import { parsePrices } from '@/components/cart/check-cart'
import { parseTotals, type TotalsResponse } from '@/components/checkout/use-cart-quote'
import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import { formatMoney } from '@/platform/money'

import type { CheckedLineItem } from './cart-changes'

type TotalsChangedResponse = {
  totals?: TotalsResponse
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
  return [
    before.shippingCents === after.shippingCents
      ? ''
      : `Shipping is now ${after.shippingCents === 0 ? 'free' : formatMoney(after.shippingCents)}.`,
    before.discountCents === after.discountCents
      ? ''
      : after.discountCents === 0
        ? 'The discount no longer applies.'
        : `The discount is now ${formatMoney(after.discountCents)}.`,
    before.taxCents === after.taxCents ? '' : `Tax is now ${formatMoney(after.taxCents)}.`,
    before.totalCents === after.totalCents
      ? ''
      : `The total is now ${formatMoney(after.totalCents)}.`,
  ].filter(Boolean)
}
