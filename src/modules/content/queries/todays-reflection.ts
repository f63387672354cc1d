import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { contentCardsFrom, type ContentCardView } from './content-cards'

/**
 * The reflection of the day, by the shop's clock: the published ones take turns, the oldest first, a day each. What
 * is published today joins tomorrow, so that today's stays today's. One statement; null when there is none.
 */
export async function getTodaysReflection(
  payload: Payload,
  timeZone: string,
  now = new Date(),
): Promise<ContentCardView | null> {
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${timeZone})::date`
  const [card] = await contentCardsFrom(
    payload,
    sql`
    with published as (
      select id, coalesce(published_at, created_at) as since, (coalesce(published_at, created_at) at time zone ${timeZone})::date < ${today} as settled
      from content where status = 'published' and content_type = 'reflection'),
    turns as (
      select id, row_number() over (order by since, id) - 1 as place, count(*) over () as pieces
      from published where settled or not exists (select from published where settled))
    select id, place from turns where place = (${today} - date '2000-01-01') % pieces`,
  )
  return card ?? null
}
