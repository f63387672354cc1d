import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import {
  contentPerPage,
  type ContentSearch,
  type ContentSort,
} from '@/modules/content/rules/content-search'

import { contentCardsFrom, type ContentCardView } from './content-cards'
import { type ContentRecord, contentRecordsFrom } from './content-response'

type PageOf<View> = { pieces: View[]; total: number; page: number; pages: number }
export type ContentPageView = PageOf<ContentCardView>

/** The newest published pieces. */
export function listLatestContent(payload: Payload, limit: number): Promise<ContentCardView[]> {
  return contentCardsFrom(
    payload,
    sql`
    select id, row_number() over (order by published_at desc nulls last, id desc) as place
    from content where status = 'published' order by place limit ${limit}`,
  )
}

/** Published pieces that a product is named in, the newest first. */
export function listContentOfProduct(
  payload: Payload,
  productId: number,
  limit: number,
): Promise<ContentCardView[]> {
  return contentCardsFrom(
    payload,
    sql`
    select c.id, row_number() over (order by c.published_at desc nulls last, c.id desc) as place
    from content c where c.status = 'published' and exists (
      select from content_rels r where r.parent_id = c.id and r.path = 'relatedProducts' and r.products_id = ${productId})
    order by place limit ${limit}`,
  )
}

const orders = {
  newest: sql`published_at desc nulls last, id desc`,
  oldest: sql`published_at nulls last, id`,
  'most-viewed': sql`view_count desc nulls last, published_at desc nulls last, id desc`,
} satisfies Record<ContentSort, SQL>

/** Each word must occur in the title, the excerpt or a tag; `%` and `_` are letters like any other. */
const hasWords = (search: string): SQL =>
  sql.join(
    search
      .split(' ')
      .filter(Boolean)
      .map((word) => {
        const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
        return sql` and (title ilike ${like} or excerpt ilike ${like} or exists (
      select from content_texts t where t.parent_id = content.id and t.path = 'tags' and t.text ilike ${like}))`
      }),
  )

const hasTag = (tag: string): SQL =>
  sql`and exists (select from content_texts t where t.parent_id = content.id and t.path = 'tags' and lower(t.text) = lower(${tag}))`

const matching = ({ search, type, tag }: ContentSearch): SQL =>
  sql`status = 'published' ${type ? sql`and content_type = ${type}` : sql``} ${tag ? hasTag(tag) : sql``} ${hasWords(search)}`

/** One page of the published pieces that match, in two statements. The ids in their order go to `show`. */
const page = async <View>(
  payload: Payload,
  search: ContentSearch,
  limit: number,
  show: (payload: Payload, from: SQL) => Promise<View[]>,
): Promise<PageOf<View>> => {
  const [pieces, { rows }] = await Promise.all([
    show(
      payload,
      sql`
      select id, row_number() over (order by ${orders[search.sort]}) as place
      from content where ${matching(search)} order by place limit ${limit} offset ${(search.page - 1) * limit}`,
    ),
    payload.db.drizzle.execute(
      sql`select count(*)::integer as total from content where ${matching(search)}`,
    ),
  ])
  const total = (rows[0] as { total: number }).total
  return { pieces, total, page: search.page, pages: Math.max(1, Math.ceil(total / limit)) }
}

/** One page of /blog. */
export function listContent(payload: Payload, search: ContentSearch): Promise<ContentPageView> {
  return page(payload, search, contentPerPage, contentCardsFrom)
}

/** The same pieces with all that the API tells of them. */
export function listContentRecords(
  payload: Payload,
  search: ContentSearch & { limit: number },
): Promise<PageOf<ContentRecord>> {
  return page(payload, search, search.limit, contentRecordsFrom)
}

/** The tags that published reflections carry, the most used first. */
export async function listTopics(payload: Payload, limit: number): Promise<string[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select lower(t.text) as tag from content_texts t join content c on c.id = t.parent_id
    where t.path = 'tags' and c.status = 'published' and c.content_type = 'reflection'
    group by lower(t.text) order by count(*) desc, lower(t.text) limit ${limit}`)
  return (rows as unknown as { tag: string }[]).map(({ tag }) => tag)
}
