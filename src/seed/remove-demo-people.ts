import config from '@payload-config'
import { and, eq, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import { getPayload, type Payload } from 'payload'

import { endSessionsIn } from '@/modules/accounts/actions/sessions'
import { account_tokens, api_keys, identities, users } from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { withTransaction } from '@/platform/transaction'

import { addOwner } from './owner'
import { findPublishedPasswords } from './published-passwords'

/**
 * Deactivates every account that still has a published demo password, with its sessions, password,
 * recovery codes, linked sign-ins, and API keys. The account and its history stay. An account whose
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
      // Raw SQL for a session setting: without it, a trigger rejects the change.
      await tx.execute(sql`select set_config('app.role_change', '1', true)`)
      // Not if the password was changed since it was checked.
      const [deactivated] = await tx
        .update(users)
        .set({ isActive: false, hash: null, salt: null, updatedAt: sql`now()` })
        .where(and(eq(users.id, id), eq(users.hash, hash)))
        .returning({ id: users.id })
      await tx.execute(sql`select set_config('app.role_change', '', true)`)
      if (!deactivated) continue
      await tx.delete(account_tokens).where(eq(account_tokens.user, id))
      await tx.delete(identities).where(eq(identities.user, id))
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

/** Runs as `npm run remove-demo-people`: deactivates the demo accounts, then ensures that an owner can sign in. */
const main = async (): Promise<void> => {
  // Payload's warnings would hide the owner's sign-in.
  const quiet = { ...(await config), logger: { options: { level: 'error' } } as never }
  const payload = await getPayload({ config: quiet })
  const removed = await removeDemoPeople(payload)
  console.log(
    removed.length > 0
      ? `Turned off: ${removed.join(', ')}. They're signed out everywhere and can't sign in again.`
      : 'No account uses a demo password.',
  )
  const owner = await addOwner(payload)
  if (owner)
    console.log(
      `\nYour owner account: ${owner.username} / ${owner.password}\nSave this password now. It's shown only once. Change it after you sign in.`,
    )
}

if (/remove-demo-people\.(ts|mjs)$/.test(process.argv[1] ?? '')) {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exit(1)
    },
  )
}
