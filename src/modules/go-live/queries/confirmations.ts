import type { Payload } from 'payload'

import { type ConfirmableCheck, confirmableChecks } from '@/modules/go-live/rules/checks'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { env } from '@/platform/env'

/** The days (ISO 8601) on which someone confirmed a check as it is now. */
export type Confirmations = Partial<Record<ConfirmableCheck, string>>

/**
 * In Payload's key-value store: when it was confirmed, and what was. Earlier versions stored the time only, which no
 * longer counts.
 */
export type StoredConfirmations = Partial<Record<ConfirmableCheck, { at: string; subject: string }>>

export const confirmationsKey = 'go-live-confirmations'

export async function readStoredConfirmations({ kv }: Payload): Promise<StoredConfirmations> {
  return (await kv.get<StoredConfirmations>(confirmationsKey)) ?? {}
}

/** Returns what a person confirms. Once it changes, someone has to confirm the check again. */
export async function getConfirmedSubject(
  payload: Payload,
  name: ConfirmableCheck,
): Promise<string> {
  if (name === 'email-received')
    return `${env.SMTP_URL ? new URL(env.SMTP_URL).host : ''} ${env.MAIL_FROM}`
  if (name === 'time-zone') return env.SHOP_TIME_ZONE
  if (name === 'tax') return (await getSettings(payload)).pricing.taxStates?.join(', ') ?? ''
  return ''
}

/** Returns the confirmations of what is still the same. */
export async function getConfirmations(payload: Payload): Promise<Confirmations> {
  const stored = await readStoredConfirmations(payload)
  const current: Confirmations = {}
  for (const name of confirmableChecks) {
    const confirmation = stored[name]
    if (confirmation?.subject === (await getConfirmedSubject(payload, name)))
      current[name] = confirmation.at
  }
  return current
}
