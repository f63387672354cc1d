import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import type { Payload } from 'payload'

import { passwordError } from '@/modules/accounts/rules/credentials'
import { refusedCredentials } from '@/modules/accounts/schemas/authentication'
import { users } from '@/payload-generated-schema'
import { AppError, type FieldErrors } from '@/platform/errors'

import { matchesLogin } from '../user-row'

/** Payload's format of a password hash, so that Payload can read ours. */
const prefix = 'pbkdf2-sha256-v1:'
const pbkdf2Async = promisify(pbkdf2)
const derive = (password: string, salt: string): Promise<Buffer> =>
  pbkdf2Async(password, salt, 600_000, 32, 'sha256')

export type StoredPassword = { hash: string; salt: string }

/** A hash occupies a core for a tenth of a second: two at a time, 20 waiting, the rest refused. */
const hashing = bulkhead(2, 20)

async function limitHashing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await hashing.execute(work)
  } catch (error) {
    if (!isBulkheadRejectedError(error)) throw error
    throw new AppError(
      'too_many_requests',
      'Many people are signing in right now. Please try again in a moment.',
      { retryAfterSeconds: 5 },
    )
  }
}

/** @throws AppError too_many_requests when too many hashes are waiting */
export function hashPassword(password: string): Promise<StoredPassword> {
  return limitHashing(async () => {
    const salt = randomBytes(32).toString('hex')
    return { salt, hash: prefix + (await derive(password, salt)).toString('hex') }
  })
}

/**
 * Compares a password with a stored one. Always derives exactly one hash, also if nothing is
 * stored, so that the time reveals nothing.
 * @throws AppError too_many_requests when too many hashes are waiting
 */
export function passwordMatches(
  password: string,
  stored: { hash?: string | null; salt?: string | null } | undefined,
): Promise<boolean> {
  return limitHashing(async () => {
    const comparable =
      stored?.hash?.startsWith(prefix) && stored.salt
        ? { hash: Buffer.from(stored.hash.slice(prefix.length), 'hex'), salt: stored.salt }
        : null
    const derived = await derive(password, comparable?.salt ?? '0'.repeat(64))
    return comparable?.hash.length === derived.length && timingSafeEqual(comparable.hash, derived)
  })
}

let commonPasswords: Promise<Set<string>> | undefined

/** The list of about 50,000 passwords is loaded on first use. */
async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return (await commonPasswords).has(password.toLowerCase())
}

async function passwordErrors(password: string, username: string): Promise<FieldErrors> {
  const message =
    passwordError(password, username) ??
    ((await isCommonPassword(password))
      ? 'That password is too common. Please choose another; a short phrase works well.'
      : null)
  return message ? { password: message } : {}
}

/** What is wrong with the new password in a refused body. Without `name` the username is in it, too. */
export function newPasswordErrors(body: unknown, name?: string): Promise<FieldErrors> {
  const { username, password } = refusedCredentials.parse(body)
  return passwordErrors(password, name ?? username)
}

/** @throws AppError invalid for the field `password` */
export async function assertStrongPassword(password: string, username: string): Promise<void> {
  const fields = await passwordErrors(password, username)
  if (fields.password) throw new AppError('invalid', fields.password, { fields })
}

/**
 * Returns the id of the user with this username or confirmed address and this password, with the hash that matched.
 * Returns null for a wrong password, and for a user who does not exist, is inactive, or has no password;
 * each takes the same work.
 * @throws AppError too_many_requests when too many hashes are waiting
 */
export async function authenticateWithPassword(
  payload: Payload,
  login: string,
  password: string,
): Promise<{ id: number; hash: string | null } | null> {
  const [user] = await payload.db.drizzle
    .select({
      id: users.id,
      hash: users.hash,
      salt: users.salt,
      isActive: users.isActive,
      hasPassword: users.hasPassword,
      lockUntil: users.lockUntil,
    })
    .from(users)
    .where(matchesLogin(login))
    .limit(1)
  const matches = await passwordMatches(password, user)
  if (!user || !matches || !user.isActive || user.hasPassword === false) return null
  return user.lockUntil && new Date(user.lockUntil) > new Date() ? null : user
}
