import { and, desc, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { contact_messages as messages, orders } from '@/payload-generated-schema'
import type { ContactMessage } from '@/payload-types'
import {
  isoDate,
  matchesSearch,
  offsetOf,
  pagedRows,
  type PageQuery,
  type RowOf,
} from '@/platform/paged-list'

export type MessageRow = RowOf<typeof listMessages>

/** Returns one page of the messages from the contact page, newest first. */
export function listMessages(
  { db: { drizzle } }: Payload,
  query: PageQuery & { status: ContactMessage['status'] | ''; search: string },
) {
  const where = and(
    query.status ? eq(messages.status, query.status) : undefined,
    matchesSearch(
      sql`(${messages.name} || ' ' || ${messages.email} || ' ' || ${messages.topic} || ' ' || coalesce(${messages.orderNumber}, '') || ' ' || ${messages.body})`,
      query.search,
    ),
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
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(messages, where),
  )
}
