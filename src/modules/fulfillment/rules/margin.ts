import { applyBasisPoints, type Cents } from '@/platform/money'

/** PayPal's standard fee in the United States; the calculator allows other values. */
export const defaultPaymentFee = { basisPoints: 349, fixedCents: 49 } as const

type UnitPricing = {
  priceCents: Cents
  costCents: Cents
  feeBasisPoints: number
  feeFixedCents: Cents
}

/** Returns the profit of one unit sold alone, without shipping. `perMille` of the price; null without a price. */
export function unitMargin({ priceCents, costCents, feeBasisPoints, feeFixedCents }: UnitPricing): {
  feeCents: Cents
  profitCents: Cents
  perMille: number | null
} {
  const feeCents = priceCents > 0 ? applyBasisPoints(priceCents, feeBasisPoints) + feeFixedCents : 0
  const profitCents = priceCents - costCents - feeCents
  return {
    feeCents,
    profitCents,
    perMille: priceCents > 0 ? Math.round((profitCents * 1000) / priceCents) : null,
  }
}

/** Returns the price with this margin, rounded up to cents; null if fee and margin exceed any price. */
export function priceForMargin({
  costCents,
  feeBasisPoints,
  feeFixedCents,
  perMille,
}: Omit<UnitPricing, 'priceCents'> & { perMille: number }): Cents | null {
  const remainingBasisPoints = 10_000 - feeBasisPoints - perMille * 10
  return remainingBasisPoints > 0
    ? Math.ceil(((costCents + feeFixedCents) * 10_000) / remainingBasisPoints)
    : null
}

/** 314 → '31.4 %' */
export function formatPerMille(perMille: number | null): string {
  return perMille === null ? '–' : `${(perMille / 10).toFixed(1)}%`
}
