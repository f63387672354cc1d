import { and, eq, gt, sql } from '@payloadcms/db-postgres/drizzle'
import { APIError, type Collection, type CollectionBeforeOperationHook } from 'payload'

import { getSessionId } from '@/modules/accounts/rules/session-hint'
import { lockUser } from '@/modules/accounts/user-row'
import { users_sessions } from '@/payload-generated-schema'
import { databaseOf } from '@/platform/transaction'

/**
 * Payload refreshes a session by reading the whole user and writing it back, which would undo a
 * password change or a sign-out that commits in between. So the row is locked before it is read,
 * and a session that has ended meanwhile isn't refreshed. Payload would also start its time anew, so that a stolen
 * session never ended: the new token lasts as long as the old one.
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
  const [session] = await db
    .select({
      seconds: sql`floor(extract(epoch from ${users_sessions.expiresAt} - now()))`.mapWith(Number),
    })
    .from(users_sessions)
    .where(
      and(
        eq(users_sessions._parentID, id),
        eq(users_sessions.id, getSessionId(req.user) ?? ''),
        gt(users_sessions.expiresAt, sql`now()`),
      ),
    )
  if (!user?.isActive || !session) throw new APIError('Please sign in.', 401, null, true)
  const { collection } = args as { collection: Collection }
  const { config } = collection
  const auth = { ...config.auth, tokenExpiration: session.seconds }
  return { ...args, collection: { ...collection, config: { ...config, auth } } }
}
