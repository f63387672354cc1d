import { and, eq, lt, sql } from '@payloadcms/db-postgres/drizzle'
import { Secret, TOTP } from 'otpauth'
import type { Payload } from 'payload'
import { renderSVG } from 'uqr'
import { z } from 'zod'

import { usesSecondFactor } from '@/access/second-factor'
import { normalizeRecoveryCode } from '@/modules/accounts/rules/credentials'
import { isAppCode, normalizeAppCode } from '@/modules/accounts/rules/second-factor'
import { account_tokens, second_factors, users } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { decrypt, encrypt, purposes } from '@/platform/encryption'
import { AppError } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

import { lockSignedInUser, lockUser } from '../user-row'
import { consumeToken, replaceCodes } from './account-tokens'
import { removeAllPasskeysIn } from './passkeys'
import { queueAccountEmail } from './send-account-email'
import { endSessionsIn } from './sessions'

const setupMinutes = 15
const setupSchema = z.strictObject({ userId: z.int(), secret: z.string(), until: z.number() })

const totpFor = (secret: string, label?: string): TOTP =>
  new TOTP({ issuer: 'Dayfern', label, secret: Secret.fromBase32(secret) })

/** Returns the 30-second step that a code belongs to: the current one or a neighbor, for clocks that are off. */
const stepOf = (totp: TOTP, code: string): number | null => {
  const delta = totp.validate({ token: code, window: 1 })
  return delta === null ? null : totp.counter() + delta
}

type SecondFactorSetup = { setup: string; secret: string; qr: string }

/**
 * Creates a secret for an authenticator app. Nothing is stored before a code confirms it: `setup`
 * holds it encrypted and works for 15 minutes.
 */
export async function startSecondFactor(user: {
  id: number
  username: string
}): Promise<SecondFactorSetup> {
  const secret = new Secret({ size: 20 }).base32
  const until = Date.now() + setupMinutes * 60_000
  return {
    setup: await encrypt({ userId: user.id, secret, until }, 'second factor setup'),
    secret: (secret.match(/.{1,4}/g) ?? []).join(' '),
    qr: renderSVG(totpFor(secret, user.username).toString(), { border: 2 }),
  }
}

/**
 * Turns two-step verification on with the first code of the app, and ends all other sessions.
 * @returns the backup codes, which can't be read again
 * @throws AppError invalid (wrong code, expired setup), conflict (already on), unauthorized (a reset ended the session
 * meanwhile)
 */
export async function turnOnSecondFactor(
  payload: Payload,
  user: Actor,
  { setup, code }: { setup: string; code: string },
  remainingSessionId: string | undefined,
): Promise<string[]> {
  const started = setupSchema.safeParse(await decrypt(setup, 'second factor setup')).data
  if (started?.userId !== user.id || started.until < Date.now())
    throw new AppError('invalid', 'This setup has expired. Reload the page and start again.')
  const step = stepOf(totpFor(started.secret), normalizeAppCode(code))
  if (step === null) {
    const message = 'That code doesn’t match. Make sure your phone sets its time automatically.'
    throw new AppError('invalid', message, { fields: { code: message } })
  }
  const secret = await encrypt(started.secret, purposes.secondFactor(user.id))
  return withTransaction(payload, async (_, tx) => {
    const row = await lockSignedInUser(tx, user.id, remainingSessionId)
    if (row.secondFactorSince)
      throw new AppError('conflict', 'Two-step verification is already on.')
    await tx.insert(second_factors).values({ user: user.id, secret, lastStep: step })
    await tx
      .update(users)
      .set({ secondFactorSince: sql`now()`, updatedAt: sql`now()` })
      .where(eq(users.id, user.id))
    await endSessionsIn(tx, user.id, { except: remainingSessionId })
    await record(tx, user, user.id, 'on')
    return replaceCodes(tx, user.id, 'backup-code')
  })
}

async function record(tx: Tx, actor: Actor | null, userId: number, state: 'on' | 'off') {
  await audit(tx, actor, {
    action: `user.second_factor_${state}`,
    subjectType: 'user',
    subjectId: userId,
  })
  await queueAccountEmail(tx, `second-factor-${state}`, userId)
}

