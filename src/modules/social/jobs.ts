import { and, asc, eq, inArray, isNull, lte, not, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  content,
  social_deliveries,
  social_posts,
  social_posts_platforms,
} from '@/payload-generated-schema'
import { withTransaction } from '@/platform/transaction'

import {
  auditPostStatus,
  failDeliveries,
  queueDelivery,
  startDeliveries,
} from './actions/deliveries'
import { isDeliveryOver } from './queries/social-posts'
import { staleAfterHours } from './rules/social-post'

const abandonedAfterMinutes = 5
const maxPerRun = 100

/** A post waits for an article of the same minute, whose link doesn't work before, but not longer than it may be late. */
const waitsForArticle = sql`exists (
  select 1 from ${content} where ${content.id} = ${social_posts.content} and ${content.status} = 'scheduled'
  and ${content.scheduledFor} <= now() + interval '1 minute' and ${content.deletedAt} is null
  and ${social_posts.scheduledFor} >= now() - make_interval(hours => ${staleAfterHours}))`

const isDue = and(
  eq(social_posts.status, 'scheduled'),
  lte(social_posts.scheduledFor, sql`now()`),
  isNull(social_posts.deletedAt),
  not(waitsForArticle),
)

/**
 * Starts the deliveries of a due post, unless another worker holds it. A post that is late by
 * hours fails with a reason instead of going out unexpectedly.
 */
function startDuePost(payload: Payload, id: number): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const [due] = await tx
      .select({
        isStale: sql<boolean>`${social_posts.scheduledFor} < now() - make_interval(hours => ${staleAfterHours})`,
      })
      .from(social_posts)
      .where(and(eq(social_posts.id, id), isDue))
      .for('update', { skipLocked: true })
    if (!due) return
    const rows = await tx
      .select({ platform: social_posts_platforms.value })
      .from(social_posts_platforms)
      .where(eq(social_posts_platforms.parent, id))
      .orderBy(asc(social_posts_platforms.order))
    const platforms = rows.flatMap(({ platform }) => platform ?? [])
    if (due.isStale)
      return auditPostStatus(
        tx,
        id,
        await failDeliveries(
          tx,
          id,
          platforms,
          'This post is hours late because the worker was offline. Publish it now, or choose another time.',
        ),
      )
    await auditPostStatus(tx, id, await startDeliveries(tx, id, platforms))
  })
}

/**
 * Runs every minute: starts due posts, and queues deliveries again whose worker was killed (the
 * queue itself would notice only after hours). Repeating it changes nothing; two runs at once
 * share the work.
 */
export async function processDuePosts(payload: Payload): Promise<void> {
  const { drizzle } = payload.db
  const duePosts = await drizzle
    .select({ id: social_posts.id })
    .from(social_posts)
    .where(isDue)
    .orderBy(asc(social_posts.scheduledFor), asc(social_posts.id))
    .limit(maxPerRun)
  const failures: unknown[] = []
  for (const { id } of duePosts)
    await startDuePost(payload, id).catch((error: unknown) => failures.push(error))
  const { progress, status, updatedAt } = social_deliveries
  const abandoned = await drizzle
    .select({ id: social_deliveries.id })
    .from(social_deliveries)
    .where(
      and(
        inArray(status, ['waiting', 'sending', 'unknown']),
        not(isDeliveryOver),
        sql`greatest(${updatedAt}, (${progress}->>'notBefore')::timestamptz, (${progress}->>'claimUntil')::timestamptz) < now() - make_interval(mins => ${abandonedAfterMinutes})`,
      ),
    )
    .limit(maxPerRun)
  for (const { id } of abandoned) await queueDelivery(drizzle, id)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} posts that are due could not be started`)
}
