import config from '@payload-config'
import { unstable_cache } from 'next/cache'
import { getPayload, type Payload } from 'payload'
import { cache } from 'react'

import { getProduct } from '@/modules/catalog/queries/get-product'
import { listShopCategories } from '@/modules/catalog/queries/list-categories'
import { listSizeGuides } from '@/modules/catalog/queries/list-size-guides'
import {
  listFeaturedCards,
  listRelatedCards,
  listTribeCards,
} from '@/modules/catalog/queries/product-cards'
import { listFacets, searchProducts } from '@/modules/catalog/queries/search-products'
import { defaultProductSearch, type ProductSearch } from '@/modules/catalog/rules/product-search'
import { getDeliveryDays } from '@/modules/checkout/delivery-days'
import { listTopics } from '@/modules/content/queries/content-tags'
import { findMovedContent, getContent } from '@/modules/content/queries/get-content'
import {
  listContent,
  listContentOfProduct,
  listLatestContent,
} from '@/modules/content/queries/list-content'
import { getPage } from '@/modules/content/queries/pages'
import { contentPerPage, type ContentSearch } from '@/modules/content/rules/content-search'
import type { EditablePage } from '@/modules/content/rules/editable-pages'
import { getActiveRecipients } from '@/modules/privacy/queries/active-recipients'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { listSitemapUrls } from '@/modules/shop/queries/sitemap-urls'
import { cacheTags } from '@/platform/cache-tags'

/**
 * What pages read. A result is cached until one of its tags is revalidated, and passes its tags on to the page that uses
 * it, so a save in the admin invalidates exactly the pages that show it (docs/decisions/001). Parts of a page that ask
 * for the same at once, such as its metadata and its content, share one read.
 */
const cachedQuery = <Args extends readonly (string | number | null)[], Result>(
  name: string,
  read: (payload: Payload, ...args: Args) => Promise<Result>,
  tags: (...args: Args) => string[],
): ((...args: Args) => Promise<Result>) =>
  cache((...args) =>
    unstable_cache(
      async () => read(await getPayload({ config }), ...args),
      [name, ...args.map(String)],
      { tags: tags(...args) },
    )(),
  )

export const getCachedSettings = cachedQuery('settings', getSettings, () => [cacheTags.settings])
export const getCachedDeliveryDays = cachedQuery(
  'delivery-days',
  async (payload) => getDeliveryDays(payload, (await getSettings(payload)).deliveryDays),
  () => [cacheTags.settings, cacheTags.deliveryDays],
)
export const getCachedPage = cachedQuery('page', getPage, (slug: EditablePage) => [
  cacheTags.page(slug),
  cacheTags.settings,
])
export const getCachedRecipients = cachedQuery('recipients', getActiveRecipients, () => [
  cacheTags.settings,
])
export const getCachedCategories = cachedQuery('categories', listShopCategories, () => [
  cacheTags.categories,
])
export const getCachedProduct = cachedQuery('product', getProduct, (id: number) => [
  cacheTags.product(id),
  cacheTags.categories,
])
export const getCachedFeaturedProducts = cachedQuery('featured', listFeaturedCards, () => [
  cacheTags.products,
])
export const getCachedTribeProducts = cachedQuery('tribe', listTribeCards, () => [
  cacheTags.products,
])
export const getCachedSizeTables = cachedQuery('size-tables', listSizeGuides, () => [
  cacheTags.products,
  cacheTags.categories,
])
export const getCachedRelatedProducts = cachedQuery('related', listRelatedCards, () => [
  cacheTags.products,
])
export const getCachedContent = cachedQuery('content', getContent, (slug: string) => [
  cacheTags.content(slug),
  cacheTags.contents,
  // Articles may show products.
  cacheTags.products,
])
export const getCachedMovedContent = cachedQuery('moved-content', findMovedContent, () => [
  cacheTags.contents,
])
export const getCachedLatestContent = cachedQuery('latest-content', listLatestContent, () => [
  cacheTags.contents,
])

const listFacetsByKey = cachedQuery(
  'facets',
  (payload: Payload, key: string) => listFacets(payload, JSON.parse(key) as ProductSearch),
  () => [cacheTags.products, cacheTags.categories, cacheTags.settings],
)
/** The options of the filters; one entry for all sorts and pages. */
export function getCachedFacets(search: ProductSearch) {
  const { sort, page } = defaultProductSearch
  return listFacetsByKey(JSON.stringify({ ...search, sort, page }))
}

const searchProductsByKey = cachedQuery(
  'search',
  (payload: Payload, key: string, total: number) =>
    searchProducts(payload, JSON.parse(key) as ProductSearch, total),
  () => [cacheTags.products, cacheTags.categories, cacheTags.settings],
)
/** The choices of the filters come first: they count the products, for all sorts and pages at once. */
export async function getCachedProductList(search: ProductSearch) {
  const { total } = await getCachedFacets(search)
  return searchProductsByKey(JSON.stringify(search), total)
}

const listContentByKey = cachedQuery(
  'contents',
  (payload: Payload, key: string, limit: number) =>
    listContent(payload, JSON.parse(key) as ContentSearch, limit),
  () => [cacheTags.contents, cacheTags.settings],
)
export function getCachedContentList(search: ContentSearch, limit = contentPerPage) {
  return listContentByKey(JSON.stringify(search), limit)
}
export const getCachedTopics = cachedQuery('topics', listTopics, () => [cacheTags.contents])
export const getCachedContentForProduct = cachedQuery(
  'content-of-product',
  listContentOfProduct,
  () => [cacheTags.contents],
)
export const getCachedPublicUrls = cachedQuery('addresses', listSitemapUrls, () => [
  cacheTags.products,
  cacheTags.categories,
  cacheTags.contents,
])
