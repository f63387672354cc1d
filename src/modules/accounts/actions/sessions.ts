import { sql } from '@payloadcms/db-postgres'
import {
  generateExpiredPayloadCookie,
  generatePayloadCookie,
  getFieldsToSign,
  jwtSign,
  type Payload,
  type SanitizedCollectionConfig,
} from 'payload'
import { addSessionToUser } from 'payload/shared'

import { sessionHintCookie } from '@/modules/accounts/rules/session-hint'
import type { User } from '@/payload-types'
import { env } from '@/platform/env'
import { type Tx, withTransaction } from '@/platform/transaction'

const hint = (rest: string): string =>
  `${sessionHintCookie.name}=${rest}; Path=/; SameSite=Lax${env.SERVER_URL.startsWith('https:') ? '; Secure' : ''}`

/** What a browser keeps of a session: Payload's cookie, and the hint that lets scripts know somebody is there. */
export function sessionCookies(
  payload: Payload,
  auth: SanitizedCollectionConfig['auth'],
  token: string,
): string[] {
  return [
    String(
      generatePayloadCookie({
        collectionAuthConfig: auth,
        cookiePrefix: payload.config.cookiePrefix,
        token,
      }),
    ),
    hint(`${sessionHintCookie.value}; Max-Age=${auth.tokenExpiration}`),
  ]
}

export function expiredSessionCookies(payload: Payload): string[] {
  return [
    String(
      generateExpiredPayloadCookie({
        collectionAuthConfig: payload.collections.users.config.auth,
        cookiePrefix: payload.config.cookiePrefix,
      }),
    ),
    hint('; Max-Age=0'),
  ]
}

const day = 24 * 60 * 60
/** Staff sign in every working day; shoppers stay signed in for a month. */
const secondsFor = (user: Pick<User, 'role'>): number =>
  user.role === 'customer' ? 30 * day : day / 2

export type CreatedSession = {
  user: User
  cookies: string[]
  expiresAt: number
  wasPaused: boolean
}

/**
 * Starts a session of Payload's own for somebody who has proved who they are. Payload adds a session by writing the whole
 * user, so the row is locked and read anew first: nothing that others change meanwhile is undone. Ends a pause.
 * @returns null when the person is switched off or gone; nothing was written then
 */
export function createSession(payload: Payload, userId: number): Promise<CreatedSession | null> {
  return withTransaction(payload, async (req, tx) => {
    const { rows } = await tx.execute(
      sql`select is_active, paused_at from users where id = ${userId} for update`,
    )
    const row = rows[0] as { is_active: boolean; paused_at: string | null } | undefined
    if (!row?.is_active) return null
    const user = await payload.db.findOne<User>({
      collection: 'users',
      req,
      where: { id: { equals: userId } },
    })
    if (!user) return null
    const { config } = payload.collections.users
    const collectionConfig = {
      ...config,
      auth: { ...config.auth, tokenExpiration: secondsFor(user) },
    }
    const { sid } = await addSessionToUser({ collectionConfig, payload, req, user: user })
    await tx.execute(
      sql`update users set last_login_at = now(), paused_at = null where id = ${userId}`,
    )
    const fieldsToSign = getFieldsToSign({
      collectionConfig,
      email: user.email ?? '',
      sid,
      user: user,
    })
    const { token, exp } = await jwtSign({
      fieldsToSign,
      secret: payload.secret,
      tokenExpiration: collectionConfig.auth.tokenExpiration,
    })
    return {
      user: { ...user, pausedAt: null },
      cookies: sessionCookies(payload, collectionConfig.auth, token),
      expiresAt: exp,
      wasPaused: row.paused_at !== null,
    }
  })
}

/** Ends every session of a person, or all but one, inside the caller's transaction. */
export async function endSessionsIn(tx: Tx, userId: number, except?: string): Promise<void> {
  // The row first: a sign-in in flight writes its sessions under the same lock.
  await tx.execute(sql`select id from users where id = ${userId} for update`)
  await tx.execute(
    sql`delete from users_sessions where _parent_id = ${userId} and id is distinct from ${except ?? null}`,
  )
}

export function endSessions(payload: Payload, userId: number, except?: string): Promise<void> {
  return withTransaction(payload, (_, tx) => endSessionsIn(tx, userId, except))
}

/** @returns whether there was such a session of this person */
export function endSession(payload: Payload, userId: number, sessionId: string): Promise<boolean> {
  return withTransaction(payload, async (_, tx) => {
    await tx.execute(sql`select id from users where id = ${userId} for update`)
    const { rowCount } = await tx.execute(
      sql`delete from users_sessions where _parent_id = ${userId} and id = ${sessionId}`,
    )
    return (rowCount ?? 0) > 0
  })
}
