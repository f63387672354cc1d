import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { AppError } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

import { assertStrongPassword, hashPassword, passwordMatches } from './passwords'
import { setPasswordIn } from './reset-password'

const wrong = (sentence: string): AppError =>
  new AppError('invalid', sentence, { fields: { currentPassword: sentence } })

/**
 * Makes sure that it is the person at the keyboard, where they have a password.
 * @throws AppError invalid with the sentence for the field `currentPassword`
 */
export async function verifyCurrentPassword(
  payload: Payload,
  userId: number,
  currentPassword: string | undefined,
): Promise<void> {
  const { rows } = await payload.db.drizzle.execute(
    sql`select hash, salt, has_password from users where id = ${userId} and is_active`,
  )
  const row = rows[0] as
    { hash: string | null; salt: string | null; has_password: boolean | null } | undefined
  if (row?.has_password === false) return
  if (!currentPassword) throw wrong('Please enter your current password.')
  if (!(await passwordMatches(currentPassword, row)))
    throw wrong('That is not your current password.')
}

/**
 * Sets a new password, also the first one of somebody who came through Google, Facebook or TikTok. All sessions end but
 * the one it was done in.
 * @throws AppError invalid
 */
export async function changePassword(
  payload: Payload,
  user: { id: number; username: string },
  password: string,
  keep: string | undefined,
): Promise<void> {
  await assertStrongPassword(password, user.username)
  const stored = await hashPassword(password)
  await withTransaction(payload, (_, tx) => setPasswordIn(tx, user.id, stored, keep))
}
