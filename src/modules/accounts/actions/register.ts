import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { RegisterInput } from '@/modules/accounts/schemas/authentication'
import { AppError } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

import { assertStrongPassword, hashPassword } from './passwords'

/**
 * Makes an account. The role is the database's business (trigger guard_role): whoever registers is a customer. An address
 * counts for nothing before its owner confirms it, and the answer is the same whether or not somebody has it already.
 * @param mayMail false when the address was written to often today; it can be asked for again later
 * @returns the new person's id
 * @throws AppError invalid when the user name is taken or the password is not good enough
 */
export async function register(
  payload: Payload,
  input: RegisterInput,
  mayMail: boolean,
): Promise<number> {
  await assertStrongPassword(input.password, input.username)
  const { hash, salt } = await hashPassword(input.password)
  return withTransaction(payload, async (_, tx) => {
    const { rows } = await tx.execute(sql`
      insert into users (username, hash, salt, has_password, pending_email, first_name, last_name)
      values (${input.username}, ${hash}, ${salt}, true, ${input.email ?? null}, ${input.firstName ?? null}, ${input.lastName ?? null})
      on conflict (username) do nothing returning id`)
    const id = (rows[0] as { id: number } | undefined)?.id
    if (id === undefined)
      throw new AppError('invalid', 'That username is taken.', {
        fields: { username: 'That username is taken.' },
      })
    if (input.email && mayMail)
      await queueJob(
        tx,
        'send-account-mail',
        { userId: id, kind: 'verify-email' },
        { key: `verify-email:${id}` },
      )
    return id
  })
}
