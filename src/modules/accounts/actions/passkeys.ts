import { and, asc, eq, lt, sql } from '@payloadcms/db-postgres/drizzle'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Payload } from 'payload'

import { usesSecondFactor } from '@/access/second-factor'
import { maxPasskeys, passkeyFailedMessage } from '@/modules/accounts/rules/passkeys'
import {
  knownTransports,
  type NewPasskey,
  type PasskeyAssertion,
} from '@/modules/accounts/schemas/passkeys'
import { account_tokens, passkeys, users } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

import { lockSignedInUser, lockUser } from '../user-row'
import { replaceCodes } from './account-tokens'
import { queueAccountEmail } from './send-account-email'
import { endSessionsIn } from './sessions'
import { assertSignInRemains } from './sign-in-methods'

type UserRow = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Loaded on first use, because the library includes certificate parsers for every kind of device. */
const loadLibrary = () => import('@simplewebauthn/server')

/** Passkeys belong to a host name: those made on another one don't work here. */
const { origin, hostname: rpID } = new URL(env.SERVER_URL)
/** Ed25519, ES256, and RS256, by their numbers in COSE. */
const algorithms = [-8, -7, -257]
/** How long a device waits for its user. The challenge itself expires with its cookie. */
const timeoutMs = 5 * 60_000

const describeCredential = (row: { credentialId: string; transports: string | null }) => ({
  id: row.credentialId,
  transports: knownTransports(row.transports?.split(' ') ?? []),
})

const listCredentials = ({ db }: Payload, userId: number) =>
  db.drizzle
    .select({
      credentialId: passkeys.credentialId,
      transports: passkeys.transports,
      userHandle: passkeys.userHandle,
    })
    .from(passkeys)
    .where(eq(passkeys.user, userId))
    .orderBy(asc(passkeys.id))

function assertRoom(count: number): void {
  if (count >= maxPasskeys)
    throw new AppError(
      'conflict',
      `You can have up to ${maxPasskeys} passkeys. Remove one you don’t use first.`,
    )
}

/**
 * Creates the options with which a browser creates a passkey for a user. Nothing is stored.
 * @throws AppError conflict if the user has the maximum number of passkeys
 */
export async function createPasskeyOptions(
  payload: Payload,
  user: { id: number; username: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const existing = await listCredentials(payload, user.id)
  assertRoom(existing.length)
  const { generateRegistrationOptions } = await loadLibrary()
  const handle = existing[0]?.userHandle
  return generateRegistrationOptions({
    rpName: 'Dayfern',
    rpID,
    userName: user.username,
    userDisplayName: user.username,
    userID: handle === undefined ? undefined : new Uint8Array(Buffer.from(handle, 'base64url')),
    timeout: timeoutMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(describeCredential),
  })
}

/**
 * Creates the options with which a browser uses a passkey.
 * @param userId offers only this user's passkeys; without it, the browser shows those it has for the shop
 */
export async function requestPasskeyOptions(
  payload: Payload,
  userId?: number,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const own = userId === undefined ? undefined : await listCredentials(payload, userId)
  return generateAuthenticationOptions({
    rpID,
    timeout: timeoutMs,
    userVerification: 'required',
    allowCredentials: own?.map(describeCredential),
  })
}

/** Returns the new credential, or null for a response that doesn't prove one. */
async function verifyRegistration(passkey: NewPasskey, challenge: string) {
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, response: { ...passkey.response, transports: undefined } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo ?? null
  } catch {
    return null
  }
}

type Registration = {
  passkey: NewPasskey
  challenge: string
  /** From the options that the challenge was sent with. */
  userHandle: string
  name: string
}

async function insertPasskey(
  tx: Tx,
  userId: number,
  {
    passkey,
    userHandle,
    name,
    verified,
  }: Registration & { verified: NonNullable<Awaited<ReturnType<typeof verifyRegistration>>> },
): Promise<number> {
  assertRoom(await tx.$count(passkeys, eq(passkeys.user, userId)))
  const { credential, credentialBackedUp } = verified
  const [added] = await tx
    .insert(passkeys)
    .values({
      user: userId,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      userHandle,
      counter: credential.counter,
      transports: knownTransports(passkey.response.transports ?? []).join(' '),
      isSynced: credentialBackedUp,
    })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id })
  if (!added) throw new AppError('conflict', 'This passkey is already in use.')
  return added.id
}

/**
 * Adds a passkey that the user's device has just made, and notifies the user. If it turns two-step
 * verification on (access/second-factor), all other sessions end and backup codes are created. A
 * retry with the same passkey is refused.
 * @returns the codes, which can't be read again; none if the passkey changed nothing about the second step
 * @throws AppError invalid (the response proves no passkey), conflict (too many, or used already), unauthorized (a
 * reset ended the session meanwhile)
 */
export async function addPasskey(
  payload: Payload,
  user: Actor,
  registration: Registration,
  remainingSessionId: string | undefined,
): Promise<{ id: number; codes: string[] }> {
  const verified = await verifyRegistration(registration.passkey, registration.challenge)
  if (!verified) throw new AppError('invalid', passkeyFailedMessage)
  return withTransaction(payload, async (_, tx) => {
    const row = await lockSignedInUser(tx, user.id, remainingSessionId)
    const id = await insertPasskey(tx, user.id, { ...registration, verified })
    const [changed] = await tx
      .update(users)
      .set({ passkeySince: sql`coalesce(${users.passkeySince}, now())`, updatedAt: sql`now()` })
      .where(eq(users.id, user.id))
      .returning({ passkeySince: users.passkeySince })
    await record(tx, user, user.id, 'added', String(id))
    if (usesSecondFactor(row) || !usesSecondFactor({ ...row, ...changed })) return { id, codes: [] }
    await endSessionsIn(tx, user.id, { except: remainingSessionId })
    return { id, codes: await replaceCodes(tx, user.id, 'backup-code') }
  })
}

