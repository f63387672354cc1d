import {
  parseProductSearch,
  productSearchHref,
  productSearchParameters,
} from '@/modules/catalog/rules/product-search'
import {
  contentSearchHref,
  contentSearchParameters,
  parseContentSearch,
  reflectionsHref,
  reflectionsParameters,
} from '@/modules/content/rules/content-search'

type Query = Readonly<Record<string, string | undefined>>

type QueryPage = {
  path: string
  /** The folder under src/app/(shop) that renders the page, with one path segment for each parameter. */
  folder: string
  parameters: readonly string[]
  /** The canonical URL of a query: without unknown and default values, parameters in order. */
  canonicalHref: (query: Query) => string
}

/** The pages that read their query. Rewrites and the cache key are both derived from this list. */
export const queryPages: readonly QueryPage[] = [
  {
    path: '/products',
    folder: '/products-list',
    parameters: productSearchParameters,
    canonicalHref: (query) => productSearchHref(parseProductSearch(query)),
  },
  {
    path: '/blog',
    folder: '/blog-list',
    parameters: contentSearchParameters,
    canonicalHref: (query) => contentSearchHref(parseContentSearch(query)),
  },
  {
    path: '/reflections',
    folder: '/reflections-list',
    parameters: reflectionsParameters,
    canonicalHref: (query) => reflectionsHref(parseContentSearch(query)),
  },
]
