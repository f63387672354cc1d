import { randomBytes } from 'node:crypto'

import { and, eq, inArray, ne } from '@payloadcms/db-postgres/drizzle'
import type { CollectionBeforeChangeHook, PayloadRequest } from 'payload'

import { mergeVariants } from '@/modules/catalog/rules/product'
import { products, products_variants } from '@/payload-generated-schema'
import type { Product } from '@/payload-types'
import { toSlug } from '@/platform/slug'
import { databaseOf, lockName } from '@/platform/transaction'

type StoredVariant = NonNullable<Product['variants']>[number]

/** Trims names and drops blanks and duplicates. */
const normalized = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.trim()).filter(Boolean)),
]

/** Returns the slug, with a random suffix if another product has it. Concurrent calls for one slug wait for each other. */
const uniqueSlug = async (req: PayloadRequest, slug: string): Promise<string> => {
  const db = await databaseOf(req)
  await lockName(db, `product slug ${slug}`)
  const sameSlugCount = await db.$count(products, eq(products.slug, slug))
  return sameSlugCount === 0 ? slug : `${slug}-${randomBytes(3).toString('hex')}`
}

const skuOf = (slug: string, { color, size }: Pick<StoredVariant, 'color' | 'size'>): string =>
  [slug, color, size]
    .filter(Boolean)
    .map((part) => toSlug(part ?? ''))
    .join('-')
    .toUpperCase()

/**
 * Gives SKUs to the variants without one, with a random suffix where another variant has it: of a product that had this
 * slug before, or of a color that is spelled alike.
 */
const withSkus = async (
  req: PayloadRequest,
  variants: readonly StoredVariant[],
  slug: string,
  id: number | undefined,
): Promise<StoredVariant[]> => {
  const generated = variants.flatMap((variant) => (variant.sku ? [] : skuOf(slug, variant)))
  if (generated.length === 0) return [...variants]
  const rows = await (
    await databaseOf(req)
  )
    .select({ sku: products_variants.sku })
    .from(products_variants)
    .where(and(ne(products_variants._parentID, id ?? 0), inArray(products_variants.sku, generated)))
  const usedSkus = new Set([...rows, ...variants].flatMap(({ sku }) => sku || []))
  return variants.map((variant) => {
    if (variant.sku) return variant
    const base = skuOf(slug, variant)
    const sku = usedSkus.has(base)
      ? `${base}-${randomBytes(3).toString('hex').toUpperCase()}`
      : base
    usedSkus.add(sku)
    return { ...variant, sku }
  })
}

/** Syncs `variants` with sizesAvailable × colorsAvailable at every save. */
export const syncVariants: CollectionBeforeChangeHook<Product> = async ({
  data,
  originalDoc,
  req,
}) => {
  const sizes = normalized(data.sizesAvailable ?? originalDoc?.sizesAvailable ?? [])
  const colors = normalized(data.colorsAvailable ?? originalDoc?.colorsAvailable ?? [])
  const currentVariants = data.variants ?? originalDoc?.variants ?? []
  const slug =
    data.slug || originalDoc?.slug || (await uniqueSlug(req, toSlug(data.name ?? '') || 'product'))
  const tags = normalized(data.tags ?? originalDoc?.tags ?? [])
  const variants = mergeVariants<StoredVariant>(currentVariants, sizes, colors, (key) => ({
    ...key,
    available: true,
  }))
  return {
    ...data,
    slug,
    sizesAvailable: sizes,
    colorsAvailable: colors,
    tags,
    variants: await withSkus(req, variants, slug, originalDoc?.id),
  }
}
