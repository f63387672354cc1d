import { randomBytes } from 'node:crypto'

import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { CollectionBeforeChangeHook, PayloadRequest } from 'payload'

import { mergeVariants } from '@/modules/catalog/rules/product'
import { products } from '@/payload-generated-schema'
import type { Product } from '@/payload-types'
import { toSlug } from '@/platform/slug'
import { databaseOf } from '@/platform/transaction'

type StoredVariant = NonNullable<Product['variants']>[number]

/** Trims names and drops blanks and duplicates. */
const normalized = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.trim()).filter(Boolean)),
]

/** Returns the slug, with a random suffix if another product has it. Concurrent calls for one slug wait for each other. */
const uniqueSlug = async (req: PayloadRequest, slug: string): Promise<string> => {
  const db = await databaseOf(req)
  // Raw SQL: the query builder has no advisory locks.
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`product slug ${slug}`}, 7))`,
  )
  const sameSlugCount = await db.$count(products, eq(products.slug, slug))
  return sameSlugCount === 0 ? slug : `${slug}-${randomBytes(3).toString('hex')}`
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
  const skuOf = ({ color, size }: Pick<StoredVariant, 'color' | 'size'>): string =>
    [slug, color, size]
      .filter(Boolean)
      .map((part) => toSlug(part ?? ''))
      .join('-')
      .toUpperCase()
  return {
    ...data,
    slug,
    sizesAvailable: sizes,
    colorsAvailable: colors,
    tags,
    variants: mergeVariants<StoredVariant>(currentVariants, sizes, colors, (key) => ({
      ...key,
      available: true,
    })).map((variant) => (variant.sku ? variant : { ...variant, sku: skuOf(variant) })),
  }
}
