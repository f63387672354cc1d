import {
  and,
  between,
  desc,
  gt,
  isNotNull,
  lt,
  type SQL,
  sql,
  type SQLWrapper,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type ProductSearch, productsPerPage } from '@/modules/catalog/rules/product-search'
import { type SearchMatch, searchWithCorrection } from '@/modules/shop/queries/search-match'
import { asksForSale } from '@/modules/shop/rules/search-plan'
import { categories, products } from '@/payload-generated-schema'

import { productCardsFrom, type ProductCardView } from './product-cards'
import {
  effectivePriceCents,
  isForSale,
  isSearchOfProduct,
  isSoldOut,
  productSearchTable,
  rankProducts,
  runningSaleCents,
  searchColumns,
} from './product-columns'
import { type ProductRecord, productRecordsFrom } from './product-response'

type PageOf<View> = { products: View[]; total: number; page: number; pages: number }
/** `correctedSearch` is what was searched instead, because nothing matched what was typed. */
export type ProductPageView = PageOf<ProductCardView> & { correctedSearch: string | null }

/** The search of the API, which has more parameters than the page. */
export type ProductListSearch = ProductSearch & { featured: boolean; limit: number }

const priceRanges = {
  'under-25': lt(effectivePriceCents, 2500),
  '25-50': between(effectivePriceCents, 2500, 5000),
  'over-50': gt(effectivePriceCents, 5000),
  '': undefined,
} satisfies Record<ProductSearch['price'], SQL | undefined>

/** In the shop's own order, sold-out products come last. */
const orders = {
  newest: sql`${isSoldOut}, ${products.createdAt} desc, ${products.id} desc`,
  name: sql`${products.name}, ${products.id}`,
  'price-low': sql`${effectivePriceCents}, ${products.id}`,
  'price-high': sql`${effectivePriceCents} desc, ${products.id} desc`,
} satisfies Record<ProductSearch['sort'], SQL>

type Filter = 'garment' | 'color' | 'size'

/** A variant that can be bought has the color and the size. */
const matchesOptions = (color: string, size: string): SQL | undefined => {
  if (color && size) return sql`${searchColumns.combinations} @> array[${`${color}/${size}`}]`
  if (color) return sql`${searchColumns.colors} @> array[${color}]`
  return size ? sql`${searchColumns.sizes} @> array[${size}]` : undefined
}

/** The condition of everything but the text. `without` leaves one filter out, to count its choices. */
const matchesFilters = (
  { search, category, garment, color, size, price, featured }: ProductListSearch,
  without?: Filter,
): SQL | undefined =>
  and(
    isForSale,
    asksForSale(search) ? isOnSale : undefined,
    category
      ? sql`${products.category} = (select ${categories.id} from ${categories} where ${categories.slug} = ${category})`
      : undefined,
    garment && without !== 'garment' ? sql`${searchColumns.garment} = ${garment}` : undefined,
    matchesOptions(without === 'color' ? '' : color, without === 'size' ? '' : size),
    priceRanges[price],
    featured ? sql`${products.isFeatured}` : undefined,
  )

const isOnSale = isNotNull(runningSaleCents)

const needsSearchTable = ({ search, garment, color, size }: ProductListSearch): boolean =>
  Boolean(search || garment || color || size)

/** Turns the ids of a page, in their order, into what the caller needs. */
type ToViews<View> = (payload: Payload, from: SQLWrapper) => Promise<View[]>

/**
 * Returns one page with two statements. Better matches come first, and among equally good ones the chosen order
 * holds. The planner must not walk the index of that order looking for matches, so it gets an expression no index has.
 */
