import { and, eq, gt, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { order_events } from '@/payload-generated-schema'

/** From this many declined payments in an hour, someone may be testing stolen cards. A few are normal. */
export const manyDeclines = 10

/** Counts the payments that were declined in the last hour, of every way to pay. */
export function countDeclinesInAnHour({ db }: Pick<Payload, 'db'>) {
  return db.drizzle.$count(
    order_events,
    and(
      eq(order_events.type, 'declined'),
      gt(order_events.createdAt, sql`now() - interval '1 hour'`),
    ),
  )
}
