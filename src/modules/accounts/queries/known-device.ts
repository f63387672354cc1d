import { and, eq, ne, or } from '@payloadcms/db-postgres/drizzle'
import { parseCookies, type Payload } from 'payload'

import { deviceCookie } from '@/modules/accounts/rules/session-hint'
import { known_devices, users } from '@/payload-generated-schema'
import { hashText } from '@/platform/encryption'

/** Returns the random value that names this browser; undefined without a well-formed cookie. */
export function readDeviceToken(headers: Headers): string | undefined {
  const token = parseCookies(headers).get(deviceCookie)
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

export function hashDeviceToken(userId: number, token: string): string {
  return hashText(`${userId} ${token}`)
}

/** Returns the id of the row that knows this browser as one of the user's; null if none does. */
export async function findKnownDevice(
  { payload, headers }: { payload: Payload; headers: Headers },
  userId: number,
): Promise<number | null> {
  const token = readDeviceToken(headers)
  if (!token) return null
  const [device] = await payload.db.drizzle
    .select({ id: known_devices.id })
    .from(known_devices)
    .where(
      and(
        eq(known_devices.user, userId),
        eq(known_devices.tokenHash, hashDeviceToken(userId, token)),
      ),
    )
  return device?.id ?? null
}

/** Returns the id of the active staff member with this username or confirmed address; null if there is none. */
export async function findStaffLogin(payload: Payload, login: string): Promise<number | null> {
  const [user] = await payload.db.drizzle
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        or(eq(users.username, login), eq(users.email, login)),
        eq(users.isActive, true),
        ne(users.role, 'customer'),
      ),
    )
    .limit(1)
  return user?.id ?? null
}
