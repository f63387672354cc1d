import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { AppError } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

import { endSessionsIn } from './sessions'

/**
 * A rest: everything stays, nothing of the person shows (their reviews leave the shop), every session ends. Signing in
 * again ends it. Pausing twice is pausing once.
 * @throws AppError conflict for somebody who works here
 */
export function pauseAccount(payload: Payload, user: { id: number; role: string }): Promise<void> {
  return withTransaction(payload, async ({ transactionID }, tx) => {
    if (user.role !== 'customer')
      throw new AppError(
        'conflict',
        'This account works for the shop, so it cannot be paused here. An owner can switch it off.',
      )
    await endSessionsIn(tx, user.id)
    await tx.execute(
      sql`update users set paused_at = coalesce(paused_at, now()), updated_at = now() where id = ${user.id}`,
    )
    const { rows } = await tx.execute(
      sql`select distinct product_id from reviews where customer_id = ${user.id} and status = 'approved'`,
    )
    await revalidateTags(
      { payload, transactionID },
      rows.map(({ product_id: id }) => cacheTags.product(Number(id))),
    )
    await audit(tx, user, { action: 'user.paused', subjectType: 'user', subjectId: user.id })
  })
}
