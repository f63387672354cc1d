import { desc, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { audit_events as events, users } from '@/payload-generated-schema'
import {
  isoDate,
  matchesSearch,
  offsetOf,
  pagedRows,
  type PageQuery,
  type RowOf,
} from '@/platform/paged-list'

export type AuditRow = RowOf<typeof listAuditEvents>

/** Returns one page of the audit log, newest first. */
export function listAuditEvents(
  { db: { drizzle } }: Payload,
  query: PageQuery & { search: string },
) {
  const where = matchesSearch(
    sql`(${events.action} || ' ' || ${events.actorRole} || ' ' || coalesce(${users.username}, '') || ' ' || coalesce(${events.subjectType}, '') || ' ' || coalesce(${events.subjectId}, ''))`,
    query.search,
  )
  const byActor = eq(users.id, sql`${events.actorId}::integer`)
  return pagedRows(
    query,
    drizzle
      .select({
        id: events.id,
        actor: users.username,
        actorId: events.actorId,
        actorRole: events.actorRole,
        action: events.action,
        subjectType: events.subjectType,
        subjectId: events.subjectId,
        details: sql<Record<string, unknown> | null>`${events.details}`,
        createdAt: isoDate(events.createdAt),
      })
      .from(events)
      .leftJoin(users, byActor)
      .where(where)
      .orderBy(desc(events.id))
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(sql`${events} left join ${users} on ${byActor}`, where),
  )
}
