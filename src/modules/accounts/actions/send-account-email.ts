import { randomUUID } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { getSettings } from '@/modules/shop/queries/get-settings'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import type { AccountEmailKind } from '@/platform/job-queue'

import { createAccountToken } from './account-tokens'

type Person = {
  id: number
  username: string
  first_name: string | null
  email: string | null
  pending_email: string | null
}

const pages: Record<Exclude<AccountEmailKind, 'verify-email' | 'reset-password'>, string> = {
  'address-taken': '/auth',
  'password-changed': '/account/security',
  'email-change-asked': '/account/security',
  'sign-in-connected': '/account/security',
}

const send = async (
  payload: Payload,
  kind: AccountEmailKind,
  person: Person,
  to: string,
  path: string,
): Promise<void> => {
  const { contactEmail } = await getSettings(payload)
  const { accountEmail } = await import('@/modules/accounts/emails')
  await sendEmail(
    to,
    accountEmail({
      kind,
      username: person.username,
      firstName: person.first_name ?? '',
      url: `${env.SERVER_URL}${path}`,
      shopUrl: env.SERVER_URL,
      contactEmail,
    }),
    `account.${randomUUID()}`,
  )
}

/** A link to confirm the address that waits; or, when it is somebody else's, a friendly note to them. */
const sendVerification = async (payload: Payload, person: Person): Promise<void> => {
  const { drizzle } = payload.db
  if (!person.pending_email) return
  const { rows } = await drizzle.execute(sql`
    select id, username, first_name, email, pending_email from users where email = ${person.pending_email} and is_active`)
  const owner = rows[0] as Person | undefined
  if (owner && owner.id === person.id) return
  if (owner)
    return send(payload, 'address-taken', owner, person.pending_email, pages['address-taken'])
  const token = await createAccountToken(drizzle, {
    userId: person.id,
    purpose: 'verify-email',
    hours: 72,
    email: person.pending_email,
  })
  await send(payload, 'verify-email', person, person.pending_email, `/auth/verify?token=${token}`)
}

/**
 * Sends a mail about an account, as far as an address of theirs is known. Keys for links are made here, so that neither
 * the queue nor the database ever holds one; a retry makes a new one.
 */
export async function sendAccountEmail(
  payload: Payload,
  kind: AccountEmailKind,
  userId: number,
): Promise<void> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, username, first_name, email, pending_email from users where id = ${userId} and is_active`)
  const person = rows[0] as Person | undefined
  if (!person) return
  if (kind === 'verify-email') return sendVerification(payload, person)
  if (!person.email) return
  if (kind !== 'reset-password') return send(payload, kind, person, person.email, pages[kind])
  const token = await createAccountToken(payload.db.drizzle, {
    userId,
    purpose: 'reset-password',
    hours: 1,
  })
  await send(payload, kind, person, person.email, `/auth/reset?token=${token}`)
}
