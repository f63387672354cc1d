import type { Payload } from 'payload'

import { setTriggerPermission } from '@/platform/database/trigger-permission'
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
    await setTriggerPermission(tx, 'role_change')
    await payload.create({ collection: 'users', data: { ...user, isActive: true }, req })
  })
}
