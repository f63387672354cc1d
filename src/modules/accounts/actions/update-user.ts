import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { type Role, roleHasPermission, roleLabels } from '@/access/roles'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

import { endSessionsIn } from './sessions'

type Actor = { id: number; role: Role }
/** Exactly one of the two. */
export type UserUpdate =
  { role: Role; isActive?: undefined } | { isActive: boolean; role?: undefined }

/** Held while roles change, so that two super admins cannot demote each other at the same moment. */
const rolesLock = 7_204_401

const mustRemain = async (tx: Tx): Promise<void> => {
  const {
    rows: [row],
  } = await tx.execute(
    sql`select count(*)::integer as count from users where role = 'super_admin' and is_active`,
  )
  if ((row as { count: number }).count === 0)
    throw new AppError(
      'conflict',
      'This is the last active Super Admin. Make somebody else Super Admin first.',
    )
}

/** docs/deviations.md, people and access: who may do this to whom. */
const refuse = (actor: Actor, target: { id: number; role: Role }, change: UserUpdate): void => {
  if (change.role !== undefined && !roleHasPermission(actor.role, 'users:roles'))
    throw new AppError('forbidden', 'Only a Super Admin changes roles.')
  if (actor.id === target.id)
    throw new AppError(
      'forbidden',
      change.role === undefined
        ? 'Nobody switches themselves off.'
        : 'Nobody changes their own role.',
    )
  if (
    change.isActive !== undefined &&
    !roleHasPermission(actor.role, 'users:roles') &&
    target.role !== 'customer' &&
    target.role !== 'editor'
  )
    throw new AppError(
      'forbidden',
      `Only a Super Admin switches the role ${roleLabels[target.role]} on or off.`,
    )
}

/**
 * Changes a role, or switches somebody on or off: all their sessions end in the same transaction, and the audit log
 * keeps it. Asking for what already is changes nothing.
 * @throws AppError not_found, forbidden (oneself, or not within one's role), conflict (the last Super Admin)
 */
export function updateUser(
  payload: Payload,
  actor: Actor,
  id: number,
  change: UserUpdate,
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${rolesLock})`)
    // The actor as they are now: a demotion that was waiting for the same lock counts.
    const { rows: people } = await tx.execute(
      sql`select id, role, is_active as "isActive" from users where id in (${actor.id}, ${id}) order by id for update`,
    )
    const found = people as unknown as { id: number; role: Role; isActive: boolean }[]
    const self = found.find((person) => person.id === actor.id)
    const target = found.find((person) => person.id === id)
    if (!self?.isActive) throw new AppError('unauthorized', 'Please sign in first.')
    if (!target) throw notFound('This person')
    refuse(self, target, change)
    if (change.role === target.role || change.isActive === target.isActive) return
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    if (change.role === undefined)
      await tx.execute(
        sql`update users set is_active = ${change.isActive}, updated_at = now() where id = ${id}`,
      )
    else
      await tx.execute(
        sql`update users set role = ${change.role}, updated_at = now() where id = ${id}`,
      )
    await tx.execute(sql`select set_config('app.role_change', '', true)`)
    await mustRemain(tx)
    await endSessionsIn(tx, id)
    await audit(tx, self, {
      action:
        change.role === undefined
          ? change.isActive
            ? 'user.activated'
            : 'user.deactivated'
          : 'user.role_changed',
      subjectType: 'user',
      subjectId: id,
      details: change.role === undefined ? {} : { from: target.role, to: change.role },
    })
  })
}
