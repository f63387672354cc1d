import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { IdentityProvider } from '@/modules/accounts/rules/identity-providers'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

/**
 * Takes a way of signing in away, never the last one.
 * @throws AppError not_found, conflict
 */
export function disconnectIdentity(
  payload: Payload,
  user: { id: number; role: string },
  provider: IdentityProvider,
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const { rows } = await tx.execute(
      sql`select has_password from users where id = ${user.id} for update`,
    )
    const { rowCount } = await tx.execute(
      sql`delete from identities where user_id = ${user.id} and provider = ${provider}`,
    )
    if (!rowCount) throw notFound('This connection')
    const { rows: left } = await tx.execute(
      sql`select 1 from identities where user_id = ${user.id}`,
    )
    if ((rows[0] as { has_password: boolean | null }).has_password === false && left.length === 0)
      throw new AppError(
        'conflict',
        'This is the only way into your account. Please set a password first.',
      )
    await audit(tx, user, {
      action: 'user.sign_in_disconnected',
      subjectType: 'user',
      subjectId: user.id,
      details: { provider },
    })
  })
}
