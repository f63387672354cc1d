import { and, eq, isNull, sql, type SQLWrapper } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { largestPictureUrl } from '@/modules/media/queries/picture-url'
import {
  media,
  products,
  products_color_images,
  products_variants,
} from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'

import {
  colorImagesPath,
  productPictures,
  productTexts,
  runningSaleCents,
  variantPriceCents,
} from './product-columns'

/** A product in the public API (storefront specification 3). Pictures are absolute URLs, dates ISO 8601. */
export type ProductRecord = {
  id: number
  name: string
  description: string
  basePriceCents: Cents | null
  /** Of the sale that runs now. */
  salePriceCents: Cents | null
  categoryId: number | null
  tags: string[]
  sizesAvailable: string[]
  colorsAvailable: string[]
  images: string[]
  colorImages: Record<string, string[]>
  isActive: boolean
  isFeatured: boolean
  designInspiration: string | null
  canvaDesignUrl: string | null
  seoTitle: string | null
  seoDescription: string | null
  createdAt: string
  printfulProductId: string | null
  /** What can be bought now: one for each size and color. */
  variants: { size: string | null; color: string | null; sku: string | null; priceCents: Cents }[]
}

type StoredPicture = Parameters<typeof largestPictureUrl>[0]

const picture = sql<StoredPicture>`json_build_object('baseName', ${media.baseName}, 'widths', ${media.widths})`
const isNotTrashed = isNull(media.deletedAt)
const colorImages = sql<{ color: string; images: StoredPicture[] }[]>`coalesce((
  select json_agg(json_build_object('color', color.color, 'images', ${productPictures(colorImagesPath, picture, isNotTrashed)}) order by color._order)
  from ${products_color_images} color where color._parent_id = ${products.id}), '[]')`

const variants = sql<ProductRecord['variants']>`coalesce((
  select json_agg(json_build_object('size', ${products_variants.size}, 'color', ${products_variants.color}, 'sku', ${products_variants.sku},
    'priceCents', ${variantPriceCents}) order by ${products_variants._order})
  from ${products_variants} where ${products_variants._parentID} = ${products.id} and ${products_variants.available} and ${variantPriceCents} is not null), '[]')`

/** Fields that the shop and the admin give alike. */
export const sharedFields = {
  id: products.id,
  name: products.name,
  description: sql<string>`coalesce(${products.description}, '')`,
  basePriceCents: products.basePriceCents,
  salePriceCents: products.salePriceCents,
  categoryId: products.category,
  tags: productTexts('tags'),
  sizesAvailable: productTexts('sizesAvailable'),
  colorsAvailable: productTexts('colorsAvailable'),
  isActive: sql<boolean>`coalesce(${products.isActive}, false)`,
  isFeatured: sql<boolean>`coalesce(${products.isFeatured}, false)`,
  designInspiration: sql<string | null>`nullif(${products.designInspiration}, '')`,
  canvaDesignUrl: sql<string | null>`nullif(${products.canvaDesignUrl}, '')`,
  seoTitle: sql<string | null>`nullif(${products.seoTitle}, '')`,
  seoDescription: sql<string | null>`nullif(${products.seoDescription}, '')`,
  createdAt: products.createdAt,
  printfulProductId: products.printfulProductId,
}

const urls = (pictures: readonly StoredPicture[]): string[] =>
  pictures.flatMap((stored) => largestPictureUrl(stored) ?? [])

/** Returns the products of `from` (a query of `id` and `place`) in its order, with one statement. */
export async function productRecordsFrom(
  { db }: Payload,
  from: SQLWrapper,
): Promise<ProductRecord[]> {
  const rows = await db.drizzle
    .select({
      ...sharedFields,
      salePriceCents: runningSaleCents,
      images: productPictures(sql`'images'`, picture, isNotTrashed),
      colorImages,
      variants,
    })
    .from(sql`(${from}) chosen`)
    .innerJoin(products, eq(products.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
  return rows.map((row) => ({
    ...row,
    images: urls(row.images),
    colorImages: Object.fromEntries(
      row.colorImages.map(({ color, images }) => [color, urls(images)]),
    ),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

/** Returns an active product, or null if there is none. */
export async function getProductRecord(
  payload: Payload,
  id: number,
): Promise<ProductRecord | null> {
  const chosen = payload.db.drizzle
    .select({ id: products.id, place: sql`1`.as('place') })
    .from(products)
    .where(and(eq(products.id, id), eq(products.isActive, true)))
  const [record] = await productRecordsFrom(payload, chosen)
  return record ?? null
}
