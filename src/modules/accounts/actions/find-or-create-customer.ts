import { randomBytes } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { withTransaction } from '@/platform/transaction'

type Asked = { email: string; firstName?: string; lastName?: string }
export type CustomerRecord = {
  id: number
  email: string
  firstName: string | null
  lastName: string | null
  created: boolean
}

const columns = sql`id, coalesce(email, pending_email) as email, first_name as "firstName", last_name as "lastName"`

/**
 * The record of whoever buys with this address: the account that confirmed it, or a record made here before, or a
 * new one. A new record is a customer nobody can sign in as: no password, and the address waits to be confirmed.
 * An account that only claims the address counts as nobody's proof and is passed over. Safe to repeat.
 */
export function findOrCreateCustomer(
  payload: Payload,
  { email, firstName, lastName }: Asked,
): Promise<CustomerRecord> {
  return withTransaction(payload, async (_, tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`customer:${email}`}, 0))`)
    const {
      rows: [known],
    } = await tx.execute(sql`
      select ${columns} from users
      where lower(email) = ${email} or (email is null and lower(pending_email) = ${email} and not has_password and username like 'guest-%')
      order by email is null, id limit 1`)
    if (known) return { ...(known as Omit<CustomerRecord, 'created'>), created: false }
    const {
      rows: [made],
    } = await tx.execute(sql`
      insert into users (username, role, is_active, pending_email, first_name, last_name, has_password)
      values (${`guest-${randomBytes(9).toString('hex')}`}, 'customer', true, ${email}, ${firstName ?? null}, ${lastName ?? null}, false)
      returning ${columns}`)
    return { ...(made as Omit<CustomerRecord, 'created'>), created: true }
  })
}
