import { applyBasisPoints, type Cents } from '@/platform/money'

type PricedProduct = { basePriceCents?: Cents | null; salePriceCents?: Cents | null }

/** The sale price if present, otherwise the base price (storefront specification 3). */
export function effectivePriceCents({ basePriceCents, salePriceCents }: PricedProduct): Cents {
  return salePriceCents ?? basePriceCents ?? 0
}

/** A sale must be cheaper than the base price. */
export function isSaleValid({ basePriceCents, salePriceCents }: PricedProduct): boolean {
  return salePriceCents == null || basePriceCents == null || salePriceCents < basePriceCents
}

type ScheduledSale = {
  salePriceCents?: Cents | null
  saleStartsAt?: string | null
  saleEndsAt?: string | null
}

/** A sale must end after its start. Without one it starts now, or has been running (migration sale_rules). */
export function isSaleEndValid({
  salePriceCents,
  saleStartsAt,
  saleEndsAt,
}: ScheduledSale): boolean {
  if (salePriceCents == null || !saleEndsAt) return true
  return Date.parse(saleEndsAt) > (saleStartsAt ? Date.parse(saleStartsAt) : Date.now())
}
export const saleEndMessage = 'The end must be after the start.'

/** A price with a percentage off, in cents; null if that changes nothing or leaves nothing. */
export function reducedPriceCents(basePriceCents: Cents | null, percent: number): Cents | null {
  if (basePriceCents === null) return null
  const price = basePriceCents - applyBasisPoints(basePriceCents, Math.round(percent * 100))
  return price > 0 && price < basePriceCents ? price : null
}

export const saleStates = ['planned', 'running', 'ended'] as const
export type SaleState = (typeof saleStates)[number]

/** As long as any SKU that the shop makes of a slug, a color, and a size (hooks/sync-variants). */
export const maxSkuLength = 250

export const defaultSizes = ['XS', 'S', 'M', 'L', 'XL'] as const
export const defaultColors = ['Black', 'White', 'Gray'] as const
const eachOnce = (names: readonly string[]): readonly (string | null)[] =>
  names.length > 0 ? [...new Set(names)] : [null]

/**
 * One variant for each size × color; a product without sizes or colors has one of each. A name that is listed twice
 * counts once.
 */
export function variantKeys(
  sizes: readonly string[],
  colors: readonly string[],
): { size: string | null; color: string | null }[] {
  return eachOnce(colors).flatMap((color) => eachOnce(sizes).map((size) => ({ size, color })))
}

/**
 * Returns the variants of the two lists; those that stay keep their values. The lists decide: a size that was removed
 * from its list loses its variants, a new one gets fresh ones.
 */
export function mergeVariants<V extends { size?: string | null; color?: string | null }>(
  stored: readonly V[],
  sizes: readonly string[],
  colors: readonly string[],
  fresh: (key: { size: string | null; color: string | null }) => V,
): V[] {
  return variantKeys(sizes, colors).map(
    (key) =>
      stored.find(
        (variant) => (variant.size ?? null) === key.size && (variant.color ?? null) === key.color,
      ) ?? fresh(key),
  )
}

/** How long a product counts as new after its creation, as a PostgreSQL interval. */
export const newProductInterval = '21 days'
