import {
  and,
  gte,
  ilike,
  lt,
  type SQL,
  sql,
  type SQLWrapper,
} from '@payloadcms/db-postgres/drizzle'
import type { PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'

import { env } from './env'
import type { DayRange } from './schema-fields'

export type PageQuery = { page: number; limit: number }
export type PagedRows<Row> = { rows: Row[]; total: number; page: number; pages: number }
export type RowOf<List extends (...args: never[]) => Promise<PagedRows<unknown>>> = Awaited<
  ReturnType<List>
>['rows'][number]

/** Number of rows before this page. */
export function offsetOf({ page, limit }: PageQuery): number {
  return (page - 1) * limit
}

/** Awaits the rows of one page and the count of all rows, concurrently. */
export async function pagedRows<Row>(
  { page, limit }: PageQuery,
  rowsOfPage: PromiseLike<Row[]>,
  count: PromiseLike<number>,
): Promise<PagedRows<Row>> {
  const [rows, total] = await Promise.all([rowsOfPage, count])
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

const maxSearchTerms = 6

/** Splits what was typed into a search field into its first six terms. */
export function splitTerms(search: string): string[] {
  return search
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxSearchTerms)
}

/** Escapes a term so that `%` and `_` match literally in a LIKE pattern. */
export function escapeLike(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&')
}

/** Condition that every term of a search occurs in the text; undefined for an empty search. */
export function matchesSearch(text: SQL, search: string): SQL | undefined {
  return and(...splitTerms(search).map((term) => ilike(text, `%${escapeLike(term)}%`)))
}

/** Midnight at the start of a day in the shop's time zone. */
const midnight = (day: string, plusDays = 0): SQL =>
  sql`((${day}::date + ${plusDays}::integer)::timestamp at time zone ${env.SHOP_TIME_ZONE})`

/**
 * Condition that a moment is on one of these days in the shop's time zone, whichever of the two comes first. An empty day
 * sets no limit.
 */
export function isOnDays(moment: SQLWrapper, days: DayRange): SQL | undefined {
  const isReversed = days.to !== '' && days.from > days.to
  const [from, to] = isReversed ? [days.to, days.from] : [days.from, days.to]
  const at = sql`${moment}`
  return and(from ? gte(at, midnight(from)) : undefined, to ? lt(at, midnight(to, 1)) : undefined)
}

/** Selects how many of the rows meet all conditions. */
export function countWhere(...conditions: (SQL | undefined)[]): SQL<number> {
  return sql<number>`(count(*) filter (where ${and(...conditions) ?? sql`true`}))::integer`
}

/** Selects a sum as a number, of the rows that meet the conditions; 0 if there are none. */
export function sumWhere(value: SQLWrapper, ...conditions: (SQL | undefined)[]): SQL<number> {
  return sql<number>`coalesce(sum(${value}) filter (where ${and(...conditions) ?? sql`true`}), 0)::float8`
}

/** Selects a timestamp as an ISO 8601 string in UTC. */
export function isoDate<Column extends PgColumn>(
  column: Column,
): SQL<Column['_']['notNull'] extends true ? string : string | null> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
