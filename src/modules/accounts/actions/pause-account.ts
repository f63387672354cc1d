import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { users } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { AppError } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

import { revalidateReviewsOf } from './revalidate-reviews'
import { endSessionsIn } from './sessions'

/**
 * Pauses an account: keeps its data, hides its reviews, and ends every session. The next sign-in
 * ends the pause. Safe to repeat.
 * @throws AppError conflict for staff
 */
export function pauseAccount(payload: Payload, user: Actor): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    if (user.role !== 'customer')
      throw new AppError(
        'conflict',
        'This is a staff account, so it can’t be paused here. A super admin can deactivate it.',
      )
    await endSessionsIn(tx, user.id)
    await tx
      .update(users)
      .set({ pausedAt: sql`coalesce(${users.pausedAt}, now())`, updatedAt: sql`now()` })
      .where(eq(users.id, user.id))
    await revalidateReviewsOf(req, tx, user.id)
    await audit(tx, user, { action: 'user.paused', subjectType: 'user', subjectId: user.id })
  })
}
