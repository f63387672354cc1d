import { randomBytes } from 'node:crypto'

import { asc, eq, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isCustomerRecord, recordPrefix } from '@/modules/accounts/queries/customer-record'
import type { CustomerInput, CustomerRecord } from '@/modules/accounts/schemas/admin'
import { users } from '@/payload-generated-schema'
import { lockName, withTransaction } from '@/platform/transaction'

const columns = {
  id: users.id,
  email: sql<string>`coalesce(${users.email}, ${users.pendingEmail})`,
  firstName: users.firstName,
  lastName: users.lastName,
}

/**
 * Returns the customer with this address: the account that confirmed it, a record created here
 * before, or a new one. A new record has no password, so nobody can sign in to it, and its address
 * is pending. Accounts that entered the address without confirming it don't count. Safe to repeat.
 */
export function findOrCreateCustomer(
  payload: Payload,
  { email, firstName, lastName }: CustomerInput,
): Promise<CustomerRecord> {
  return withTransaction(payload, async (_, tx) => {
    await lockName(tx, `customer ${email}`)
    const [existing] = await tx
      .select(columns)
      .from(users)
      .where(or(eq(sql`lower(${users.email})`, email), isCustomerRecord([email])))
      .orderBy(sql`${users.email} is null`, asc(users.id))
      .limit(1)
    if (existing) return { ...existing, created: false }
    const [customer] = await tx
      .insert(users)
      .values({
        username: `${recordPrefix}${randomBytes(9).toString('hex')}`,
        pendingEmail: email,
        firstName,
        lastName,
        hasPassword: false,
      })
      .returning(columns)
    if (!customer) throw new Error('The customer record was not created')
    return { ...customer, created: true }
  })
}
