import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { withTransaction } from '@/platform/transaction'

import type { SeedUser } from './demo-people'

/** Creates a user unless the user name is taken. */
export async function addUser(payload: Payload, user: SeedUser): Promise<void> {
  const { totalDocs } = await payload.count({
    collection: 'users',
    where: { username: { equals: user.username } },
  })
  if (totalDocs > 0) return
  await withTransaction(payload, async (req, tx) => {
    // Raw SQL for a session setting: without it, a trigger rejects changes of roles.
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    await payload.create({ collection: 'users', data: { ...user, isActive: true }, req })
  })
}
