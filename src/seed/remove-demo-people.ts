import { and, eq, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { endSessionsIn } from '@/modules/accounts/actions/sessions'
import { account_tokens, api_keys, identities, passkeys, users } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { setTriggerPermission } from '@/platform/database/trigger-permission'
import { withTransaction } from '@/platform/transaction'

import { findPublishedPasswords } from './published-passwords'

/**
 * Deactivates every account that still has a published demo password, with its sessions, password,
 * recovery codes, linked sign-ins, passkeys, and API keys. The account and its history stay. An account whose
 * password was changed is left alone.
 * @returns the user names that were deactivated
 * @throws the database's error; nothing was changed then. A retry deactivates the rest.
 */
export async function removeDemoPeople(payload: Payload): Promise<string[]> {
  const accounts = await findPublishedPasswords((text, values) =>
    payload.db.pool.query(text, values),
  )
  return withTransaction(payload, async (_, tx) => {
    const removed: string[] = []
    for (const { id, username, hash } of accounts) {
      await endSessionsIn(tx, id)
      await setTriggerPermission(tx, 'role_change')
      // Not if the password was changed since it was checked.
      const [deactivated] = await tx
        .update(users)
        .set({ isActive: false, hash: null, salt: null, passkeySince: null, updatedAt: sql`now()` })
        .where(and(eq(users.id, id), eq(users.hash, hash)))
        .returning({ id: users.id })
      await setTriggerPermission(tx, 'role_change', false)
      if (!deactivated) continue
      await tx.delete(account_tokens).where(eq(account_tokens.user, id))
      await tx.delete(identities).where(eq(identities.user, id))
      await tx.delete(passkeys).where(eq(passkeys.user, id))
      await tx
        .update(api_keys)
        .set({ revokedAt: sql`now()`, updatedAt: sql`now()` })
        .where(and(eq(api_keys.createdBy, id), isNull(api_keys.revokedAt)))
      await audit(tx, null, { action: 'user.deactivated', subjectType: 'user', subjectId: id })
      removed.push(username)
    }
    return removed
  })
}
