import { and, asc, desc, eq, gt, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { usesSecondFactor } from '@/access/second-factor'
import type { PasskeyView } from '@/modules/accounts/rules/passkeys'
import {
  account_tokens,
  identities,
  known_devices,
  passkeys,
  users,
  users_sessions,
} from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import { type IdentityProvider, isIdentityProvider } from '@/platform/identity-providers'

/** Dates are ISO 8601 strings. */
export type SecurityView = {
  hasPassword: boolean
  email: string | null
  pendingEmail: string | null
  identities: { provider: IdentityProvider; displayName: string | null; since: string }[]
  codesLeft: number
  /** Null while a password alone signs in. `appSince`: null without an authenticator app. */
  secondFactor: { appSince: string | null; codesLeft: number } | null
  passkeys: PasskeyView[]
  /** `device`: browser and system, of staff only. */
  sessions: { id: string; startedAt: string | null; device: string | null; isThis: boolean }[]
}

const countCodes = (
  { db: { drizzle: db } }: Payload,
  userId: number,
  purpose: 'recovery-code' | 'backup-code',
): Promise<number> =>
  db.$count(
    account_tokens,
    and(
      eq(account_tokens.user, userId),
      eq(account_tokens.purpose, purpose),
      isNull(account_tokens.usedAt),
    ),
  )

const listSessions = ({ db: { drizzle: db } }: Payload, userId: number) =>
  db
    .select({
      id: users_sessions.id,
      createdAt: users_sessions.createdAt,
      device: known_devices.name,
    })
    .from(users_sessions)
    .leftJoin(
      known_devices,
      and(eq(known_devices.sessionId, users_sessions.id), eq(known_devices.user, userId)),
    )
    .where(and(eq(users_sessions._parentID, userId), gt(users_sessions.expiresAt, sql`now()`)))
    .orderBy(sql`${desc(users_sessions.createdAt)} nulls last`)

/** Returns the passkeys of a user, the oldest first. */
export async function listPasskeys(
  { db: { drizzle: db } }: Payload,
  userId: number,
): Promise<PasskeyView[]> {
  const rows = await db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
      isSynced: passkeys.isSynced,
    })
    .from(passkeys)
    .where(eq(passkeys.user, userId))
    .orderBy(asc(passkeys.id))
  return rows.map((row) => ({
    ...row,
    createdAt: toIsoDate(row.createdAt),
    lastUsedAt: row.lastUsedAt && toIsoDate(row.lastUsedAt),
  }))
}

/**
 * Returns the sign-in methods, recovery codes, and sessions of a user; null if there is none.
 * @param sessionId the session of the request
 */
export async function getSecurity(
  payload: Payload,
  userId: number,
  sessionId: string | undefined,
): Promise<SecurityView | null> {
  const db = payload.db.drizzle
  const [[user], connections, codesLeft, backupCodesLeft, sessions, keys] = await Promise.all([
    db
      .select({
        hasPassword: users.hasPassword,
        email: users.email,
        pendingEmail: users.pendingEmail,
        role: users.role,
        secondFactorSince: users.secondFactorSince,
        passkeySince: users.passkeySince,
      })
      .from(users)
      .where(eq(users.id, userId)),
    db
      .select({
        provider: identities.provider,
        displayName: identities.displayName,
        createdAt: identities.createdAt,
      })
      .from(identities)
      .where(eq(identities.user, userId))
      .orderBy(asc(identities.id)),
    countCodes(payload, userId, 'recovery-code'),
    countCodes(payload, userId, 'backup-code'),
    listSessions(payload, userId),
    listPasskeys(payload, userId),
  ])
  if (!user) return null
  return {
    hasPassword: user.hasPassword !== false,
    email: user.email,
    pendingEmail: user.pendingEmail,
    identities: connections.flatMap(({ provider, displayName, createdAt }) =>
      isIdentityProvider(provider) ? { provider, displayName, since: toIsoDate(createdAt) } : [],
    ),
    codesLeft,
    secondFactor: usesSecondFactor(user)
      ? {
          appSince: user.secondFactorSince && toIsoDate(user.secondFactorSince),
          codesLeft: backupCodesLeft,
        }
      : null,
    passkeys: keys,
    sessions: sessions.map(({ id, createdAt, device }) => ({
      id,
      startedAt: createdAt && toIsoDate(createdAt),
      device,
      isThis: id === sessionId,
    })),
  }
}
