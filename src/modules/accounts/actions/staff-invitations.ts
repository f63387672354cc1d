import { and, eq, ne, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isInvited } from '@/modules/accounts/queries/list-users'
import { refusedCredentials } from '@/modules/accounts/schemas/authentication'
import type { AcceptInvitationInput, StaffInvitation } from '@/modules/accounts/schemas/invitations'
import { users } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { setTriggerPermission } from '@/platform/database/trigger-permission'
import { invalidFields, notFound } from '@/platform/errors'
import { toSlug } from '@/platform/slug'
import { withTransaction } from '@/platform/transaction'

import { consumeToken, findTokenUser, randomCode, revokeTokens } from './account-tokens'
import { assertStrongPassword, hashPassword } from './passwords'
import { linkExpiredError } from './reset-password'
import { queueAccountEmail } from './send-account-email'
import { lockRoles } from './update-user'
import { claimGuestOrders } from './verify-email'

const purpose = 'invitation' as const

/**
 * Creates an account with a role that nobody can open yet, and emails a link that opens it once. The
 * link is made when the email is sent, so that neither the queue nor the database holds it.
 * @returns the user's id
 * @throws AppError invalid if the address belongs to an account or was invited already
 */
export function inviteStaff(
  payload: Payload,
  actor: Actor,
  { email, role }: StaffInvitation,
): Promise<number> {
  return withTransaction(payload, async (_, tx) => {
    // Two invitations of the same address would both find no account.
    await lockRoles(tx)
    const [existing] = await tx
      .select({ email: users.email, isActive: users.isActive })
      .from(users)
      .where(or(eq(users.email, email), and(eq(users.pendingEmail, email), isInvited)))
      .limit(1)
    if (existing) {
      const resend = existing.isActive
        ? 'You can resend the invitation in the list.'
        : 'Reactivate the invitation in the list.'
      throw invalidFields({
        email:
          existing.email === email
            ? 'Someone with this address already has an account. Change their role in the list.'
            : `This address was already invited. ${resend}`,
      })
    }
    const name = toSlug(email.split('@')[0] ?? '').slice(0, 24) || 'staff'
    await setTriggerPermission(tx, 'role_change')
    const [user] = await tx
      .insert(users)
      .values({
        username: `${name}-${randomCode(6)}`,
        pendingEmail: email,
        role,
        isActive: true,
        hasPassword: false,
      })
      .returning({ id: users.id })
    await setTriggerPermission(tx, 'role_change', false)
    if (!user) throw new Error('The invited user was not created')
    await queueAccountEmail(tx, 'staff-invitation', user.id)
    await audit(tx, actor, {
      action: 'user.invited',
      subjectType: 'user',
      subjectId: user.id,
      details: { role },
    })
    return user.id
  })
}

/**
 * Emails a new link to an invited person; earlier links stop working.
 * @returns the address
 * @throws AppError not_found if there is no open invitation
 */
export function resendInvitation(payload: Payload, actor: Actor, id: number): Promise<string> {
  return withTransaction(payload, async (_, tx) => {
    const [user] = await tx
      .select({ email: users.pendingEmail, role: users.role })
      .from(users)
      .where(and(eq(users.id, id), eq(users.isActive, true), isInvited))
      .for('update')
    if (!user?.email) throw notFound('This invitation')
    await revokeTokens(tx, id, purpose)
    await queueAccountEmail(tx, 'staff-invitation', id)
    await audit(tx, actor, {
      action: 'user.invited',
      subjectType: 'user',
      subjectId: id,
      details: { role: user.role },
    })
    return user.email
  })
}

/** Whether a refused form has the token of an invitation. */
export async function hasInvitation(payload: Payload, body: unknown): Promise<boolean> {
  const { token } = refusedCredentials.parse(body)
  return Boolean(await findTokenUser(payload.db.drizzle, purpose, token, isInvited))
}

/**
 * Opens an invited account with the link of the email: sets its username and password, and confirms
 * the address that the link went to.
 * @throws AppError link_expired, invalid (the username is taken, or the password is too weak)
 */
export async function acceptInvitation(
  payload: Payload,
  { token, username, password, firstName, lastName }: AcceptInvitationInput,
): Promise<void> {
  const invited = await findTokenUser(payload.db.drizzle, purpose, token, isInvited)
  if (!invited) throw linkExpiredError()
  await assertStrongPassword(password, username)
  const { hash, salt } = await hashPassword(password)
  await withTransaction(payload, async (_, tx) => {
    const isTaken = and(eq(users.username, username), ne(users.id, invited.id))
    if ((await tx.$count(users, isTaken)) > 0)
      throw invalidFields({ username: 'That username is taken.' })
    const consumed = await consumeToken(tx, purpose, token)
    if (!consumed?.email) throw linkExpiredError()
    const { userId, email } = consumed
    // Someone may have confirmed the address for another account since.
    const isConfirmed = and(eq(users.email, email), ne(users.id, userId))
    if ((await tx.$count(users, isConfirmed)) > 0) throw linkExpiredError()
    const [user] = await tx
      .update(users)
      .set({
        username,
        hash,
        salt,
        hasPassword: true,
        email,
        pendingEmail: null,
        firstName,
        lastName,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(users.id, userId),
          eq(users.isActive, true),
          eq(users.pendingEmail, email),
          isInvited,
        ),
      )
      .returning({ id: users.id, role: users.role })
    if (!user) throw linkExpiredError()
    await revokeTokens(tx, userId, purpose)
    await claimGuestOrders(tx, userId, email)
    await audit(tx, user, {
      action: 'user.invitation_accepted',
      subjectType: 'user',
      subjectId: userId,
    })
  })
}
