'use client'
import type { CheckedLine } from '@/components/cart/check-cart'
import { useCartQuote, useStoredCode } from '@/components/checkout/use-cart-quote'
import type { CartLine } from '@/modules/checkout/rules/cart'
import { calculateTotals, type PricingRules } from '@/modules/checkout/rules/pricing'
import { centsFromDollars } from '@/platform/money'

export type ShippingRules = Pick<
  PricingRules,
  'freeShippingFromCents' | 'shippingCents' | 'shippingSource' | 'shippingRates'
>

const noTax = { taxBasisPoints: 0, taxStates: [], stateTaxRules: [] }

/**
 * Returns the totals before tax that the checkout will show, with the discounts that run now. This page is cached and
 * can't know them, so it asks the shop. Until the response arrives, and without one, it shows the totals without
 * discounts.
 */
export function useCartTotals(
  { items, sold }: { items: readonly CartLine[]; sold: readonly CartLine[] },
  shipping: ShippingRules,
  { ready, onLines }: { ready: boolean; onLines: (lines: readonly CheckedLine[]) => void },
) {
  const code = useStoredCode(ready)
  const { quote, lastQuote, isMissing } = useCartQuote(
    { items, place: null, code, onLines },
    ready && items.length > 0,
  )
  const own = calculateTotals(
    sold.map(({ price, quantity }) => ({ unitCents: centsFromDollars(price), quantity })),
    null,
    { ...noTax, ...shipping },
  )
  return {
    totals: quote?.totals ?? own,
    /** As the shop says: this page may be older than a day. */
    arrival: (quote ?? lastQuote)?.shippingOptions[0]?.arrival,
    discounts: (quote ?? lastQuote)?.discounts ?? [],
    /** The totals are without the discount that the cart had before the last change. */
    isUpdating: isMissing && (lastQuote?.discounts.length ?? 0) > 0,
  }
}
export type CartTotals = ReturnType<typeof useCartTotals>
