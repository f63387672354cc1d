import {
  and,
  between,
  gt,
  lt,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  type ProductSearch,
  productsPerPage,
  searchTerms,
  transpositions,
} from '@/modules/catalog/rules/product-search'
import { categories, products } from '@/payload-generated-schema'

import { productCardsFrom, type ProductCardView } from './product-cards'
import {
  effectivePriceCents,
  isForSale,
  isSoldOut,
  rankProducts,
  searchVector,
} from './product-columns'
import { type ProductRecord, productRecordsFrom } from './product-response'

type PageOf<View> = { products: View[]; total: number; page: number; pages: number }
export type ProductPageView = PageOf<ProductCardView>

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

/**
 * The same orders for searches. No index serves these expressions: otherwise the planner walks the sort index looking
 * for matches instead of using the search index.
 */
const searchOrders = {
  newest: sql`${isSoldOut}::integer, ${products.createdAt} desc, ${products.id} desc`,
  name: sql`${products.name} || '', ${products.id}`,
  'price-low': sql`${effectivePriceCents} + 0, ${products.id}`,
  'price-high': sql`${effectivePriceCents} + 0 desc, ${products.id} desc`,
} satisfies Record<ProductSearch['sort'], SQL>

/** A full-text query: all terms must occur, and the last one may be a prefix (as somebody types). */
const textQuery = (search: string): SQL => {
  const terms = searchTerms(search)
  const last = terms.pop()
  const whole =
    terms.length > 0 ? sql`websearch_to_tsquery('english', ${terms.join(' ')}) && ` : sql``
  return last
    ? sql`${whole}(to_tsquery('english', ${`'${last}':*`}) || to_tsquery('simple', ${`'${last}':*`}))`
    : sql`''::tsquery`
}

/** The same for swapped letters: of each term, one of its transpositions must be a prefix of a word. */
const swappedQuery = (search: string): SQL => {
  const alternatives = searchTerms(search)
    .map(
      (term) =>
        `(${transpositions(term)
          .map((spelling) => `'${spelling}':*`)
          .join(' | ')})`,
    )
    .join(' & ')
  return sql`to_tsquery('english', ${alternatives}) || to_tsquery('simple', ${alternatives})`
}

const matchesFilters = ({ category, price, featured }: ProductListSearch): SQL | undefined =>
  and(
    isForSale,
    category
      ? sql`${products.category} = (select ${categories.id} from ${categories} where ${categories.slug} = ${category})`
      : undefined,
    priceRanges[price],
    featured ? sql`${products.isFeatured}` : undefined,
  )

/** Turns the ids of a page, in their order, into what the caller needs. */
type ToViews<View> = (payload: Payload, from: SQLWrapper) => Promise<View[]>

async function listPage<View>(
  payload: Payload,
  { search, sort, page, limit }: ProductListSearch,
  where: SQL | undefined,
  toViews: ToViews<View>,
): Promise<PageOf<View>> {
  const order = (search ? searchOrders : orders)[sort]
  const [views, total] = await Promise.all([
    toViews(payload, rankProducts(payload, { where, order, limit, offset: (page - 1) * limit })),
    payload.db.drizzle.$count(products, where),
  ])
  return { products: views, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

/**
 * Returns one page with two statements. A search without matches is tried once more with letters swapped and by
 * similarity, so that a typo still finds the hoodie.
 */
async function findProducts<View>(
  payload: Payload,
  search: ProductListSearch,
  toViews: ToViews<View>,
): Promise<PageOf<View>> {
  const filters = matchesFilters(search)
  if (!search.search) return listPage(payload, search, filters, toViews)
  const matches = sql`${searchVector} @@ (${textQuery(search.search)})`
  const exact = await listPage(payload, search, and(filters, matches), toViews)
  if (exact.total > 0) return exact
  const isSimilar = sql`${products.name} %> ${search.search}`
  const isSwapped =
    searchTerms(search.search).length > 0
      ? sql`${searchVector} @@ (${swappedQuery(search.search)})`
      : undefined
  return listPage(payload, search, and(filters, or(isSwapped, isSimilar)), toViews)
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
