import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { withTransaction } from '@/platform/transaction'

/** A reader counts once in six hours; the rows of this allowance are also how we know that something was counted. */
export const viewRateLimit = { name: 'view', points: 1, seconds: 6 * 60 * 60 }

/**
 * Counts one opening of a published piece unless `counts` says that it is none, and gives the count as it is then;
 * null when there is no such piece. One statement adds, so that openings at the same moment all count.
 */
export async function countView(
  payload: Payload,
  id: number,
  counts: () => Promise<boolean>,
): Promise<number | null> {
  const {
    rows: [piece],
  } = await payload.db.drizzle.execute(sql`
    select coalesce(view_count, 0)::integer as count from content where id = ${id} and status = 'published'`)
  if (!piece) return null
  if (!(await counts())) return (piece as { count: number }).count
  return withTransaction(payload, async (_, tx) => {
    // Without the word a trigger keeps the number, whatever a save of the whole row says.
    await tx.execute(sql`select set_config('app.count_view', '1', true)`)
    const {
      rows: [counted],
    } = await tx.execute(sql`
      update content set view_count = coalesce(view_count, 0) + 1 where id = ${id} and status = 'published'
      returning view_count::integer as count`)
    return counted ? (counted as { count: number }).count : null
  })
}

/** A little longer than the pause between two runs of the job. */
const lookBackMinutes = 16

/** Lets kept lists and pieces show their counts anew, when somebody read something lately. */
export async function refreshViewCounts(payload: Payload): Promise<void> {
  const countedAfter = Date.now() + (viewRateLimit.seconds - lookBackMinutes * 60) * 1000
  const { rows } = await payload.db.drizzle.execute(sql`
    select 1 from rate_limits where key like ${`${viewRateLimit.name}:%`} and expire > ${countedAfter} limit 1`)
  if (rows.length > 0) await revalidateTags({ payload }, [cacheTags.contents])
}
