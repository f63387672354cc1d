import {
  and,
  between,
  desc,
  exists,
  gt,
  isNotNull,
  lt,
  notExists,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type ProductSearch, productsPerPage } from '@/modules/catalog/rules/product-search'
import { type SearchMatch, searchWithCorrection } from '@/modules/shop/queries/search-match'
import { asksForSale } from '@/modules/shop/rules/search-plan'
import { categories, products } from '@/payload-generated-schema'
import { countWhere } from '@/platform/paged-list'

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

/**
 * The search of the API, which has more parameters than the page. `total`: the number of results, if it's already
 * known.
 */
type ProductListSearch = ProductSearch & { featured: boolean; limit: number; total?: number }

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

const filters = ['garment', 'color', 'size'] as const
type Filter = (typeof filters)[number]
type OptionColumns = Record<'garment' | 'colors' | 'sizes' | 'combinations', SQL>

/** The condition of the garment, and of a variant that can be bought and has the color and the size. */
const matchesOptions = (
  { garment, color, size }: Pick<ProductSearch, Filter>,
  columns: OptionColumns,
): (SQL | undefined)[] => [
  garment ? sql`${columns.garment} = ${garment}` : undefined,
  color && size ? sql`${columns.combinations} @> array[${`${color}/${size}`}]` : undefined,
  color && !size ? sql`${columns.colors} @> array[${color}]` : undefined,
  size && !color ? sql`${columns.sizes} @> array[${size}]` : undefined,
]

/** The condition of everything but the text. */
const matchesFilters = (search: ProductListSearch): SQL | undefined =>
  and(
    isForSale,
    asksForSale(search.search) ? isOnSale : undefined,
    search.category
      ? sql`${products.category} = (
          select ${categories.id} from ${categories} where ${categories.slug} = ${search.category})`
      : undefined,
    ...matchesOptions(search, searchColumns),
    priceRanges[search.price],
    search.featured ? sql`${products.isFeatured}` : undefined,
  )

const isOnSale = isNotNull(runningSaleCents)

const needsSearchTable = ({ search, garment, color, size }: ProductListSearch): boolean =>
  Boolean(search || garment || color || size)

/** Turns the ids of a page, in their order, into what the caller needs. */
type ToViews<View> = (payload: Payload, from: SQLWrapper) => Promise<View[]>

const firstProducts = 2000

/**
 * Condition of a product that is among the first in the chosen order and has the best possible match. If enough
 * products meet it, they fill the page, and thousands of other matches needn't be ranked.
 */
function isBestOfFirst({ db }: Payload, search: ProductListSearch, match: SearchMatch) {
  const first = db.drizzle
    .select({ id: products.id })
    .from(products)
    .where(matchesFilters({ ...search, garment: '', color: '', size: '' }))
    .orderBy(orders[search.sort])
    .limit(firstProducts)
  // An array, because the planner would read all products to join these.
  return sql`${match.rank(searchColumns.document)} = 0 and ${products.id} = any(array(${first}))`
}

async function countProducts(
  { db }: Payload,
  where: SQL | undefined,
  withSearch: boolean,
): Promise<number> {
  const counted = db.drizzle.select({ total: sql<number>`count(*)::int` }).from(products)
  const [count] = await (
    withSearch ? counted.innerJoin(productSearchTable, isSearchOfProduct) : counted
  ).where(where)
  return count?.total ?? 0
}

