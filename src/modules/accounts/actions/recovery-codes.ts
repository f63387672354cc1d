import { randomInt } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { normalizeRecoveryCode, recoveryCodeCount } from '@/modules/accounts/rules/credentials'
import { audit } from '@/platform/audit'
import { withTransaction } from '@/platform/transaction'

import { hashAccountToken } from './account-tokens'

/** Without letters and digits that look like others on paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const newCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/**
 * Makes a new set of codes; those from before open nothing any more. They are in the answer and nowhere else: only their
 * hashes are kept.
 */
export function generateRecoveryCodes(
  payload: Payload,
  user: { id: number; role: string },
): Promise<string[]> {
  return withTransaction(payload, async (_, tx) => {
    await tx.execute(sql`select id from users where id = ${user.id} for update`)
    await tx.execute(
      sql`delete from account_tokens where user_id = ${user.id} and purpose = 'recovery-code'`,
    )
    const codes = Array.from({ length: recoveryCodeCount }, newCode)
    const values = codes.map(
      (code) =>
        sql`(${user.id}, 'recovery-code', ${hashAccountToken(normalizeRecoveryCode(code))})`,
    )
    await tx.execute(
      sql`insert into account_tokens (user_id, purpose, token_hash) values ${sql.join(values, sql`, `)}`,
    )
    await audit(tx, user, {
      action: 'user.recovery_codes_made',
      subjectType: 'user',
      subjectId: user.id,
    })
    return codes
  })
}
