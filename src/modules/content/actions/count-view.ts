import { and, eq, gt, like, sql } from '@payloadcms/db-postgres/drizzle'
import { bigint, pgTable, varchar } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { content } from '@/payload-generated-schema'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { setTriggerPermission } from '@/platform/database/trigger-permission'
import { withTransaction } from '@/platform/transaction'

/** A reader counts once in six hours. The rows of this rate limit also show that views were counted. */
export const viewRateLimit = { name: 'view', points: 1, seconds: 6 * 60 * 60 }

/**
 * Counts a view of published content if `isCounted` resolves to true, and returns the view count;
 * null if there is no such content. Concurrent views all count.
 */
export async function countView(
  payload: Payload,
  id: number,
  isCounted: () => Promise<boolean>,
): Promise<number | null> {
  const isPublished = and(eq(content.id, id), eq(content.status, 'published'))
  const [current] = await payload.db.drizzle
    .select({ viewCount: content.viewCount })
    .from(content)
    .where(isPublished)
  if (!current) return null
  if (!(await isCounted())) return current.viewCount ?? 0
  return withTransaction(payload, async (_, tx) => {
    await setTriggerPermission(tx, 'count_view')
    const [counted] = await tx
      .update(content)
      .set({ viewCount: sql`coalesce(${content.viewCount}, 0) + 1` })
      .where(isPublished)
      .returning({ viewCount: content.viewCount })
    return counted?.viewCount ?? null
  })
}

/** The rate limiter's table; Payload doesn't know it. `expire` is in milliseconds since 1970. */
const rate_limits = pgTable('rate_limits', {
  key: varchar('key').primaryKey(),
  expire: bigint('expire', { mode: 'number' }),
})

/** A little longer than the interval of the job. */
const lookBackMinutes = 16

/** Revalidates cached lists and content if views were counted lately, so that they show the counts. */
export async function refreshViewCounts(payload: Payload): Promise<void> {
  const countedAfter = Date.now() + (viewRateLimit.seconds - lookBackMinutes * 60) * 1000
  const rows = await payload.db.drizzle
    .select({ key: rate_limits.key })
    .from(rate_limits)
    .where(
      and(like(rate_limits.key, `${viewRateLimit.name}:%`), gt(rate_limits.expire, countedAfter)),
    )
    .limit(1)
  if (rows.length > 0) await revalidateTags({ payload }, [cacheTags.contents])
}
