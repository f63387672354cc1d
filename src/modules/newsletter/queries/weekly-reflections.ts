import { and, desc, eq, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { content } from '@/payload-generated-schema'

const isPublic = and(eq(content.status, 'published'), isNull(content.deletedAt))
const digestColumns = {
  title: content.title,
  excerpt: content.excerpt,
  slug: content.slug,
  type: content.contentType,
}
export type DigestContent = Pick<typeof content.$inferSelect, 'title' | 'excerpt' | 'slug'> & {
  type: typeof content.$inferSelect.contentType
}

/** Returns the reflections published in the last seven days, newest first, at most five: the content of the weekly digest. */
export function listWeeklyReflections({ db }: Payload, now = new Date()): Promise<DigestContent[]> {
  const until = sql`${now.toISOString()}::timestamptz`
  return db.drizzle
    .select(digestColumns)
    .from(content)
    .where(
      and(
        isPublic,
        eq(content.contentType, 'reflection'),
        sql`${content.publishedAt} > ${until} - interval '7 days' and ${content.publishedAt} <= ${until}`,
      ),
    )
    .orderBy(desc(content.publishedAt))
    .limit(5)
}

/** Returns one published content entry for a digest of its own. */
export async function getDigestContent(
  { db }: Payload,
  id: number,
): Promise<DigestContent | undefined> {
  const [entry] = await db.drizzle
    .select(digestColumns)
    .from(content)
    .where(and(isPublic, eq(content.id, id)))
  return entry
}
