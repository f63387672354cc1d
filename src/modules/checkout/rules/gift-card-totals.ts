import type { Cents } from '@/platform/money'

import type { OrderTotals } from './pricing'

/** The totals of a cart together with the gift cards that are bought. */
export function addGiftCards<Totals extends OrderTotals>(
  totals: Totals,
  purchasedCardsCents: Cents,
): Totals {
  return { ...totals, purchasedCardsCents, totalCents: totals.totalCents + purchasedCardsCents }
}

/** What a gift card may pay: everything but other gift cards. */
export function payableByGiftCard({ totalCents, purchasedCardsCents = 0 }: OrderTotals): Cents {
  return totalCents - purchasedCardsCents
}
