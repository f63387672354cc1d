import { sql } from '@payloadcms/db-postgres'
import { getFieldsToSign, jwtSign, type Payload } from 'payload'
import { addSessionToUser } from 'payload/shared'
import type { User } from '../payload-types'
import { withTransaction } from '../transaction'
import { sessionCookies } from './session-cookies'

const day = 24 * 60 * 60
/** Staff sign in every working day; shoppers stay signed in for a month. */
const secondsFor = (user: Pick<User, 'role'>): number => (user.role === 'customer' ? 30 * day : day / 2)

export type IssuedSession = { user: User; cookies: string[]; expiresAt: number; wasPaused: boolean }

/**
 * Starts a session of Payload's own for somebody who has proved who they are. Payload adds a session by writing the whole
 * user, so the row is locked and read anew first: nothing that others change meanwhile is undone. Ends a pause.
 * @returns null when the person is switched off or gone; nothing was written then
 */
export const issueSession = (payload: Payload, userId: number): Promise<IssuedSession | null> =>
  withTransaction(payload, async (req, tx) => {
    const { rows } = await tx.execute(sql`select is_active, paused_at from users where id = ${userId} for update`)
    const row = rows[0] as { is_active: boolean; paused_at: string | null } | undefined
    if (!row?.is_active) return null
    const user = await payload.db.findOne<User>({ collection: 'users', req, where: { id: { equals: userId } } })
    if (!user) return null
    const { config } = payload.collections.users
    const collectionConfig = { ...config, auth: { ...config.auth, tokenExpiration: secondsFor(user) } }
    const { sid } = await addSessionToUser({ collectionConfig, payload, req: req as never, user: user as never })
    await tx.execute(sql`update users set last_login_at = now(), paused_at = null where id = ${userId}`)
    const fieldsToSign = getFieldsToSign({ collectionConfig, email: user.email ?? '', sid, user: user as never })
    const { token, exp } = await jwtSign({ fieldsToSign, secret: payload.secret, tokenExpiration: collectionConfig.auth.tokenExpiration })
    return { user: { ...user, pausedAt: null }, cookies: sessionCookies(payload, collectionConfig.auth, token), expiresAt: exp, wasPaused: row.paused_at !== null }
  })
