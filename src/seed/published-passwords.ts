import type { Payload } from 'payload'

import { passwordMatches } from '@/modules/accounts/actions/passwords'

import { demoPeople } from './demo-people'

/** Runs one SQL statement with `$1` parameters, as `query` of a pg client or pool does. */
export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>
type Row = {
  id: number
  username: string | null
  email: string | null
  hash: string
  salt: string | null
}
type PublishedSignIn = { id: number; username: string; hash: string }

/** Stops a process at start. Its message is written for the owner and is shown without a stack trace. */
export class CannotStartError extends Error {
  override name = 'CannotStartError'
}

/**
 * Lists the accounts that can be opened with a demo password from the source code. It compares password hashes of accounts
 * with the user name or email of a demo person, in any role, active or not. User names can't be changed in the shop, so a
 * demo account can't hide behind another name. Reads only; costs one password hash per such account.
 * @param query runs SQL on the shop's database
 * @returns the accounts, oldest first, with the hash that was checked
 * @throws the database's error when it can't be read
 */
export async function findPublishedPasswords(query: Query): Promise<PublishedSignIn[]> {
  const { rows } = await query(
    'select id, username, lower(email) as email, hash, salt from users where hash is not null and (lower(username) = any($1) or lower(email) = any($2)) order by id',
    [demoPeople.map(({ username }) => username), demoPeople.map(({ email }) => email)],
  )
  const published: PublishedSignIn[] = []
  for (const { id, username, email, hash, salt } of rows as Row[]) {
    for (const person of demoPeople) {
      if (person.username !== username?.toLowerCase() && person.email !== email) continue
      if (!(await passwordMatches(person.password, { hash, salt }))) continue
      published.push({ id, username: username ?? email ?? String(id), hash })
      break
    }
  }
  return published
}

/** The names of these accounts. */
export async function listPublishedAccounts({ db }: Payload): Promise<string[]> {
  const published = await findPublishedPasswords((text, values) => db.pool.query(text, values))
  return published.map(({ username }) => username)
}

/**
 * Keeps a shop with PayPal keys from starting while a published demo password opens an account. Call it outside demo mode,
 * before anything is served. Safe to repeat.
 * @param query runs SQL on the shop's database
 * @throws CannotStartError naming the accounts and what to do; the database's error when it can't be read
 */
export async function assertNoPublishedPasswords(query: Query): Promise<void> {
  const published = await findPublishedPasswords(query)
  if (published.length === 0) return
  throw new CannotStartError(
    [
      `Dayfern can't start with your PayPal keys yet. Anyone can look up the demo passwords of these accounts: ${published.map(({ username }) => username).join(', ')}`,
      'Run "npm run go-live" to remove the demo and turn these accounts off. It also creates an owner account if you need one.',
      'To keep one of them instead, start without the PayPal keys (demo mode) and change its password first.',
    ].join('\n'),
  )
}
