import { randomBytes } from 'node:crypto'
import type { CollectionBeforeChangeHook } from 'payload'
import { alignVariants } from '../domain/product'
import { toSlug } from '../domain/slug'
import type { Product } from '../payload-types'

type StoredVariant = NonNullable<Product['variants']>[number]

/** Lists as they are meant: trimmed, without blanks, each name once. */
const cleaned = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.trim()).filter(Boolean))]

/** Keeps `variants` in step with sizesAvailable × colorsAvailable, and the search text with the tags, at every save. */
export const alignProductVariants: CollectionBeforeChangeHook<Product> = ({ data, originalDoc }) => {
  const sizes = cleaned(data.sizesAvailable ?? originalDoc?.sizesAvailable ?? [])
  const colors = cleaned(data.colorsAvailable ?? originalDoc?.colorsAvailable ?? [])
  const known = data.variants ?? originalDoc?.variants ?? []
  const slug = data.slug || originalDoc?.slug || `${toSlug(data.name ?? 'product')}-${randomBytes(3).toString('hex')}`
  const tags = cleaned(data.tags ?? originalDoc?.tags ?? [])
  const skuOf = ({ color, size }: Pick<StoredVariant, 'color' | 'size'>): string =>
    [slug, color, size].filter(Boolean).map((part) => toSlug(part ?? '')).join('-').toUpperCase()
  return {
    ...data,
    slug,
    sizesAvailable: sizes,
    colorsAvailable: colors,
    tags,
    searchTags: tags.join(' '),
    variants: alignVariants<StoredVariant>(known, sizes, colors, (key) => ({ ...key, available: true }))
      .map((variant) => (variant.sku ? variant : { ...variant, sku: skuOf(variant) })),
  }
}
