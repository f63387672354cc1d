import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'
import type { ContentSearch, ContentSort } from '../domain/content-search'
import { type ContentCardView, contentCardsFrom } from './content-cards'

/** The newest published pieces. */
export const listLatestContent = (payload: Payload, limit: number): Promise<ContentCardView[]> =>
  contentCardsFrom(payload, sql`
    select id, row_number() over (order by published_at desc nulls last, id desc) as place
    from content where status = 'published' order by place limit ${limit}`)

const orders = {
  newest: sql`published_at desc nulls last, id desc`,
  oldest: sql`published_at nulls last, id`,
  'most-viewed': sql`view_count desc nulls last, published_at desc nulls last, id desc`,
} satisfies Record<ContentSort, SQL>

/** Each word must occur in the title, the excerpt or a tag; `%` and `_` are letters like any other. */
const hasWords = (search: string): SQL =>
  sql.join(search.split(' ').filter(Boolean).map((word) => {
    const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql` and (title ilike ${like} or excerpt ilike ${like} or exists (
      select from content_texts t where t.parent_id = content.id and t.path = 'tags' and t.text ilike ${like}))`
  }))

/** Published pieces, at most `limit`, in one statement. */
export const listContent = (payload: Payload, { search, type, sort }: ContentSearch, limit: number): Promise<ContentCardView[]> =>
  contentCardsFrom(payload, sql`
    select id, row_number() over (order by ${orders[sort]}) as place
    from content where status = 'published' ${type ? sql`and content_type = ${type}` : sql``} ${hasWords(search)}
    order by place limit ${limit}`)
