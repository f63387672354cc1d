import config from '@payload-config'
import { unstable_cache } from 'next/cache'
import { getPayload, type Payload } from 'payload'
import type { ContentSearch } from '../../domain/content-search'
import { pageTags } from '../../domain/page-tags'
import { getConnectedReceivers } from '../../queries/connected-receivers'
import type { ProductSearch } from '../../domain/product-search'
import type { TextPage } from '../../domain/text-page'
import { findMovedContent, getContent } from '../../queries/get-content'
import { getPage } from '../../queries/get-page'
import { getProduct } from '../../queries/get-product'
import { getSettings } from '../../queries/get-settings'
import { listPublicAddresses } from '../../queries/list-public-addresses'
import { listCategories } from '../../queries/list-categories'
import { listContent, listContentOfProduct, listLatestContent, listTopics } from '../../queries/list-content'
import { listSizeTables } from '../../queries/list-size-tables'
import { listFeaturedCards, listRelatedCards, listTribeCards } from '../../queries/product-cards'
import { searchProducts } from '../../queries/search-products'

/**
 * What pages read. Each read is kept until a tag of its is dropped, and gives its tags to the page that uses it,
 * so a save in the panel drops exactly the pages that show the thing (docs/decisions/001).
 */
const kept = <Args extends readonly (string | number | null)[], Result>(
  name: string, read: (payload: Payload, ...args: Args) => Promise<Result>, tags: (...args: Args) => string[],
) => (...args: Args): Promise<Result> =>
  unstable_cache(async () => read(await getPayload({ config }), ...args), [name, ...args.map(String)], { tags: tags(...args) })()

export const readSettings = kept('settings', getSettings, () => [pageTags.settings])
export const readPage = kept('page', getPage, (slug: TextPage) => [pageTags.page(slug), pageTags.settings])
export const readConnectedReceivers = kept('receivers', getConnectedReceivers, () => [pageTags.settings])
export const readCategories = kept('categories', listCategories, () => [pageTags.categories])
export const readProduct = kept('product', getProduct, (id: number) => [pageTags.product(id), pageTags.categories])
export const readFeatured = kept('featured', listFeaturedCards, () => [pageTags.products])
export const readTribe = kept('tribe', listTribeCards, () => [pageTags.products])
export const readSizeTables = kept('size-tables', listSizeTables, () => [pageTags.products, pageTags.categories])
export const readRelated = kept('related', listRelatedCards, () => [pageTags.products])
export const readContent = kept('content', getContent, (slug: string) => [pageTags.content(slug), pageTags.contents])
export const readMovedContent = kept('moved-content', findMovedContent, () => [pageTags.contents])
export const readLatestContent = kept('latest-content', listLatestContent, () => [pageTags.contents])

const searchKept = kept('search', (payload: Payload, asked: string) => searchProducts(payload, JSON.parse(asked) as ProductSearch), () => [pageTags.products, pageTags.categories])
export const readProductPage = (search: ProductSearch) => searchKept(JSON.stringify(search))

const contentKept = kept('contents', (payload: Payload, asked: string) => listContent(payload, JSON.parse(asked) as ContentSearch), () => [pageTags.contents])
export const readContentList = (search: ContentSearch) => contentKept(JSON.stringify(search))
export const readTopics = kept('topics', listTopics, () => [pageTags.contents])
export const readContentOfProduct = kept('content-of-product', listContentOfProduct, () => [pageTags.contents])
export const readAddresses = kept('addresses', listPublicAddresses, () => [pageTags.products, pageTags.categories, pageTags.contents])
