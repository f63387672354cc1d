import { and, eq, type SQL, sql, type SQLWrapper } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { newProductInterval } from '@/modules/catalog/rules/product'
import { type PictureView, toPictureView } from '@/modules/media/queries/pictures'
import { products } from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'

import {
  currentPriceCents,
  firstPicture,
  hasTagIn,
  isForSale,
  isSoldOut,
  priceBeforeSaleCents,
  productTexts,
  rankProducts,
} from './product-columns'

export type ProductCardView = {
  id: number
  name: string
  priceCents: Cents
  /** The lowest price of the 30 days before the sale; null without a sale, or if it wasn’t higher. */
  wasCents: Cents | null
  picture: PictureView | null
  sizes: string[]
  colors: string[]
  /** Added within the last three weeks. */
  isNew: boolean
  /** No variant is available. */
  isSoldOut: boolean
}

/**
 * Returns cards of the products that `from` yields, in its order, with one statement.
 * @param from a query of `id` and `place` (position)
 */
export async function productCardsFrom(
  { db }: Pick<Payload, 'db'>,
  from: SQLWrapper,
): Promise<ProductCardView[]> {
  const rows = await db.drizzle
    .select({
      id: products.id,
      name: products.name,
      priceCents: sql<Cents>`coalesce(${currentPriceCents}, 0)`,
      wasCents: priceBeforeSaleCents,
      isNew: sql<boolean>`${products.createdAt} > now() - ${newProductInterval}::interval`,
      isSoldOut,
      sizes: productTexts('sizesAvailable'),
      colors: productTexts('colorsAvailable'),
      picture: firstPicture,
    })
    .from(sql`(${from}) chosen`)
    .innerJoin(products, eq(products.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
  return rows.map((row) => ({ ...row, picture: row.picture && toPictureView(row.picture) }))
}

/** Returns products of these ids that are for sale, in their order. */
export function listCardsById(
  payload: Payload,
  ids: readonly number[],
): Promise<ProductCardView[]> {
  if (ids.length === 0) return Promise.resolve([])
  return productCardsFrom(
    payload,
    sql`select ${products.id}, listed.place from unnest(${sql.param([...new Set(ids)])}::integer[]) with ordinality listed(id, place)
      join ${products} on ${products.id} = listed.id where ${isForSale}`,
  )
}

/** Returns featured products: those that can be bought first, then the newest. */
export function listFeaturedCards(payload: Payload, limit: number): Promise<ProductCardView[]> {
  const order = sql`${isSoldOut}, ${products.createdAt} desc, ${products.id} desc`
  const where = sql`${isForSale} and ${products.isFeatured}`
  return productCardsFrom(payload, rankProducts(payload, { where, order, limit }))
}

const tribeTags = ['recovery', 'sober', 'bohemian', 'spiritual', 'meditation', 'nature']

/**
 * Returns products for the Tribe: featured ones and those with one of its tags (storefront specification 2). Those that
 * can be bought come first, then the featured ones, then the newest.
 */
export function listTribeCards(payload: Payload, limit: number): Promise<ProductCardView[]> {
  const order = sql`${isSoldOut}, ${products.isFeatured} desc, ${products.createdAt} desc, ${products.id} desc`
  const where = sql`${isForSale} and (${products.isFeatured} or ${hasTagIn(tribeTags)})`
  return productCardsFrom(payload, rankProducts(payload, { where, order, limit }))
}

/** Returns other products: those that can be bought first, of these the same category, then the newest. */
export function listRelatedCards(
  payload: Payload,
  productId: number,
  categoryId: number | null,
  limit: number,
): Promise<ProductCardView[]> {
  // Two index scans instead of a sort of the whole catalog.
  const others = (isRelated: boolean, inCategory: SQL) =>
    payload.db.drizzle
      .select({
        id: products.id,
        isSoldOut: isSoldOut.as('is_sold_out'),
        createdAt: products.createdAt,
        isRelated: sql`${isRelated}::boolean`.as('is_related'),
      })
      .from(products)
      .where(and(isForSale, inCategory, sql`${products.id} <> ${productId}`))
      .orderBy(sql`${isSoldOut}, ${products.createdAt} desc, ${products.id} desc`)
      .limit(limit)
  return productCardsFrom(
    payload,
    sql`select id, row_number() over (order by is_sold_out, is_related desc, created_at desc, id desc) as place from (
      ${others(true, sql`${products.category} = ${categoryId}`)} union all
      ${others(false, sql`${products.category} is distinct from ${categoryId}`)}) related order by place limit ${limit}`,
  )
}
