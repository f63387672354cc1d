'use client'
import {
  clearStoredCode,
  quoteKey,
  storeCode,
  useCartQuote,
  useStoredCode,
} from '@/components/checkout/use-cart-quote'
import type { DeliveryDays } from '@/modules/checkout/rules/arrival'
import { cartCount, type CartLine } from '@/modules/checkout/rules/cart'
import { destinationOf, type ShippingMethodId } from '@/modules/checkout/rules/destination'
import {
  calculateTotals,
  type OrderTotals,
  type PricingRules,
  type TaxPlace,
} from '@/modules/checkout/rules/pricing'
import { listShippingOptions, showShippingOptions } from '@/modules/checkout/rules/shipping-options'
import { centsFromDollars } from '@/platform/money'

type CheckoutAddress = TaxPlace & { address1: string; address2: string }
type ShopFacts = {
  pricing: PricingRules
  hasAutomaticDiscounts: boolean
  days: DeliveryDays
  /** In the shop's time zone. */
  today: string
}

/**
 * Returns the totals of the cart for this address. The shop calculates them as soon as there is a code or an automatic
 * discount; otherwise the page does, with the same rules. It always does where the carrier's prices of the moment apply. The shop's totals for exactly this cart take precedence.
 */
export function useCheckoutTotals(
  items: readonly CartLine[],
  { method: wanted, ...address }: CheckoutAddress & { method: ShippingMethodId },
  { pricing, hasAutomaticDiscounts, days, today }: ShopFacts,
  ready: boolean,
) {
  const { stateCode, zip } = address
  const code = useStoredCode(ready)
  const place = stateCode ? { stateCode, zip: /^\d{5}/.exec(zip)?.[0] ?? '' } : null
  const destination = place && destinationOf(address)
  const lines = items.map(({ price, quantity }) => ({
    unitCents: centsFromDollars(price),
    quantity,
  }))
  const options = listShippingOptions({
    units: cartCount(items),
    destination,
    rules: pricing,
    days,
  })
  const hasLiveRates = pricing.shippingSource === 'printful'
  const shipping = { method: wanted, isPoBox: destination?.isPoBox ?? false }
  const { quote, lastQuote, isMissing, setAnswer } = useCartQuote(
    { items, place, code, shipping },
    ready && items.length > 0 && (code !== '' || hasAutomaticDiscounts || hasLiveRates),
  )
  const offered = (quote ?? (hasLiveRates ? lastQuote : null))?.shippingOptions ?? []
  const shown =
    offered.length > 0 ? offered : showShippingOptions(options, lines, pricing, { ordered: today })
  const chosen = shown.find(({ method }) => method === wanted) ?? shown[0]
  const own = calculateTotals(lines, place, pricing, {
    shipping: options.find(({ method }) => method === chosen?.method),
  })
  return {
    totals: quote?.totals ?? own,
    shipping: {
      options: shown,
      /** What the totals are for. */
      method: chosen?.method ?? 'standard',
      arrival: chosen?.arrival,
      quote: quote?.shippingQuote ?? null,
    },
    hasLiveRates,
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
          key: quoteKey({ items, place, code, shipping }),
          totals: null,
          shippingOptions: [],
          shippingQuote: null,
          discounts: [],
          codeMessage: message,
        }),
    },
    /** Uses the shop's totals for exactly these lines. */
    setShopTotals: (changed: readonly CartLine[], totals: OrderTotals): void =>
      setAnswer((before) => ({
        key: quoteKey({ items: changed, place, code, shipping }),
        totals,
        shippingOptions: before?.shippingOptions ?? [],
        shippingQuote: null,
        discounts: totals.discountCents > 0 ? (before?.discounts ?? []) : [],
        codeMessage: null,
      })),
    /** Asks the shop again. */
    refresh: (): void => setAnswer(null),
  }
}
export type CheckoutTotalsState = ReturnType<typeof useCheckoutTotals>