async function record(
  tx: Tx,
  actor: Actor | null,
  userId: number,
  change: 'added' | 'removed',
  topic?: string,
): Promise<void> {
  await audit(tx, actor, {
    action: `user.passkey_${change}`,
    subjectType: 'user',
    subjectId: userId,
  })
  await queueAccountEmail(tx, `passkey-${change}`, userId, { topic })
}

/** @throws AppError not_found */
export async function renamePasskey(
  { db }: Payload,
  userId: number,
  id: number,
  name: string,
): Promise<void> {
  const renamed = await db.drizzle
    .update(passkeys)
    .set({ name, updatedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), eq(passkeys.user, userId)))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw notFound('This passkey')
}

/** Deletes the backup codes together with the last second factor, without which they have no use. */
async function forgetLastPasskey(tx: Tx, row: UserRow): Promise<void> {
  await tx
    .update(users)
    .set({ passkeySince: null, updatedAt: sql`now()` })
    .where(eq(users.id, row.id))
  if (usesSecondFactor({ ...row, passkeySince: null })) return
  await tx
    .delete(account_tokens)
    .where(and(eq(account_tokens.user, row.id), eq(account_tokens.purpose, 'backup-code')))
}

/**
 * Removes a passkey, never the last way to sign in, and notifies the user.
 * @throws AppError not_found, conflict
 */
export function removePasskey(payload: Payload, user: Actor, id: number): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const row = await lockUser(tx, user.id)
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.user, user.id)))
      .returning({ id: passkeys.id })
    if (!row || removed.length === 0) throw notFound('This passkey')
    await assertSignInRemains(tx, row)
    if ((await tx.$count(passkeys, eq(passkeys.user, user.id))) === 0)
      await forgetLastPasskey(tx, row)
    await record(tx, user, user.id, 'removed', String(id))
  })
}

/**
 * Removes all passkeys of a user who lost them, inside the caller's transaction.
 * @param actor null for the shop itself
 * @returns whether there were any
 */
export async function removeAllPasskeysIn(
  tx: Tx,
  actor: Actor | null,
  userId: number,
): Promise<boolean> {
  const row = await lockUser(tx, userId)
  const removed = await tx
    .delete(passkeys)
    .where(eq(passkeys.user, userId))
    .returning({ id: passkeys.id })
  if (!row || removed.length === 0) return false
  await forgetLastPasskey(tx, row)
  await record(tx, actor, userId, 'removed')
  return true
}

type Stored = Pick<
  typeof passkeys.$inferSelect,
  'credentialId' | 'publicKey' | 'counter' | 'userHandle'
>

/** @throws Error that says what is wrong with the response */
async function verifySignature(passkey: PasskeyAssertion, challenge: string, stored: Stored) {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { userHandle, ...response } = passkey.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...passkey, response: { ...response, userHandle: userHandle ?? undefined } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
      counter: stored.counter,
    },
  })
  if (!verified) throw new Error('The signature is wrong')
  return authenticationInfo
}

/**
 * Stores the device's counter. A counter that isn't higher than the last one means that the passkey
 * was copied, or that two requests hold the same response: one of them wins. Synced passkeys always
 * report 0.
 */
async function recordUse(
  { db }: Payload,
  id: number,
  { newCounter, credentialBackedUp }: { newCounter: number; credentialBackedUp: boolean },
): Promise<boolean> {
  const used = await db.drizzle
    .update(passkeys)
    .set({
      counter: newCounter,
      isSynced: credentialBackedUp,
      lastUsedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(passkeys.id, id),
        newCounter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, newCounter),
      ),
    )
    .returning({ id: passkeys.id })
  return used.length > 0
}

/**
 * Checks that a passkey signed the challenge on this shop's pages, and that its device verified the
 * user by fingerprint, face, or PIN.
 * @param challenge one that this shop issued, and that the caller has used up
 * @param userId accepts only this user's passkeys; without it, the response must name the account
 * @returns the id of the active user it belongs to; null for every other response
 */
export async function verifyPasskey(
  payload: Payload,
  passkey: PasskeyAssertion,
  challenge: string,
  userId?: number,
): Promise<number | null> {
  const [stored] = await payload.db.drizzle
    .select({
      id: passkeys.id,
      userId: passkeys.user,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
      userHandle: passkeys.userHandle,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user))
    .where(
      and(
        eq(passkeys.credentialId, passkey.id),
        eq(users.isActive, true),
        userId === undefined ? undefined : eq(passkeys.user, userId),
      ),
    )
  if (!stored) return null
  const { userHandle } = passkey.response
  if (userHandle ? userHandle !== stored.userHandle : userId === undefined) return null
  try {
    const info = await verifySignature(passkey, challenge, stored)
    if (await recordUse(payload, stored.id, info)) return stored.userId
    throw new Error('The counter was used in the meantime')
  } catch (error) {
    payload.logger.warn({ err: error, passkeyId: stored.id }, 'A passkey was refused')
    return null
  }
}
