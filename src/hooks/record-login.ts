import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { CollectionAfterLoginHook } from 'payload'

import { users } from '@/payload-generated-schema'
import { databaseOf } from '@/platform/transaction'

/** Records the time of a login, with one statement: saving the whole row could undo concurrent changes. */
export const recordLogin: CollectionAfterLoginHook = async ({
  req,
  user,
}: Pick<Parameters<CollectionAfterLoginHook>[0], 'req'> & { user: { id: number } }) => {
  const db = await databaseOf(req)
  await db
    .update(users)
    .set({ lastLoginAt: sql`now()` })
    .where(eq(users.id, user.id))
}
