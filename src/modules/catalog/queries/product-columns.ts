import { and, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { SaleState } from '@/modules/catalog/rules/product'
import {
  media,
  products,
  products_rels,
  products_texts,
  products_variants,
} from '@/payload-generated-schema'
import type { Cents } from '@/platform/money'

/** Columns that migrations add to products; Payload's schema does not know them. */
/** For filters and sorting. A job renews it when a sale starts or ends, so it may lag behind by a minute. */
export const effectivePriceCents = sql<Cents>`products.effective_price_cents`
/** When the row was last written (migration 20261128_233500_priced_at). */
export const pricedAt = sql<string>`products.priced_at`
/** The sale price while its sale runs; null without one. Functions of migration 20261123_112600_sale_rules. */
export const runningSaleCents = sql<Cents | null>`running_sale(${products.salePriceCents}, ${products.saleStartsAt}, ${products.saleEndsAt})`
/** What customers pay now, unless the variant has a price of its own; null without a price. */
export const currentPriceCents = sql<Cents | null>`coalesce(${runningSaleCents}, ${products.basePriceCents}::integer)`
/** The price of a variant now; null if neither it nor its product has one, or if it is 0: nothing is for sale at $0. */
export const variantPriceCents = sql<Cents | null>`nullif(coalesce(${products_variants.priceOverrideCents}::integer, ${currentPriceCents}), 0)`
/** The state of the sale; null without one. Its end is the first moment without it. */
export const saleState = sql<SaleState | null>`case when ${products.saleStartsAt} is null then null
  when ${products.saleEndsAt} <= now() then 'ended' when ${products.saleStartsAt} > now() then 'planned' else 'running' end`
/** The lowest price of the 30 days before the running sale, if that was higher; else null. */
export const priceBeforeSaleCents = sql<Cents | null>`price_before_sale(${products.id}, ${products.salePriceCents}, ${products.saleStartsAt}, ${products.saleEndsAt})`
export const isSoldOut = sql<boolean>`products.is_sold_out`
/** The search document of a product (migration 20261123_024500_search), updated by triggers. */
export const productSearchTable = sql`product_search`
export const searchColumns = {
  productId: sql<number>`product_search.product_id`,
  document: sql`product_search.document`,
  garment: sql<string | null>`product_search.garment`,
  colors: sql<string[]>`product_search.colors`,
  sizes: sql<string[]>`product_search.sizes`,
  /** 'color/size' of each variant that can be bought. */
  combinations: sql<string[]>`product_search.combinations`,
}

export const isSearchOfProduct = sql`product_search.product_id = products.id`

/** Shown in the shop, with a price. A bare boolean, so that the partial indexes on is_active serve it. */
export const isForSale = sql`(${products.isActive} and ${effectivePriceCents} > 0)`

/**
 * A list of texts of the product, such as its sizes, as JSON. This and the others below refer to the product's row, so
 * they only work in queries that join products: in others Drizzle leaves the table names out.
 */
export function productTexts(path: 'tags' | 'sizesAvailable' | 'colorsAvailable') {
  return sql<
    string[]
  >`coalesce((select json_agg(${products_texts.text} order by ${products_texts.order}) from ${products_texts}
    where ${products_texts.parent} = ${products.id} and ${products_texts.path} = ${path}), '[]')`
}

/** Condition that the product has one of these tags, which are in lower case. */
export function hasTagIn(tags: readonly string[]): SQL {
  return sql`exists (select from ${products_texts} where ${products_texts.parent} = ${products.id}
    and ${products_texts.path} = 'tags' and lower(trim(${products_texts.text})) = any(${sql.param(tags)}))`
}

/** The product's pictures under `path`, each as `picture` builds it, in their order, as JSON. */
export function productPictures<Picture>(path: SQL, picture: SQL<Picture>, where: SQL) {
  return sql<
    Picture[]
  >`coalesce((select json_agg(${picture} order by ${products_rels.order}) from ${products_rels}
    join ${media} on ${media.id} = ${products_rels.mediaID} where ${products_rels.parent} = ${products.id} and ${products_rels.path} = ${path} and ${where}), '[]')`
}

/** Path of a color's pictures in products_rels; `color` is the alias of its row in products_color_images. */
export const colorImagesPath = sql`'colorImages.' || (color._order - 1) || '.images'`

/** The product's first picture, or null. */
export const firstPicture = sql<{
  baseName: string
  widths: number[]
  width: number
  height: number
  color: string
  alt: string
  focusX: number | null
  focusY: number | null
} | null>`(
  select json_build_object('baseName', ${media.baseName}, 'widths', ${media.widths}, 'width', ${media.width},
    'height', ${media.height}, 'color', ${media.color}, 'alt', ${media.alt}, 'focusX', ${media.focusX}, 'focusY', ${media.focusY})
  from ${products_rels} join ${media} on ${media.id} = ${products_rels.mediaID} and ${media.deletedAt} is null
  where ${products_rels.parent} = ${products.id} and ${products_rels.path} = 'images' order by ${products_rels.order} limit 1)`

type Range = {
  where: SQL | undefined
  order: SQL
  limit: number
  offset?: number
  /** Joins the search table, for conditions on its columns. */
  withSearch?: boolean
}

/** A query of the `id` and `place` (position) of products, for `productCardsFrom` and `productRecordsFrom`. */
export function rankProducts(
  { db }: Payload,
  { where, order, limit, offset = 0, withSearch = false }: Range,
) {
  const ranked = db.drizzle
    .select({
      id: products.id,
      place: sql<number>`row_number() over (order by ${order})`.as('place'),
    })
    .from(products)
  return (withSearch ? ranked.innerJoin(productSearchTable, isSearchOfProduct) : ranked)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .offset(offset)
}

/** The file name of a product's first picture, as a subquery. */
export function firstBaseName(drizzle: Payload['db']['drizzle']): SQL<string | null> {
  const subquery = drizzle
    .select({ baseName: media.baseName })
    .from(products_rels)
    .innerJoin(media, eq(media.id, products_rels.mediaID))
    .where(and(eq(products_rels.parent, products.id), eq(products_rels.path, 'images')))
    .orderBy(products_rels.order)
    .limit(1)
  return sql`${subquery}`
}
