import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { withTransaction } from '@/platform/transaction'

import type { SeedUser } from './demo-people'

/** Adds a person unless the user name is taken. Only here and in the role workflow is the role flag of the database set. */
export async function addUser(payload: Payload, person: SeedUser): Promise<void> {
  const { totalDocs } = await payload.count({
    collection: 'users',
    where: { username: { equals: person.username } },
  })
  if (totalDocs > 0) return
  await withTransaction(payload, async (req, tx) => {
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    await payload.create({ collection: 'users', data: { ...person, isActive: true }, req })
  })
}
