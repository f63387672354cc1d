import { randomBytes } from 'node:crypto'

import { and, count, desc, eq, gt, isNull, ne, or, sql } from '@payloadcms/db-postgres/drizzle'

import { hashDeviceToken, readDeviceToken } from '@/modules/accounts/queries/known-device'
import { describeDevice } from '@/modules/accounts/rules/device-name'
import { deviceCookie } from '@/modules/accounts/rules/session-hint'
import { known_devices } from '@/payload-generated-schema'
import { secureFlag } from '@/platform/env'
import type { Tx } from '@/platform/transaction'

import { queueAccountEmail } from './send-account-email'

const cookieDays = 400
const devicesPerUser = 50
const alertsPerDay = 5

const cookieFor = (token: string): string =>
  `${deviceCookie}=${token}; Path=/; Max-Age=${cookieDays * 24 * 60 * 60}; HttpOnly; SameSite=Lax${secureFlag}`

/** Notifies the owner about this device, unless that has happened five times today. */
async function alertOwner(tx: Tx, userId: number, deviceId: number): Promise<void> {
  const [recent] = await tx
    .select({ devices: count() })
    .from(known_devices)
    .where(
      and(
        eq(known_devices.user, userId),
        gt(known_devices.createdAt, sql`now() - interval '1 day'`),
        ne(known_devices.id, deviceId),
      ),
    )
  if ((recent?.devices ?? 0) < alertsPerDay)
    await queueAccountEmail(tx, 'new-sign-in', userId, { deviceId })
}

/** Forgets the devices beyond the limit that haven't been used for the longest time. */
async function removeOldest(tx: Tx, userId: number): Promise<void> {
  const old = await tx
    .select({ id: known_devices.id })
    .from(known_devices)
    .where(eq(known_devices.user, userId))
    .orderBy(desc(known_devices.lastSeenAt), desc(known_devices.id))
    .offset(devicesPerUser)
  for (const { id } of old) await tx.delete(known_devices).where(eq(known_devices.id, id))
}

/**
 * Remembers the browser in which a staff member has just signed in, and emails them if it is a new
 * one, except at the account's first sign-in. The caller has locked the user.
 * @param signIn `isFirst`: nobody has signed in to this account before
 * @returns the cookie by which the browser is recognized
 */
export async function rememberDevice(
  tx: Tx,
  headers: Headers,
  { userId, sessionId, isFirst }: { userId: number; sessionId?: string; isFirst: boolean },
): Promise<string> {
  const token = readDeviceToken(headers) ?? randomBytes(32).toString('base64url')
  const tokenHash = hashDeviceToken(userId, token)
  const seen = {
    name: describeDevice(headers.get('user-agent')),
    sessionId: sessionId ?? null,
    lastSeenAt: sql`now()`,
    updatedAt: sql`now()`,
  }
  const devices = await tx
    .update(known_devices)
    .set(seen)
    .where(eq(known_devices.tokenHash, tokenHash))
    .returning({ id: known_devices.id })
  if (devices.length === 0) {
    const [added] = await tx
      .insert(known_devices)
      .values({ user: userId, tokenHash, ...seen })
      .returning({ id: known_devices.id })
    if (added && !isFirst) await alertOwner(tx, userId, added.id)
    await removeOldest(tx, userId)
  }
  return cookieFor(token)
}

/** Forgets all devices of a user except the one of this session. The next sign-in on each is a new one. */
export async function forgetDevices(
  tx: Tx,
  userId: number,
  exceptSessionId?: string,
): Promise<void> {
  await tx
    .delete(known_devices)
    .where(
      and(
        eq(known_devices.user, userId),
        exceptSessionId === undefined
          ? undefined
          : or(isNull(known_devices.sessionId), ne(known_devices.sessionId, exceptSessionId)),
      ),
    )
}
