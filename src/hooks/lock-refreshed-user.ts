import { and, eq } from '@payloadcms/db-postgres/drizzle'
import { APIError, type CollectionBeforeOperationHook } from 'payload'

import { getSessionId } from '@/modules/accounts/rules/session-hint'
import { lockUser } from '@/modules/accounts/user-row'
import { users_sessions } from '@/payload-generated-schema'
import { databaseOf } from '@/platform/transaction'

/**
 * Payload refreshes a session by reading the whole user and writing it back, which would undo a
 * password change or a sign-out that commits in between. So the row is locked before it is read,
 * and a session that has ended meanwhile isn't refreshed.
 */
export const lockRefreshedUser: CollectionBeforeOperationHook = async ({
  args,
  operation,
  req,
}) => {
  if (operation !== 'refresh' || !req.user) return args
  const { id } = req.user
  const db = await databaseOf(req)
  const user = await lockUser(db, id)
  const sessions = await db.$count(
    users_sessions,
    and(eq(users_sessions._parentID, id), eq(users_sessions.id, getSessionId(req.user) ?? '')),
  )
  if (!user?.isActive || sessions === 0) throw new APIError('Please sign in.', 401, null, true)
  return args
}
