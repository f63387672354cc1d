import { and, eq, inArray, min, ne, notInArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { isDeliveryOver } from '@/modules/social/queries/social-posts'
import {
  type DeliveryStatus,
  derivePostStatus,
  type SocialPlatform,
  type SocialPostStatus,
} from '@/modules/social/rules/social-post'
import { social_deliveries, social_posts } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { queueJob } from '@/platform/job-queue'
import { type Db, type Tx, withTransaction } from '@/platform/transaction'
import type { PublishedPost } from '@/providers/social-network'

/** Progress of a delivery, stored in its row so that another worker can resume it. Recorded field names. */
const progressSchema = z.object({
  /** The run that holds the lease, and when the lease expires. */
  claim: z.string().optional(),
  claimUntil: z.string().optional(),
  /** End of a pause that the network asked for. */
  notBefore: z.string().optional(),
  /** Written just before the call that publishes: from then on the post may be out. */
  handedOverAt: z.string().optional(),
  handOvers: z.number().optional(),
  /** How often the network was asked and did not have the post. */
  looks: z.number().optional(),
  /** How often the delivery waited for something temporary. */
  pauses: z.number().optional(),
  /** A user must check the network. */
  over: z.boolean().optional(),
  steps: z
    .object({
      media: z.array(z.string()).optional(),
      container: z.string().optional(),
      thumbnail: z.string().optional(),
    })
    .optional(),
})
export type DeliveryProgress = z.infer<typeof progressSchema>
export function parseProgress(value: unknown): DeliveryProgress {
  return progressSchema.safeParse(value ?? {}).data ?? {}
}

export const updatedNow = { updatedAt: sql`now()` }
/** Columns of a delivery that starts from the beginning. */
export const restartedDelivery = {
  status: 'waiting',
  reason: null,
  progress: null,
  ...updatedNow,
} as const

/** Queues a delivery; a job that already waits for it is replaced. */
export function queueDelivery(db: Db, deliveryId: number, delaySeconds = 0): Promise<void> {
  return queueJob(
    db,
    'publish-social-post',
    { deliveryId },
    { key: `social-delivery-${deliveryId}`, delaySeconds },
  )
}

/**
 * Enqueues one delivery per network. Failed ones start again, published ones stay. The caller must
 * have locked the post. Repeating the call changes nothing.
 * @returns the new status, or null if it has not changed
 */
export async function startDeliveries(
  tx: Tx,
  postId: number,
  platforms: readonly SocialPlatform[],
): Promise<SocialPostStatus | null> {
  await tx
    .delete(social_deliveries)
    .where(
      and(
        eq(social_deliveries.post, postId),
        eq(social_deliveries.status, 'failed'),
        notInArray(social_deliveries.platform, [...platforms]),
      ),
    )
  const started = await tx
    .insert(social_deliveries)
    .values(platforms.map((platform) => ({ post: postId, platform })))
    .onConflictDoUpdate({
      target: [social_deliveries.post, social_deliveries.platform],
      set: restartedDelivery,
      setWhere: eq(social_deliveries.status, 'failed'),
    })
    .returning({ id: social_deliveries.id })
  for (const { id } of started) await queueDelivery(tx, id)
  return updatePostStatus(tx, postId)
}

/**
 * Derives the status of a post from its deliveries.
 * @returns the new status, or null if it has not changed
 */
export async function updatePostStatus(tx: Tx, postId: number): Promise<SocialPostStatus | null> {
  const isThisPost = eq(social_posts.id, postId)
  await tx.select({ id: social_posts.id }).from(social_posts).where(isThisPost).for('update')
  const isOfPost = eq(social_deliveries.post, postId)
  const status = derivePostStatus(
    await tx
      .select({ status: social_deliveries.status, isOver: isDeliveryOver })
      .from(social_deliveries)
      .where(isOfPost),
  )
  const firstPublished = tx
    .select({ at: min(social_deliveries.publishedAt) })
    .from(social_deliveries)
    .where(and(isOfPost, inArray(social_deliveries.status, ['published', 'by-hand'])))
  const changed = await tx
    .update(social_posts)
    .set({
      status,
      publishedAt: sql`coalesce((${firstPublished}), ${social_posts.publishedAt})`,
      ...updatedNow,
    })
    .where(and(isThisPost, ne(social_posts.status, status)))
    .returning({ id: social_posts.id })
  return changed.length > 0 ? status : null
}

/** Audits a status that the worker set, as a change by the system. */
export async function auditPostStatus(
  tx: Tx,
  postId: number,
  status: SocialPostStatus | null,
): Promise<void> {
  if (status)
    await audit(tx, null, {
      action: 'social.updated',
      subjectType: 'social-post',
      subjectId: postId,
      details: { fields: ['status'], status },
    })
}

/** Fails the deliveries of a post before they start, all for the same reason. */
export async function failDeliveries(
  tx: Tx,
  postId: number,
  platforms: readonly SocialPlatform[],
  reason: string,
): Promise<SocialPostStatus | null> {
  await tx
    .insert(social_deliveries)
    .values(
      platforms.map((platform) => ({ post: postId, platform, status: 'failed' as const, reason })),
    )
    .onConflictDoUpdate({
      target: [social_deliveries.post, social_deliveries.platform],
      set: { status: 'failed', reason, ...updatedNow },
      setWhere: inArray(social_deliveries.status, ['waiting', 'failed']),
    })
  return updatePostStatus(tx, postId)
}

type DeliveryResult = {
  status: DeliveryStatus
  progress: DeliveryProgress
  reason?: string | null
  published?: PublishedPost
  /** Queues the delivery again after this delay. */
  againInSeconds?: number
}

/** Whether a delivery is still held by this run. */
export function isClaimedBy({ id, claim }: { id: number; claim: string }) {
  return and(eq(social_deliveries.id, id), eq(sql`${social_deliveries.progress}->>'claim'`, claim))
}

/**
 * Writes the result of a delivery and releases its lease, if this run still holds it. After
 * another run took over, it changes nothing.
 */
export function finishDelivery(
  payload: Payload,
  delivery: { id: number; postId: number; claim: string },
  { status, progress, reason = null, published, againInSeconds }: DeliveryResult,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { claim: _claim, claimUntil: _until, ...storedProgress } = progress
    const finished = await tx
      .update(social_deliveries)
      .set({
        status,
        progress: storedProgress,
        reason,
        ...(published && {
          providerPostId: published.id,
          url: published.url,
          publishedAt: sql`now()`,
        }),
        ...updatedNow,
      })
      .where(and(isClaimedBy(delivery), inArray(social_deliveries.status, ['sending', 'unknown'])))
      .returning({ id: social_deliveries.id })
    if (finished.length === 0) return
    if (againInSeconds !== undefined) await queueDelivery(tx, delivery.id, againInSeconds)
    await auditPostStatus(tx, delivery.postId, await updatePostStatus(tx, delivery.postId))
  })
}
