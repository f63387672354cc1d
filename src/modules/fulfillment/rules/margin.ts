import { applyBasisPoints, type Cents } from '@/platform/money'

/** What a payment costs, as PayPal charges in the United States for a usual checkout; staff may set other figures in the calculator. */
export const defaultPaymentFee = { basisPoints: 349, fixedCents: 49 } as const

export type UnitPricing = {
  priceCents: Cents
  costCents: Cents
  feeBasisPoints: number
  feeFixedCents: Cents
}

/** What a piece leaves, sold alone; its way is not part of it. `perMille` of the price, null without one. */
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

/** The price that leaves so much of itself, rounded up to whole cents; null when no price can (fee and margin take it all). */
export function priceForMargin({
  costCents,
  feeBasisPoints,
  feeFixedCents,
  perMille,
}: Omit<UnitPricing, 'priceCents'> & { perMille: number }): Cents | null {
  const left = 10_000 - feeBasisPoints - perMille * 10
  return left > 0 ? Math.ceil(((costCents + feeFixedCents) * 10_000) / left) : null
}

/** 314 → '31.4 %' */
export function formatPerMille(perMille: number | null): string {
  return perMille === null ? '–' : `${(perMille / 10).toFixed(1)} %`
}
