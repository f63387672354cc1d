import { sql } from '@payloadcms/db-postgres'
import type { CollectionAfterLoginHook } from 'payload'
import { databaseOf } from '../transaction'

/** When somebody last signed in: one statement, because a save of the whole row could undo what others change meanwhile. */
export const noteLogin: CollectionAfterLoginHook = async ({ req, user }) => {
  const db = await databaseOf(req)
  await db.execute(sql`update users set last_login_at = now() where id = ${user.id}`)
}
