'use client'
import {
  clearStoredCode,
  quoteKey,
  storeCode,
  useCartQuote,
  useStoredCode,
} from '@/components/checkout/use-cart-quote'
import type { CartLine } from '@/modules/checkout/rules/cart'
import {
  calculateTotals,
  type OrderTotals,
  type PricingRules,
  type TaxPlace,
} from '@/modules/checkout/rules/pricing'
import { centsFromDollars } from '@/platform/money'

/**
 * Returns the totals of the cart for this address. The shop calculates them as soon as there is a code or an automatic
 * discount; otherwise the page does, with the same rules. The shop's totals for exactly this cart take precedence.
 */
export function useCheckoutTotals(
  items: readonly CartLine[],
  { stateCode, zip }: TaxPlace,
  { pricing, hasAutomaticDiscounts }: { pricing: PricingRules; hasAutomaticDiscounts: boolean },
  ready: boolean,
) {
  const code = useStoredCode(ready)
  const place = stateCode ? { stateCode, zip: /^\d{5}/.exec(zip)?.[0] ?? '' } : null
  const own = calculateTotals(
    items.map(({ price, quantity }) => ({ unitCents: centsFromDollars(price), quantity })),
    place,
    pricing,
  )
  const { quote, isMissing, setAnswer } = useCartQuote(
    { items, place, code },
    ready && items.length > 0 && (code !== '' || hasAutomaticDiscounts),
  )
  return {
    totals: quote?.totals ?? own,
    discounts: quote?.discounts ?? [],
    /** False while the shop calculates totals that this page can't. */
    isReady: !isMissing,
    code: {
      value: code,
      message: quote?.codeMessage ?? null,
      isChecking: code !== '' && !quote,
      set: storeCode,
      remove: clearStoredCode,
      reject: (message: string): void =>
        setAnswer({
          key: quoteKey(items, place, code),
          totals: null,
          discounts: [],
          codeMessage: message,
        }),
    },
    /** Uses the shop's totals for exactly these lines. */
    setShopTotals: (lines: readonly CartLine[], totals: OrderTotals): void =>
      setAnswer((before) => ({
        key: quoteKey(lines, place, code),
        totals,
        discounts: totals.discountCents > 0 ? (before?.discounts ?? []) : [],
        codeMessage: null,
      })),
    /** Asks the shop again. */
    refresh: (): void => setAnswer(null),
  }
}
export type CheckoutTotalsState = ReturnType<typeof useCheckoutTotals>
