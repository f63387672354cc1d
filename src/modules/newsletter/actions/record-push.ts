import { and, eq, notExists, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'
import { subscribers } from '@/payload-generated-schema'
import { mailchimpMemberId } from '@/providers/mailchimp/schema'

import { pushToMailchimpLater, queueMailchimpDeletions } from './queue-mailchimp'

/** A subscriber with the status that was sent to Mailchimp. */
type Pushed = { id: number; email: string; status: SubscriberStatus }

/**
 * Queues another deletion at Mailchimp for someone who was erased while they were being written there: the write may have
 * come after the first deletion.
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
  await queueMailchimpDeletions(drizzle)
  return true
}

/**
 * Records that a subscriber was written to Mailchimp. If they left, came back, or were erased meanwhile, that is sent again:
 * it may have reached Mailchimp before this write.
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
