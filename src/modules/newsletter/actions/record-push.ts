import { and, eq, notExists, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'
import { subscribers } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import { mailchimpMemberId } from '@/providers/mailchimp/schema'

import { pushToMailchimpLater } from './subscriptions'

/** A subscriber as Mailchimp was told of them. */
type Pushed = { id: number; email: string; status: SubscriberStatus }

/**
 * Deletes someone at Mailchimp again if they were erased while they were written there: the deletion may have come first.
 * @returns whether they were erased
 */
export async function repeatDeletion(
  { db: { drizzle } }: Payload,
  { id, email }: Pick<Pushed, 'id' | 'email'>,
): Promise<boolean> {
  const isKnown = drizzle
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(eq(subscribers.id, id))
  const erased = await drizzle
    .update(mailchimp_deletions)
    .set({ requestedAt: sql`clock_timestamp()`, deletedAt: null })
    .where(and(eq(mailchimp_deletions.memberId, mailchimpMemberId(email)), notExists(isKnown)))
    .returning({ memberId: mailchimp_deletions.memberId })
  if (erased.length === 0) return false
  await queueJob(drizzle, 'delete-from-mailchimp', {}, { key: 'delete-from-mailchimp' })
  return true
}

/**
 * Records that Mailchimp was told of a subscriber. Who left, came back, or was erased while it answered is written there
 * once more, because that change may have reached it first.
 * @returns whether they were erased
 */
export async function recordPush(
  payload: Payload,
  pushed: Pushed,
  syncNote: string | null,
): Promise<boolean> {
  const { id, status } = pushed
  const { drizzle } = payload.db
  const recorded = await drizzle
    .update(subscribers)
    .set({ syncedAt: sql`now()`, syncNote })
    .where(and(eq(subscribers.id, id), eq(subscribers.status, status)))
    .returning({ id: subscribers.id })
  if (recorded.length > 0) return false
  await pushToMailchimpLater(drizzle, id)
  return repeatDeletion(payload, pushed)
}
