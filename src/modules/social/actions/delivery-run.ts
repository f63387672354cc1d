import { randomUUID } from 'node:crypto'

import { and, eq, inArray, not, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isDeliveryOver } from '@/modules/social/queries/social-posts'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { social_deliveries } from '@/payload-generated-schema'
import type { PublishedPost } from '@/providers/social-network'

import {
  type DeliveryProgress,
  finishDelivery,
  isClaimedBy,
  parseProgress,
  updatedNow,
} from './deliveries'

/** A delivery that this run holds a lease on. `progress` follows what is stored. */
export type DeliveryRun = {
  payload: Payload
  id: number
  postId: number
  platform: SocialPlatform
  label: string
  claim: string
  /** The post may be out already, so it must be verified before it is sent. */
  mustVerify: boolean
  progress: DeliveryProgress
}

/** Another run took over the delivery. */
export class LostClaimError extends Error {}

const leaseSeconds = 180
const maxPauses = 40
const { progress, status, attempts } = social_deliveries
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`

/**
 * Claims a delivery by compare-and-set: one that waits, one whose result is unknown, or one whose
 * worker was killed. If that worker had begun the call that publishes, the post may be out.
 * @returns null if another run holds it, or there is nothing to do
 */
export async function claimDelivery(payload: Payload, id: number): Promise<DeliveryRun | null> {
  const claim = randomUUID()
  const [row] = await payload.db.drizzle
    .update(social_deliveries)
    .set({
      attempts: sql`${attempts} + (case ${status} when 'waiting' then 1 else 0 end)`,
      status: sql`case when ${status} = 'unknown' or (${status} = 'sending' and ${progress} ? 'handedOverAt') then 'unknown'::enum_social_deliveries_status else 'sending' end`,
      progress: sql`coalesce(${progress}, '{}') || jsonb_build_object('claim', ${claim}::text, 'claimUntil', ${leaseEnd})`,
      ...updatedNow,
    })
    .where(
      and(
        eq(social_deliveries.id, id),
        inArray(status, ['waiting', 'sending', 'unknown']),
        not(isDeliveryOver),
        sql`coalesce((${progress}->>'claimUntil')::timestamptz < now(), true)`,
        sql`coalesce((${progress}->>'notBefore')::timestamptz <= now() + interval '2 seconds', true)`,
      ),
    )
    .returning({
      postId: social_deliveries.post,
      platform: social_deliveries.platform,
      status,
      progress,
    })
  return row
    ? {
        payload,
        id,
        postId: row.postId,
        platform: row.platform,
        label: socialPlatformLabels[row.platform],
        claim,
        mustVerify: row.status === 'unknown',
        progress: parseProgress(row.progress),
      }
    : null
}

/** Stores progress and extends the lease. @throws LostClaimError */
export async function saveProgress(run: DeliveryRun, change: DeliveryProgress): Promise<void> {
  const saved = await run.payload.db.drizzle
    .update(social_deliveries)
    .set({
      progress: sql`${progress} || ${JSON.stringify(change)}::jsonb || jsonb_build_object('claimUntil', ${leaseEnd})`,
      ...updatedNow,
    })
    .where(isClaimedBy(run))
    .returning({ id: social_deliveries.id })
  if (saved.length === 0) throw new LostClaimError()
  Object.assign(run.progress, change)
}

/** Marks a delivery whose post is certainly not out, so that it can be sent again. @throws LostClaimError */
export async function resumeSending(run: DeliveryRun): Promise<void> {
  const resumed = await run.payload.db.drizzle
    .update(social_deliveries)
    .set({
      status: 'sending',
      attempts: sql`${attempts} + 1`,
      progress: sql`${progress} - 'handedOverAt'`,
      ...updatedNow,
    })
    .where(isClaimedBy(run))
    .returning({ id: social_deliveries.id })
  if (resumed.length === 0) throw new LostClaimError()
  delete run.progress.handedOverAt
  run.mustVerify = false
}

export function complete(run: DeliveryRun, published: PublishedPost): Promise<void> {
  return finishDelivery(run.payload, run, { status: 'published', published, progress: {} })
}

/**
 * Ends a delivery with a reason for staff. A post that may be out is left for a user to check instead: a failed one can
 * be sent again without a question.
 */
export function fail(run: DeliveryRun, reason: string): Promise<void> {
  if (run.mustVerify) return requestHelp(run)
  return finishDelivery(run.payload, run, { status: 'failed', reason, progress: {} })
}

/** Asks a user to check the network, because nothing else can tell whether the post is out. */
export function requestHelp(
  run: DeliveryRun,
  reason = `Couldn’t confirm whether it was posted on ${run.label}. Please check there.`,
): Promise<void> {
  return finishDelivery(run.payload, run, {
    status: 'unknown',
    reason,
    progress: { ...run.progress, over: true },
  })
}

const continueLater = (
  run: DeliveryRun,
  seconds: number,
  result: { status: 'waiting' | 'unknown'; reason: string; progress: DeliveryProgress },
): Promise<void> =>
  finishDelivery(run.payload, run, {
    ...result,
    againInSeconds: seconds,
    progress: {
      ...run.progress,
      ...result.progress,
      notBefore: new Date(Date.now() + seconds * 1000).toISOString(),
    },
  })

/** Queues a verification. The network is asked for the post before anything is sent again. */
export function verifyLater(
  run: DeliveryRun,
  seconds: number,
  reason: string,
  change: DeliveryProgress,
): Promise<void> {
  return continueLater(run, seconds, { status: 'unknown', reason, progress: change })
}

/** Waits for something temporary; fails after too many pauses. */
export function pause(run: DeliveryRun, seconds: number, reason: string): Promise<void> {
  const pauses = run.progress.pauses ?? 0
  if (pauses >= maxPauses) return fail(run, `${reason} Tried ${maxPauses} times.`)
  return continueLater(run, seconds, {
    status: run.mustVerify ? 'unknown' : 'waiting',
    reason,
    progress: { pauses: pauses + 1 },
  })
}
