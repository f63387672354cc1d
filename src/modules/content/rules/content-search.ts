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
const lastPage = 500

const oneOf = <T extends string>(list: readonly T[], value: string): T | undefined =>
  list.find((entry) => entry === value)

const normalizeText = (text: string, maxLength: number): string => {
  const normalize = (part: string): string => part.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return normalize(normalize(text).slice(0, maxLength))
}

/** Parses the query of /blog or /reflections; unknown values become defaults. */
export function parseContentSearch(
  query: Partial<Record<ContentSearchParameter, string | undefined>>,
): ContentSearch {
  const page = Number(query.page || '1')
  return {
    search: normalizeText(query.search ?? '', 100),
    type: oneOf(contentTypes, query.type ?? '') ?? '',
    tag: normalizeText(query.tag ?? '', 60).toLowerCase(),
    sort: oneOf(contentSorts, query.sort ?? '') ?? 'newest',
    page: Number.isSafeInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  }
}

const hrefOf = (path: string, search: Partial<ContentSearch>): string => {
  const values = { ...defaultContentSearch, ...search }
  const query = new URLSearchParams()
  for (const key of contentSearchParameters)
    if (values[key] !== defaultContentSearch[key]) query.set(key, String(values[key]))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Returns the URL of a search: values other than the default, in canonical order. */
export function contentSearchHref(search: Partial<ContentSearch>): string {
  return hrefOf('/blog', search)
}

/** Returns the URL of a list of reflections, which has a tag and a page. */
export function reflectionsHref({
  tag = '',
  page = 1,
}: Partial<Pick<ContentSearch, 'tag' | 'page'>>): string {
  return hrefOf('/reflections', { tag, page })
}
