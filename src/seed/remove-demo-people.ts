import config from '@payload-config'
import { sql } from '@payloadcms/db-postgres'
import { getPayload, type Payload } from 'payload'

import { endSessionsIn } from '@/modules/accounts/actions/sessions'
import { audit } from '@/platform/audit'
import { withTransaction } from '@/platform/transaction'

import { addOwner } from './owner'
import { findPublishedPasswords } from './published-passwords'

/**
 * Turns off every account that still has a published demo password: its sessions, password, recovery codes, linked sign-ins
 * and API keys end. The account and its history stay. An account whose password was changed is left alone.
 * @returns the user names that were turned off
 * @throws the database's error; nothing was changed then. A retry turns off what is left.
 */
export async function removeDemoPeople(payload: Payload): Promise<string[]> {
  const found = await findPublishedPasswords((text, values) => payload.db.pool.query(text, values))
  return withTransaction(payload, async (_, tx) => {
    const removed: string[] = []
    for (const { id, username, hash } of found) {
      await endSessionsIn(tx, id)
      await tx.execute(sql`select set_config('app.role_change', '1', true)`)
      // Not if the password was changed since it was checked.
      const { rowCount } = await tx.execute(
        sql`update users set is_active = false, hash = null, salt = null, updated_at = now() where id = ${id} and hash = ${hash}`,
      )
      await tx.execute(sql`select set_config('app.role_change', '', true)`)
      if (!rowCount) continue
      await tx.execute(sql`delete from account_tokens where user_id = ${id}`)
      await tx.execute(sql`delete from identities where user_id = ${id}`)
      await tx.execute(
        sql`update api_keys set revoked_at = now(), updated_at = now() where created_by_id = ${id} and revoked_at is null`,
      )
      await audit(tx, null, { action: 'user.deactivated', subjectType: 'user', subjectId: id })
      removed.push(username)
    }
    return removed
  })
}

/** What `npm run remove-demo-people` runs: turns the demo people off, then makes sure that an owner can sign in. */
const main = async (): Promise<void> => {
  const quiet = { ...(await config), logger: { options: { level: 'error' } } as never } // Payload's warnings would hide the owner's sign-in
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
