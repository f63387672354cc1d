import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { refusedCredentials, type RegisterInput } from '@/modules/accounts/schemas/authentication'
import { users } from '@/payload-generated-schema'
import { AppError, type FieldErrors } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

import { assertStrongPassword, hashPassword, newPasswordErrors } from './passwords'
import { queueAccountEmail } from './send-account-email'

const usernameTakenMessage = 'That username is taken.'

/**
 * Returns what is wrong with the password in a refused form, and whether its username is taken.
 * @param showsTaken whether the caller may learn that a username is taken
 */
export async function newAccountErrors(
  payload: Payload,
  body: unknown,
  showsTaken: boolean,
): Promise<FieldErrors> {
  const { username } = refusedCredentials.parse(body)
  const isTaken =
    showsTaken && (await payload.db.drizzle.$count(users, eq(users.username, username))) > 0
  return {
    ...(await newPasswordErrors(body)),
    ...(isTaken ? { username: usernameTakenMessage } : {}),
  }
}

/**
 * Creates an account; the trigger guard_role makes it a customer. The email address stays pending
 * until its owner confirms it, and the result is the same if another account has it already.
 * @param sendsEmail false if the address received too many emails today; the link can be requested later
 * @returns the user's id
 * @throws AppError invalid if the username is taken or the password is too weak
 */
export async function register(
  payload: Payload,
  { username, password, email, firstName, lastName }: RegisterInput,
  sendsEmail: boolean,
): Promise<number> {
  await assertStrongPassword(password, username)
  const { hash, salt } = await hashPassword(password)
  return withTransaction(payload, async (_, tx) => {
    const [user] = await tx
      .insert(users)
      .values({ username, hash, salt, pendingEmail: email, firstName, lastName })
      .onConflictDoNothing({ target: users.username })
      .returning({ id: users.id })
    if (!user)
      throw new AppError('invalid', usernameTakenMessage, {
        fields: { username: usernameTakenMessage },
      })
    if (email && sendsEmail) await queueAccountEmail(tx, 'verify-email', user.id)
    return user.id
  })
}
