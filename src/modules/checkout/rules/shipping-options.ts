import type { Cents } from '@/platform/money'

import {
  type DayRange,
  type DeliveryDays,
  estimateArrival,
  type OrderDays,
  orderDays,
} from './arrival'
import type { ArrivalRange } from './arrival-text'
import {
  type Destination,
  type ShippingMethodId,
  shippingMethodIds,
  shippingRegionOf,
  takesExpress,
} from './destination'
import type { PackageLoad } from './package-load'
import {
  calculateTotals,
  type PricedLine,
  type PricingRules,
  settingsShippingPrice,
} from './pricing'

/** The printer's price of the moment for one cart and place. */
type LiveRate = { priceCents: Cents; service: string; days: DayRange | null }
export type LiveRates = Partial<Record<ShippingMethodId, LiveRate>>

export type ShippingOption = {
  method: ShippingMethodId
  /** Before free shipping. */
  priceCents: Cents
  /** The printer's name of the service that the price is for; null: the usual one of the method. */
  service: string | null
  days: OrderDays
}

/**
 * The ways to ship a cart, standard first and always. A rate of the printer goes before the settings' price; one of 0
 * is an error on its side and isn't used.
 * @param destination null while it isn't known: then only standard
 */
export function listShippingOptions({
  load,
  destination,
  rules,
  days,
  live = null,
}: {
  load: PackageLoad
  destination: Destination | null
  rules: PricingRules
  days: DeliveryDays
  live?: LiveRates | null
}): ShippingOption[] {
  const region = shippingRegionOf(destination?.stateCode ?? '')
  return shippingMethodIds.flatMap((method): ShippingOption[] => {
    if (method === 'express' && !(destination && takesExpress(destination))) return []
    const rate = rules.shippingSource === 'printful' ? live?.[method] : undefined
    const isLive = rate !== undefined && rate.priceCents > 0
    const priceCents = isLive ? rate.priceCents : settingsShippingPrice(rules, region, load, method)
    if (priceCents === null) return []
    return [
      {
        method,
        priceCents,
        service: isLive ? rate.service : null,
        days: orderDays(days, region, method, isLive ? rate.days : null),
      },
    ]
  })
}

/** An option as the buyer sees it: what it costs this cart, and when it arrives. */
export type ShownShippingOption = { method: ShippingMethodId; cents: Cents; arrival: ArrivalRange }

/** @param ordered the day in the shop's time zone */
export function showShippingOptions(
  options: readonly ShippingOption[],
  lines: readonly PricedLine[],
  rules: PricingRules,
  { isShippingFree = false, ordered }: { isShippingFree?: boolean; ordered: string },
): ShownShippingOption[] {
  return options.map(({ method, priceCents, days }) => ({
    method,
    cents: calculateTotals(lines, null, rules, { isShippingFree, shipping: { method, priceCents } })
      .shippingCents,
    arrival: estimateArrival(days, { ordered }),
  }))
}
