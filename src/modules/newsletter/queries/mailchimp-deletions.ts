import { and, eq, gt, isNotNull, isNull, or, sql } from '@payloadcms/db-postgres/drizzle'
import { integer, pgTable, text, timestamp } from '@payloadcms/db-postgres/drizzle/pg-core'

import { subscribers } from '@/payload-generated-schema'
import type { Db } from '@/platform/transaction'

/**
 * Members to take off the list at Mailchimp, by Mailchimp's id: the MD5 of the address. A row without a subscriber is
 * about someone who was erased: the member is deleted permanently, and no program can add the address again. A row with
 * a subscriber is about an earlier address of theirs: the member is archived, because they may come back to it, and the
 * row stays. Once the subscriber is deleted, the row has none, so that an erasure deletes the earlier addresses
 * permanently, too. Rows wait until Mailchimp is connected, however long that takes. It isn't a collection,
 * because no one reads or changes it in the admin.
 */
export const mailchimp_deletions = pgTable('mailchimp_deletions', {
  memberId: text('member_id').primaryKey(),
  requestedAt: timestamp('requested_at', { mode: 'string', withTimezone: true })
    .notNull()
    .defaultNow(),
  /** Rows stay for a day afterwards: a sync may hold members that it read before. */
  deletedAt: timestamp('deleted_at', { mode: 'string', withTimezone: true }),
  subscriber: integer('subscriber_id').references(() => subscribers.id, { onDelete: 'set null' }),
  archivedAt: timestamp('archived_at', { mode: 'string', withTimezone: true }),
})

/** The condition that a member is still to be deleted or archived. */
export const isWaiting = or(
  and(isNull(mailchimp_deletions.subscriber), isNull(mailchimp_deletions.deletedAt)),
  and(isNotNull(mailchimp_deletions.subscriber), isNull(mailchimp_deletions.archivedAt)),
)

/** Why a member is taken off the list: its owner was erased here, or has another address now. */
export type Removal = 'erased' | 'moved'

/** Returns why the member with an address (lower case) must be, or just was, taken off the list; null otherwise. */
export async function findRemoval(db: Db, email: string): Promise<Removal | null> {
  const { memberId, subscriber, archivedAt } = mailchimp_deletions
  const [removed] = await db
    .select({ subscriber })
    .from(mailchimp_deletions)
    .where(
      and(
        eq(memberId, sql`md5(${email})`),
        or(isNull(subscriber), isNull(archivedAt), gt(archivedAt, sql`now() - interval '1 day'`)),
      ),
    )
  if (!removed) return null
  return removed.subscriber === null ? 'erased' : 'moved'
}
