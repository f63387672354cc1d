import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import { pgTable, text, timestamp } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import type { Tx } from '@/platform/transaction'

/**
 * Members to delete at Mailchimp for erased people and earlier addresses of accounts, by Mailchimp's id: the MD5 of the
 * address. A row waits until it is carried out, however long Mailchimp is disconnected. No collection, because nobody reads
 * or changes it in the admin.
 */
export const mailchimp_deletions = pgTable('mailchimp_deletions', {
  memberId: text('member_id').primaryKey(),
  requestedAt: timestamp('requested_at', { mode: 'string', withTimezone: true })
    .notNull()
    .defaultNow(),
  /** Rows stay for a day afterwards: a sync may hold members that it read before. */
  deletedAt: timestamp('deleted_at', { mode: 'string', withTimezone: true }),
})

/** Returns whether the owner of an address (lower case) was erased here, and is to be deleted at Mailchimp or just was. */
export async function isErasedMember(
  db: Tx | Payload['db']['drizzle'],
  email: string,
): Promise<boolean> {
  const deletions = await db
    .select({ memberId: mailchimp_deletions.memberId })
    .from(mailchimp_deletions)
    .where(eq(mailchimp_deletions.memberId, sql`md5(${email})`))
  return deletions.length > 0
}