async function listPage<View>(
  payload: Payload,
  search: ProductListSearch,
  toViews: ToViews<View>,
  match?: SearchMatch,
): Promise<PageOf<View>> {
  const { sort, page, limit } = search
  const withSearch = needsSearchTable(search)
  const where = and(matchesFilters(search), match?.matches(searchColumns.document))
  const order = match ? sql`${match.rank(searchColumns.document)}, ${orders[sort]}` : orders[sort]
  const counted = payload.db.drizzle.select({ total: sql<number>`count(*)::int` }).from(products)
  const [views, [count]] = await Promise.all([
    toViews(
      payload,
      rankProducts(payload, { where, order, limit, offset: (page - 1) * limit, withSearch }),
    ),
    (withSearch ? counted.innerJoin(productSearchTable, isSearchOfProduct) : counted).where(where),
  ])
  const total = count?.total ?? 0
  return { products: views, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

const nothing = { products: [], total: 0, page: 1, pages: 1 }

async function findProducts<View>(
  payload: Payload,
  search: ProductListSearch,
  toViews: ToViews<View>,
): Promise<PageOf<View> & { correctedSearch: string | null }> {
  if (!search.search)
    return { ...(await listPage(payload, search, toViews)), correctedSearch: null }
  return searchWithCorrection(payload, search.search, { forProducts: true }, async (match) =>
    match ? listPage(payload, search, toViews, match) : nothing,
  )
}

/** Returns one page of the shop. */
export function searchProducts(payload: Payload, search: ProductSearch): Promise<ProductPageView> {
  const all = { ...search, featured: false, limit: productsPerPage }
  return findProducts(payload, all, productCardsFrom)
}

/** Returns the same products with all fields of the API. */
export function listProductRecords(
  payload: Payload,
  search: ProductListSearch,
): Promise<PageOf<ProductRecord>> {
  return findProducts(payload, search, productRecordsFrom)
}

const maxCandidates = 50

/**
 * Returns the best matches for a list of suggestions. Of very common words it ranks only some of the matches, so that
 * the time it takes doesn't grow with the catalog.
 */
const findBestMatches = async (
  { db }: Payload,
  search: string,
  { matches, matchesName }: SearchMatch,
  limit: number,
): Promise<{ id: number; name: string }[]> => {
  const { document, productId } = searchColumns
  const candidates = (tier: number, where: SQL) =>
    sql`(select ${productId} as product_id, ${sql.raw(String(tier))} as tier from ${productSearchTable} where ${where} limit ${maxCandidates})`
  const ranked = sql`(select product_id, min(tier) as tier from (${candidates(0, matchesName(document))}
    union all ${candidates(1, matches(document))}) candidates group by product_id) ranked`
  return db.drizzle
    .select({ id: products.id, name: products.name })
    .from(products)
    .innerJoin(ranked, sql`ranked.product_id = ${products.id}`)
    .where(and(isForSale, asksForSale(search) ? isOnSale : undefined))
    .orderBy(sql`ranked.tier`, isSoldOut, desc(products.createdAt), desc(products.id))
    .limit(limit)
}

/** Returns the names of the best matches, without the count that a page needs. */
export async function suggestProducts(
  payload: Payload,
  search: string,
  limit: number,
): Promise<{ id: number; name: string }[]> {
  const { found } = await searchWithCorrection(
    payload,
    search,
    // A longer word may still follow.
    { forProducts: true, isLoose: false },
    async (match) => {
      const found = match ? await findBestMatches(payload, search, match, limit) : []
      return { found, total: found.length }
    },
  )
  return found
}

/** A choice of a filter and how many products it would leave. */
export type FacetView = { value: string; count: number }
export type FacetsView = Record<Filter, FacetView[]>

/** The values of a filter on one product; of colors, only those that can be bought in the chosen size, and the other way around. */
const valuesOf = (filter: Filter, { color, size }: ProductSearch): SQL => {
  if (filter === 'garment') return sql`array[${searchColumns.garment}]`
  const [chosen, part, all] =
    filter === 'color' ? [size, 1, searchColumns.colors] : [color, 2, searchColumns.sizes]
  if (!chosen) return all
  return sql`array(select split_part(pair, '/', ${sql.raw(String(part))}) from unnest(${searchColumns.combinations}) pair
    where split_part(pair, '/', ${sql.raw(String(3 - part))}) = ${chosen})`
}

async function countChoices(
  { db }: Payload,
  filter: Filter,
  search: ProductListSearch,
  match?: SearchMatch,
): Promise<FacetView[]> {
  const value = sql<string>`choice.value`
  return db.drizzle
    .select({ value, count: sql<number>`count(*)::int` })
    .from(products)
    .innerJoin(productSearchTable, isSearchOfProduct)
    .innerJoin(
      sql`lateral unnest(${valuesOf(filter, search)}) as choice(value)`,
      sql`${value} is not null`,
    )
    .where(and(matchesFilters(search, filter), match?.matches(searchColumns.document)))
    .groupBy(value)
    .orderBy(sql`count(*) desc, ${value}`)
}

const countFacets = async (
  payload: Payload,
  search: ProductListSearch,
  match?: SearchMatch,
): Promise<FacetsView & { total: number }> => {
  const [garment, color, size] = await Promise.all(
    (['garment', 'color', 'size'] as const).map((filter) =>
      countChoices(payload, filter, search, match),
    ),
  )
  const facets = { garment: garment ?? [], color: color ?? [], size: size ?? [] }
  return { ...facets, total: Object.values(facets).flat().length }
}

/**
 * Returns the choices of each filter with the number of products they leave, given the search and the other filters.
 * Sort and page don't matter.
 */
export async function listFacets(payload: Payload, search: ProductSearch): Promise<FacetsView> {
  const all = { ...search, featured: false, limit: productsPerPage }
  const { garment, color, size } = search.search
    ? await searchWithCorrection(payload, search.search, { forProducts: true }, async (match) =>
        match ? countFacets(payload, all, match) : { garment: [], color: [], size: [], total: 0 },
      )
    : await countFacets(payload, all)
  return { garment, color, size }
}
