import { sql } from '@payloadcms/db-postgres'
import type { CollectionAfterLoginHook } from 'payload'

import { databaseOf } from '@/platform/transaction'

/** When somebody last signed in: one statement, because a save of the whole row could undo what others change meanwhile. */
export const recordLogin: CollectionAfterLoginHook = async ({ req, user }) => {
  const db = await databaseOf(req)
  await db.execute(sql`update users set last_login_at = now() where id = ${user.id}`)
}
