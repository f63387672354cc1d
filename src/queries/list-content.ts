import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { type ContentCardView, contentCardsFrom } from './content-cards'

/** The newest published pieces. */
export const listLatestContent = (payload: Payload, limit: number): Promise<ContentCardView[]> =>
  contentCardsFrom(payload, sql`
    select id, row_number() over (order by published_at desc nulls last, id desc) as place
    from content where status = 'published' order by place limit ${limit}`)
