import {
  and,
  eq,
  inArray,
  isNull,
  like,
  notExists,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import { QueryBuilder } from '@payloadcms/db-postgres/drizzle/pg-core'

import { identities, users } from '@/payload-generated-schema'

/** Such a username is given to customers whom a program entered. */
export const recordPrefix = 'guest-'

/**
 * A customer whom a program entered with `POST /api/customers`: nobody can sign in to it, and nobody confirmed its address.
 * @param emails in lower case
 */
export function isCustomerRecord(emails: readonly string[]): SQL {
  const linked = new QueryBuilder()
    .select({ id: identities.id })
    .from(identities)
    .where(eq(identities.user, users.id))
  return (
    and(
      inArray(sql`lower(${users.pendingEmail})`, [...emails]),
      isNull(users.email),
      eq(users.hasPassword, false),
      like(users.username, `${recordPrefix}%`),
      notExists(linked),
    ) ?? sql`false`
  )
}
