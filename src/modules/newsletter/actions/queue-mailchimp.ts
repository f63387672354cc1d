import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import { queueJob } from '@/platform/job-queue'
import type { Tx } from '@/platform/transaction'
import { mailchimpMemberId } from '@/providers/mailchimp/schema'

type Db = Tx | Payload['db']['drizzle']

/** Queues that a subscriber's status is written to Mailchimp. A waiting job for the same one is replaced. */
export function pushToMailchimpLater(db: Db, subscriberId: number): Promise<void> {
  return queueJob(
    db,
    'push-to-mailchimp',
    { subscriberId },
    { key: `push-to-mailchimp:${subscriberId}` },
  )
}

/** Queues that all waiting rows of `mailchimp_deletions` are carried out. */
export function queueMailchimpDeletions(db: Db): Promise<void> {
  return queueJob(db, 'delete-from-mailchimp', {}, { key: 'delete-from-mailchimp' })
}

/** Queues that Mailchimp deletes the members with these addresses (lower case) permanently. */
export async function deleteMembersLater(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await tx
    .insert(mailchimp_deletions)
    .values(emails.map((email) => ({ memberId: mailchimpMemberId(email) })))
    .onConflictDoUpdate({
      target: mailchimp_deletions.memberId,
      // A deletion that is under way must not count for this request.
      set: { requestedAt: sql`clock_timestamp()`, deletedAt: null },
    })
  await queueMailchimpDeletions(tx)
}
