import { applyBasisPoints, type Cents } from '@/platform/money'

/** A price with a percentage off, in cents; null if that changes nothing or leaves nothing. */
export function salePriceCents(basePriceCents: Cents | null, percent: number): Cents | null {
  if (basePriceCents === null) return null
  const price = basePriceCents - applyBasisPoints(basePriceCents, Math.round(percent * 100))
  return price > 0 && price < basePriceCents ? price : null
}
