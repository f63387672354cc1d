import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { PayloadRequest } from 'payload'

import { getRequestApiKey } from '@/access/api-key'
import { usesSecondFactor } from '@/access/second-factor'
import { requireUser } from '@/endpoints/http/current-user'
import { verifyPasskey } from '@/modules/accounts/actions/passkeys'
import { passwordMatches } from '@/modules/accounts/actions/passwords'
import { passkeyFailedMessage } from '@/modules/accounts/rules/passkeys'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import type { PasskeyAssertion } from '@/modules/accounts/schemas/passkeys'
import { users, users_sessions } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'

import { takeChallenge } from './passkey-challenge'
import { consumePasswordAttempt } from './password-sign-in'
import { requireSecondFactor } from './second-factor-attempt'

/** How this user confirms their identity; 'sign-in': again through their provider. */
type ReauthenticationMethod = 'code' | 'password' | 'passkey' | 'sign-in'
type Proof = NonNullable<Awaited<ReturnType<typeof findProof>>>
/** What a user sends to prove who they are. */
type Identification = { currentPassword?: string; code?: string; passkey?: PasskeyAssertion }

const passwordError = (code: 'invalid' | 'forbidden', message: string): AppError =>
  new AppError(code, message, { fields: { currentPassword: message } })

/** Returns what can prove the identity of the signed-in user: the stored password, and whether they signed in within ten minutes. */
async function findProof(req: PayloadRequest) {
  const [proof] = await req.payload.db.drizzle
    .select({
      hash: users.hash,
      salt: users.salt,
      hasPassword: users.hasPassword,
      role: users.role,
      secondFactorSince: users.secondFactorSince,
      passkeySince: users.passkeySince,
      sessionId: users_sessions.id,
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

/** The method to ask for; a passkey is offered besides the others. */
function methodFor(proof: Proof | undefined): ReauthenticationMethod {
  if (proof?.secondFactorSince) return 'code'
  if (proof?.passkeySince && (usesSecondFactor(proof) || proof.hasPassword === false))
    return 'passkey'
  return proof?.hasPassword === false ? 'sign-in' : 'password'
}

/** @throws AppError reauthentication_required if the session of this request is older than ten minutes */
async function requireRecentSignIn(req: PayloadRequest): Promise<void> {
  const proof = await findProof(req)
  if (proof?.hasRecentSignIn) return
  throw new AppError(
    'reauthentication_required',
    'Please sign in again to confirm it’s you, then come back within 10 minutes.',
    { details: { method: methodFor(proof), hasPasskey: Boolean(proof?.passkeySince) } },
  )
}

/** The same for people only: a program with an API key has no sign-in. */
export async function requireStepUp(req: PayloadRequest): Promise<void> {
  if (!getRequestApiKey(req.user)) await requireRecentSignIn(req)
}

/** @throws AppError forbidden for a response that isn't one of the user's own passkeys, too_many_requests */
async function requirePasskey(req: PayloadRequest, passkey: PasskeyAssertion): Promise<void> {
  const { id } = requireUser(req)
  await consumePasswordAttempt(req)
  const attempt = await takeChallenge(req, passkey, { purpose: 'confirm', userId: id })
  if (!attempt || (await verifyPasskey(req.payload, passkey, attempt.state, id)) === null)
    throw new AppError('forbidden', passkeyFailedMessage)
}

/**
 * Confirms the user's identity for the next ten minutes: by a passkey, by a code if two-step
 * verification is on, else by the password. With none of them, checks that the session is recent.
 * @throws AppError as `reauthenticate` does; invalid for a wrong code
 */
export async function confirmIdentity(
  req: PayloadRequest,
  { currentPassword, code, passkey }: Identification,
): Promise<'confirmed' | 'recent'> {
  const proof = currentPassword || code || passkey ? await findProof(req) : undefined
  // Without a password or a second step, whatever was sent proves nothing.
  if (!proof || (!passkey && proof.hasPassword === false && !usesSecondFactor(proof))) {
    await requireRecentSignIn(req)
    return 'recent'
  }
  if (passkey) await requirePasskey(req, passkey)
  else if (!usesSecondFactor(proof)) await reauthenticate(req, { currentPassword })
  else if (code) await requireSecondFactor(req, requireUser(req).id, code)
  else {
    const message = proof.secondFactorSince
      ? 'Please enter the code from your authenticator app.'
      : 'Please use your passkey.'
    throw new AppError('invalid', message, { fields: { code: message } })
  }
  return 'confirmed'
}

/**
 * Confirms the user's identity before a change to how they sign in, and before something
 * irreversible: by a passkey, or by their password, and with two-step verification also by a session
 * that was started or confirmed with the second step within ten minutes. For a user without a
 * password, such a session alone is enough.
 * @throws AppError unauthorized, invalid (no password sent), forbidden (wrong password or passkey),
 * reauthentication_required (old session), too_many_requests
 */
export async function reauthenticate(
  req: PayloadRequest,
  { currentPassword: password, passkey }: Pick<Identification, 'currentPassword' | 'passkey'>,
): Promise<void> {
  if (passkey) return requirePasskey(req, passkey)
  const proof = await findProof(req)
  if (proof?.hasPassword === false) return requireRecentSignIn(req)
  if (!password) throw passwordError('invalid', 'Please enter your password.')
  await consumePasswordAttempt(req)
  if (!(await passwordMatches(password, proof)))
    throw passwordError('forbidden', 'That password is incorrect.')
  // While the password was hashed, a reset may have replaced it and ended this session.
  const current = await findProof(req)
  if (!current?.sessionId || current.hash !== proof?.hash)
    throw new AppError('unauthorized', 'Please sign in first.')
  // The second step was part of a recent sign-in.
  if (proof && usesSecondFactor(proof)) await requireRecentSignIn(req)
}
