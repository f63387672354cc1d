import type { Cents } from '@/platform/money'

import {
  calculateTax,
  type PricedLine,
  type PricingRules,
  type SaleTax,
  type TaxAddress,
} from './rules/pricing'

/** What a tax is calculated for. Lines have their discounts; exempt customers never get here. */
export type TaxableSale = {
  lines: readonly PricedLine[]
  /** What the buyer pays for shipping. */
  shippingCents: Cents
  place: TaxAddress
}

/**
 * Calculates sales tax and the taxed amounts, for a quote and again for the order: the same sale has the same tax, or
 * the buyer is asked about the new total. Calls are repeated freely and record nothing. Changes don't ask it (decision
 * 021).
 */
export type TaxService = { calculateTax: (sale: TaxableSale) => Promise<SaleTax> }

/** The shop's own rules of the settings. The browser calculates by them, too. */
export function createOwnTax(rules: PricingRules): TaxService {
  return {
    calculateTax: ({ lines, shippingCents, place }) => {
      const { lines: _, ...tax } = calculateTax(lines, shippingCents, place, rules)
      return Promise.resolve(tax)
    },
  }
}
