import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { AppError } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

import { consumeAccountToken, revokeAccountTokens } from './account-tokens'
import { linkExpiredError } from './reset-password'

const isTaken = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { constraint?: string }).constraint === 'users_email_idx') return true
  return false
}

/**
 * An address becomes somebody's by the link that was sent to it. Orders placed with it as a guest become theirs too.
 * @returns the address
 * @throws AppError link_expired; conflict when somebody else confirmed the same address meanwhile
 */
export async function verifyEmail(payload: Payload, token: string): Promise<string> {
  try {
    return await withTransaction(payload, async (_, tx) => {
      const taken = await consumeAccountToken(tx, 'verify-email', token)
      if (!taken?.email) throw linkExpiredError()
      // Only the address that still waits: whoever has typed another one since wants that.
      const { rowCount } = await tx.execute(sql`
        update users set email = ${taken.email}, pending_email = null, updated_at = now()
        where id = ${taken.userId} and pending_email = ${taken.email} and is_active`)
      if (rowCount !== 1) throw linkExpiredError()
      await revokeAccountTokens(tx, taken.userId, 'verify-email')
      await revokeAccountTokens(tx, taken.userId, 'reset-password')
      await tx.execute(
        sql`update orders set customer_id = ${taken.userId}, updated_at = now() where lower(email) = ${taken.email} and customer_id is null`,
      )
      return taken.email
    })
  } catch (error) {
    if (isTaken(error))
      throw new AppError(
        'conflict',
        'This address was confirmed for another account meanwhile. Sign in with that one, or use another address.',
      )
    throw error
  }
}

/** Sends the link again, to the address that waits; nothing when none does. */
export async function resendVerification(payload: Payload, userId: number): Promise<void> {
  await queueJob(
    payload.db.drizzle,
    'send-account-mail',
    { userId, kind: 'verify-email' },
    { key: `verify-email:${userId}` },
  )
}

/** Keeps a new address until its owner confirms it; the one from before gets a note and stays until then. */
export function requestEmailChange(payload: Payload, userId: number, email: string): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const { rows } = await tx.execute(sql`select email from users where id = ${userId} for update`)
    const current = (rows[0] as { email: string | null } | undefined)?.email
    const isSame = current === email
    await tx.execute(
      sql`update users set pending_email = ${isSame ? null : email}, updated_at = now() where id = ${userId}`,
    )
    await revokeAccountTokens(tx, userId, 'verify-email')
    if (isSame) return
    await queueJob(
      tx,
      'send-account-mail',
      { userId, kind: 'verify-email' },
      { key: `verify-email:${userId}` },
    )
    if (current)
      await queueJob(
        tx,
        'send-account-mail',
        { userId, kind: 'email-change-asked' },
        { key: `email-change-asked:${userId}` },
      )
  })
}
