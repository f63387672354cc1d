import type { Cents } from '@/platform/money'

/**
 * Whether an item can be swapped for another variant of its product without a payment: that variant costs what was paid,
 * or it costs now what the bought variant costs now. The second covers a sale that began or ended since the order.
 * @param boughtNowCents null if the bought variant no longer exists
 */
export function isEvenSwap(prices: {
  paidCents: Cents
  boughtNowCents: Cents | null
  wantedNowCents: Cents | null
}): boolean {
  const { paidCents, boughtNowCents, wantedNowCents } = prices
  if (wantedNowCents === null) return false
  return wantedNowCents === paidCents || wantedNowCents === boughtNowCents
}
