import { and, eq, inArray, isNull, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { refuseRequests } from '@/modules/privacy/actions/refuse-requests'
import { data_requests, orders, users } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

import { lockUser } from '../user-row'
import { consumeToken, revokeTokens, storeEarlierEmail } from './account-tokens'
import { claimRecords, moveEmails } from './move-emails'
import { linkExpiredError } from './reset-password'
import { queueAccountEmail } from './send-account-email'

function violatesUniqueEmail(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('constraint' in cause && cause.constraint === 'users_email_idx') return true
  return false
}

/**
 * Assigns the guest orders that were placed with this confirmed address to the user. A deletion requested for the
 * address before the account existed now includes the account, which shows it and can cancel it.
 */
export async function claimGuestOrders(tx: Tx, userId: number, email: string): Promise<void> {
  await tx
    .update(orders)
    .set({ customer: userId, updatedAt: sql`now()` })
    .where(and(eq(sql`lower(${orders.email})`, email), isNull(orders.customer)))
  await tx
    .update(data_requests)
    .set({ user: userId, updatedAt: sql`now()` })
    .where(
      and(
        eq(sql`lower(${data_requests.email})`, email),
        isNull(data_requests.user),
        inArray(data_requests.status, ['received', 'verified', 'waiting']),
      ),
    )
}

/**
 * Confirms the pending address with the link that was sent to it, claims its guest orders, and moves the newsletter and
 * requested emails of the earlier address to it. Only for the signed-in user whose account it is: otherwise someone who
 * registered with a stranger's address would get it and its orders as soon as the stranger pressed the button. The
 * earlier address gets an email about it.
 * @returns the address
 * @throws AppError link_expired; forbidden for another account's link, which stays usable; conflict if another account
 * confirmed the same address meanwhile
 */
export async function verifyEmail(
  payload: Payload,
  signedInId: number,
  token: string,
): Promise<string> {
  try {
    return await withTransaction(payload, async (_, tx) => {
      const consumed = await consumeToken(tx, 'verify-email', token)
      if (!consumed?.email) throw linkExpiredError()
      const { userId, email } = consumed
      if (userId !== signedInId)
        throw new AppError(
          'forbidden',
          'This link is for a different account. Sign in to the account named in the email, then open the link again.',
        )
      const before = await lockUser(tx, userId)
      // The link doesn't count if the user has entered another address since.
      const confirmed = await tx
        .update(users)
        .set({ email, pendingEmail: null, updatedAt: sql`now()` })
        .where(and(eq(users.id, userId), eq(users.pendingEmail, email), eq(users.isActive, true)))
        .returning({ id: users.id })
      if (confirmed.length === 0) throw linkExpiredError()
      await revokeTokens(tx, userId, 'verify-email')
      await revokeTokens(tx, userId, 'reset-password')
      // Their links went to the address that the account had before, which others may read.
      await refuseRequests(
        tx,
        and(eq(data_requests.user, userId), ne(sql`lower(${data_requests.email})`, email)),
      )
      await claimGuestOrders(tx, userId, email)
      const earlier = before?.email?.toLowerCase()
      if (earlier && earlier !== email) {
        await moveEmails(tx, earlier, email)
        await claimRecords(tx, userId, earlier, email)
      }
      // Its mailbox may not have taken the email about the request.
      if (before?.email)
        await queueAccountEmail(tx, 'email-changed', userId, {
          tokenId: await storeEarlierEmail(tx, userId, before.email),
        })
      return email
    })
  } catch (error) {
    if (violatesUniqueEmail(error))
      throw new AppError(
        'conflict',
        'Another account has already confirmed this address. Sign in to that account, or use a different address.',
      )
    throw error
  }
}

/**
 * Stores a new address as pending until its owner confirms it, and notifies the current address,
 * which stays valid until then.
 */
export function requestEmailChange(payload: Payload, userId: number, email: string): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const user = await lockUser(tx, userId)
    const isSame = user?.email === email
    await tx
      .update(users)
      .set({ pendingEmail: isSame ? null : email, updatedAt: sql`now()` })
      .where(eq(users.id, userId))
    await revokeTokens(tx, userId, 'verify-email')
    if (isSame) return
    await queueAccountEmail(tx, 'verify-email', userId)
    if (user?.email) await queueAccountEmail(tx, 'email-change-asked', userId)
  })
}
