import { and, asc, desc, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'
import { subscriber_events as events, subscribers } from '@/payload-generated-schema'
import {
  isoDate,
  isOnDays,
  matchesSearch,
  offsetOf,
  pagedRows,
  type PageQuery,
  type RowOf,
} from '@/platform/paged-list'
import type { DayRange } from '@/platform/schema-fields'

type ConsentEvent = {
  action: string
  form: string | null
  wording: string | null
  network: string | null
  /** ISO 8601. */
  at: string
}
export type SubscriberRow = RowOf<typeof listSubscribers>

/** The most rows of their CSV file. */
export const maxExportedSubscribers = 50_000
export const subscriberSorts = ['newest', 'oldest', 'email', 'email-z'] as const
export type SubscriberSort = (typeof subscriberSorts)[number]
const orders = {
  newest: desc(subscribers.createdAt),
  oldest: asc(subscribers.createdAt),
  email: asc(subscribers.email),
  'email-z': desc(subscribers.email),
} satisfies Record<SubscriberSort, SQL>

/** Returns one page of subscribers with their consent records. The date filter applies to the sign-up. */
export function listSubscribers(
  { db: { drizzle } }: Payload,
  query: PageQuery &
    DayRange & { status: SubscriberStatus | ''; search: string; sort: SubscriberSort },
) {
  const where = and(
    query.status ? eq(subscribers.status, query.status) : undefined,
    matchesSearch(
      sql`(${subscribers.email} || ' ' || coalesce(${subscribers.firstName}, '') || ' ' || coalesce(${subscribers.lastName}, ''))`,
      query.search,
    ),
    isOnDays(subscribers.createdAt, query),
  )
  const consent = drizzle
    .select({
      events: sql`json_agg(json_build_object('action', ${events.action}, 'form', ${events.form}, 'wording', ${events.wording},
        'network', ${events.network}, 'at', ${isoDate(events.createdAt)}) order by ${events.id})`,
    })
    .from(events)
    .where(eq(events.subscriber, subscribers.id))
  return pagedRows(
    query,
    drizzle
      .select({
        id: subscribers.id,
        email: subscribers.email,
        firstName: subscribers.firstName,
        lastName: subscribers.lastName,
        status: subscribers.status,
        source: subscribers.source,
        confirmedAt: isoDate(subscribers.confirmedAt),
        unsubscribedAt: isoDate(subscribers.unsubscribedAt),
        createdAt: isoDate(subscribers.createdAt),
        events: sql<ConsentEvent[]>`coalesce(${consent}, '[]')`,
      })
      .from(subscribers)
      .where(where)
      .orderBy(orders[query.sort], desc(subscribers.id))
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(subscribers, where),
  )
}
