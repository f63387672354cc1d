import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { PayloadRequest } from 'payload'

import { getRequestApiKey } from '@/access/api-key'
import { requireUser } from '@/endpoints/http/current-user'
import { passwordMatches } from '@/modules/accounts/actions/passwords'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import { users, users_sessions } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'

import { consumePasswordAttempt } from './password-sign-in'
import { requireSecondFactor } from './second-factor-attempt'

/** How this user confirms their identity; 'sign-in': again through their provider. */
type ReauthenticationMethod = 'code' | 'password' | 'sign-in'

const passwordError = (code: 'invalid' | 'forbidden', message: string): AppError =>
  new AppError(code, message, { fields: { currentPassword: message } })

/** Returns what can prove the identity of the signed-in user: the stored password, and whether they signed in within ten minutes. */
async function findProof(req: PayloadRequest) {
  const [proof] = await req.payload.db.drizzle
    .select({
      hash: users.hash,
      salt: users.salt,
      hasPassword: users.hasPassword,
      secondFactorSince: users.secondFactorSince,
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
  const proof = await findProof(req)
  if (proof?.hasRecentSignIn) return
  const method: ReauthenticationMethod = proof?.secondFactorSince
    ? 'code'
    : proof?.hasPassword === false
      ? 'sign-in'
      : 'password'
  throw new AppError(
    'reauthentication_required',
    'Please sign in again to confirm it’s you, then come back within 10 minutes.',
    { details: { method } },
  )
}

/** The same for people only: a program with an API key has no sign-in. */
export async function requireStepUp(req: PayloadRequest): Promise<void> {
  if (!getRequestApiKey(req.user)) await requireRecentSignIn(req)
}

/**
 * Confirms the user's identity for the next ten minutes: by a code if two-step verification is on,
 * else by the password. With neither, checks that the session is recent.
 * @throws AppError as `reauthenticate` does; invalid for a wrong code
 */
export async function confirmIdentity(
  req: PayloadRequest,
  { currentPassword, code }: { currentPassword?: string; code?: string },
): Promise<'confirmed' | 'recent'> {
  const proof = currentPassword || code ? await findProof(req) : undefined
  if (!proof) {
    await requireRecentSignIn(req)
    return 'recent'
  }
  if (!proof.secondFactorSince) await reauthenticate(req, currentPassword)
  else if (code) await requireSecondFactor(req, requireUser(req).id, code)
  else {
    const message = 'Please enter the code from your authenticator app.'
    throw new AppError('invalid', message, { fields: { code: message } })
  }
  return 'confirmed'
}

/**
 * Confirms the user's identity before a change to how they sign in, and before something
 * irreversible: by their password, and with two-step verification also by a session that was started or confirmed with
 * a code within ten minutes. For a user without a password, such a session alone is enough.
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
  // The second step was part of a recent sign-in.
  if (proof?.secondFactorSince) await requireRecentSignIn(req)
}
