import { and, eq, or, type SQL } from '@payloadcms/db-postgres/drizzle'

import { users, users_sessions } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import type { Tx } from '@/platform/transaction'

/** Matches a username or a confirmed address. A username has no @, so one value serves both. */
export function matchesLogin(login: string): SQL | undefined {
  return or(eq(users.username, login), eq(users.email, login))
}

/** Locks a user until the transaction ends and returns its row; undefined if there is none. */
export async function lockUser(tx: Pick<Tx, 'select'>, userId: number) {
  const [user] = await tx
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      isActive: users.isActive,
      hasPassword: users.hasPassword,
      pausedAt: users.pausedAt,
      hash: users.hash,
      secondFactorSince: users.secondFactorSince,
      passkeySince: users.passkeySince,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return user
}

/** Whether a session of a locked user hasn't ended: a reset of the password ends all. */
export async function hasSessionIn(tx: Tx, userId: number, sessionId: string): Promise<boolean> {
  const isThis = and(eq(users_sessions._parentID, userId), eq(users_sessions.id, sessionId))
  return (await tx.$count(users_sessions, isThis)) > 0
}

/**
 * Locks a signed-in user who changes how they sign in, as lockUser does.
 * @throws AppError unauthorized if their session, or the account's access, has ended meanwhile
 */
export async function lockSignedInUser(tx: Tx, userId: number, sessionId: string | undefined) {
  const user = await lockUser(tx, userId)
  const hasSession = sessionId === undefined || (await hasSessionIn(tx, userId, sessionId))
  if (!user?.isActive || !hasSession) throw new AppError('unauthorized', 'Please sign in first.')
  return user
}
