import { randomInt } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { IdentityProvider } from '@/modules/accounts/rules/identity-providers'
import { audit } from '@/platform/audit'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'
import type { IdentityProfile } from '@/providers/interfaces'

export type ProviderSignInResult =
  | { outcome: 'known' | 'linked' | 'created'; userId: number }
  /** The address belongs to an account here, and one side never confirmed it: its owner signs in and connects it themselves. */
  | { outcome: 'connect_first' }
  /** Staff, or somebody who is switched off. Staff sign in with their password only. */
  | { outcome: 'refused' }

type Row = { id: number; role: string; is_active: boolean }

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const shortRandom = (): string =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
const short = (text: string | null): string | null =>
  text
    ?.replace(/[\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100) || null

const insertIdentity = (
  tx: Tx,
  userId: number,
  provider: IdentityProvider,
  profile: IdentityProfile,
) =>
  tx.execute(sql`
  insert into identities (user_id, provider, subject, email_at_link, email_verified, display_name)
  values (${userId}, ${provider}, ${profile.subject}, ${profile.email}, ${profile.emailVerified}, ${short(profile.name)})`)

/** The names are random: a name or an id of the provider would tell others who somebody is. */
const create = async (
  tx: Tx,
  provider: IdentityProvider,
  profile: IdentityProfile,
): Promise<number> => {
  const confirmed = profile.emailVerified ? profile.email : null
  for (;;) {
    const { rows } = await tx.execute(sql`
      insert into users (username, email, pending_email, has_password, first_name, last_name)
      values (${`${provider}_${shortRandom()}`}, ${confirmed}, ${confirmed ? null : profile.email}, false, ${short(profile.firstName)}, ${short(profile.lastName)})
      on conflict (username) do nothing returning id`)
    const id = (rows[0] as { id: number } | undefined)?.id
    if (id === undefined) continue
    await insertIdentity(tx, id, provider, profile)
    if (confirmed)
      await tx.execute(
        sql`update orders set customer_id = ${id}, updated_at = now() where lower(email) = ${confirmed} and customer_id is null`,
      )
    else if (profile.email)
      await queueJob(
        tx,
        'send-account-mail',
        { userId: id, kind: 'verify-email' },
        { key: `verify-email:${id}` },
      )
    return id
  }
}

/** One after the other for one identity and for one address: two callbacks at once do not make two people. */
const lock = async (tx: Tx, keys: string[]): Promise<void> => {
  for (const key of keys.sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`)
}

/**
 * Whose account somebody gets who came from a provider. They are known by provider and id, never by an address: an
 * address links only when the provider and we both had it confirmed, and its owner hears of it.
 */
export function signInWithProvider(
  payload: Payload,
  provider: IdentityProvider,
  profile: IdentityProfile,
): Promise<ProviderSignInResult> {
  return withTransaction(payload, async (_, tx) => {
    await lock(tx, [
      `identity:${provider}:${profile.subject}`,
      ...(profile.email ? [`address:${profile.email}`] : []),
    ])
    const {
      rows: [known],
    } = await tx.execute(sql`
      select users.id, role, is_active from identities join users on users.id = user_id where provider = ${provider} and subject = ${profile.subject}`)
    const person = known as Row | undefined
    if (person)
      return person.is_active && person.role === 'customer'
        ? { outcome: 'known', userId: person.id }
        : { outcome: 'refused' }

    const {
      rows: [found],
    } = await tx.execute(
      sql`select id, role, is_active from users where email = ${profile.email} for update`,
    )
    const owner = profile.email ? (found as Row | undefined) : undefined
    if (!owner) return { outcome: 'created', userId: await create(tx, provider, profile) }
    if (!owner.is_active || owner.role !== 'customer') return { outcome: 'refused' }
    const { rows: others } = await tx.execute(
      sql`select 1 from identities where user_id = ${owner.id} and provider = ${provider}`,
    )
    if (!profile.emailVerified || others.length > 0) return { outcome: 'connect_first' }
    await insertIdentity(tx, owner.id, provider, profile)
    await audit(
      tx,
      { id: owner.id, role: owner.role },
      {
        action: 'user.sign_in_connected',
        subjectType: 'user',
        subjectId: owner.id,
        details: { provider, by: 'confirmed address' },
      },
    )
    await queueJob(
      tx,
      'send-account-mail',
      { userId: owner.id, kind: 'sign-in-connected' },
      { key: `sign-in-connected:${owner.id}:${provider}` },
    )
    return { outcome: 'linked', userId: owner.id }
  })
}

/** 'taken': this identity is somebody else's way in, or the person has another one of this provider already. */
export type ConnectIdentityResult = 'connected' | 'already' | 'taken' | 'refused'

/** Adds a way in for somebody who is signed in and asked for it. */
export function connectIdentity(
  payload: Payload,
  userId: number,
  provider: IdentityProvider,
  profile: IdentityProfile,
): Promise<ConnectIdentityResult> {
  return withTransaction(payload, async (_, tx) => {
    await lock(tx, [`identity:${provider}:${profile.subject}`])
    const {
      rows: [row],
    } = await tx.execute(sql`select id, role, is_active from users where id = ${userId} for update`)
    const user = row as Row | undefined
    if (!user?.is_active || user.role !== 'customer') return 'refused'
    const { rows } = await tx.execute(sql`
      select user_id, subject from identities where provider = ${provider} and (subject = ${profile.subject} or user_id = ${userId})`)
    const [existing] = rows as { user_id: number; subject: string }[]
    if (existing)
      return existing.user_id === userId && existing.subject === profile.subject
        ? 'already'
        : 'taken'
    await insertIdentity(tx, userId, provider, profile)
    await audit(tx, user, {
      action: 'user.sign_in_connected',
      subjectType: 'user',
      subjectId: userId,
      details: { provider },
    })
    await queueJob(
      tx,
      'send-account-mail',
      { userId, kind: 'sign-in-connected' },
      { key: `sign-in-connected:${userId}:${provider}` },
    )
    return 'connected'
  })
}
