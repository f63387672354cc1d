import { randomBytes, randomInt } from 'node:crypto'

import { and, eq, gt, isNull, or, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  backupCodeCount,
  normalizeRecoveryCode,
  recoveryCodeCount,
} from '@/modules/accounts/rules/credentials'
import { account_tokens, users } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { hashText } from '@/platform/encryption'
import { type Tx, withTransaction } from '@/platform/transaction'

import { lockSignedInUser } from '../user-row'

/** A link in an email, or a code on paper. Each works once; only hashes are stored. */
export type TokenPurpose =
  'reset-password' | 'owner-recovery' | 'verify-email' | 'invitation' | CodePurpose
/** Codes that set a new password, and codes for the second step of signing in. */
type CodePurpose = 'recovery-code' | 'backup-code'

/**
 * Creates a token for a link in an email.
 * @param token `hours`: how long it works; `email`: the address that a verify-email link or an invitation goes to
 */
export async function createAccountToken(
  db: Pick<Tx, 'insert'>,
  token: { userId: number; purpose: TokenPurpose; hours: number; email?: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insert(account_tokens)
    .values({
      user: token.userId,
      purpose: token.purpose,
      tokenHash: hashText(secret),
      email: token.email,
      expiresAt: sql`now() + make_interval(hours => ${token.hours})`,
    })
  return secret
}

/**
 * Stores an account's earlier address as a token that opens nothing, so that it is erased and purged like other tokens.
 * @returns the id of the row
 */
export async function storeEarlierEmail(tx: Tx, userId: number, email: string): Promise<number> {
  const [row] = await tx
    .insert(account_tokens)
    .values({
      user: userId,
      purpose: 'verify-email',
      tokenHash: hashText(randomBytes(32).toString('base64url')),
      email,
      usedAt: sql`now()`,
    })
    .returning({ id: account_tokens.id })
  if (!row) throw new Error('The earlier address was not written')
  return row.id
}

const isUsable = (purpose: TokenPurpose, secret: string): SQL | undefined =>
  and(
    eq(account_tokens.tokenHash, hashText(secret)),
    eq(account_tokens.purpose, purpose),
    isNull(account_tokens.usedAt),
    or(isNull(account_tokens.expiresAt), gt(account_tokens.expiresAt, sql`now()`)),
  )

/** Returns the active user whose token this is, without using it up. `isUser` narrows the search. */
export async function findTokenUser(
  db: Pick<Tx, 'select'>,
  purpose: TokenPurpose,
  secret: string,
  isUser?: SQL,
): Promise<{ id: number; username: string } | undefined> {
  const [user] = await db
    .select({ id: users.id, username: users.username })
    .from(account_tokens)
    .innerJoin(users, eq(users.id, account_tokens.user))
    .where(and(isUsable(purpose, secret), eq(users.isActive, true), isUser))
  return user
}

/**
 * Uses a token up. Of two requests with the same one, one gets its owner and the other undefined.
 * `userId` narrows the search.
 */
export async function consumeToken(
  tx: Tx,
  purpose: TokenPurpose,
  secret: string,
  userId?: number,
): Promise<{ userId: number; email: string | null } | undefined> {
  const [owner] = await tx
    .update(account_tokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        isUsable(purpose, secret),
        userId === undefined ? undefined : eq(account_tokens.user, userId),
      ),
    )
    .returning({ userId: account_tokens.user, email: account_tokens.email })
  return owner
}

/** Invalidates all unused tokens of a user for this purpose. */
export async function revokeTokens(tx: Tx, userId: number, purpose: TokenPurpose): Promise<void> {
  await tx
    .update(account_tokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(account_tokens.user, userId),
        eq(account_tokens.purpose, purpose),
        isNull(account_tokens.usedAt),
      ),
    )
}

/** Without characters that look alike on paper. */
const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

export function randomCode(length: number): string {
  return Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}

const codeCounts: Record<CodePurpose, number> = {
  'recovery-code': recoveryCodeCount,
  'backup-code': backupCodeCount,
}

/** Creates new codes in place of the earlier ones, inside the caller's transaction, which has locked the user. */
export async function replaceCodes(
  tx: Tx,
  userId: number,
  purpose: CodePurpose,
): Promise<string[]> {
  await tx
    .delete(account_tokens)
    .where(and(eq(account_tokens.user, userId), eq(account_tokens.purpose, purpose)))
  const codes = Array.from({ length: codeCounts[purpose] }, () =>
    Array.from({ length: 4 }, () => randomCode(4)).join('-'),
  )
  await tx
    .insert(account_tokens)
    .values(
      codes.map((code) => ({
        user: userId,
        purpose,
        tokenHash: hashText(normalizeRecoveryCode(code)),
      })),
    )
  return codes
}

/**
 * Creates new recovery codes and deletes the earlier ones.
 * @throws AppError unauthorized if a reset ended the session meanwhile
 */
export function generateRecoveryCodes(
  payload: Payload,
  user: Actor,
  sessionId: string | undefined,
): Promise<string[]> {
  return withTransaction(payload, async (_, tx) => {
    await lockSignedInUser(tx, user.id, sessionId)
    const codes = await replaceCodes(tx, user.id, 'recovery-code')
    await audit(tx, user, {
      action: 'user.recovery_codes_made',
      subjectType: 'user',
      subjectId: user.id,
    })
    return codes
  })
}
