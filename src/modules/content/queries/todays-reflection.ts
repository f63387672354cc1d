import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { content } from '@/payload-generated-schema'

import { contentCardsFrom, type ContentCardView } from './content-cards'

/**
 * Returns the reflection of the day; null if none is published. Published reflections rotate daily
 * in the shop's time zone, oldest first. One published today joins the rotation tomorrow, so that
 * today's doesn't change.
 */
export async function getTodaysReflection(
  payload: Payload,
  timeZone: string,
  now = new Date(),
): Promise<ContentCardView | null> {
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${timeZone})::date`
  const since = sql`coalesce(${content.publishedAt}, ${content.createdAt})`
  const [card] = await contentCardsFrom(
    payload,
    sql`
    with published as (
      select ${content.id}, ${since} as since, (${since} at time zone ${timeZone})::date < ${today} as settled
      from ${content} where ${content.status} = 'published' and ${content.contentType} = 'reflection'),
    turns as (
      select id, row_number() over (order by since, id) - 1 as place, count(*) over () as total
      from published where settled or not exists (select from published where settled))
    select id, place from turns where place = (${today} - date '2000-01-01') % total`,
  )
  return card ?? null
}
