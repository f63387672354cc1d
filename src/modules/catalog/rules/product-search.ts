import { oneOf, parsePage, plainLine, queryHref } from '@/modules/shop/rules/list-query'

import { type Garment, garments } from './garments'

/** Query parameters of /products; the values are the specification's (storefront 2 and 9). */
export const priceBands = ['under-25', '25-50', 'over-50'] as const
type PriceBand = (typeof priceBands)[number]
export const productSorts = ['newest', 'name', 'price-low', 'price-high'] as const
type ProductSort = (typeof productSorts)[number]

export const priceBandLabels = {
  'under-25': 'Under $25',
  '25-50': '$25 to $50',
  'over-50': 'Over $50',
} satisfies Record<PriceBand, string>
export const productSortLabels = {
  newest: 'Newest',
  name: 'Name A-Z',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
} satisfies Record<ProductSort, string>

export type ProductSearch = {
  search: string
  category: string
  garment: Garment | ''
  /** Slugs of a color and a size; a variant that can be bought must have both. */
  color: string
  size: string
  price: PriceBand | ''
  sort: ProductSort
  page: number
}

/** Query parameters of /products in canonical order. The page, the API, the rewrites, and the cache key all use this list. */
export const productSearchParameters = [
  'search',
  'category',
  'garment',
  'color',
  'size',
  'price',
  'sort',
  'page',
] as const satisfies readonly (keyof ProductSearch)[]
export type ProductSearchParameter = (typeof productSearchParameters)[number]

export const defaultProductSearch: ProductSearch = {
  search: '',
  category: '',
  garment: '',
  color: '',
  size: '',
  price: '',
  sort: 'newest',
  page: 1,
}
export const productsPerPage = 24

/** The slugs of colors and sizes are no longer than their names (schemas/admin-products). */
export const maxOptionLength = 40

const slugOf = (value = ''): string => {
  const slug = value.toLowerCase()
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= maxOptionLength ? slug : ''
}

/** Reads the query of /products; unknown values count as absent. */
export function parseProductSearch(
  query: Partial<Record<ProductSearchParameter, string | undefined>>,
): ProductSearch {
  const category = (query.category ?? '').toLowerCase()
  return {
    search: plainLine(query.search, 100),
    category: /^[a-z0-9-]{1,60}$/.test(category) && category !== 'all' ? category : '',
    garment: oneOf(garments, query.garment) ?? '',
    color: slugOf(query.color),
    size: slugOf(query.size),
    price: oneOf(priceBands, query.price) ?? '',
    sort: oneOf(productSorts, query.sort) ?? 'newest',
    page: parsePage(query.page),
  }
}

/** The label of a color's or a size's slug: 'heather-gray' is Heather Gray, '2xl' is 2XL. */
export function optionLabel(kind: 'color' | 'size', slug: string): string {
  if (kind === 'size' && !slug.includes('-')) return slug.toUpperCase()
  return slug.replace(
    /(^|-)([a-z])/g,
    (_, dash, letter: string) => (dash ? ' ' : '') + letter.toUpperCase(),
  )
}

/**
 * Whether search engines may list the page: not search results, and only one filter at a time,
 * or there would be thousands of nearly equal pages.
 */
export function isIndexable({
  search,
  category,
  garment,
  color,
  size,
  price,
}: ProductSearch): boolean {
  return !search && !color && !size && [category, garment, price].filter(Boolean).length < 2
}

/** The URL of a search: only what differs from the default, always in the same order. */
export function productSearchHref(search: Partial<ProductSearch>): string {
  return queryHref('/products', productSearchParameters, defaultProductSearch, search)
}
