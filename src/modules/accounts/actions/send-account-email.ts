import { randomUUID } from 'node:crypto'

import { and, asc, eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { AccountEmailProps } from '@/modules/accounts/emails'
import { getSettings } from '@/modules/shop/queries/get-settings'
import {
  account_tokens,
  identities,
  known_devices,
  passkeys,
  users,
} from '@/payload-generated-schema'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import { identityProviderLabels, isIdentityProvider } from '@/platform/identity-providers'
import { type AccountEmailKind, queueJob } from '@/platform/job-queue'
import type { Db } from '@/platform/transaction'

import { createAccountToken } from './account-tokens'

/** What an email is about besides the account: see `JobPayloads`. */
type EmailReferences = { deviceId?: number; tokenId?: number }

/** Queues an email about an account. A waiting one with the same kind and topic, device, or token is replaced. */
export function queueAccountEmail(
  db: Db,
  kind: AccountEmailKind,
  userId: number,
  { topic, deviceId, tokenId }: EmailReferences & { topic?: string } = {},
): Promise<void> {
  const key = [kind, userId, topic, deviceId, tokenId]
    .filter((part) => part !== undefined)
    .join(':')
  return queueJob(db, 'send-account-email', { userId, kind, deviceId, tokenId }, { key })
}

const pages = {
  'address-taken': '/auth',
  'password-changed': '/account/security',
  'email-change-asked': '/account/security',
  'email-changed': '/account/security',
  'sign-in-connected': '/account/security',
  'second-factor-on': '/account/security',
  'second-factor-off': '/account/security',
  'passkey-added': '/account/security#passkeys',
  'passkey-removed': '/account/security#passkeys',
  'new-sign-in': '/account/security',
} satisfies Record<
  Exclude<AccountEmailKind, 'verify-email' | 'reset-password' | 'staff-invitation'>,
  string
>

const recipientColumns = {
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  email: users.email,
  pendingEmail: users.pendingEmail,
}
type Recipient = Pick<
  typeof users.$inferSelect,
  'id' | 'username' | 'firstName' | 'email' | 'pendingEmail'
>

async function send(
  payload: Payload,
  kind: AccountEmailKind,
  { username, firstName }: Recipient,
  to: string,
  path: string,
  { linked, signIn }: Pick<AccountEmailProps, 'linked' | 'signIn'> = {},
): Promise<void> {
  const { contactEmail } = await getSettings(payload)
  const { accountEmail } = await import('@/modules/accounts/emails')
  await sendEmail(
    to,
    accountEmail({
      kind,
      username,
      firstName: firstName ?? '',
      url: `${env.SERVER_URL}${path}`,
      shopUrl: env.SERVER_URL,
      contactEmail,
      linked,
      signIn,
    }),
    `account.${randomUUID()}`,
  )
}

/** Returns the labels of the sign-in providers and the passkeys of a user. */
async function linkedSignInMethods(
  { db: { drizzle: db } }: Payload,
  userId: number,
): Promise<string[]> {
  const rows = await db
    .select({ provider: identities.provider, displayName: identities.displayName })
    .from(identities)
    .where(eq(identities.user, userId))
    .orderBy(asc(identities.id))
  const keys = await db
    .select({ name: passkeys.name })
    .from(passkeys)
    .where(eq(passkeys.user, userId))
    .orderBy(asc(passkeys.id))
  return [
    ...rows.flatMap(({ provider, displayName }) =>
      isIdentityProvider(provider)
        ? identityProviderLabels[provider] + (displayName ? ` (${displayName})` : '')
        : [],
    ),
    ...keys.map(({ name }) => `Passkey (${name})`),
  ]
}

/** Sends the confirmation link, or, if the address belongs to another account, a note to its owner. */
async function sendVerification(payload: Payload, user: Recipient): Promise<void> {
  const db = payload.db.drizzle
  const { pendingEmail } = user
  if (!pendingEmail) return
  const [owner] = await db
    .select(recipientColumns)
    .from(users)
    .where(and(eq(users.email, pendingEmail), eq(users.isActive, true)))
  if (owner?.id === user.id) return
  if (owner) return send(payload, 'address-taken', owner, pendingEmail, pages['address-taken'])
  const token = await createAccountToken(db, {
    userId: user.id,
    purpose: 'verify-email',
    hours: 72,
    email: pendingEmail,
  })
  await send(payload, 'verify-email', user, pendingEmail, `/auth/verify?token=${token}`)
}

/** Sends the link that opens an invited account. */
async function sendInvitation(payload: Payload, user: Recipient): Promise<void> {
  const { id, pendingEmail } = user
  if (!pendingEmail) return
  const token = await createAccountToken(payload.db.drizzle, {
    userId: id,
    purpose: 'invitation',
    hours: 72,
    email: pendingEmail,
  })
  await send(payload, 'staff-invitation', user, pendingEmail, `/auth/invitation?token=${token}`)
}

/** Tells a staff member about a sign-in on a new device; nothing if the device was forgotten in the meantime. */
async function sendNewSignIn(
  payload: Payload,
  user: Recipient,
  to: string,
  deviceId: number | undefined,
): Promise<void> {
  const [device] = await payload.db.drizzle
    .select({ name: known_devices.name, createdAt: known_devices.createdAt })
    .from(known_devices)
    .where(and(eq(known_devices.id, deviceId ?? -1), eq(known_devices.user, user.id)))
  if (!device) return
  const at = new Date(device.createdAt).toLocaleString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: env.SHOP_TIME_ZONE,
  })
  await send(payload, 'new-sign-in', user, to, pages['new-sign-in'], {
    signIn: { device: device.name, at },
  })
}

/** Tells the address that an account had until now; nothing if it was deleted in the meantime. */
async function sendEmailChanged(
  payload: Payload,
  user: Recipient,
  tokenId: number | undefined,
): Promise<void> {
  const { id, user: owner, email } = account_tokens
  const [earlier] = await payload.db.drizzle
    .select({ email })
    .from(account_tokens)
    .where(and(eq(id, tokenId ?? -1), eq(owner, user.id)))
  if (earlier?.email)
    await send(payload, 'email-changed', user, earlier.email, pages['email-changed'])
}

/**
 * Sends an email about an account to its confirmed address, if it has one. Tokens for links are
 * created here, so that neither the queue nor the database holds one; a retry creates a new one.
 */
export async function sendAccountEmail(
  payload: Payload,
  kind: AccountEmailKind,
  userId: number,
  { deviceId, tokenId }: EmailReferences = {},
): Promise<void> {
  const [user] = await payload.db.drizzle
    .select(recipientColumns)
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
  if (!user) return
  if (kind === 'verify-email') return sendVerification(payload, user)
  if (kind === 'staff-invitation') return sendInvitation(payload, user)
  if (kind === 'email-changed') return sendEmailChanged(payload, user, tokenId)
  if (!user.email) return
  // The change was confirmed or withdrawn, and then its text is false.
  if (kind === 'email-change-asked' && !user.pendingEmail) return
  if (kind === 'password-changed')
    return send(payload, kind, user, user.email, pages[kind], {
      linked: await linkedSignInMethods(payload, userId),
    })
  if (kind === 'new-sign-in') return sendNewSignIn(payload, user, user.email, deviceId)
  if (kind !== 'reset-password') return send(payload, kind, user, user.email, pages[kind])
  const token = await createAccountToken(payload.db.drizzle, {
    userId,
    purpose: 'reset-password',
    hours: 1,
  })
  await send(payload, kind, user, user.email, `/auth/reset?token=${token}`)
}
