import { and, asc, desc, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { contact_messages as messages, orders } from '@/payload-generated-schema'
import type { ContactMessage } from '@/payload-types'
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

export type MessageRow = RowOf<typeof listMessages>

export const messageSorts = ['newest', 'oldest'] as const
type MessageSort = (typeof messageSorts)[number]
const messageOrders = {
  newest: [desc(messages.createdAt), desc(messages.id)],
  oldest: [asc(messages.createdAt), asc(messages.id)],
} satisfies Record<MessageSort, SQL[]>

/** Returns one page of the messages from the contact page. */
export function listMessages(
  { db: { drizzle } }: Payload,
  query: PageQuery &
    DayRange & { status: ContactMessage['status'] | ''; search: string; sort: MessageSort },
) {
  const where = and(
    query.status ? eq(messages.status, query.status) : undefined,
    matchesSearch(
      sql`(${messages.name} || ' ' || ${messages.email} || ' ' || ${messages.topic} || ' ' || coalesce(${messages.orderNumber}, '') || ' ' || ${messages.body})`,
      query.search,
    ),
    isOnDays(messages.createdAt, query),
  )
  const orderId = drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.orderNumber, messages.orderNumber))
  return pagedRows(
    query,
    drizzle
      .select({
        id: messages.id,
        name: messages.name,
        email: messages.email,
        topic: messages.topic,
        orderNumber: messages.orderNumber,
        orderId: sql<number | null>`${orderId}`,
        body: messages.body,
        status: messages.status,
        createdAt: isoDate(messages.createdAt),
      })
      .from(messages)
      .where(where)
      .orderBy(...messageOrders[query.sort])
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(messages, where),
  )
}
