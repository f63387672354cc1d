import { and, eq, or } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { identities, users } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { notFound } from '@/platform/errors'
import type { IdentityProvider } from '@/platform/identity-providers'
import { lockName, type Tx, withTransaction } from '@/platform/transaction'
import type { IdentityProfile } from '@/providers/interfaces'

import { lockUser } from '../user-row'
import { randomCode } from './account-tokens'
import { queueAccountEmail } from './send-account-email'
import { assertSignInRemains } from './sign-in-methods'
import { claimGuestOrders } from './verify-email'

type ProviderSignInResult =
  | { outcome: 'signed_in' | 'linked' | 'created'; userId: number }
  /** The address belongs to an account, and one side never confirmed it: its owner must sign in and connect. */
  | { outcome: 'connect_first' }
  /** Staff, who sign in with their password only, or an inactive user. */
  | { outcome: 'refused' }

const toShortLine = (text: string | null): string | null =>
  text
    ?.replace(/[\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100) || null

async function insertIdentity(
  tx: Tx,
  userId: number,
  provider: IdentityProvider,
  { subject, email, emailVerified, name }: IdentityProfile,
): Promise<void> {
  await tx
    .insert(identities)
    .values({
      user: userId,
      provider,
      subject,
      emailAtLink: email,
      emailVerified,
      displayName: toShortLine(name),
    })
}

/** Creates a customer. The username is random: a name or id of the provider would identify the user to others. */
async function createUser(
  tx: Tx,
  provider: IdentityProvider,
  profile: IdentityProfile,
): Promise<number> {
  const confirmedEmail = profile.emailVerified ? profile.email : null
  for (;;) {
    const [user] = await tx
      .insert(users)
      .values({
        username: `${provider}_${randomCode(8)}`,
        email: confirmedEmail,
        pendingEmail: confirmedEmail ? null : profile.email,
        hasPassword: false,
        firstName: toShortLine(profile.firstName),
        lastName: toShortLine(profile.lastName),
      })
      .onConflictDoNothing({ target: users.username })
      .returning({ id: users.id })
    if (!user) continue
    await insertIdentity(tx, user.id, provider, profile)
    if (confirmedEmail) await claimGuestOrders(tx, user.id, confirmedEmail)
    else if (profile.email) await queueAccountEmail(tx, 'verify-email', user.id)
    return user.id
  }
}

/** Serializes callbacks for the same identity or address, so that two at once don't create two users. */
async function lockKeys(tx: Tx, keys: string[]): Promise<void> {
  for (const key of keys.sort()) await lockName(tx, key)
}

/** Connects an identity to a user, with an audit entry and a notification. */
async function connect(
  tx: Tx,
  user: Actor,
  provider: IdentityProvider,
  profile: IdentityProfile,
  details?: { by: string },
): Promise<void> {
  await insertIdentity(tx, user.id, provider, profile)
  await audit(tx, user, {
    action: 'user.sign_in_connected',
    subjectType: 'user',
    subjectId: user.id,
    details: { provider, ...details },
  })
  await queueAccountEmail(tx, 'sign-in-connected', user.id, { topic: provider })
}

/**
 * Returns the user who signs in through a provider, creating one if needed. Users are identified by
 * provider and subject, never by address: an address links an identity only if both the provider
 * and the shop have it confirmed, and its owner is notified.
 */
export function signInWithProvider(
  payload: Payload,
  provider: IdentityProvider,
  profile: IdentityProfile,
): Promise<ProviderSignInResult> {
  return withTransaction(payload, async (_, tx) => {
    await lockKeys(tx, [
      `identity ${provider} ${profile.subject}`,
      ...(profile.email ? [`address ${profile.email}`] : []),
    ])
    const columns = { id: users.id, role: users.role, isActive: users.isActive }
    const [user] = await tx
      .select(columns)
      .from(identities)
      .innerJoin(users, eq(users.id, identities.user))
      .where(and(eq(identities.provider, provider), eq(identities.subject, profile.subject)))
    if (user)
      return user.isActive && user.role === 'customer'
        ? { outcome: 'signed_in', userId: user.id }
        : { outcome: 'refused' }

    const [owner] = profile.email
      ? await tx.select(columns).from(users).where(eq(users.email, profile.email)).for('update')
      : []
    if (!owner) return { outcome: 'created', userId: await createUser(tx, provider, profile) }
    if (!owner.isActive || owner.role !== 'customer') return { outcome: 'refused' }
    const connected = await tx.$count(
      identities,
      and(eq(identities.user, owner.id), eq(identities.provider, provider)),
    )
    if (!profile.emailVerified || connected > 0) return { outcome: 'connect_first' }
    await connect(tx, owner, provider, profile, { by: 'confirmed address' })
    return { outcome: 'linked', userId: owner.id }
  })
}

/** 'taken': the identity belongs to another user, or the user has another one of this provider. */
type ConnectIdentityResult = 'connected' | 'already' | 'taken' | 'refused'

/** Connects another sign-in method at the request of a signed-in customer. */
export function connectIdentity(
  payload: Payload,
  userId: number,
  provider: IdentityProvider,
  profile: IdentityProfile,
): Promise<ConnectIdentityResult> {
  return withTransaction(payload, async (_, tx) => {
    await lockKeys(tx, [`identity ${provider} ${profile.subject}`])
    const user = await lockUser(tx, userId)
    if (!user?.isActive || user.role !== 'customer') return 'refused'
    const [existing] = await tx
      .select({ userId: identities.user, subject: identities.subject })
      .from(identities)
      .where(
        and(
          eq(identities.provider, provider),
          or(eq(identities.subject, profile.subject), eq(identities.user, userId)),
        ),
      )
    if (existing)
      return existing.userId === userId && existing.subject === profile.subject
        ? 'already'
        : 'taken'
    await connect(tx, user, provider, profile)
    return 'connected'
  })
}

/**
 * Disconnects a sign-in method, never the last one.
 * @throws AppError not_found, conflict
 */
export function disconnectIdentity(
  payload: Payload,
  user: Actor,
  provider: IdentityProvider,
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const row = await lockUser(tx, user.id)
    const removed = await tx
      .delete(identities)
      .where(and(eq(identities.user, user.id), eq(identities.provider, provider)))
      .returning({ id: identities.id })
    if (removed.length === 0) throw notFound('This connection')
    if (row) await assertSignInRemains(tx, row)
    await audit(tx, user, {
      action: 'user.sign_in_disconnected',
      subjectType: 'user',
      subjectId: user.id,
      details: { provider },
    })
  })
}
