'use client'
import type { CheckoutFormValues } from '@/components/checkout/checkout-fields'
import {
  type CartQuote,
  clearStoredCode,
  quoteKey,
  storeCode,
  useCartQuote,
  useStoredCode,
} from '@/components/checkout/use-cart-quote'
import { type DeliveryDays } from '@/modules/checkout/rules/arrival'
import { arrivalSentence } from '@/modules/checkout/rules/arrival-text'
import type { CartLine } from '@/modules/checkout/rules/cart'
import {
  type Destination,
  destinationOf,
  type ShippingMethodId,
  shippingRegionOf,
} from '@/modules/checkout/rules/destination'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import {
  calculateTotals,
  isTableByWeight,
  type OrderTotals,
  type PricingRules,
  type TaxAddress,
} from '@/modules/checkout/rules/pricing'
import {
  listShippingOptions,
  type ShownShippingOption,
  showShippingOptions,
} from '@/modules/checkout/rules/shipping-options'
import { deliverySentence } from '@/modules/shop/rules/promises'
import { centsFromDollars } from '@/platform/money'

type ShopFacts = {
  pricing: PricingRules
  hasAutomaticDiscounts: boolean
  days: DeliveryDays
  /** In the shop's time zone. */
  today: string
}

const withTotals = (before: CartQuote | null, key: string, totals: OrderTotals): CartQuote => ({
  key,
  totals,
  shippingOptions: before?.shippingOptions ?? [],
  shippingQuote: null,
  discounts: totals.discountCents > 0 ? (before?.discounts ?? []) : [],
  codeMessage: before?.codeMessage ?? null,
})

/** The page doesn't have the carrier's prices or the weights. */
const isShippingPricedByShop = (pricing: PricingRules): boolean =>
  pricing.shippingSource === 'printful' ||
  (pricing.shippingSource === 'table' && isTableByWeight(pricing))

/** The ways to ship from the shop's response or else from its rules, the chosen one, and the totals by these rules. */
const offerShipping = (
  items: readonly CartLine[],
  to: { place: TaxAddress | null; destination: Destination | null; wanted: ShippingMethodId },
  { pricing, days, today }: ShopFacts,
  offered: readonly ShownShippingOption[],
) => {
  const lines = items.map(({ price, quantity }) => ({
    unitCents: centsFromDollars(price),
    quantity,
  }))
  const options = listShippingOptions({
    load: packageLoad(lines),
    destination: to.destination,
    rules: pricing,
    days,
  })
  const shown =
    offered.length > 0 ? offered : showShippingOptions(options, lines, pricing, { ordered: today })
  const chosen = shown.find(({ method }) => method === to.wanted) ?? shown[0]
  const shipping = options.find(({ method }) => method === chosen?.method)
  const isUsual =
    chosen?.method !== 'express' &&
    shippingRegionOf(to.destination?.stateCode ?? '') === 'contiguous'
  const { min, max } = shipping?.days.transit ?? days.transit.contiguous
  return {
    shown,
    chosen,
    delivery: isUsual ? null : deliverySentence(min, max),
    own: calculateTotals(lines, to.place, pricing, { shipping }),
  }
}

const codeState = (value: string, quote: CartQuote | null) => ({
  value,
  message: quote?.codeMessage ?? null,
  isChecking: value !== '' && !quote,
  hasFailed: quote?.hasFailed ?? false,
  remove: clearStoredCode,
})

/**
 * Returns the totals of the cart for this address. The shop calculates them as soon as there is a code or an automatic
 * discount; otherwise the page does, with the same rules. It always does where the carrier's prices or the weight count. The shop's totals for exactly this cart take precedence.
 */
export function useCheckoutTotals(
  items: readonly CartLine[],
  { fields, shippingMethod: wanted }: Pick<CheckoutFormValues, 'fields' | 'shippingMethod'>,
  shop: ShopFacts,
  ready: boolean,
) {
  const { pricing, hasAutomaticDiscounts } = shop
  const { stateCode, zip } = fields
  const code = useStoredCode(ready)
  const place = stateCode ? { stateCode, zip: /^\d{5}/.exec(zip)?.[0] ?? '' } : null
  const destination = place && destinationOf(fields)
  const hasLiveRates = pricing.shippingSource === 'printful'
  const isPricedByShop = isShippingPricedByShop(pricing)
  const shipping = { method: wanted, isPoBox: destination?.isPoBox ?? false }
  const { quote, lastQuote, isMissing, setAnswer } = useCartQuote(
    { items, place, code, shipping },
    ready && items.length > 0 && (code !== '' || hasAutomaticDiscounts || isPricedByShop),
  )
  const { shown, chosen, delivery, own } = offerShipping(
    items,
    { place, destination, wanted },
    shop,
    (quote ?? (isPricedByShop ? lastQuote : null))?.shippingOptions ?? [],
  )
  return {
    totals: quote?.totals ?? own,
    shipping: {
      options: shown,
      /** What the totals are for. */
      method: chosen?.method ?? 'standard',
      arrival: chosen && arrivalSentence(chosen.arrival),
      /** The carrier's delivery time, if it differs from the usual one. */
      delivery,
      quote: quote?.shippingQuote ?? null,
    },
    hasLiveRates,
    /** Known with the state. */
    noTaxText: place ? undefined : 'Choose a state',
    discounts: quote?.discounts ?? [],
    /** False while the shop calculates totals that this page can't, and when it couldn't check the code. */
    isReady: !isMissing && !quote?.hasFailed,
    code: {
      ...codeState(code, quote),
      /** Also checks the same code again. */
      apply: (text: string): void => {
        storeCode(text)
        setAnswer(null)
      },
    },
    /** Uses the shop's totals for exactly these lines. */
    setShopTotals: (changed: readonly CartLine[], totals: OrderTotals): void =>
      setAnswer((before) =>
        withTotals(before, quoteKey({ items: changed, place, code, shipping }), totals),
      ),
    /** Asks the shop again. */
    refresh: (): void => setAnswer(null),
  }
}
export type CheckoutTotalsState = ReturnType<typeof useCheckoutTotals>
