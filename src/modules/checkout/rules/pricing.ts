import { applyBasisPoints, type Cents } from '@/platform/money'

import { type ShippingMethodId, type ShippingRegion, shippingRegionOf } from './destination'
import { type PackageLoad, packageLoad } from './package-load'

/**
 * none: clothing isn’t taxed. excess: only the part of an item’s price above the threshold is. whole: only items at or
 * above the threshold are, in full. rate: another rate.
 */
export const taxKinds = ['none', 'excess', 'whole', 'rate'] as const

/** How one state taxes clothing, where it differs from the shop's one rate. */
export type StateTaxRule = {
  stateCode: string
  /** The rule holds only for these ZIP codes of the state ('10001'), both included, and goes before the state's. */
  zipFrom?: string
  zipTo?: string
  kind: (typeof taxKinds)[number]
  /** Price of a single item, for excess and whole. */
  thresholdCents?: Cents
  /** Hundredths of a percent (8.875 % = 887.5); the shop's rate when absent. */
  rateBasisPoints?: number
  /** Shipping is taxed at the same rate whenever something in the order is. */
  taxesShipping?: boolean
}

/** Where an order goes. The ZIP code may be incomplete while it is typed in. */
export type TaxAddress = { stateCode: string; zip: string }

/** flat: one price. table: the shop's own rates. printful: the printer's current rates, else the table. */
export const shippingSources = ['flat', 'table', 'printful'] as const
export type ShippingSource = (typeof shippingSources)[number]

/**
 * What a package costs from this number of items (or ounces) on, up to the region's next row. All rows of a table use
 * the same unit. Prices are never 0.
 */
type ShippingRate = {
  region: ShippingRegion
  fromItems: number
  /** Null in a table by items. */
  fromOunces?: number | null
  standardCents: Cents
  /** Null: not offered. */
  expressCents: Cents | null
}

export type PricingRules = {
  freeShippingFromCents: Cents
  /** The flat price; besides, what standard shipping costs where the table has no row. */
  shippingCents: Cents
  shippingSource: ShippingSource
  shippingRates: readonly ShippingRate[]
  taxBasisPoints: number
  stateTaxRules: readonly StateTaxRule[]
  /** States in which the shop collects tax; null: in all of them, as in the specification. */
  taxStates: readonly string[] | null
}

/** Storefront specification 9: free from 50, else 5.99; tax 8 % of the subtotal. Clothing rules by state: docs/deviations.md. */
export const defaultPricingRules: PricingRules = {
  freeShippingFromCents: 5000,
  shippingCents: 599,
  shippingSource: 'flat',
  shippingRates: [],
  taxBasisPoints: 800,
  taxStates: null,
  stateTaxRules: [
    ...['PA', 'NJ', 'MN', 'VT', 'DE', 'MT', 'NH', 'OR'].map((stateCode) => ({
      stateCode,
      kind: 'none' as const,
    })),
    { stateCode: 'MA', kind: 'excess', thresholdCents: 17500 },
    { stateCode: 'RI', kind: 'excess', thresholdCents: 25000 },
    { stateCode: 'NY', kind: 'whole', thresholdCents: 11000 },
  ],
}

/** The rules for a tax-exempt customer. */
export function withoutTax(rules: PricingRules): PricingRules {
  return { ...rules, taxStates: [] }
}

export type PricedLine = {
  unitCents: Cents
  quantity: number
  /** What one of them weighs, for shipping prices by weight. */
  ounces?: number
  /** Taken off the whole line (modules/discounts); at most its price. */
  discountCents?: Cents
}
export type OrderTotals = {
  /** Before discounts. */
  subtotalCents: Cents
  discountCents: Cents
  shippingCents: Cents
  taxCents: Cents
  /** Gift cards that are bought: part of the total, without discount, shipping, and tax. */
  purchasedCardsCents?: Cents
  totalCents: Cents
  /** Part of the total that a gift card pays. */
  giftCardCents?: Cents
}

function calculateSubtotal(lines: readonly PricedLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
}

/** The subtotal is the one before discounts: a discount never ends free shipping. */
export function calculateShipping(
  subtotalCents: Cents,
  rules: Pick<PricingRules, 'freeShippingFromCents' | 'shippingCents'>,
): Cents {
  return subtotalCents === 0 || subtotalCents >= rules.freeShippingFromCents
    ? 0
    : rules.shippingCents
}

/** Whether the shop's table counts ounces. */
export function isTableByWeight({
  shippingRates,
}: {
  shippingRates: readonly { fromOunces?: number | null }[]
}): boolean {
  return shippingRates.some(({ fromOunces }) => typeof fromOunces === 'number')
}

/**
 * What a package costs by the owner's settings, before free shipping. Standard shipping always has a price above 0 unless
 * the flat price is 0 on purpose: where the table has no row, the flat price stands in.
 * @returns null if the method isn't offered there
 */
