import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

export type WeeklyReflection = { title: string; excerpt: string | null; slug: string; type: string }

/** The reflections that were published in the last seven days, the latest first, at most five: what the letter is made of. */
export async function listWeeklyReflections(
  payload: Payload,
  now = new Date(),
): Promise<WeeklyReflection[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select title, excerpt, slug, content_type::text as type from content
    where status = 'published' and content_type = 'reflection' and deleted_at is null and published_at > ${now.toISOString()}::timestamptz - interval '7 days' and published_at <= ${now.toISOString()}::timestamptz
    order by published_at desc limit 5`)
  return rows as WeeklyReflection[]
}
