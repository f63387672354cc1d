import { createHash, randomBytes, randomInt } from 'node:crypto'

import { and, eq, gt, isNull, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { normalizeRecoveryCode, recoveryCodeCount } from '@/modules/accounts/rules/credentials'
import { account_tokens, users } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { type Tx, withTransaction } from '@/platform/transaction'

import { lockUser, matchesLogin } from './user-row'

type LinkPurpose = 'reset-password' | 'verify-email'
type TokenOwner = { userId: number; email: string | null }

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Creates a one-time token for a link in an email. Only its hash is stored.
 * @param token `hours`: how long the link works; `email`: the address that a verify-email link goes to
 */
export async function createAccountToken(
  db: Pick<Tx, 'insert'>,
  token: { userId: number; purpose: LinkPurpose; hours: number; email?: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insert(account_tokens)
    .values({
      user: token.userId,
      purpose: token.purpose,
      tokenHash: hashToken(secret),
      email: token.email ?? null,
      expiresAt: sql`now() + make_interval(hours => ${token.hours})`,
    })
  return secret
}

const isUsable = (purpose: LinkPurpose, secret: string): SQL | undefined =>
  and(
    eq(account_tokens.tokenHash, hashToken(secret)),
    eq(account_tokens.purpose, purpose),
    isNull(account_tokens.usedAt),
    gt(account_tokens.expiresAt, sql`now()`),
  )

const ownerColumns = { userId: account_tokens.user, email: account_tokens.email }

/** Returns the owner of a token without using it up; undefined if it is unknown, used, or expired. */
export async function findAccountToken(
  db: Pick<Tx, 'select'>,
  purpose: LinkPurpose,
  secret: string,
): Promise<TokenOwner | undefined> {
  const [owner] = await db
    .select(ownerColumns)
    .from(account_tokens)
    .where(isUsable(purpose, secret))
  return owner
}

/** Uses a token up. Of two requests with the same one, one gets its owner and the other undefined. */
export async function consumeAccountToken(
  tx: Tx,
  purpose: LinkPurpose,
  secret: string,
): Promise<TokenOwner | undefined> {
  const [owner] = await tx
    .update(account_tokens)
    .set({ usedAt: sql`now()` })
    .where(isUsable(purpose, secret))
    .returning(ownerColumns)
  return owner
}

/** Invalidates all links of this kind that were sent to a user. */
export async function revokeAccountTokens(
  tx: Tx,
  userId: number,
  purpose: LinkPurpose,
): Promise<void> {
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

/** Returns random characters that can be told apart in print. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}

/** Creates new recovery codes and deletes the earlier ones. Only their hashes are stored. */
export function generateRecoveryCodes(
  payload: Payload,
  user: { id: number; role: string },
): Promise<string[]> {
  return withTransaction(payload, async (_, tx) => {
    await lockUser(tx, user.id)
    await tx
      .delete(account_tokens)
      .where(and(eq(account_tokens.user, user.id), eq(account_tokens.purpose, 'recovery-code')))
    const codes = Array.from({ length: recoveryCodeCount }, () =>
      Array.from({ length: 4 }, () => randomCode(4)).join('-'),
    )
    await tx
      .insert(account_tokens)
      .values(
        codes.map((code) => ({
          user: user.id,
          purpose: 'recovery-code' as const,
          tokenHash: hashToken(normalizeRecoveryCode(code)),
        })),
      )
    await audit(tx, user, {
      action: 'user.recovery_codes_made',
      subjectType: 'user',
      subjectId: user.id,
    })
    return codes
  })
}

const isUnusedCode = (code: string): SQL | undefined =>
  and(
    eq(account_tokens.tokenHash, hashToken(normalizeRecoveryCode(code))),
    eq(account_tokens.purpose, 'recovery-code'),
    isNull(account_tokens.usedAt),
  )

/** Returns the active user with this name or confirmed address and this unused recovery code. */
export async function findRecoveryCodeOwner(
  db: Pick<Tx, 'select'>,
  login: string,
  code: string,
): Promise<{ id: number; username: string } | undefined> {
  const [user] = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .innerJoin(account_tokens, eq(account_tokens.user, users.id))
    .where(and(matchesLogin(login), eq(users.isActive, true), isUnusedCode(code)))
  return user
}

/** Uses a recovery code up. Returns false for the second of two requests with the same code. */
export async function consumeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const used = await tx
    .update(account_tokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(account_tokens.user, userId), isUnusedCode(code)))
    .returning({ id: account_tokens.id })
  return used.length === 1
}
