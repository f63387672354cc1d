import { type ContentType, contentTypes } from './content'

/** What /blog can be asked for. The words are the specification's (storefront 2). */
export const contentSorts = ['newest', 'oldest', 'most-viewed'] as const
export type ContentSort = (typeof contentSorts)[number]

export const contentSortLabels = { newest: 'Newest', oldest: 'Oldest', 'most-viewed': 'Most viewed' } satisfies Record<ContentSort, string>

/** `type` is empty for all. */
export type ContentSearch = { search: string; type: ContentType | ''; sort: ContentSort }
export const defaultContentSearch: ContentSearch = { search: '', type: '', sort: 'newest' }

const oneOf = <T extends string>(list: readonly T[], value: string): T | undefined => list.find((entry) => entry === value)

const plainWords = (text: string): string => text.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()

/** Reads the query of /blog; what it does not know counts as not asked for. */
export const parseContentSearch = (query: Partial<Record<keyof ContentSearch, string | undefined>>): ContentSearch => ({
  search: plainWords(plainWords(query.search ?? '').slice(0, 100)),
  type: oneOf(contentTypes, query.type ?? '') ?? '',
  sort: oneOf(contentSorts, query.sort ?? '') ?? 'newest',
})

/** The link of a search: only what differs from the default, always in the same order. */
export const contentSearchHref = (search: Partial<ContentSearch>): string => {
  const asked = { ...defaultContentSearch, ...search }
  const query = new URLSearchParams()
  for (const key of ['search', 'type', 'sort'] as const)
    if (asked[key] !== defaultContentSearch[key]) query.set(key, asked[key])
  const text = query.toString()
  return text ? `/blog?${text}` : '/blog'
}
