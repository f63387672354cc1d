import { and, eq, exists, inArray, isNotNull, sql } from '@payloadcms/db-postgres/drizzle'

import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import { subscribers } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import type { Db, Tx } from '@/platform/transaction'
import { mailchimpMemberId } from '@/providers/mailchimp/schema'

/** Queues writing a subscriber's status to Mailchimp. A waiting job for the same one is replaced. */
export function pushToMailchimpLater(db: Db, subscriberId: number): Promise<void> {
  return queueJob(
    db,
    'push-to-mailchimp',
    { subscriberId },
    { key: `push-to-mailchimp:${subscriberId}` },
  )
}

/** Queues carrying out all waiting rows of `mailchimp_deletions`. */
export function queueMailchimpDeletions(db: Db): Promise<void> {
  return queueJob(db, 'delete-from-mailchimp', {}, { key: 'delete-from-mailchimp' })
}

/**
 * Removes the earlier addresses that have a subscriber again, and queues writing them to Mailchimp, where they may have
 * been archived meanwhile.
 */
export async function requeueReturningSubscribers(db: Db): Promise<void> {
  const { memberId, subscriber } = mailchimp_deletions
  const isListed = inArray(subscribers.status, ['subscribed', 'unsubscribed'])
  const hasReturned = exists(
    db
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(and(eq(sql`md5(${subscribers.email})`, memberId), isListed)),
  )
  const returned = await db
    .delete(mailchimp_deletions)
    .where(and(isNotNull(subscriber), hasReturned))
    .returning({ memberId })
  if (returned.length === 0) return
  const ids = returned.map((row) => row.memberId)
  const readers = await db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(and(inArray(sql`md5(${subscribers.email})`, ids), isListed))
  for (const { id } of readers) await pushToMailchimpLater(db, id)
}

/**
 * Queues the permanent deletion of the members with these addresses (lower case) at Mailchimp. Call it before their
 * subscribers are deleted: an earlier address that someone else has now stays.
 */
export async function deleteMembersLater(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await requeueReturningSubscribers(tx)
  await tx
    .insert(mailchimp_deletions)
    .values(emails.map((email) => ({ memberId: mailchimpMemberId(email) })))
    .onConflictDoUpdate({
      target: mailchimp_deletions.memberId,
      // A deletion that is under way must not count for this request.
      set: { requestedAt: sql`clock_timestamp()`, deletedAt: null, subscriber: null },
    })
  await queueMailchimpDeletions(tx)
}

/** Queues archiving the member with a subscriber's earlier address (lower case) at Mailchimp. */
export async function archiveMemberLater(
  tx: Tx,
  email: string,
  subscriberId: number,
): Promise<void> {
  const { memberId, subscriber, deletedAt } = mailchimp_deletions
  await tx
    .insert(mailchimp_deletions)
    .values({ memberId: mailchimpMemberId(email), subscriber: subscriberId })
    .onConflictDoUpdate({
      target: memberId,
      set: {
        requestedAt: sql`clock_timestamp()`,
        // A waiting erasure takes precedence.
        subscriber: sql`case when ${subscriber} is null and ${deletedAt} is null then null else excluded.subscriber_id end`,
        deletedAt: null,
        archivedAt: null,
      },
    })
  await queueMailchimpDeletions(tx)
}
