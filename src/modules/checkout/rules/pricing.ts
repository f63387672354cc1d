import { applyBasisPoints, type Cents } from '@/platform/money'

/** How one state taxes clothing, where it differs from the shop's one rate. */
export type StateTaxRule = {
  stateCode: string
  /** none: clothing is not taxed. excess: only the part of an item’s price above the threshold. whole: an item at or above the threshold is taxed in full. rate: another rate. */
  kind: 'none' | 'excess' | 'whole' | 'rate'
  /** Price of a single item, for excess and whole. */
  thresholdCents?: Cents
  /** Hundredths of a percent (8 % = 800); the shop's rate when absent. */
  rateBasisPoints?: number
}

export type PricingRules = {
  freeShippingFromCents: Cents
  shippingCents: Cents
  taxBasisPoints: number
  stateTaxRules: readonly StateTaxRule[]
}

/** Storefront specification 9: free from 50, else 5.99; tax 8 % of the subtotal. Clothing rules by state: docs/deviations.md. */
export const defaultPricingRules: PricingRules = {
  freeShippingFromCents: 5000,
  shippingCents: 599,
  taxBasisPoints: 800,
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

export type PricedLine = { unitCents: Cents; quantity: number }
export type OrderTotals = {
  subtotalCents: Cents
  shippingCents: Cents
  taxCents: Cents
  totalCents: Cents
}

export function calculateSubtotal(lines: readonly PricedLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
}

export function calculateShipping(subtotalCents: Cents, rules: PricingRules): Cents {
  return subtotalCents === 0 || subtotalCents >= rules.freeShippingFromCents
    ? 0
    : rules.shippingCents
}

/** What is still missing for free shipping; 0 once it applies. */
export function amountToFreeShipping(subtotalCents: Cents, rules: PricingRules): Cents {
  return Math.max(0, rules.freeShippingFromCents - subtotalCents)
}

const taxablePart = (unitCents: Cents, rule: StateTaxRule | undefined): Cents => {
  const threshold = rule?.thresholdCents ?? 0
  if (rule?.kind === 'none') return 0
  if (rule?.kind === 'excess') return Math.max(0, unitCents - threshold)
  if (rule?.kind === 'whole') return unitCents >= threshold ? unitCents : 0
  return unitCents
}

/** Tax on the goods, rounded half up once for the whole order; shipping is not taxed. */
export function calculateTax(
  lines: readonly PricedLine[],
  stateCode: string,
  rules: PricingRules,
): Cents {
  const rule = rules.stateTaxRules.find((candidate) => candidate.stateCode === stateCode)
  const taxable = lines.reduce(
    (sum, line) => sum + taxablePart(line.unitCents, rule) * line.quantity,
    0,
  )
  return applyBasisPoints(taxable, rule?.rateBasisPoints ?? rules.taxBasisPoints)
}

/** The totals of a cart (no state yet: no tax) and of a checkout, from one function. */
export function calculateTotals(
  lines: readonly PricedLine[],
  stateCode: string | null,
  rules: PricingRules,
): OrderTotals {
  const subtotalCents = calculateSubtotal(lines)
  const shippingCents = calculateShipping(subtotalCents, rules)
  const taxCents = stateCode === null ? 0 : calculateTax(lines, stateCode, rules)
  return {
    subtotalCents,
    shippingCents,
    taxCents,
    totalCents: subtotalCents + shippingCents + taxCents,
  }
}
