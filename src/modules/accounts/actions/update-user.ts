import { and, eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type Role, roleHasPermission, roleLabels } from '@/access/roles'
import { users } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { setTriggerPermission } from '@/platform/database/trigger-permission'
import { AppError, notFound } from '@/platform/errors'
import { formatIdentityProviders } from '@/platform/identity-providers'
import { lockName, type Tx, withTransaction } from '@/platform/transaction'

import { forgetDevices } from './known-devices'
import { endSessionsIn } from './sessions'

type Actor = { id: number; role: Role }
/** Exactly one of the two. */
type UserUpdate = { role: Role; isActive?: undefined } | { isActive: boolean; role?: undefined }

/** The rules are in docs/deviations.md, people and access. */
function assertAllowed(actor: Actor, target: Actor, { role, isActive }: UserUpdate): void {
  const managesRoles = roleHasPermission(actor.role, 'users:roles')
  if (role !== undefined && !managesRoles)
    throw new AppError('forbidden', 'Only a super admin can change roles.')
  if (actor.id === target.id)
    throw new AppError(
      'forbidden',
      role === undefined
        ? 'You can’t deactivate your own account.'
        : 'You can’t change your own role.',
    )
  if (
    isActive !== undefined &&
    !managesRoles &&
    target.role !== 'customer' &&
    target.role !== 'editor'
  )
    throw new AppError(
      'forbidden',
      `Only a super admin can activate or deactivate a user with the ${roleLabels[target.role]} role.`,
    )
}

type SignInColumns = Pick<
  typeof users.$inferSelect,
  'role' | 'email' | 'hasPassword' | 'passkeySince' | 'lastLoginAt'
>

/** Providers sign in customers only. Someone who never signed in gets an invitation instead. */
function assertSignsInAsStaff(target: SignInColumns, role: Role | undefined): void {
  if (target.role !== 'customer' || role === undefined) return
  if (target.hasPassword !== false || target.passkeySince || target.email || !target.lastLoginAt)
    return
  throw new AppError(
    'conflict',
    `They can only sign in with ${formatIdentityProviders()}, which staff can’t use. Ask them to set a password or add a passkey first.`,
  )
}

/** Held while roles change, so that two super admins can’t demote each other at the same time. */
export async function lockRoles(tx: Tx): Promise<void> {
  await lockName(tx, 'roles')
}

/**
 * Changes the role of a user or activates or deactivates them, ends all their sessions, and records
 * it in the audit log. Values that are already set change nothing.
 * @throws AppError unauthorized, not_found, forbidden (oneself, or beyond the actor's role), conflict
 * (the last active Super Admin, or someone who couldn't sign in as staff)
 */
export function updateUser(
  payload: Payload,
  actor: Actor,
  id: number,
  change: UserUpdate,
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    await lockRoles(tx)
    // Reads the actor again: a demotion may have held the lock.
    const rows = await tx
      .select({
        id: users.id,
        role: users.role,
        isActive: users.isActive,
        email: users.email,
        hasPassword: users.hasPassword,
        passkeySince: users.passkeySince,
        lastLoginAt: users.lastLoginAt,
      })
      .from(users)
      .where(inArray(users.id, [actor.id, id]))
      .orderBy(users.id)
      .for('update')
    const currentActor = rows.find((row) => row.id === actor.id)
    const target = rows.find((row) => row.id === id)
    if (!currentActor?.isActive) throw new AppError('unauthorized', 'Please sign in first.')
    if (!target) throw notFound('This person')
    assertAllowed(currentActor, target, change)
    if (change.role === target.role || change.isActive === target.isActive) return
    assertSignsInAsStaff(target, change.role)
    await setTriggerPermission(tx, 'role_change')
    await tx
      .update(users)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(users.id, id))
    if (change.role === 'customer') await forgetDevices(tx, id)
    await setTriggerPermission(tx, 'role_change', false)
    const superAdmins = await tx.$count(
      users,
      and(eq(users.role, 'super_admin'), eq(users.isActive, true)),
    )
    if (superAdmins === 0)
      throw new AppError(
        'conflict',
        'This is the last active super admin. Make someone else a super admin first.',
      )
    await endSessionsIn(tx, id)
    const activation = change.isActive ? 'user.activated' : 'user.deactivated'
    await audit(tx, currentActor, {
      action: change.role === undefined ? activation : 'user.role_changed',
      subjectType: 'user',
      subjectId: id,
      details: change.role === undefined ? {} : { from: target.role, to: change.role },
    })
  })
}
