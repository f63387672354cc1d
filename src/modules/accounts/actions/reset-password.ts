import { and, eq, isNotNull, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { normalizeRecoveryCode } from '@/modules/accounts/rules/credentials'
import { users } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { AppError } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

import { lockSignedInUser, matchesLogin } from '../user-row'
import { consumeToken, findTokenUser, revokeTokens, type TokenPurpose } from './account-tokens'
import { forgetDevices } from './known-devices'
import { assertStrongPassword, hashPassword, type StoredPassword } from './passwords'
import { resetSecondFactorIn } from './second-factor'
import { queueAccountEmail } from './send-account-email'
import { endSessionsIn } from './sessions'

export function linkExpiredError(): AppError {
  return new AppError('link_expired', 'This link was already used or has expired.')
}

/** Sends a reset link to the confirmed address of this user, if there is one. Safe to repeat. */
export async function requestPasswordReset(payload: Payload, login: string): Promise<void> {
  const db = payload.db.drizzle
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(matchesLogin(login), isNotNull(users.email), eq(users.isActive, true)))
    .limit(1)
  if (user) await queueAccountEmail(db, 'reset-password', user.id)
}

/** Replaces the password, ends all sessions but one, revokes reset links, and notifies the user. */
async function setPasswordIn(
  tx: Tx,
  userId: number,
  { hash, salt }: StoredPassword,
  remainingSessionId?: string,
): Promise<void> {
  await endSessionsIn(tx, userId, { except: remainingSessionId })
  const [user] = await tx
    .update(users)
    .set({
      hash,
      salt,
      hasPassword: true,
      lockUntil: null,
      loginAttempts: 0,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId))
    .returning({ id: users.id, role: users.role })
  await forgetDevices(tx, userId, remainingSessionId)
  await revokeTokens(tx, userId, 'reset-password')
  await audit(tx, user, { action: 'user.password_changed', subjectType: 'user', subjectId: userId })
  await queueAccountEmail(tx, 'password-changed', userId)
}

/**
 * Sets a new password, or the first one of a user who signed up through a provider. Ends all
 * sessions except `remainingSessionId`.
 * @throws AppError invalid; unauthorized if a reset ended that session while the passwords were hashed
 */
export async function changePassword(
  payload: Payload,
  user: { id: number; username: string },
  password: string,
  remainingSessionId: string | undefined,
): Promise<void> {
  await assertStrongPassword(password, user.username)
  const stored = await hashPassword(password)
  await withTransaction(payload, async (_, tx) => {
    await lockSignedInUser(tx, user.id, remainingSessionId)
    await setPasswordIn(tx, user.id, stored, remainingSessionId)
  })
}

type ResetSecret = { purpose: TokenPurpose; secret: string; isUser?: SQL; error: () => AppError }

/** A password that is too weak leaves the token usable. Returns the user's id. */
async function resetWithToken(
  payload: Payload,
  { purpose, secret, isUser, error }: ResetSecret,
  password: string,
): Promise<number> {
  const user = await findTokenUser(payload.db.drizzle, purpose, secret, isUser)
  if (!user) throw error()
  await assertStrongPassword(password, user.username)
  const stored = await hashPassword(password)
  return withTransaction(payload, async (_, tx) => {
    if (!(await consumeToken(tx, purpose, secret))) throw error()
    await setPasswordIn(tx, user.id, stored)
    // Someone who knew the old password may have made codes. Without an email address, codes are the only way back in.
    if (purpose !== 'recovery-code') await revokeTokens(tx, user.id, 'recovery-code')
    if (purpose === 'owner-recovery') await resetSecondFactorIn(tx, null, user.id)
    return user.id
  })
}

/**
 * Sets a new password with the link of an email, or with an owner's recovery link, which also turns
 * two-step verification off and removes the passkeys.
 * @returns the user's id
 * @throws AppError link_expired, invalid
 */
export async function resetPassword(
  payload: Payload,
  token: string,
  password: string,
): Promise<number> {
  const owner = await findTokenUser(payload.db.drizzle, 'owner-recovery', token)
  const purpose = owner ? 'owner-recovery' : 'reset-password'
  return resetWithToken(payload, { purpose, secret: token, error: linkExpiredError }, password)
}

function wrongCodeError(): AppError {
  const message = 'That username and code don’t match, or the code was already used.'
  return new AppError('invalid', message, { fields: { code: message } })
}

/**
 * Sets a new password with a recovery code, which is used up.
 * @returns the user's id
 * @throws AppError invalid, with the same message for an unknown username and a wrong code
 */
export function resetWithCode(
  payload: Payload,
  login: string,
  code: string,
  password: string,
): Promise<number> {
  const recoveryCode: ResetSecret = {
    purpose: 'recovery-code',
    secret: normalizeRecoveryCode(code),
    isUser: matchesLogin(login),
    error: wrongCodeError,
  }
  return resetWithToken(payload, recoveryCode, password)
}
