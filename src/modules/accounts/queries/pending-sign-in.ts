import { createHash } from 'node:crypto'

import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { users } from '@/payload-generated-schema'
import { decrypt } from '@/platform/encryption'

const pendingSchema = z.strictObject({ userId: z.int(), stamp: z.string(), until: z.number() })
export type PendingSignIn = z.infer<typeof pendingSchema>

type Credentials = { hash: string | null; secondFactorSince: string | null }

/** Changes with the password and with two-step verification: a sign-in that began before doesn't count. */
export function credentialStamp({ hash, secondFactorSince }: Credentials): string {
  const since = secondFactorSince && new Date(secondFactorSince).toISOString()
  return createHash('sha256').update(`${hash} ${since}`).digest('base64url')
}

/** Returns who has done the first step of signing in, and what the second can be; null if the cookie proves none. */
export async function getPendingSignIn(
  payload: Payload,
  cookie: string | undefined,
): Promise<{ userId: number; hasApp: boolean; hasPasskey: boolean } | null> {
  const pending = pendingSchema.safeParse(await decrypt(cookie, 'pending sign-in')).data
  if (!pending || pending.until < Date.now()) return null
  const [user] = await payload.db.drizzle
    .select({
      hash: users.hash,
      secondFactorSince: users.secondFactorSince,
      passkeySince: users.passkeySince,
      isActive: users.isActive,
    })
    .from(users)
    .where(eq(users.id, pending.userId))
  if (!user?.isActive || credentialStamp(user) !== pending.stamp) return null
  return {
    userId: pending.userId,
    hasApp: user.secondFactorSince !== null,
    hasPasskey: user.passkeySince !== null,
  }
}
