import { and, asc, eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { users } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { withTransaction } from '@/platform/transaction'

import { createAccountToken, revokeTokens } from './account-tokens'

/** How long the link works. */
export const ownerRecoveryHours = 1

/**
 * Creates a link that sets a new password for a super admin, turns their two-step verification
 * off, and removes their passkeys. For the person who runs commands on the shop's machine. An earlier link stops
 * working.
 * @param username needed if there are several active super admins
 * @throws Error that says what to do, if no account fits
 */
export function createOwnerRecovery(
  payload: Payload,
  username: string | undefined,
): Promise<{ username: string; path: string }> {
  return withTransaction(payload, async (_, tx) => {
    const owners = await tx
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(and(eq(users.role, 'super_admin'), eq(users.isActive, true)))
      .orderBy(asc(users.id))
    const names = owners.map((one) => one.username).join(', ')
    if (owners.length === 0)
      throw new Error('There’s no active super admin. Run "npm run go-live": it creates an owner.')
    if (username === undefined && owners.length > 1)
      throw new Error(`Add the username: npm run owner-recovery -- <${names}>`)
    const owner =
      username === undefined ? owners[0] : owners.find((one) => one.username === username)
    if (!owner)
      throw new Error(`No active super admin has that username. Active super admins: ${names}`)
    await revokeTokens(tx, owner.id, 'owner-recovery')
    const token = await createAccountToken(tx, {
      userId: owner.id,
      purpose: 'owner-recovery',
      hours: ownerRecoveryHours,
    })
    await audit(tx, null, {
      action: 'user.owner_recovery_made',
      subjectType: 'user',
      subjectId: owner.id,
    })
    return { username: owner.username, path: `/auth/reset?token=${token}` }
  })
}
