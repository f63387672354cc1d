import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { normalizeRecoveryCode } from '@/modules/accounts/rules/credentials'
import { audit } from '@/platform/audit'
import { AppError } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'

import {
  consumeAccountToken,
  findAccountToken,
  hashAccountToken,
  revokeAccountTokens,
} from './account-tokens'
import { assertStrongPassword, hashPassword, type StoredPassword } from './passwords'
import { endSessionsIn } from './sessions'

export function linkExpiredError(): AppError {
  return new AppError('link_expired', 'This link was used already, or it is too old.')
}

/** Sends a link to choose a new password to the confirmed address of whoever this is. The caller learns nothing. */
export async function requestPasswordReset(payload: Payload, login: string): Promise<void> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id from users where (username = ${login} or email = ${login}) and email is not null and is_active limit 1`)
  const user = rows[0] as { id: number } | undefined
  if (user)
    await queueJob(
      payload.db.drizzle,
      'send-account-mail',
      { userId: user.id, kind: 'reset-password' },
      { key: `reset-password:${user.id}` },
    )
}

/**
 * Puts a new password in the place of the old one, inside the caller's transaction: all sessions end (but `keep`), links
 * that still lie in a mailbox open nothing, and the owner gets a note.
 */
export async function setPasswordIn(
  tx: Tx,
  userId: number,
  { hash, salt }: StoredPassword,
  keep?: string,
): Promise<void> {
  await endSessionsIn(tx, userId, keep)
  const { rows } = await tx.execute(sql`
    update users set hash = ${hash}, salt = ${salt}, has_password = true, lock_until = null, login_attempts = 0, updated_at = now() where id = ${userId} returning role`)
  await revokeAccountTokens(tx, userId, 'reset-password')
  await audit(
    tx,
    { id: userId, role: String((rows[0] as { role: string } | undefined)?.role) },
    { action: 'user.password_changed', subjectType: 'user', subjectId: userId },
  )
  await queueJob(
    tx,
    'send-account-mail',
    { userId, kind: 'password-changed' },
    { key: `password-changed:${userId}` },
  )
}

const nameOf = async (payload: Payload, userId: number): Promise<string | null> => {
  const { rows } = await payload.db.drizzle.execute(
    sql`select username from users where id = ${userId} and is_active`,
  )
  return (rows[0] as { username: string } | undefined)?.username ?? null
}

/**
 * Chooses a new password by the link of a mail. A password that is refused leaves the link good.
 * @returns whose it is
 * @throws AppError link_expired, invalid
 */
export async function resetPassword(
  payload: Payload,
  token: string,
  password: string,
): Promise<number> {
  const holder = await findAccountToken(payload.db.drizzle, 'reset-password', token)
  const username = holder && (await nameOf(payload, holder.userId))
  if (!holder || username === null) throw linkExpiredError()
  await assertStrongPassword(password, username)
  const stored = await hashPassword(password)
  return withTransaction(payload, async (_, tx) => {
    const taken = await consumeAccountToken(tx, 'reset-password', token)
    if (!taken) throw linkExpiredError()
    await setPasswordIn(tx, taken.userId, stored)
    return taken.userId
  })
}

const wrongCode = (): AppError => {
  const sentence = 'That username and code do not fit together, or the code was used already.'
  return new AppError('invalid', sentence, { fields: { code: sentence } })
}

/**
 * Chooses a new password by one of the printed codes, which is used up by it.
 * @returns whose it is
 * @throws AppError invalid, with the same words for an unknown name and a wrong code
 */
export async function resetWithCode(
  payload: Payload,
  login: string,
  code: string,
  password: string,
): Promise<number> {
  const hash = hashAccountToken(normalizeRecoveryCode(code))
  const { rows } = await payload.db.drizzle.execute(sql`
    select users.id, username from users join account_tokens on user_id = users.id
    where (username = ${login} or users.email = ${login}) and is_active and purpose = 'recovery-code' and token_hash = ${hash} and used_at is null`)
  const user = rows[0] as { id: number; username: string } | undefined
  if (!user) throw wrongCode()
  await assertStrongPassword(password, user.username)
  const stored = await hashPassword(password)
  return withTransaction(payload, async (_, tx) => {
    const { rowCount } = await tx.execute(sql`
      update account_tokens set used_at = now() where user_id = ${user.id} and purpose = 'recovery-code' and token_hash = ${hash} and used_at is null`)
    if (rowCount !== 1) throw wrongCode()
    await setPasswordIn(tx, user.id, stored)
    return user.id
  })
}
