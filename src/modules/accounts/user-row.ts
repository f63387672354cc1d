import { eq, or, type SQL } from '@payloadcms/db-postgres/drizzle'

import { users } from '@/payload-generated-schema'
import type { Tx } from '@/platform/transaction'

/** Matches a username or a confirmed address. A username has no @, so one value serves both. */
export function matchesLogin(login: string): SQL | undefined {
  return or(eq(users.username, login), eq(users.email, login))
}

/** Locks a user until the transaction ends and returns its row; undefined if there is none. */
export async function lockUser(tx: Pick<Tx, 'select'>, userId: number) {
  const [user] = await tx
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      isActive: users.isActive,
      hasPassword: users.hasPassword,
      pausedAt: users.pausedAt,
      hash: users.hash,
      secondFactorSince: users.secondFactorSince,
      passkeySince: users.passkeySince,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return user
}
