import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  contentPerPage,
  type ContentSearch,
  type ContentSort,
} from '@/modules/content/rules/content-search'
import { content, content_rels, content_texts } from '@/payload-generated-schema'
import { escapeLike, offsetOf, pagedRows } from '@/platform/paged-list'

import { contentCardsFrom, type ContentCardView } from './content-cards'
import { type ContentRecord, contentRecordsFrom } from './content-response'

type PageOf<View> = { pieces: View[]; total: number; page: number; pages: number }
export type ContentPageView = PageOf<ContentCardView>

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
    .where(and(eq(content.status, 'published'), condition))
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
  const namesProduct = sql`exists (select from ${content_rels} where ${content_rels.parent} = ${content.id}
    and ${content_rels.path} = 'relatedProducts' and ${content_rels.productsID} = ${productId})`
  return contentCardsFrom(payload, selectPublished(payload, namesProduct, newestFirst, { limit }))
}

/** Condition that content has a tag for which `matches` is true. */
const hasTag = (matches: SQL): SQL =>
  sql`exists (select from ${content_texts} where ${content_texts.parent} = ${content.id} and ${content_texts.path} = 'tags' and ${matches})`

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
    hasTag(ilike(content_texts.text, pattern)),
  )
}

const matchesSearch = ({ search, type, tag }: ContentSearch): SQL | undefined =>
  and(
    type ? eq(content.contentType, type) : undefined,
    tag ? hasTag(sql`lower(${content_texts.text}) = lower(${tag})`) : undefined,
    ...search
      .split(' ')
      .filter(Boolean)
      .map((term) => contentContains(term)),
  )

/** Returns one page of matching published content, with two statements. */
async function listPage<View>(
  payload: Payload,
  search: ContentSearch,
  limit: number,
  load: (payload: Payload, from: SQL) => Promise<View[]>,
): Promise<PageOf<View>> {
  const condition = matchesSearch(search)
  const query = { page: search.page, limit }
  const { rows, ...page } = await pagedRows(
    query,
    load(
      payload,
      selectPublished(payload, condition, orders[search.sort], { limit, offset: offsetOf(query) }),
    ),
    payload.db.drizzle.$count(content, and(eq(content.status, 'published'), condition)),
  )
  return { pieces: rows, ...page }
}

/** Returns one page of /blog. */
export function listContent(payload: Payload, search: ContentSearch): Promise<ContentPageView> {
  return listPage(payload, search, contentPerPage, contentCardsFrom)
}

/** Returns the same content as `listContent`, with everything the API shows. */
export function listContentRecords(
  payload: Payload,
  search: ContentSearch & { limit: number },
): Promise<PageOf<ContentRecord>> {
  return listPage(payload, search, search.limit, contentRecordsFrom)
}

/** Returns the tags of published reflections, the most used first, in lower case. */
export async function listTopics({ db }: Payload, limit: number): Promise<string[]> {
  const tag = sql<string>`lower(${content_texts.text})`
  const rows = await db.drizzle
    .select({ tag })
    .from(content_texts)
    .innerJoin(content, eq(content.id, content_texts.parent))
    .where(
      and(
        eq(content_texts.path, 'tags'),
        eq(content.status, 'published'),
        eq(content.contentType, 'reflection'),
      ),
    )
    .groupBy(tag)
    .orderBy(desc(count()), asc(tag))
    .limit(limit)
  return rows.map((row) => row.tag)
}
