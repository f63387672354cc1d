import { createHash, randomBytes } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { Tx } from '@/platform/transaction'

type Database = Tx | Payload['db']['drizzle']
export type AccountTokenPurpose = 'reset-password' | 'verify-email' | 'confirm-deletion'

export function hashAccountToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Makes a key that opens an account once, for a link in a mail. Only its hash is kept.
 * @param email the address a verify-email link goes to
 */
export async function createAccountToken(
  db: Database,
  token: { userId: number; purpose: AccountTokenPurpose; hours: number; email?: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db.execute(sql`
    insert into account_tokens (user_id, purpose, token_hash, email, expires_at)
    values (${token.userId}, ${token.purpose}, ${hashAccountToken(secret)}, ${token.email ?? null}, now() + make_interval(hours => ${token.hours}))`)
  return secret
}

/** Whose key this is, without using it up. Null when it is unknown, used or too old. */
export async function findAccountToken(
  db: Database,
  purpose: AccountTokenPurpose,
  secret: string,
): Promise<{ userId: number; email: string | null } | null> {
  const { rows } = await db.execute(sql`
    select user_id, email from account_tokens
    where token_hash = ${hashAccountToken(secret)} and purpose = ${purpose} and used_at is null and expires_at > now()`)
  const row = rows[0] as { user_id: number; email: string | null } | undefined
  return row ? { userId: row.user_id, email: row.email } : null
}

/** Uses a key up: of two requests with the same one, one gets the person and the other null. */
export async function consumeAccountToken(
  tx: Tx,
  purpose: AccountTokenPurpose,
  secret: string,
): Promise<{ userId: number; email: string | null } | null> {
  const { rows } = await tx.execute(sql`
    update account_tokens set used_at = now()
    where token_hash = ${hashAccountToken(secret)} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning user_id, email`)
  const row = rows[0] as { user_id: number; email: string | null } | undefined
  return row ? { userId: row.user_id, email: row.email } : null
}

/** The other links of the same kind that lie in somebody's mailbox open nothing any more. */
export async function revokeAccountTokens(
  tx: Tx,
  userId: number,
  purpose: AccountTokenPurpose,
): Promise<void> {
  await tx.execute(
    sql`update account_tokens set used_at = now() where user_id = ${userId} and purpose = ${purpose} and used_at is null`,
  )
}
