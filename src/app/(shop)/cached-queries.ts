import config from '@payload-config'
import { unstable_cache } from 'next/cache'
import { getPayload, type Payload } from 'payload'

import { getProduct } from '@/modules/catalog/queries/get-product'
import { listCategories } from '@/modules/catalog/queries/list-categories'
import { listSizeGuides } from '@/modules/catalog/queries/list-size-guides'
import {
  listFeaturedCards,
  listRelatedCards,
  listTribeCards,
} from '@/modules/catalog/queries/product-cards'
import { searchProducts } from '@/modules/catalog/queries/search-products'
import type { ProductSearch } from '@/modules/catalog/rules/product-search'
import { findMovedContent, getContent } from '@/modules/content/queries/get-content'
import {
  listContent,
  listContentOfProduct,
  listLatestContent,
  listTopics,
} from '@/modules/content/queries/list-content'
import { getPage } from '@/modules/content/queries/pages'
import type { ContentSearch } from '@/modules/content/rules/content-search'
import type { EditablePage } from '@/modules/content/rules/editable-pages'
import { getActiveRecipients } from '@/modules/privacy/queries/active-recipients'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { listSitemapUrls } from '@/modules/shop/queries/sitemap-urls'
import { cacheTags } from '@/platform/cache-tags'

/**
 * What pages read. Each read is kept until a tag of its is dropped, and gives its tags to the page that uses it,
 * so a save in the panel drops exactly the pages that show the thing (docs/decisions/001).
 */
const kept =
  <Args extends readonly (string | number | null)[], Result>(
    name: string,
    read: (payload: Payload, ...args: Args) => Promise<Result>,
    tags: (...args: Args) => string[],
  ) =>
  (...args: Args): Promise<Result> =>
    unstable_cache(
      async () => read(await getPayload({ config }), ...args),
      [name, ...args.map(String)],
      { tags: tags(...args) },
    )()

export const getCachedSettings = kept('settings', getSettings, () => [cacheTags.settings])
export const getCachedPage = kept('page', getPage, (slug: EditablePage) => [
  cacheTags.page(slug),
  cacheTags.settings,
])
export const getCachedConnectedRecipients = kept('receivers', getActiveRecipients, () => [
  cacheTags.settings,
])
export const getCachedCategories = kept('categories', listCategories, () => [cacheTags.categories])
export const getCachedProduct = kept('product', getProduct, (id: number) => [
  cacheTags.product(id),
  cacheTags.categories,
])
export const getCachedFeaturedProducts = kept('featured', listFeaturedCards, () => [
  cacheTags.products,
])
export const getCachedTribeProducts = kept('tribe', listTribeCards, () => [cacheTags.products])
export const getCachedSizeTables = kept('size-tables', listSizeGuides, () => [
  cacheTags.products,
  cacheTags.categories,
])
export const getCachedRelatedProducts = kept('related', listRelatedCards, () => [
  cacheTags.products,
])
export const getCachedContent = kept('content', getContent, (slug: string) => [
  cacheTags.content(slug),
  cacheTags.contents,
])
export const getCachedMovedContent = kept('moved-content', findMovedContent, () => [
  cacheTags.contents,
])
export const getCachedLatestContent = kept('latest-content', listLatestContent, () => [
  cacheTags.contents,
])

const searchKept = kept(
  'search',
  (payload: Payload, asked: string) => searchProducts(payload, JSON.parse(asked) as ProductSearch),
  () => [cacheTags.products, cacheTags.categories],
)
export function getCachedProductList(search: ProductSearch) {
  return searchKept(JSON.stringify(search))
}

const contentKept = kept(
  'contents',
  (payload: Payload, asked: string) => listContent(payload, JSON.parse(asked) as ContentSearch),
  () => [cacheTags.contents],
)
export function getCachedContentList(search: ContentSearch) {
  return contentKept(JSON.stringify(search))
}
export const getCachedTopics = kept('topics', listTopics, () => [cacheTags.contents])
export const getCachedContentForProduct = kept('content-of-product', listContentOfProduct, () => [
  cacheTags.contents,
])
export const getCachedPublicUrls = kept('addresses', listSitemapUrls, () => [
  cacheTags.products,
  cacheTags.categories,
  cacheTags.contents,
])
