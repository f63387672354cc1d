import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { z } from 'zod'

import {
  type DeliveryStatus,
  derivePostStatus,
  type SocialPlatform,
  type SocialPostStatus,
} from '@/modules/social/rules/social-post'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'

/** How far a delivery is; kept in its row, so that whoever goes on after a killed worker knows. */
const progressSchema = z.object({
  /** Who is at it, and until when nobody else may take over. */
  claim: z.string().optional(),
  claimUntil: z.string().optional(),
  /** A pause that the network asked for. */
  notBefore: z.string().optional(),
  /** Just before the call that publishes: from here on it may be out. */
  handedOverAt: z.string().optional(),
  handOvers: z.number().optional(),
  /** How often it was looked for and not found. */
  looks: z.number().optional(),
  /** How often something stood in the way that may pass. */
  pauses: z.number().optional(),
  /** A person has to look now. */
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

/** Puts a delivery into the queue; one that waits there already is replaced. */
export function queueDelivery(
  tx: Tx | Payload['db']['drizzle'],
  deliveryId: number,
  delaySeconds = 0,
): Promise<void> {
  return queueJob(
    tx,
    'publish-social-post',
    { deliveryId },
    { key: `social-delivery-${deliveryId}`, delaySeconds },
  )
}

/**
 * Hands a post to the worker: one delivery for each network, what failed before anew, what is out stays. The post must be
 * locked by the caller. Asking twice changes nothing.
 */
export async function startDeliveries(
  tx: Tx,
  postId: number,
  platforms: readonly SocialPlatform[],
): Promise<void> {
  await tx.execute(
    sql`delete from social_deliveries where post_id = ${postId} and status = 'failed' and platform::text not in (select json_array_elements_text(${JSON.stringify(platforms)}::json))`,
  )
  const { rows } = await tx.execute(sql`
    insert into social_deliveries (post_id, platform, status)
    select ${postId}, value::enum_social_deliveries_platform, 'waiting' from json_array_elements_text(${JSON.stringify(platforms)}::json)
    on conflict (post_id, platform) do update set status = 'waiting', reason = null, progress = null, updated_at = now() where social_deliveries.status = 'failed'
    returning id`)
  await tx.execute(
    sql`update social_posts set status = 'sending', updated_at = now() where id = ${postId}`,
  )
  for (const { id } of rows as unknown as { id: number }[]) await queueDelivery(tx, id)
}

/** Brings the state of a post in line with its deliveries. */
export async function updatePostStatus(tx: Tx, postId: number): Promise<SocialPostStatus> {
  await tx.execute(sql`select 1 from social_posts where id = ${postId} for update`)
  const { rows } = await tx.execute(
    sql`select status, status in ('published', 'failed', 'by-hand') or coalesce((progress->>'over')::boolean, false) as "isOver" from social_deliveries where post_id = ${postId}`,
  )
  const status = derivePostStatus(rows as unknown as { status: DeliveryStatus; isOver: boolean }[])
  await tx.execute(sql`
    update social_posts set status = ${status}, updated_at = now(),
      published_at = coalesce((select min(published_at) from social_deliveries where post_id = ${postId} and status in ('published', 'by-hand')), published_at)
    where id = ${postId} and status <> ${status}`)
  return status
}

/** Deliveries that end before they begin: each with the same reason. */
export async function failDeliveries(
  tx: Tx,
  postId: number,
  platforms: readonly SocialPlatform[],
  reason: string,
): Promise<void> {
  await tx.execute(sql`
    insert into social_deliveries (post_id, platform, status, reason)
    select ${postId}, value::enum_social_deliveries_platform, 'failed', ${reason} from json_array_elements_text(${JSON.stringify(platforms)}::json)
    on conflict (post_id, platform) do update set status = 'failed', reason = excluded.reason, updated_at = now() where social_deliveries.status in ('waiting', 'failed')`)
  await updatePostStatus(tx, postId)
}

type Change = {
  status: DeliveryStatus
  progress: DeliveryProgress
  reason?: string | null
  published?: { id: string; url: string }
  /** Comes again after so long. */
  againInSeconds?: number
}

/**
 * Writes what became of a delivery and lets go of it, if it is still this run's: a run that was slow enough for
 * another to take over changes nothing any more.
 */
export function finishDelivery(
  payload: Payload,
  { id, postId, claim }: { id: number; postId: number; claim: string },
  { status, progress, reason = null, published, againInSeconds }: Change,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { claim: _claim, claimUntil: _until, ...kept } = progress
    const { rows } = await tx.execute(sql`
      update social_deliveries set status = ${status}, progress = ${JSON.stringify(kept)}::jsonb, reason = ${reason}, updated_at = now(),
        provider_post_id = coalesce(${published?.id ?? null}, provider_post_id), url = coalesce(${published?.url ?? null}, url), published_at = case when ${published !== undefined} then now() else published_at end
      where id = ${id} and progress->>'claim' = ${claim} and status in ('sending', 'unknown') returning id`)
    if (rows.length === 0) return
    if (againInSeconds !== undefined) await queueDelivery(tx, id, againInSeconds)
    await updatePostStatus(tx, postId)
  })
}
