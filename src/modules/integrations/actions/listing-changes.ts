import type { StoredProduct } from '@/modules/catalog/queries/admin-products'
import type { ProductInput } from '@/modules/catalog/schemas/admin-products'
import type { ImportedProduct, ImportedVariant } from '@/modules/integrations/rules/etsy-listing'

/** What a marketplace says of a product now. */
export type ListingSnapshot = ImportedProduct & {
  /** Its ids of the pictures. */ pictures: string[]
}
/** What it said last time, and which of our pictures came of it. */
export type ImportedListing = ListingSnapshot & { pictureIds: number[] }

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const isOf =
  ({ size, color }: { size: string | null; color: string | null }) =>
  (variant: { size: string | null; color: string | null }): boolean =>
    variant.size === size && variant.color === color

const priceOf = (variant: ImportedVariant, basePriceCents: number): number | null =>
  variant.priceCents === basePriceCents ? null : variant.priceCents

/** As the payload of a product. Prices that are the base price need none of their own. */
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
      priceOverrideCents: priceOf(variant, basePriceCents),
      available: variant.available,
      ...(variant.sku ? { sku: variant.sku } : {}),
    })),
  }
}

const currentVariant = (kept: StoredProduct, key: ImportedVariant) => {
  const found = kept.variants.find(isOf(key))
  return (
    found && {
      available: found.available,
      priceCents: found.priceOverrideCents ?? kept.basePriceCents ?? 0,
    }
  )
}

/** Whether pictures could not be had the last time, and staff left the others as they are. */
export function isMissingPictures(
  kept: StoredProduct,
  said: ImportedListing | null,
  now: ListingSnapshot,
): boolean {
  return (
    said !== null &&
    said.pictureIds.length < now.pictures.length &&
    same(
      kept.pictures.map(({ id }) => id),
      said.pictureIds,
    )
  )
}

/**
 * What has to change here because the marketplace changed it. Whatever staff changed here since the last import, by
 * comparison with what was said then, stays as they left it.
 */
export function compareListing(
  kept: StoredProduct,
  said: ImportedListing | null,
  now: ListingSnapshot,
): { fields: string[]; input: ProductInput } {
  const input: ProductInput = {}
  const fields: string[] = []
  if (!said) return { fields, input }
  const wanted = toProductInput(now)
  const take = (
    field: string,
    here: unknown,
    then: unknown,
    there: unknown,
    write: () => void,
  ): void => {
    if (!same(here, then) || same(then, there)) return
    fields.push(field)
    write()
  }
  take('name', kept.name, said.name, now.name, () => {
    input.name = wanted.name
  })
  take('description', kept.description, said.description, now.description, () => {
    input.description = wanted.description
  })
  take('price', kept.basePriceCents, said.basePriceCents, now.basePriceCents, () => {
    input.basePriceCents = wanted.basePriceCents
  })
  take('tags', kept.tags, said.tags, now.tags, () => {
    input.tags = wanted.tags
  })
  take('sizes', kept.sizesAvailable, said.sizes, now.sizes, () => {
    input.sizesAvailable = wanted.sizesAvailable
  })
  take('colors', kept.colorsAvailable, said.colors, now.colors, () => {
    input.colorsAvailable = wanted.colorsAvailable
  })
  take(
    'pictures',
    kept.pictures.map(({ id }) => id),
    said.pictureIds,
    said.pictures.length === now.pictures.length && same(said.pictures, now.pictures)
      ? said.pictureIds
      : null,
    () => {},
  )

  const [sizes, colors] = [
    input.sizesAvailable ?? kept.sizesAvailable,
    input.colorsAvailable ?? kept.colorsAvailable,
  ]
  const basePriceCents =
    input.basePriceCents === undefined ? (kept.basePriceCents ?? 0) : now.basePriceCents
  const variants = now.variants.flatMap((variant) => {
    const isListed =
      (variant.size === null ? sizes.length === 0 : sizes.includes(variant.size)) &&
      (variant.color === null ? colors.length === 0 : colors.includes(variant.color))
    if (!isListed) return []
    const [here, then] = [currentVariant(kept, variant), said.variants.find(isOf(variant))]
    const isNew = !here || !then
    const price =
      isNew || (here.priceCents === then.priceCents && then.priceCents !== variant.priceCents)
    const available =
      isNew || (here.available === then.available && then.available !== variant.available)
    if (!price && !available) return []
    return [
      {
        size: variant.size,
        color: variant.color,
        ...(price ? { priceOverrideCents: priceOf(variant, basePriceCents) } : {}),
        ...(available ? { available: variant.available } : {}),
      },
    ]
  })
  if (variants.length > 0) {
    fields.push('variants')
    input.variants = variants
  }
  return { fields, input }
}
