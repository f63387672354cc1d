import { randomBytes } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { CollectionBeforeChangeHook, PayloadRequest } from 'payload'

import { mergeVariants } from '@/modules/catalog/rules/product'
import type { Product } from '@/payload-types'
import { toSlug } from '@/platform/slug'
import { databaseOf } from '@/platform/transaction'

type StoredVariant = NonNullable<Product['variants']>[number]

/** Lists as they are meant: trimmed, without blanks, each name once. */
const cleaned = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.trim()).filter(Boolean)),
]

/** The name's own, or with some letters behind it where another product has that. Of two at the same moment one waits for the other. */
const freeSlug = async (req: PayloadRequest, slug: string): Promise<string> => {
  const db = await databaseOf(req)
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`product slug ${slug}`}, 7))`,
  )
  const { rows } = await db.execute(sql`select 1 from products where slug = ${slug}`)
  return rows.length === 0 ? slug : `${slug}-${randomBytes(3).toString('hex')}`
}

/** Keeps `variants` in step with sizesAvailable × colorsAvailable, and the search text with the tags, at every save. */
export const syncVariants: CollectionBeforeChangeHook<Product> = async ({
  data,
  originalDoc,
  req,
}) => {
  const sizes = cleaned(data.sizesAvailable ?? originalDoc?.sizesAvailable ?? [])
  const colors = cleaned(data.colorsAvailable ?? originalDoc?.colorsAvailable ?? [])
  const known = data.variants ?? originalDoc?.variants ?? []
  const slug =
    data.slug || originalDoc?.slug || (await freeSlug(req, toSlug(data.name ?? '') || 'product'))
  const tags = cleaned(data.tags ?? originalDoc?.tags ?? [])
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
    searchTags: tags.join(' '),
    variants: mergeVariants<StoredVariant>(known, sizes, colors, (key) => ({
      ...key,
      available: true,
    })).map((variant) => (variant.sku ? variant : { ...variant, sku: skuOf(variant) })),
  }
}
