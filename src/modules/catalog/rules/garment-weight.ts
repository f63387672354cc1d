import { unknownOunces } from '@/modules/checkout/rules/package-load'

export const maxWeightOunces = 1000

/** Usual weights with packaging, in ounces, by words of a product's name or category. */
const usualWeights: readonly (readonly [words: RegExp, ounces: number])[] = [
  [/\b(?:jackets?|coats?|windbreakers?|blankets?)\b/i, 24],
  [/\b(?:hoodies?|hooded)\b/i, 20],
  [/\b(?:sweatshirts?|crewnecks?|pullovers?|sweaters?|fleeces?)\b/i, 17],
  [/\b(?:mugs?|tumblers?|bottles?)\b/i, 16],
  [/\b(?:pants|joggers|sweatpants|leggings)\b/i, 14],
  [/\blong[- ]sleeves?\b/i, 8],
  [/\b(?:shirts?|tees?|t-?shirts?)\b/i, 7],
  [/\b(?:bags?|totes?)\b/i, 6],
  [/\b(?:tanks?|onesies?|bodysuits?)\b/i, 5],
  [/\b(?:hats?|caps?|beanies?|socks)\b/i, 4],
  [/\b(?:stickers?|magnets?|postcards?)\b/i, 1],
]

/**
 * Returns what one item weighs: as staff entered it, or what its kind of garment usually weighs. Never 0. Where several
 * kinds are named the heaviest counts, so that a missing weight makes postage too high rather than too low.
 */
export function itemOunces(product: {
  weightOunces: number | null
  name: string
  categoryName?: string | null
}): number {
  if (product.weightOunces !== null && product.weightOunces > 0) return product.weightOunces
  const text = `${product.name} ${product.categoryName ?? ''}`
  const usual = usualWeights.filter(([words]) => words.test(text)).map(([, ounces]) => ounces)
  return usual.length > 0 ? Math.max(...usual) : unknownOunces
}
