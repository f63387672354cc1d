import { and, desc, eq, gt, isNull, lte } from '@payloadcms/db-postgres/drizzle'
import { subDays } from 'date-fns'
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

/**
 * Returns the reflections published in the last seven days or since the given time, newest first, at most five: the
 * content of the weekly digest.
 */
export function listWeeklyReflections(
  { db }: Payload,
  now = new Date(),
  since = subDays(now, 7),
): Promise<DigestContent[]> {
  return db.drizzle
    .select(digestColumns)
    .from(content)
    .where(
      and(
        isPublic,
        eq(content.contentType, 'reflection'),
        gt(content.publishedAt, since.toISOString()),
        lte(content.publishedAt, now.toISOString()),
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
