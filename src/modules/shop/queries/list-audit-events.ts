import { and, asc, desc, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { audit_events as events, users } from '@/payload-generated-schema'
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

export type AuditRow = RowOf<typeof listAuditEvents>

export const auditSorts = ['newest', 'oldest', 'actor', 'actor-z'] as const
export type AuditSort = (typeof auditSorts)[number]
/** The actor's name as shown in a row; the shop itself comes first. */
const actorName = sql`case when ${events.actorId} is null then '' else lower(coalesce(${users.username}, 'deleted user')) end`
const orders = {
  newest: [desc(events.createdAt), desc(events.id)],
  oldest: [asc(events.createdAt), asc(events.id)],
  actor: [asc(actorName), desc(events.id)],
  'actor-z': [desc(actorName), desc(events.id)],
} satisfies Record<AuditSort, SQL[]>

/** Returns one page of the audit log; what one person did, newest first. */
export function listAuditEvents(
  { db: { drizzle } }: Payload,
  query: PageQuery & DayRange & { search: string; sort: AuditSort },
) {
  const where = and(
    matchesSearch(
      sql`(${events.action} || ' ' || ${events.actorRole} || ' ' || coalesce(${users.username}, '') || ' ' || coalesce(${events.subjectType}, '') || ' ' || coalesce(${events.subjectId}, ''))`,
      query.search,
    ),
    isOnDays(events.createdAt, query),
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
      .orderBy(...orders[query.sort])
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(sql`${events} left join ${users} on ${byActor}`, where),
  )
}
