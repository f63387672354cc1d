import type { StoredProduct } from '@/modules/catalog/queries/admin-products'
import { isSaleValid } from '@/modules/catalog/rules/product'
import type { ProductInput } from '@/modules/catalog/schemas/admin-products'
import type { ImportedProduct, ImportedVariant } from '@/modules/integrations/rules/etsy-listing'
import type { Cents } from '@/platform/money'

/** A product as the marketplace has it now; `pictures` are the marketplace's ids. */
export type ListingSnapshot = ImportedProduct & { pictures: string[] }
/** A product as of the last import, and the media that its pictures became. */
export type ImportedListing = ListingSnapshot & { pictureIds: number[] }

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

type VariantKey = Pick<ImportedVariant, 'size' | 'color'>
const findVariant = <Variant extends VariantKey>(
  variants: readonly Variant[],
  { size, color }: VariantKey,
): Variant | undefined =>
  variants.find((variant) => variant.size === size && variant.color === color)

const overrideOf = ({ priceCents }: ImportedVariant, basePriceCents: Cents): Cents | null =>
  priceCents === basePriceCents ? null : priceCents

/** Converts an imported product to the input for saving it. Variants at the base price have no price of their own. */
export function toProductInput({
  name,
  description,
  basePriceCents,
  tags,
  sizes,
  colors,
  variants,
}: ImportedProduct): ProductInput & { name: string } {
  return {
    name,
    description: description || null,
    basePriceCents,
    tags,
    sizesAvailable: sizes,
    colorsAvailable: colors,
    variants: variants.map((variant) => ({
      size: variant.size,
      color: variant.color,
      priceOverrideCents: overrideOf(variant, basePriceCents),
      available: variant.available,
      ...(variant.sku ? { sku: variant.sku } : {}),
    })),
  }
}

const picturesOf = ({ pictures }: StoredProduct): number[] => pictures.map(({ id }) => id)

/** Whether pictures failed in the last import and staff left the others as they were. */
export function isMissingPictures(
  stored: StoredProduct,
  last: ImportedListing | null,
  now: ListingSnapshot,
): boolean {
  return (
    last !== null &&
    last.pictureIds.length < now.pictures.length &&
    isEqual(picturesOf(stored), last.pictureIds)
  )
}

const isListed = (value: string | null, values: readonly string[]): boolean =>
  value === null ? values.length === 0 : values.includes(value)

/**
 * Returns the changed variants with the price or availability to take. A variant that had the base price keeps it when the
 * base price changes.
 */
function compareVariants(
  stored: StoredProduct,
  last: ImportedListing,
  now: ListingSnapshot,
  input: ProductInput,
): NonNullable<ProductInput['variants']> {
  const sizes = input.sizesAvailable ?? stored.sizesAvailable
  const colors = input.colorsAvailable ?? stored.colorsAvailable
  const basePriceCents =
    input.basePriceCents === undefined ? (stored.basePriceCents ?? 0) : now.basePriceCents
  return now.variants.flatMap((variant) => {
    if (!isListed(variant.size, sizes) || !isListed(variant.color, colors)) return []
    const local = findVariant(stored.variants, variant)
    const before = findVariant(last.variants, variant)
    const isNew = !local || !before
    const localPriceCents = local?.priceOverrideCents ?? stored.basePriceCents ?? 0
    const takesPrice =
      isNew || (localPriceCents === before.priceCents && before.priceCents !== variant.priceCents)
    const takesAvailability =
      isNew || (local.available === before.available && before.available !== variant.available)
    const keepsPrice =
      !takesPrice && local.priceOverrideCents === null && localPriceCents !== basePriceCents
    if (!takesPrice && !keepsPrice && !takesAvailability) return []
    return [
      {
        size: variant.size,
        color: variant.color,
        ...(takesPrice ? { priceOverrideCents: overrideOf(variant, basePriceCents) } : {}),
        ...(keepsPrice ? { priceOverrideCents: localPriceCents } : {}),
        ...(takesAvailability ? { available: variant.available } : {}),
      },
    ]
  })
}

/**
 * Returns the listing with the prices of the last import if the new price isn't above the shop's own sale price, which
 * a product can't have. Everything else is still imported.
 */
export function leaveOutPricesBelowSale<Listing extends ImportedProduct>(
  { basePriceCents, salePriceCents }: StoredProduct,
  last: ImportedListing | null,
  now: Listing,
): Listing {
  const isTaken = basePriceCents === last?.basePriceCents && basePriceCents !== now.basePriceCents
  if (!last || !isTaken || isSaleValid({ basePriceCents: now.basePriceCents, salePriceCents }))
    return now
  const variants = now.variants.map((variant) => ({
    ...variant,
    priceCents: findVariant(last.variants, variant)?.priceCents ?? variant.priceCents,
  }))
  return { ...now, basePriceCents: last.basePriceCents, variants }
}

/**
 * Returns the fields that changed at the marketplace since the last import, and the input that applies
 * them. What staff changed since then stays.
 */
export function compareListing(
  stored: StoredProduct,
  last: ImportedListing | null,
  now: ListingSnapshot,
): { fields: string[]; input: ProductInput } {
  if (!last) return { fields: [], input: {} }
  const { name, description, basePriceCents, tags, sizesAvailable, colorsAvailable } =
    toProductInput(now)
  const comparisons: [field: string, local: unknown, last: unknown, now: unknown, ProductInput][] =
    [
      ['name', stored.name, last.name, now.name, { name }],
      ['description', stored.description, last.description, now.description, { description }],
      ['price', stored.basePriceCents, last.basePriceCents, now.basePriceCents, { basePriceCents }],
      ['tags', stored.tags, last.tags, now.tags, { tags }],
      ['sizes', stored.sizesAvailable, last.sizes, now.sizes, { sizesAvailable }],
      ['colors', stored.colorsAvailable, last.colors, now.colors, { colorsAvailable }],
      [
        'pictures',
        picturesOf(stored),
        last.pictureIds,
        isEqual(last.pictures, now.pictures) ? last.pictureIds : null,
        {},
      ],
    ]
  const changed = comparisons.filter(
    ([, local, before, after]) => isEqual(local, before) && !isEqual(before, after),
  )
  const fields = changed.map(([field]) => field)
  const input = changed.reduce<ProductInput>((all, [, , , , change]) => ({ ...all, ...change }), {})
  const variants = compareVariants(stored, last, now, input)
  if (variants.length === 0) return { fields, input }
  return { fields: [...fields, 'variants'], input: { ...input, variants } }
}
