import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordProblem } from '../domain/account'
import { AppError } from '../errors'

/** Payload's own way of keeping a password: whatever is written here, its panel could read, and the other way round. */
const prefix = 'pbkdf2-sha256-v1:'
const derive = promisify(pbkdf2)
const hashOf = (password: string, salt: string): Promise<Buffer> => derive(password, salt, 600_000, 32, 'sha256')

export type StoredPassword = { hash: string; salt: string }

/** A hash takes a tenth of a second of a whole core. Two at once leave room for the shop; a flood is sent away. */
const atOnce = 2
const mayWait = 20
let running = 0
const waiting: (() => void)[] = []

const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw new AppError('too_many_requests', 'Many people are signing in just now. Please try again in a moment.', { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** @throws AppError too_many_requests when too many wait already */
export const hashPassword = (password: string): Promise<StoredPassword> => inTurn(async () => {
  const salt = randomBytes(32).toString('hex')
  return { salt, hash: prefix + (await hashOf(password, salt)).toString('hex') }
})

/**
 * Whether this is the password. Always exactly one hash: for a person without a password, or for nobody, it is made
 * all the same, so that the time says nothing.
 * @throws AppError too_many_requests when too many wait already
 */
export const passwordFits = (password: string, stored: { hash?: string | null; salt?: string | null } | undefined): Promise<boolean> => inTurn(async () => {
  const known = stored?.hash?.startsWith(prefix) && stored.salt ? { hash: stored.hash, salt: stored.salt } : null
  const made = await hashOf(password, known?.salt ?? '0'.repeat(64))
  const wanted = Buffer.from(known?.hash.slice(prefix.length) ?? '', 'hex')
  return known !== null && wanted.length === made.length && timingSafeEqual(wanted, made)
})

let common: Promise<Set<string>> | undefined

/** About fifty thousand passwords that are tried first everywhere; read at the first question. */
const isCommon = async (password: string): Promise<boolean> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'] as string[]))
  return (await common).has(password.toLowerCase())
}

/** @throws AppError invalid with the sentence for the field */
export const assertGoodPassword = async (password: string, username: string): Promise<void> => {
  const problem = passwordProblem(password, username) ?? ((await isCommon(password)) ? 'This password is one of those that are tried first everywhere. A few words in a row are good.' : null)
  if (problem) throw new AppError('invalid', problem, { fields: { password: problem } })
}
