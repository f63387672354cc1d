import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  confirmationsKey,
  getConfirmedSubject,
  type StoredConfirmations,
} from '@/modules/go-live/queries/confirmations'
import type { ConfirmableCheck } from '@/modules/go-live/rules/checks'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { payload_kv } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { sendEmail } from '@/platform/email/send'
import { isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'
import { collectsInEveryState } from '@/platform/us/region-codes'

import { reasonOf } from './check'

/** The secret part of the link in the test email. It is the same for an address, so a second email is as good as the first. */
const emailCode = (address: string): string => signText(`test-email:${address}`).slice(0, 32)

/**
 * Sends an email with a link to the go-live screen, which proves that emails arrive.
 * @returns the address it went to: the staff member's own
 * @throws AppError conflict without a confirmed address; provider_unavailable if the mail server refuses it
 */
export async function sendTestEmail(payload: Payload, user: User): Promise<{ sentTo: string }> {
  const { email } = user
  if (!email)
    throw new AppError('conflict', 'Add an email address to your account first, and confirm it.')
  const { contactEmail } = await getSettings(payload)
  const { testEmail } = await import('@/modules/go-live/emails')
  const url = `${env.SERVER_URL}/admin/go-live?received=${emailCode(email)}`
  try {
    await sendEmail(
      email,
      testEmail({ url, shopUrl: env.SERVER_URL, contactEmail }),
      `go-live.${Date.now()}`,
    )
  } catch (error) {
    throw new AppError(
      'provider_unavailable',
      `The mail server didn’t accept the email: ${reasonOf(error)}`,
      { cause: error },
    )
  }
  return { sentTo: email }
}

/**
 * Records that a staff member checked something as it is now. Safe to repeat: the date is updated.
 * @param confirmation `code`: for email-received, from the link of the test email
 * @throws AppError invalid for a code that isn't this person's; conflict for tax while no states are chosen
 */
export async function confirmCheck(
  payload: Payload,
  user: User,
  { name, code = '' }: { name: ConfirmableCheck; code?: string },
): Promise<void> {
  if (name === 'email-received' && !(user.email && isSameSecret(code, emailCode(user.email))))
    throw new AppError(
      'invalid',
      'Open the link in the test email while you’re signed in to the account it was sent to.',
    )
  if (name === 'tax') {
    const { taxStates } = (await getSettings(payload)).pricing
    if (!taxStates?.length || collectsInEveryState(taxStates))
      throw new AppError('conflict', 'Choose the states where you collect tax first.')
  }
  const subject = await getConfirmedSubject(payload, name)
  const confirmation: StoredConfirmations = { [name]: { at: new Date().toISOString(), subject } }
  // In one statement and not through `payload.kv`, so that two people's confirmations don't overwrite each other.
  await payload.db.drizzle
    .insert(payload_kv)
    .values({ key: confirmationsKey, data: confirmation })
    .onConflictDoUpdate({
      target: payload_kv.key,
      set: { data: sql`${payload_kv.data} || excluded.data` },
    })
  await audit(payload.db.drizzle, user, {
    action: 'shop.go_live_confirmed',
    subjectType: 'shop',
    subjectId: name,
  })
}