/**
 * Returns one page. Better matches come first, and among equally good ones the chosen order holds. The planner must not
 * walk the index of that order looking for matches, so it gets an expression no index has. All are counted only if their
 * number is neither known nor plain from the page: counting takes longer than the page once there are many.
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
  const viewsWhere = (condition?: SQL): Promise<View[]> => {
    const range = { order, limit, offset: (page - 1) * limit, withSearch }
    return toViews(payload, rankProducts(payload, { ...range, where: and(where, condition) }))
  }
  const isCommon = match && search.total !== undefined && search.total > firstProducts
  const fromFirst = isCommon ? await viewsWhere(isBestOfFirst(payload, search, match)) : []
  const products = fromFirst.length === limit ? fromFirst : await viewsWhere()
  const isOnlyPage = page === 1 && products.length < limit
  const known = isOnlyPage ? products.length : products.length > 0 ? search.total : undefined
  const total = known ?? (await countProducts(payload, where, withSearch))
  return { products, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

/** Returns how many products each of several matches finds, and how many by their names, whatever the page. */
async function countMatches(
  { db }: Payload,
  search: ProductListSearch,
  matches: readonly SearchMatch[],
): Promise<number[]> {
  const isMatch = matches.map((match) => match.matches(searchColumns.document))
  const counts = matches.flatMap(({ matches: found, matchesName: named }) => [
    countWhere(found(searchColumns.document)),
    countWhere(named(searchColumns.document)),
  ])
  const [row] = await db.drizzle
    .select({ counts: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(products)
    .innerJoin(productSearchTable, isSearchOfProduct)
    .where(and(matchesFilters(search), or(...isMatch)))
  return row?.counts ?? []
}

const emptyPage = { products: [], total: 0, page: 1, pages: 1 }

async function findProducts<View>(
  payload: Payload,
  search: ProductListSearch,
  toViews: ToViews<View>,
): Promise<PageOf<View> & { correctedSearch: string | null }> {
  if (!search.search)
    return { ...(await listPage(payload, search, toViews)), correctedSearch: null }
  return searchWithCorrection(
    payload,
    search.search,
    { forProducts: true },
    async (match) => (match ? listPage(payload, search, toViews, match) : emptyPage),
    (matches) => countMatches(payload, search, matches),
  )
}

/**
 * Returns one page of the shop.
 * @param total of the filters' choices for the same search, if they were read before
 */
export function searchProducts(
  payload: Payload,
  search: ProductSearch,
  total?: number,
): Promise<ProductPageView> {
  const all = { ...search, featured: false, limit: productsPerPage, total }
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

/** Some products that are for sale and match, as a subquery. */
const candidatesOf = (search: string, matches: SearchMatch['matches']): SQL => {
  const { document, productId } = searchColumns
  const isOffered = and(isForSale, asksForSale(search) ? isOnSale : undefined)
  return sql`(select ${productId} from ${productSearchTable}
    join ${products} on ${isSearchOfProduct} where ${and(matches(document), isOffered)} limit ${maxCandidates})`
}

/**
 * Returns the best matches for a list of suggestions. Of very common words it ranks only some of the matches, so that
 * the time it takes doesn't grow with the catalog.
 */
const findBestMatches = async (
  { db }: Payload,
  search: string,
  { matches, matchesName, rank }: SearchMatch,
  limit: number,
): Promise<{ id: number; name: string }[]> => {
  const { document, productId } = searchColumns
  return db.drizzle
    .select({ id: products.id, name: products.name })
    .from(products)
    .innerJoin(productSearchTable, isSearchOfProduct)
    .where(
      sql`${productId} in (${candidatesOf(search, matchesName)} union ${candidatesOf(search, matches)})`,
    )
    .orderBy(rank(document), isSoldOut, desc(products.createdAt), desc(products.id))
    .limit(limit)
}

/** Like countMatches, but counts no further than the candidates, so that common words cost little. */
const countCandidates = async (
  { db }: Payload,
  search: string,
  matches: readonly SearchMatch[],
): Promise<number[]> => {
  const counts = matches
    .flatMap((match) => [match.matches, match.matchesName])
    .map((condition) => sql`(select count(*)::int from ${candidatesOf(search, condition)} found)`)
  const [row] = await db.drizzle
    .select({ counts: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(sql`(select) as one`)
  return row?.counts ?? []
}

/** Returns the names of the best matches, without the count that a page needs. */
export function suggestProducts(
  payload: Payload,
  search: string,
  limit: number,
): Promise<{ found: { id: number; name: string }[]; correctedSearch: string | null }> {
  return searchWithCorrection(
    payload,
    search,
    { forProducts: true },
    async (match) => {
      const matches = match ? await findBestMatches(payload, search, match, limit) : []
      return { found: matches, total: matches.length }
    },
    (matches) => countCandidates(payload, search, matches),
  )
}

/** A choice of a filter and how many products it would leave. */
export type FacetView = { value: string; count: number }
export type FacetsView = Record<Filter, FacetView[]> & { total: number }

/** Products that can be bought in the same ways, counted together: there are few such groups, and many products. */
const groupColumns = {
  garment: sql`option_groups.garment`,
  colors: sql`option_groups.colors`,
  sizes: sql`option_groups.sizes`,
  combinations: sql`option_groups.combinations`,
} satisfies Record<keyof OptionColumns, SQL>

/**
 * The values of a filter in one group; of colors, only those that can be bought in the chosen size, and the other way
 * around.
 */
const valuesOf = (filter: Filter, { color, size }: ProductSearch): SQL => {
  if (filter === 'garment') return sql`array[${groupColumns.garment}]`
  const [chosen, part, all] =
    filter === 'color' ? [size, 1, groupColumns.colors] : [color, 2, groupColumns.sizes]
  if (!chosen) return all
  return sql`array(select split_part(pair, '/', ${sql.raw(String(part))}) from unnest(${groupColumns.combinations}) pair
    where split_part(pair, '/', ${sql.raw(String(3 - part))}) = ${chosen})`
}

/** The choices of a filter. Its own selection doesn't limit them. */
const choicesOf = (filter: Filter, search: ProductListSearch): SQL => sql`
  select ${sql.raw(`'${filter}'`)} as filter, choice.value, sum(option_groups.products)::integer as products
  from option_groups, unnest(${valuesOf(filter, search)}) as choice(value)
  where ${and(sql`choice.value is not null`, ...matchesOptions({ ...search, [filter]: '' }, groupColumns))}
  group by choice.value`

/** How many products the page finds, so that the filters correct and loosen a search exactly as the page does. */
const totalOf = (search: ProductListSearch): SQL => sql`
  select 'total' as filter, '' as value, coalesce(sum(option_groups.products), 0)::integer as products
  from option_groups where ${and(sql`true`, ...matchesOptions(search, groupColumns))}`

/**
 * The condition of products that pass the filters. Without filters, it's faster to exclude the few that aren't for
 * sale.
 */
function isAmongProducts({ db }: Payload, search: ProductListSearch): SQL {
  const productOf = (condition?: SQL) =>
    db.drizzle.select({ id: products.id }).from(products).where(and(isSearchOfProduct, condition))
  return search.category || search.price || search.featured || asksForSale(search.search)
    ? exists(productOf(matchesFilters(search)))
    : notExists(productOf(sql`${isForSale} is not true`))
}

const countFacets = async (
  payload: Payload,
  search: ProductListSearch,
  match?: SearchMatch,
): Promise<FacetsView> => {
  const { garment, colors, sizes, combinations } = searchColumns
  const { drizzle } = payload.db
  const groups = drizzle.$with('option_groups').as(
    drizzle
      .select({
        garment: sql`${garment}`.as('garment'),
        colors: sql`${colors}`.as('colors'),
        sizes: sql`${sizes}`.as('sizes'),
        combinations: sql`${combinations}`.as('combinations'),
        products: sql`count(*)`.as('products'),
      })
      .from(productSearchTable)
      .where(
        and(
          isAmongProducts(payload, { ...search, garment: '', color: '', size: '' }),
          match?.matches(searchColumns.document),
        ),
      )
      .groupBy(garment, colors, sizes, combinations),
  )
  const choices = sql.join(
    [totalOf(search), ...filters.map((filter) => choicesOf(filter, search))],
    sql` union all `,
  )
  const rows = await drizzle
    .with(groups)
    .select({
      filter: sql<Filter | 'total'>`choices.filter`,
      value: sql<string>`choices.value`,
      count: sql<number>`choices.products`,
    })
    .from(sql`(${choices}) choices`)
    .orderBy(sql`choices.products desc, choices.value`)
  const facets: FacetsView = { garment: [], color: [], size: [], total: 0 }
  for (const { filter, value, count } of rows) {
    if (filter === 'total') facets.total = count
    else facets[filter].push({ value, count })
  }
  return facets
}

/**
 * Returns the choices of each filter with the number of products they leave, given the search and the other filters, and
 * how many are found in all. Sort and page don't matter.
 */
export async function listFacets(payload: Payload, search: ProductSearch): Promise<FacetsView> {
  const all = { ...search, featured: false, limit: productsPerPage }
  const { garment, color, size, total } = search.search
    ? await searchWithCorrection(
        payload,
        search.search,
        { forProducts: true },
        async (match) =>
          match ? countFacets(payload, all, match) : { garment: [], color: [], size: [], total: 0 },
        (matches) => countMatches(payload, all, matches),
      )
    : await countFacets(payload, all)
  return { garment, color, size, total }
}
