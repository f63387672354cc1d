import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'

/** How an address stands with the letter, and what its owner last agreed to. */
export type SubscriptionState = {
  status: SubscriberStatus | 'none'
  /** ISO; null when not subscribed. */
  agreedAt: string | null
  wording: string | null
}

export async function getSubscription(payload: Payload, email: string): Promise<SubscriptionState> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select s.status, s.confirmed_at, e.wording from subscribers s
    left join lateral (select wording from subscriber_events where subscriber_id = s.id and action in ('confirmed', 'imported') order by id desc limit 1) e on true
    where s.email = ${email.trim().toLowerCase()}`)
  const found = row as
    | { status: SubscriberStatus; confirmed_at: string | Date | null; wording: string | null }
    | undefined
  if (!found) return { status: 'none', agreedAt: null, wording: null }
  const isOn = found.status === 'subscribed'
  return {
    status: found.status,
    agreedAt: isOn && found.confirmed_at ? new Date(found.confirmed_at).toISOString() : null,
    wording: isOn ? found.wording : null,
  }
}
