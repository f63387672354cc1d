import type { Payload } from 'payload'

import type { ConfirmableCheck } from '@/modules/go-live/rules/checks'

/** The days (ISO 8601) on which someone confirmed a check, in Payload's key-value store. */
export type Confirmations = Partial<Record<ConfirmableCheck, string>>

export const confirmationsKey = 'go-live-confirmations'

export async function getConfirmations(payload: Payload): Promise<Confirmations> {
  return (await payload.kv.get<Confirmations>(confirmationsKey)) ?? {}
}
