import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { withTransaction } from '@/platform/transaction'

import { failDeliveries, queueDelivery, startDeliveries } from './actions/deliveries'
import { type SocialPlatform, staleAfterHours } from './rules/social-post'

const forgottenAfterMinutes = 5

/** One post that is due, if it still is and nobody else is at it. Late by hours, it asks instead of surprising anybody. */
const startOne = (payload: Payload, id: number): Promise<void> =>
  withTransaction(payload, async (_req, tx) => {
    const {
      rows: [due],
    } = await tx.execute(sql`
      select scheduled_for < now() - make_interval(hours => ${staleAfterHours}) as "isStale" from social_posts
      where id = ${id} and status = 'scheduled' and scheduled_for <= now() and deleted_at is null for update skip locked`)
    if (!due) return
    const { rows } = await tx.execute(
      sql`select value from social_posts_platforms where parent_id = ${id} order by "order"`,
    )
    const platforms = (rows as unknown as { value: SocialPlatform }[]).map(({ value }) => value)
    if (due.isStale)
      await failDeliveries(
        tx,
        id,
        platforms,
        'Its time passed hours ago, while the worker stood still. Publish it now, or choose another day.',
      )
    else await startDeliveries(tx, id, platforms)
  })

/**
 * Once a minute: hands over what is due, and brings back to the queue what was left lying by a worker that was killed
 * (the queue itself would notice only after hours). A second run finds nothing, and two at once share the work.
 */
export async function processDuePosts(payload: Payload): Promise<void> {
  const { rows: due } = await payload.db.drizzle.execute(
    sql`select id from social_posts where status = 'scheduled' and scheduled_for <= now() and deleted_at is null order by scheduled_for, id limit 100`,
  )
  const failures: unknown[] = []
  for (const { id } of due as unknown as { id: number }[])
    await startOne(payload, id).catch((error: unknown) => failures.push(error))
  const { rows: left } = await payload.db.drizzle.execute(sql`
    select id from social_deliveries where status in ('waiting', 'sending', 'unknown') and not coalesce((progress->>'over')::boolean, false)
      and greatest(updated_at, (progress->>'notBefore')::timestamptz, (progress->>'claimUntil')::timestamptz) < now() - make_interval(mins => ${forgottenAfterMinutes}) limit 100`)
  for (const { id } of left as unknown as { id: number }[])
    await queueDelivery(payload.db.drizzle, id)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} posts that are due could not be started`)
}
