import { and, eq, ilike, or, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { ContentType } from '@/modules/content/rules/content'
import {
  contentPerPage,
  type ContentSearch,
  type ContentSort,
  defaultContentSearch,
} from '@/modules/content/rules/content-search'
import type { ContentRecord } from '@/modules/content/schemas'
import { type SearchMatch, searchWithCorrection } from '@/modules/shop/queries/search-match'
import { content } from '@/payload-generated-schema'
import { countWhere, escapeLike, offsetOf, pagedRows } from '@/platform/paged-list'

import { contentCardsFrom, type ContentCardView } from './content-cards'
import { contentRecordsFrom, namesProduct } from './content-response'
import { hasTag } from './content-tags'

type PageOf<View> = { articles: View[]; total: number; page: number; pages: number }
/** `correctedSearch` is what was searched instead, because nothing matched what was typed. */
export type ContentPageView = PageOf<ContentCardView> & { correctedSearch: string | null }

const isPublished = eq(content.status, 'published')
const newestFirst = sql`${content.publishedAt} desc nulls last, ${content.id} desc`
const orders = {
  newest: newestFirst,
  oldest: sql`${content.publishedAt} nulls last, ${content.id}`,
  'most-viewed': sql`${content.viewCount} desc nulls last, ${newestFirst}`,
} satisfies Record<ContentSort, SQL>

/** Ids and positions of published content, as contentCardsFrom and contentRecordsFrom take them. */
const selectPublished = (
  { db }: Payload,
  condition: SQL | undefined,
  order: SQL,
  { limit, offset = 0 }: { limit: number; offset?: number },
): SQL =>
  db.drizzle
    .select({ id: content.id, place: sql`row_number() over (order by ${order})`.as('place') })
    .from(content)
    .where(and(isPublished, condition))
    .orderBy(sql`place`)
    .limit(limit)
    .offset(offset)
    .getSQL()

/** Returns the newest published content. */
export function listLatestContent(payload: Payload, limit: number): Promise<ContentCardView[]> {
  return contentCardsFrom(payload, selectPublished(payload, undefined, newestFirst, { limit }))
}

/** Returns published content that names a product, newest first. */
export function listContentOfProduct(
  payload: Payload,
  productId: number,
  limit: number,
): Promise<ContentCardView[]> {
  return contentCardsFrom(
    payload,
    selectPublished(payload, namesProduct(productId), newestFirst, { limit }),
  )
}

/** Condition that the title, the excerpt, a tag, or one of these columns contains a term; `%` and `_` match literally. */
export function contentContains(
  term: string,
  ...columns: (typeof content.slug)[]
): SQL | undefined {
  const pattern = `%${escapeLike(term)}%`
  return or(
    ilike(content.title, pattern),
    ilike(content.excerpt, pattern),
    ...columns.map((column) => ilike(column, pattern)),
    hasTag((tag) => ilike(tag, pattern)),
  )
}

/** How well an article matches. Triggers keep its search document (migrations search, article_bodies). */
const rankOf = (match: SearchMatch): SQL =>
  sql`(select ${match.rank(sql`document`)} from content_search where content_search.content_id = ${content.id})`

/** Matches of a phrase in long texts beyond the newest 500 don't count, so that a common word costs little. */
const matchesPhrase = ({ phrase }: SearchMatch): SQL =>
  phrase
    ? // No index has this order: the planner would read all texts in the index's order to find matches.
      sql`union all (select content_id from content_search where body @@ ${phrase} order by -content_id limit 500)`
    : sql``

const matchesFilters = ({ type, tag }: ContentSearch, match?: SearchMatch): SQL | undefined =>
  and(
    type ? eq(content.contentType, type) : undefined,
    tag ? hasTag((text) => sql`lower(${text}) = lower(${tag})`) : undefined,
    match
      ? sql`${content.id} in (
          select content_id from content_search where ${match.matches(sql`document`)} ${matchesPhrase(match)})`
      : undefined,
  )

/** Returns one page of published content, with two statements; better matches of a search come first. */
async function listPage<View>(
  payload: Payload,
  search: ContentSearch,
  limit: number,
  load: (payload: Payload, from: SQL) => Promise<View[]>,
  match?: SearchMatch,
): Promise<PageOf<View>> {
  const condition = matchesFilters(search, match)
  const query = { page: search.page, limit }
  const order = match ? sql`${rankOf(match)}, ${orders[search.sort]}` : orders[search.sort]
  const { rows, ...page } = await pagedRows(
    query,
    load(payload, selectPublished(payload, condition, order, { limit, offset: offsetOf(query) })),
    payload.db.drizzle.$count(content, and(isPublished, condition)),
  )
  return { articles: rows, ...page }
}

const emptyPage = { articles: [], total: 0, page: 1, pages: 1 }

/** Returns how many articles each of several matches finds, and how many by their titles, whatever the page. */
async function countMatches(
  { db }: Payload,
  search: ContentSearch,
  matches: readonly SearchMatch[],
): Promise<number[]> {
  const document = sql`document`
  const counts = matches
    .flatMap((match) => [match.matches(document), match.matchesName(document)])
    .map((condition) => countWhere(condition))
  const [row] = await db.drizzle
    .select({ counts: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(content)
    .innerJoin(sql`content_search`, sql`content_id = ${content.id}`)
    .where(and(isPublished, matchesFilters(search)))
  return row?.counts ?? []
}

async function findContent<View>(
  payload: Payload,
  search: ContentSearch,
  limit: number,
  load: (payload: Payload, from: SQL) => Promise<View[]>,
): Promise<PageOf<View> & { correctedSearch: string | null }> {
  if (!search.search)
    return { ...(await listPage(payload, search, limit, load)), correctedSearch: null }
  return searchWithCorrection(
    payload,
    search.search,
    { forProducts: false },
    async (match) => (match ? listPage(payload, search, limit, load, match) : emptyPage),
    (matches) => countMatches(payload, search, matches),
  )
}

/** Returns one page of /blog, or its first few articles. */
export function listContent(
  payload: Payload,
  search: ContentSearch,
  limit = contentPerPage,
): Promise<ContentPageView> {
  return findContent(payload, search, limit, contentCardsFrom)
}

/** Returns the same content as `listContent`, with everything the API shows. */
export function listContentRecords(
  payload: Payload,
  search: ContentSearch & { limit: number },
): Promise<PageOf<ContentRecord>> {
  return findContent(payload, search, search.limit, contentRecordsFrom)
}

/** Returns the titles of the best matches. */
export function suggestContent(
  payload: Payload,
  search: string,
  limit: number,
): Promise<{
  found: { title: string; slug: string; contentType: ContentType }[]
  correctedSearch: string | null
}> {
  return searchWithCorrection(
    payload,
    search,
    { forProducts: false },
    async (match) => {
      if (!match) return { found: [], total: 0 }
      const matches = await payload.db.drizzle
        .select({ title: content.title, slug: content.slug, contentType: content.contentType })
        .from(content)
        .where(and(isPublished, matchesFilters(defaultContentSearch, match)))
        .orderBy(rankOf(match), newestFirst)
        .limit(limit)
      return { found: matches, total: matches.length }
    },
    (matches) => countMatches(payload, defaultContentSearch, matches),
  )
}
