import { catalogVariant } from './catalog'
import type { Costs, ItemRecord } from './state'

export interface Priced {
  variantId: number
  quantity: number
}

const RATE: Record<string, number> = {
  US: 1,
  CA: 1.35,
  GB: 1.1,
  DE: 1.1,
  FR: 1.1,
  AT: 1.1,
  NL: 1.1,
  IE: 1.1,
  AU: 1.6,
  NZ: 1.7,
  JP: 1.45,
}
const EXPRESS = 2.6

export const METHODS = {
  STANDARD: { name: 'Flat Rate', factor: 1, days: [4, 8] },
  PRINTFUL_FAST: { name: 'Express', factor: EXPRESS, days: [2, 3] },
} as const

export type Method = keyof typeof METHODS
export function isMethod(name: string): name is Method {
  return name in METHODS
}

/** The most expensive first item at the first rate, every other one at its further rate; in cents. */
export function shippingCents(items: Priced[], country: string, method: Method): number {
  const units = items.flatMap(({ variantId, quantity }) => {
    const rates = catalogVariant(variantId)?.garment.shipping ?? ([499, 200] as const)
    return Array.from({ length: quantity }, () => rates)
  })
  const [first, ...others] = units.sort((one, other) => other[0] - one[0])
  const domestic = (first?.[0] ?? 0) + others.reduce((sum, [, further]) => sum + further, 0)
  return Math.round(domestic * (RATE[country] ?? 1.8) * METHODS[method].factor)
}

/** What Printful charges the shop: price, shipping, and the sales tax of the destination. Decimal strings. */
export function costsOf(
  items: Pick<ItemRecord, 'price' | 'quantity' | 'variantId'>[],
  recipient: Record<string, unknown>,
  method: Method,
): Costs {
  const country = String(recipient.country_code)
  const subtotal = items.reduce(
    (sum, { price, quantity }) => sum + Math.round(Number(price) * 100) * quantity,
    0,
  )
  const shipping = shippingCents(items, country, method)
  const tax =
    country === 'US'
      ? Math.round((subtotal + shipping) * (TAX[String(recipient.state_code)] ?? 0))
      : 0
  const vat = ['DE', 'FR', 'AT', 'NL', 'IE', 'GB'].includes(country)
    ? Math.round((subtotal + shipping) * 0.2)
    : 0
  const money = (cents: number) => (cents / 100).toFixed(2)
  return {
    currency: 'USD',
    subtotal: money(subtotal),
    discount: '0.00',
    shipping: money(shipping),
    digitization: '0.00',
    additional_fee: '0.00',
    fulfillment_fee: '0.00',
    retail_delivery_fee: '0.00',
    tax: money(tax),
    vat: money(vat),
    total: money(subtotal + shipping + tax + vat),
  }
}

const TAX: Record<string, number> = {
  CA: 0.0725,
  NY: 0.04,
  TX: 0.0625,
  FL: 0.06,
  WA: 0.065,
  IL: 0.0625,
  NC: 0.0475,
}