export function settingsShippingPrice(
  rules: Pick<PricingRules, 'shippingSource' | 'shippingRates' | 'shippingCents'>,
  region: ShippingRegion,
  { units, ounces }: PackageLoad,
  method: ShippingMethodId = 'standard',
): Cents | null {
  if (rules.shippingSource === 'flat') return method === 'standard' ? rules.shippingCents : null
  const byWeight = isTableByWeight(rules)
  const startOf = ({ fromItems, fromOunces }: ShippingRate): number =>
    byWeight ? (fromOunces ?? Infinity) : fromItems
  const rate = rules.shippingRates
    .filter((row) => row.region === region && startOf(row) <= (byWeight ? ounces : units))
    .toSorted((a, b) => startOf(b) - startOf(a))[0]
  if (method === 'express') return rate?.expressCents || null
  return rate?.standardCents || rules.shippingCents || defaultPricingRules.shippingCents
}

const taxablePart = (unitCents: Cents, rule: StateTaxRule | undefined): Cents => {
  const threshold = rule?.thresholdCents ?? 0
  if (rule?.kind === 'none') return 0
  if (rule?.kind === 'excess') return Math.max(0, unitCents - threshold)
  if (rule?.kind === 'whole') return unitCents >= threshold ? unitCents : 0
  return unitCents
}

/** Prices of the single items of a line after its discount, which they share to the cent. */
export function splitLine({
  unitCents,
  quantity,
  discountCents = 0,
}: PricedLine): { unitCents: Cents; quantity: number }[] {
  const share = Math.floor(discountCents / quantity)
  const larger = discountCents - share * quantity
  return [
    { unitCents: unitCents - share, quantity: quantity - larger },
    { unitCents: unitCents - share - 1, quantity: larger },
  ].filter((part) => part.quantity > 0)
}

const findTaxRule = (
  { stateCode, zip }: TaxAddress,
  { stateTaxRules }: PricingRules,
): StateTaxRule | undefined => {
  const ofState = stateTaxRules.filter((rule) => rule.stateCode === stateCode)
  const zip5 = /^\d{5}/.exec(zip)?.[0]
  return (
    ofState.find(
      ({ zipFrom, zipTo }) => zip5 && zipFrom && zip5 >= zipFrom && zip5 <= (zipTo ?? zipFrom),
    ) ?? ofState.find(({ zipFrom }) => !zipFrom)
  )
}

/** The tax, and the taxed amounts of items (after discounts) and shipping. */
export type SaleTax = Record<'taxCents' | 'taxableCents' | 'taxableShippingCents', Cents>
export const noTax: SaleTax = { taxCents: 0, taxableCents: 0, taxableShippingCents: 0 }

/** How much more tax one sale has than another. */
export function subtractTax(tax: SaleTax, other: SaleTax): SaleTax {
  return {
    taxCents: tax.taxCents - other.taxCents,
    taxableCents: tax.taxableCents - other.taxableCents,
    taxableShippingCents: tax.taxableShippingCents - other.taxableShippingCents,
  }
}

/**
 * The tax of an order, rounded half up once: on the taxed part of each line (`lines`), and on shipping where the state's
 * rule says so.
 */
export function calculateTax(
  lines: readonly PricedLine[],
  shippingCents: Cents,
  place: TaxAddress,
  rules: PricingRules,
): SaleTax & { lines: Cents[] } {
  if (rules.taxStates && !rules.taxStates.includes(place.stateCode))
    return { lines: lines.map(() => 0), ...noTax }
  const rule = findTaxRule(place, rules)
  const goods = lines.map((line) =>
    splitLine(line).reduce(
      (sum, { unitCents, quantity }) => sum + taxablePart(unitCents, rule) * quantity,
      0,
    ),
  )
  const goodsCents = goods.reduce((sum, cents) => sum + cents, 0)
  const taxableShippingCents = goodsCents > 0 && rule?.taxesShipping ? shippingCents : 0
  const taxCents = applyBasisPoints(
    goodsCents + taxableShippingCents,
    rule?.rateBasisPoints ?? rules.taxBasisPoints,
  )
  return { lines: goods, taxCents, taxableCents: goodsCents, taxableShippingCents }
}

/** How an order is shipped, where that is not by the settings' price for standard shipping. */
type ShippingChoice = {
  method: ShippingMethodId
  /** Before free shipping. */
  priceCents: Cents
}

/**
 * The totals of a cart (no place yet: no tax) and of a checkout, from one function. Free shipping is for standard only.
 * @param options isShippingFree: a discount pays for shipping; shipping: how it is shipped, and at what price; without
 * it, standard at the price of the settings
 */
export function calculateTotals(
  lines: readonly PricedLine[],
  place: TaxAddress | null,
  rules: PricingRules,
  {
    isShippingFree = false,
    shipping,
  }: { isShippingFree?: boolean; shipping?: ShippingChoice } = {},
): OrderTotals {
  const subtotalCents = calculateSubtotal(lines)
  const discountCents = lines.reduce((sum, line) => sum + (line.discountCents ?? 0), 0)
  const priceCents =
    shipping?.priceCents ??
    settingsShippingPrice(rules, shippingRegionOf(place?.stateCode ?? ''), packageLoad(lines)) ??
    rules.shippingCents
  const shippingCents =
    shipping?.method === 'express'
      ? priceCents
      : isShippingFree
        ? 0
        : calculateShipping(subtotalCents, { ...rules, shippingCents: priceCents })
  const { taxCents } = place ? calculateTax(lines, shippingCents, place, rules) : noTax
  return {
    subtotalCents,
    discountCents,
    shippingCents,
    taxCents,
    totalCents: subtotalCents - discountCents + shippingCents + taxCents,
  }
}
