import { oneOf, parsePage, plainLine, queryHref } from '@/platform/http/query-page'

import { type ContentType, contentTypes } from './content'

/** Sort orders of /blog, as the specification names them (storefront 2). */
export const contentSorts = ['newest', 'oldest', 'most-viewed'] as const
export type ContentSort = (typeof contentSorts)[number]

export const contentSortLabels = {
  newest: 'Newest',
  oldest: 'Oldest',
  'most-viewed': 'Most viewed',
} satisfies Record<ContentSort, string>

/** `type` and `tag` are empty for all. */
export type ContentSearch = {
  search: string
  type: ContentType | ''
  tag: string
  sort: ContentSort
  page: number
}

/** Query parameters of /blog in canonical order. The page, the API, the rewrites, and the cache key all use this list. */
export const contentSearchParameters = [
  'search',
  'type',
  'tag',
  'sort',
  'page',
] as const satisfies readonly (keyof ContentSearch)[]
/** Query parameters of /reflections, used in the same way. */
export const reflectionsParameters = [
  'tag',
  'page',
] as const satisfies readonly (keyof ContentSearch)[]
export type ContentSearchParameter = (typeof contentSearchParameters)[number]

export const defaultContentSearch: ContentSearch = {
  search: '',
  type: '',
  tag: '',
  sort: 'newest',
  page: 1,
}
export const contentPerPage = 24

/** Parses the query of /blog or /reflections; unknown values become defaults. */
export function parseContentSearch(
  query: Partial<Record<ContentSearchParameter, string | undefined>>,
): ContentSearch {
  return {
    search: plainLine(query.search, 100),
    type: oneOf(contentTypes, query.type) ?? '',
    tag: plainLine(query.tag, 60).toLowerCase(),
    sort: oneOf(contentSorts, query.sort) ?? 'newest',
    page: parsePage(query.page),
  }
}

/** Returns the URL of a search: values other than the default, in canonical order. */
export function contentSearchHref(search: Partial<ContentSearch>): string {
  return queryHref('/blog', contentSearchParameters, defaultContentSearch, search)
}

/** Returns the URL of a list of reflections, which has a tag and a page. */
export function reflectionsHref({
  tag,
  page,
}: Partial<Pick<ContentSearch, 'tag' | 'page'>>): string {
  return queryHref('/reflections', reflectionsParameters, defaultContentSearch, { tag, page })
}
