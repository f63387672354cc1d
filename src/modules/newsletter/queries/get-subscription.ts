import { and, desc, eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'
import { subscriber_events, subscribers } from '@/payload-generated-schema'
import { isoDate } from '@/platform/paged-list'

/** The subscription of an email address, and what its owner last agreed to. */
export type SubscriptionState = {
  status: SubscriberStatus | 'none'
  /** ISO 8601; null unless subscribed. */
  agreedAt: string | null
  wording: string | null
}

export async function getSubscription(
  { db: { drizzle } }: Payload,
  email: string,
): Promise<SubscriptionState> {
  const lastConsent = drizzle
    .select({ wording: subscriber_events.wording })
    .from(subscriber_events)
    .where(
      and(
        eq(subscriber_events.subscriber, subscribers.id),
        inArray(subscriber_events.action, ['confirmed', 'imported']),
      ),
    )
    .orderBy(desc(subscriber_events.id))
    .limit(1)
  const [subscription] = await drizzle
    .select({
      status: subscribers.status,
      agreedAt: isoDate(subscribers.confirmedAt),
      wording: sql<string | null>`(${lastConsent})`,
    })
    .from(subscribers)
    .where(eq(subscribers.email, email.trim().toLowerCase()))
  if (subscription?.status === 'subscribed') return subscription
  return { status: subscription?.status ?? 'none', agreedAt: null, wording: null }
}
