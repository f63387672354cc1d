import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import {
  type ProductSearch,
  productsPerPage,
  searchTerms,
  transpositions,
} from '@/modules/catalog/rules/product-search'

import { productCardsFrom, type ProductCardView } from './product-cards'
import { type ProductRecord, productRecordsFrom } from './product-response'

type PageOf<View> = { products: View[]; total: number; page: number; pages: number }
export type ProductPageView = PageOf<ProductCardView>

/** What the API can be asked for beyond the listing. */
export type ProductListSearch = ProductSearch & { featured: boolean; limit: number }

const bands = {
  'under-25': sql`and effective_price_cents < 2500`,
  '25-50': sql`and effective_price_cents between 2500 and 5000`,
  'over-50': sql`and effective_price_cents > 5000`,
  '': sql``,
} satisfies Record<ProductSearch['price'], SQL>

/** In the order of the shop, what is sold out stands behind all that can be bought. */
const orders = {
  newest: sql`is_sold_out, created_at desc, id desc`,
  name: sql`name, id`,
  'price-low': sql`effective_price_cents, id`,
  'price-high': sql`effective_price_cents desc, id desc`,
} satisfies Record<ProductSearch['sort'], SQL>

/** The words as a search: all must occur, the last one may be a beginning (as somebody types). */
const textQuery = (search: string): SQL => {
  const words = searchTerms(search)
  const last = words.pop()
  const whole =
    words.length > 0 ? sql`websearch_to_tsquery('english', ${words.join(' ')}) && ` : sql``
  return last
    ? sql`${whole}(to_tsquery('english', ${`'${last}':*`}) || to_tsquery('simple', ${`'${last}':*`}))`
    : sql`''::tsquery`
}

/** The same with letters that may have changed places: of each word, one of its readings must begin a word. */
const swappedQuery = (search: string): SQL => {
  const readings = searchTerms(search)
    .map(
      (word) =>
        `(${transpositions(word)
          .map((reading) => `'${reading}':*`)
          .join(' | ')})`,
    )
    .join(' & ')
  return sql`to_tsquery('english', ${readings}) || to_tsquery('simple', ${readings})`
}

const filters = ({ category, price, featured }: ProductListSearch): SQL => sql`
  is_active and effective_price_cents > 0 ${category ? sql`and category_id = (select id from categories where slug = ${category})` : sql``} ${bands[price]}
  ${featured ? sql`and is_featured` : sql``}`

/** The ids of a page in their order go to `show`, which makes of them what the caller needs. */
type Show<View> = (payload: Payload, from: SQL) => Promise<View[]>

const page = async <View>(
  payload: Payload,
  search: ProductListSearch,
  matching: SQL,
  show: Show<View>,
): Promise<PageOf<View>> => {
  const offset = (search.page - 1) * search.limit
  // The matches come first and are sorted afterwards: otherwise the planner walks the sort index through all rows.
  const matches = search.search
    ? sql`(select * from products where ${matching} offset 0)`
    : sql`products`
  const [products, { rows }] = await Promise.all([
    show(
      payload,
      sql`
      select id, row_number() over (order by ${orders[search.sort]}) as place from (
        select id, is_sold_out, created_at, name, effective_price_cents from ${matches} found
        where ${matching} order by ${orders[search.sort]} limit ${search.limit} offset ${offset}) here`,
    ),
    payload.db.drizzle.execute(
      sql`select count(*)::integer as total from products where ${matching}`,
    ),
  ])
  const total = (rows[0] as { total: number }).total
  return { products, total, page: search.page, pages: Math.max(1, Math.ceil(total / search.limit)) }
}

/**
 * One page: filters, search, sort and paging in SQL, two statements. A search that finds nothing is tried once more
 * with letters swapped and by likeness, so that a typo still finds the hoodie.
 */
const find = async <View>(
  payload: Payload,
  search: ProductListSearch,
  show: Show<View>,
): Promise<PageOf<View>> => {
  const within = filters(search)
  if (!search.search) return page(payload, search, within, show)
  const found = await page(
    payload,
    search,
    sql`${within} and search @@ (${textQuery(search.search)})`,
    show,
  )
  if (found.total > 0) return found
  const swapped =
    searchTerms(search.search).length > 0
      ? sql`search @@ (${swappedQuery(search.search)}) or`
      : sql``
  return page(payload, search, sql`${within} and (${swapped} name %> ${search.search})`, show)
}

/** One page of the shop. */
export function searchProducts(payload: Payload, search: ProductSearch): Promise<ProductPageView> {
  return find(payload, { ...search, featured: false, limit: productsPerPage }, productCardsFrom)
}

/** The same products with all that the API tells of them. */
export function listProductRecords(
  payload: Payload,
  search: ProductListSearch,
): Promise<PageOf<ProductRecord>> {
  return find(payload, search, productRecordsFrom)
}
