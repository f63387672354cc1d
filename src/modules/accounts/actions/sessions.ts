import { and, eq, ne, sql } from '@payloadcms/db-postgres/drizzle'
import {
  generateExpiredPayloadCookie,
  generatePayloadCookie,
  getFieldsToSign,
  jwtSign,
  type Payload,
} from 'payload'
import { addSessionToUser } from 'payload/shared'

import { usesSecondFactor } from '@/access/second-factor'
import { credentialStamp, type PendingSignIn } from '@/modules/accounts/queries/pending-sign-in'
import {
  checkoutCookie,
  pendingSignInCookie,
  sessionHintCookie,
} from '@/modules/accounts/rules/session-hint'
import { users, users_sessions } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { encrypt } from '@/platform/encryption'
import { secureFlag } from '@/platform/env'
import { AppError } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

import { hasSessionIn, lockUser } from '../user-row'
import { rememberDevice } from './known-devices'
import { revalidateReviewsOf } from './revalidate-reviews'

/*
 * The only file that relies on how Payload stores and signs sessions. Payload's version is pinned, and
 * tests/integration/accounts/sign-in.test.ts checks the result.
 */

const hintCookie = (valueAndAge: string): string =>
  `${sessionHintCookie.name}=${valueAndAge}; Path=/; SameSite=Lax${secureFlag}`
const pendingCookie = (valueAndAge: string): string =>
  `${pendingSignInCookie}=${valueAndAge}; Path=/; HttpOnly; SameSite=Lax${secureFlag}`

const pendingSeconds = 10 * 60

/** The first step was right; the cookie proves it for ten minutes, and no session begins before the second. */
async function secondFactorRequired(
  user: NonNullable<Awaited<ReturnType<typeof lockUser>>>,
): Promise<AppError> {
  const pending: PendingSignIn = {
    userId: user.id,
    stamp: credentialStamp(user),
    until: Date.now() + pendingSeconds * 1000,
  }
  const value = await encrypt(pending, 'pending sign-in')
  return new AppError(
    'second_factor_required',
    user.secondFactorSince
      ? 'Enter the code from your authenticator app.'
      : 'Use your passkey or a backup code.',
    { cookies: [pendingCookie(`${value}; Max-Age=${pendingSeconds}`)] },
  )
}

/** Cookies that end a session in the browser: Payload's own, the hint for scripts, and the key of the last order. */
export function expiredSessionCookies(payload: Payload): string[] {
  return [
    String(
      generateExpiredPayloadCookie({
        collectionAuthConfig: payload.collections.users.config.auth,
        cookiePrefix: payload.config.cookiePrefix,
      }),
    ),
    hintCookie('; Max-Age=0'),
    `${checkoutCookie.name}=; Path=${checkoutCookie.path}; Max-Age=0; HttpOnly; SameSite=Lax${secureFlag}`,
  ]
}

const daySeconds = 24 * 60 * 60
/** Staff sign in every working day; customers stay signed in for a month. */
const sessionSeconds = ({ role }: Pick<User, 'role'>): number =>
  role === 'customer' ? 30 * daySeconds : daySeconds / 2

export type CreatedSession = {
  user: User
  cookies: string[]
  expiresAt: number
  wasPaused: boolean
}

/** Payload's configuration of users, with the length of this one's sessions. */
const configFor = (
  {
    collections: {
      users: { config },
    },
  }: Payload,
  user: User,
) => ({ ...config, auth: { ...config.auth, tokenExpiration: sessionSeconds(user) } })

type SessionProof = { passwordHash?: string | null; continuedId?: string }

/** Whether what proved a locked user's identity is still true. */
const isCurrent = async (
  tx: Tx,
  { id, hash }: { id: number; hash: string | null },
  { passwordHash, continuedId }: SessionProof,
): Promise<boolean> =>
  (passwordHash === undefined || hash === passwordHash) &&
  (continuedId === undefined || (await hasSessionIn(tx, id, continuedId)))

/**
 * Starts a Payload session for a user whose identity was verified, and ends a pause. Payload adds a session by writing
 * the whole user, so the row is locked and read again first. Every sign-in ends here, so this is where the code of
 * two-step verification is required and where staff are notified of a new device.
 * @param options `secondFactorGiven`: the user has just done the second step or used a passkey, or has a session that
 * did; `passwordHash`: the hash that their password matched; `continuedId`: the session that confirmed who they are
 * @returns null for an inactive or deleted user, and if the password was changed or that session ended since; nothing
 * was written then
 * @throws AppError second_factor_required, with the cookie for the second step; nothing was written then
 */
export function createSession(
  { payload, headers }: { payload: Payload; headers: Headers },
  userId: number,
  { secondFactorGiven = false, ...proof }: { secondFactorGiven?: boolean } & SessionProof = {},
): Promise<CreatedSession | null> {
  return withTransaction(payload, async (req, tx) => {
    const row = await lockUser(tx, userId)
    if (!row?.isActive || !(await isCurrent(tx, row, proof))) return null
    if (usesSecondFactor(row) && !secondFactorGiven) throw await secondFactorRequired(row)
    const user = await payload.db.findOne<User>({
      collection: 'users',
      req,
      where: { id: { equals: userId } },
    })
    if (!user) return null
    const collectionConfig = configFor(payload, user)
    const { sid } = await addSessionToUser({ collectionConfig, payload, req, user })
    await tx
      .update(users)
      .set({ lastLoginAt: sql`now()`, pausedAt: null })
      .where(eq(users.id, userId))
    if (row.pausedAt !== null) await revalidateReviewsOf(req, tx, userId)
    const newDeviceCookies =
      user.role === 'customer'
        ? []
        : [
            await rememberDevice(tx, headers, {
              userId,
              sessionId: sid,
              isFirst: !user.lastLoginAt,
            }),
          ]
    const fieldsToSign = getFieldsToSign({ collectionConfig, email: user.email ?? '', sid, user })
    const { token, exp } = await jwtSign({
      fieldsToSign,
      secret: payload.secret,
      tokenExpiration: collectionConfig.auth.tokenExpiration,
    })
    return {
      user: { ...user, pausedAt: null },
      cookies: [
        String(
          generatePayloadCookie({
            collectionAuthConfig: collectionConfig.auth,
            cookiePrefix: payload.config.cookiePrefix,
            token,
          }),
        ),
        hintCookie(`${sessionHintCookie.value}; Max-Age=${collectionConfig.auth.tokenExpiration}`),
        ...newDeviceCookies,
        ...(secondFactorGiven ? [pendingCookie('; Max-Age=0')] : []),
      ],
      expiresAt: exp,
      wasPaused: row.pausedAt !== null,
    }
  })
}

/** Ends the sessions of a user: all, only one, or all except one. Returns how many there were. */
export async function endSessionsIn(
  tx: Tx,
  userId: number,
  { only, except }: { only?: string; except?: string } = {},
): Promise<number> {
  // A concurrent sign-in writes its sessions under the same lock.
  await lockUser(tx, userId)
  const ended = await tx
    .delete(users_sessions)
    .where(
      and(
        eq(users_sessions._parentID, userId),
        only === undefined ? undefined : eq(users_sessions.id, only),
        except === undefined ? undefined : ne(users_sessions.id, except),
      ),
    )
    .returning({ id: users_sessions.id })
  return ended.length
}

/** The same in a transaction of its own. */
export function endSessions(payload: Payload, userId: number, only?: string): Promise<number> {
  return withTransaction(payload, (_, tx) => endSessionsIn(tx, userId, { only }))
}
