import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { passwordFits } from './passwords'

type Row = { id: number; hash: string | null; salt: string | null; is_active: boolean; has_password: boolean | null; lock_until: string | null }

/**
 * Whose sign-in this is: a user name, or an address that its owner has confirmed, with the password. Null for a wrong
 * password, nobody, somebody who is switched off, and somebody who signs in another way; the same work for each.
 */
export const checkPassword = async (payload: Payload, login: string, password: string): Promise<number | null> => {
  // A user name has no @, so both can be asked for at once.
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, hash, salt, is_active, has_password, lock_until from users where username = ${login} or email = ${login} limit 1`)
  const row = rows[0] as Row | undefined
  const fits = await passwordFits(password, row)
  if (!row || !fits || !row.is_active || row.has_password === false) return null
  return row.lock_until && new Date(row.lock_until) > new Date() ? null : row.id
}