/** Removes a user's authenticator app at their own request. Does nothing without one. Passkeys stay. */
export async function turnOffSecondFactor(payload: Payload, user: Actor): Promise<void> {
  await withTransaction(payload, (_, tx) => turnOffSecondFactorIn(tx, user, user.id))
}

/** For a user who lost their phone: removes the app and all passkeys, and ends all sessions if there were any. */
export function resetSecondFactor(payload: Payload, actor: Actor, userId: number): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    if (await resetSecondFactorIn(tx, actor, userId)) await endSessionsIn(tx, userId)
  })
}

/** Removes the app and all passkeys inside the caller's transaction. `actor` is null for the shop itself. */
export async function resetSecondFactorIn(
  tx: Tx,
  actor: Actor | null,
  userId: number,
): Promise<boolean> {
  const hadPasskeys = await removeAllPasskeysIn(tx, actor, userId)
  const hadApp = await turnOffSecondFactorIn(tx, actor, userId)
  return hadPasskeys || hadApp
}

/** Returns whether there was an app. */
async function turnOffSecondFactorIn(
  tx: Tx,
  actor: Actor | null,
  userId: number,
): Promise<boolean> {
  const row = await lockUser(tx, userId)
  if (!row?.secondFactorSince) return false
  await tx.delete(second_factors).where(eq(second_factors.user, userId))
  if (!usesSecondFactor({ ...row, secondFactorSince: null }))
    await tx
      .delete(account_tokens)
      .where(and(eq(account_tokens.user, userId), eq(account_tokens.purpose, 'backup-code')))
  await tx
    .update(users)
    .set({ secondFactorSince: null, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
  await record(tx, actor, userId, 'off')
  return true
}

/** Replaces the backup codes. @throws AppError conflict while two-step verification is off */
export function replaceBackupCodes(payload: Payload, user: Actor): Promise<string[]> {
  return withTransaction(payload, async (_, tx) => {
    const row = await lockUser(tx, user.id)
    if (!row || !usesSecondFactor(row))
      throw new AppError('conflict', 'Turn on two-step verification first.')
    const codes = await replaceCodes(tx, user.id, 'backup-code')
    await audit(tx, user, {
      action: 'user.backup_codes_made',
      subjectType: 'user',
      subjectId: user.id,
    })
    return codes
  })
}

/** Checks a code of the app. Each works once: a step that isn't later than the last one is refused. */
async function verifyAppCode(payload: Payload, userId: number, code: string): Promise<boolean> {
  const db = payload.db.drizzle
  const [factor] = await db
    .select({ secret: second_factors.secret })
    .from(second_factors)
    .where(eq(second_factors.user, userId))
  const secret = await decrypt(factor?.secret, purposes.secondFactor(userId))
  if (typeof secret !== 'string') return false
  const step = stepOf(totpFor(secret), code)
  if (step === null) return false
  const accepted = await db
    .update(second_factors)
    .set({ lastStep: step, updatedAt: sql`now()` })
    .where(and(eq(second_factors.user, userId), lt(second_factors.lastStep, step)))
    .returning({ id: second_factors.id })
  return accepted.length > 0
}

/** Checks a backup code and uses it up. */
function verifyBackupCode(payload: Payload, userId: number, code: string): Promise<boolean> {
  return withTransaction(payload, async (_, tx) => {
    const user = await lockUser(tx, userId)
    const secret = normalizeRecoveryCode(code)
    if (!user || !(await consumeToken(tx, 'backup-code', secret, userId))) return false
    await audit(tx, user, {
      action: 'user.backup_code_used',
      subjectType: 'user',
      subjectId: userId,
    })
    return true
  })
}

/** Returns whether the code is the app's current one or an unused backup code. A right one can't be used again. */
export function verifySecondFactor(
  payload: Payload,
  userId: number,
  code: string,
): Promise<boolean> {
  return isAppCode(code)
    ? verifyAppCode(payload, userId, normalizeAppCode(code))
    : verifyBackupCode(payload, userId, code)
}
