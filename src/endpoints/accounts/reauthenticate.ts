import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { PayloadRequest } from 'payload'

import { requireUser } from '@/endpoints/http/current-user'
import { passwordMatches } from '@/modules/accounts/actions/passwords'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import { users, users_sessions } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'

import { consumePasswordAttempt } from './password-sign-in'

const passwordError = (code: 'invalid' | 'forbidden', message: string): AppError =>
  new AppError(code, message, { fields: { currentPassword: message } })

/**
 * Confirms the user's identity before something irreversible: by their password, or, for a user who
 * has none, by a session that started within ten minutes.
 * @throws AppError unauthorized, invalid (no password sent), forbidden (wrong password or old
 * session), too_many_requests
 */
export async function reauthenticate(
  req: PayloadRequest,
  password: string | undefined,
): Promise<void> {
  const { id } = requireUser(req)
  const [user] = await req.payload.db.drizzle
    .select({
      hash: users.hash,
      salt: users.salt,
      hasPassword: users.hasPassword,
      hasFreshSession: sql<boolean>`coalesce(${users_sessions.createdAt} > now() - interval '10 minutes', false)`,
    })
    .from(users)
    .leftJoin(
      users_sessions,
      and(
        eq(users_sessions._parentID, users.id),
        eq(users_sessions.id, getSessionId(req.user) ?? ''),
      ),
    )
    .where(eq(users.id, id))
  if (user?.hasPassword === false) {
    if (!user.hasFreshSession)
      throw new AppError(
        'forbidden',
        'Please sign in again to confirm it’s you, then come back within 10 minutes.',
      )
    return
  }
  if (!password) throw passwordError('invalid', 'Please enter your password.')
  await consumePasswordAttempt(req)
  if (!(await passwordMatches(password, user)))
    throw passwordError('forbidden', 'That password is incorrect.')
}
