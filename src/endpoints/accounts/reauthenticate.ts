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

/** Returns what can prove the identity of the signed-in user: the stored password, and whether they signed in within ten minutes. */
async function findProof(req: PayloadRequest) {
  const [proof] = await req.payload.db.drizzle
    .select({
      hash: users.hash,
      salt: users.salt,
      hasPassword: users.hasPassword,
      hasRecentSignIn: sql<boolean>`coalesce(${users_sessions.createdAt} > now() - interval '10 minutes', false)`,
    })
    .from(users)
    .leftJoin(
      users_sessions,
      and(
        eq(users_sessions._parentID, users.id),
        eq(users_sessions.id, getSessionId(req.user) ?? ''),
      ),
    )
    .where(eq(users.id, requireUser(req).id))
  return proof
}

/** Returns whether the session of this request began within the last ten minutes. */
export async function hasRecentSignIn(req: PayloadRequest): Promise<boolean> {
  return (await findProof(req))?.hasRecentSignIn ?? false
}

/** @throws AppError reauthentication_required if the session of this request is older than ten minutes */
export async function requireRecentSignIn(req: PayloadRequest): Promise<void> {
  if (await hasRecentSignIn(req)) return
  throw new AppError(
    'reauthentication_required',
    'Please sign in again to confirm it’s you, then come back within 10 minutes.',
  )
}

/**
 * Confirms the user's identity before a change to how they sign in, and before something
 * irreversible: by their password, or, for a user who has none, by a session that started within
 * ten minutes.
 * @throws AppError unauthorized, invalid (no password sent), forbidden (wrong password),
 * reauthentication_required (old session), too_many_requests
 */
export async function reauthenticate(
  req: PayloadRequest,
  password: string | undefined,
): Promise<void> {
  const proof = await findProof(req)
  if (proof?.hasPassword === false) return requireRecentSignIn(req)
  if (!password) throw passwordError('invalid', 'Please enter your password.')
  await consumePasswordAttempt(req)
  if (!(await passwordMatches(password, proof)))
    throw passwordError('forbidden', 'That password is incorrect.')
}
