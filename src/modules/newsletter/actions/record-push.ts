import { and, eq, notExists, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { mailchimp_deletions, type Removal } from '@/modules/newsletter/queries/mailchimp-deletions'
import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'
import { subscribers } from '@/payload-generated-schema'
import { mailchimpMemberId } from '@/providers/mailchimp/schema'

import { pushToMailchimpLater, queueMailchimpDeletions } from './queue-mailchimp'

/** A subscriber with the status that was sent to Mailchimp. */
type Pushed = { id: number; email: string; status: SubscriberStatus }

/**
 * Queues another removal at Mailchimp for a person who was erased, or moved to another address, during a push: the push
 * may have added them again.
 * @returns why they are removed; null if neither happened
 */
export async function repeatRemoval(
  { db: { drizzle } }: Payload,
  { id, email }: Pick<Pushed, 'id' | 'email'>,
): Promise<Removal | null> {
  const current = drizzle
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(and(eq(subscribers.id, id), eq(subscribers.email, email)))
  const [removed] = await drizzle
    .update(mailchimp_deletions)
    .set({ requestedAt: sql`clock_timestamp()`, deletedAt: null, archivedAt: null })
    .where(and(eq(mailchimp_deletions.memberId, mailchimpMemberId(email)), notExists(current)))
    .returning({ subscriber: mailchimp_deletions.subscriber })
  if (!removed) return null
  await queueMailchimpDeletions(drizzle)
  return removed.subscriber === null ? 'erased' : 'moved'
}

/**
 * Records that a subscriber was written to Mailchimp. If they left, came back, moved to another address, or were erased
 * meanwhile, that is sent again: it may have reached Mailchimp before this write.
 * @returns why their member is taken off the list again; null if it isn't
 */
export async function recordPush(
  payload: Payload,
  pushed: Pushed,
  syncNote: string | null,
): Promise<Removal | null> {
  const { id, email, status } = pushed
  const { drizzle } = payload.db
  const recorded = await drizzle
    .update(subscribers)
    .set({ syncedAt: sql`now()`, syncNote })
    .where(
      and(eq(subscribers.id, id), eq(subscribers.email, email), eq(subscribers.status, status)),
    )
    .returning({ id: subscribers.id })
  if (recorded.length > 0) return null
  await pushToMailchimpLater(drizzle, id)
  return repeatRemoval(payload, pushed)
}
