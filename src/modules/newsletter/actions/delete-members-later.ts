import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import { queueJob } from '@/platform/job-queue'
import type { Tx } from '@/platform/transaction'
import { mailchimpMemberId } from '@/providers/mailchimp/schema'

/** Queues that Mailchimp deletes the members with these addresses (lower case) permanently. */
export async function deleteMembersLater(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await tx
    .insert(mailchimp_deletions)
    .values(emails.map((email) => ({ memberId: mailchimpMemberId(email) })))
    .onConflictDoUpdate({ target: mailchimp_deletions.memberId, set: { deletedAt: null } })
  await queueJob(tx, 'delete-from-mailchimp', {}, { key: 'delete-from-mailchimp' })
}
