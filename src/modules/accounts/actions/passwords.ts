import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { sql } from '@payloadcms/db-postgres'
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import type { Payload } from 'payload'

import { passwordError } from '@/modules/accounts/rules/credentials'
import { AppError } from '@/platform/errors'

/** Payload's own way of keeping a password: whatever is written here, its panel could read, and the other way round. */
const prefix = 'pbkdf2-sha256-v1:'
const derive = promisify(pbkdf2)
const hashOf = (password: string, salt: string): Promise<Buffer> =>
  derive(password, salt, 600_000, 32, 'sha256')

export type StoredPassword = { hash: string; salt: string }

/** A hash takes a tenth of a second of a whole core. Two at once leave room for the shop; when 20 wait, more are refused. */
const hashing = bulkhead(2, 20)

const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await hashing.execute(work)
  } catch (error) {
    if (!isBulkheadRejectedError(error)) throw error
    throw new AppError(
      'too_many_requests',
      'Many people are signing in just now. Please try again in a moment.',
      { retryAfterSeconds: 5 },
    )
  }
}

/** @throws AppError too_many_requests when too many wait already */
export function hashPassword(password: string): Promise<StoredPassword> {
  return inTurn(async () => {
    const salt = randomBytes(32).toString('hex')
    return { salt, hash: prefix + (await hashOf(password, salt)).toString('hex') }
  })
}

/**
 * Whether this is the password. Always exactly one hash: for a person without a password, or for nobody, it is made
 * all the same, so that the time says nothing.
 * @throws AppError too_many_requests when too many wait already
 */
export function passwordMatches(
  password: string,
  stored: { hash?: string | null; salt?: string | null } | undefined,
): Promise<boolean> {
  return inTurn(async () => {
    const known =
      stored?.hash?.startsWith(prefix) && stored.salt
        ? { hash: stored.hash, salt: stored.salt }
        : null
    const made = await hashOf(password, known?.salt ?? '0'.repeat(64))
    const wanted = Buffer.from(known?.hash.slice(prefix.length) ?? '', 'hex')
    return known !== null && wanted.length === made.length && timingSafeEqual(wanted, made)
  })
}

let common: Promise<Set<string>> | undefined

/** About fifty thousand passwords that are tried first everywhere; read at the first question. */
const isCommon = async (password: string): Promise<boolean> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return (await common).has(password.toLowerCase())
}

/** @throws AppError invalid with the sentence for the field */
export async function assertStrongPassword(password: string, username: string): Promise<void> {
  const problem =
    passwordError(password, username) ??
    ((await isCommon(password))
      ? 'This password is one of those that are tried first everywhere. A few words in a row are good.'
      : null)
  if (problem) throw new AppError('invalid', problem, { fields: { password: problem } })
}

type Row = {
  id: number
  hash: string | null
  salt: string | null
  is_active: boolean
  has_password: boolean | null
  lock_until: string | null
}

/**
 * Whose sign-in this is: a user name, or an address that its owner has confirmed, with the password. Null for a wrong
 * password, nobody, somebody who is switched off, and somebody who signs in another way; the same work for each.
 */
export async function authenticateWithPassword(
  payload: Payload,
  login: string,
  password: string,
): Promise<number | null> {
  // A user name has no @, so both can be asked for at once.
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, hash, salt, is_active, has_password, lock_until from users where username = ${login} or email = ${login} limit 1`)
  const row = rows[0] as Row | undefined
  const fits = await passwordMatches(password, row)
  if (!row || !fits || !row.is_active || row.has_password === false) return null
  return row.lock_until && new Date(row.lock_until) > new Date() ? null : row.id
}
