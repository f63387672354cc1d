import { and, ilike, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'

export type PageQuery = { page: number; limit: number }
export type PagedRows<Row> = { rows: Row[]; total: number; page: number; pages: number }
/** The row type of a list query. */
export type RowOf<List extends (...args: never[]) => Promise<PagedRows<unknown>>> = Awaited<
  ReturnType<List>
>['rows'][number]

/** Runs a list query for one page and its count, concurrently. */
export async function pagedRows<Row>(
  { page, limit }: PageQuery,
  select: { limit: (rows: number) => { offset: (rows: number) => PromiseLike<Row[]> } },
  count: PromiseLike<number>,
): Promise<PagedRows<Row>> {
  const [rows, total] = await Promise.all([select.limit(limit).offset((page - 1) * limit), count])
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

const maxSearchTerms = 6

/** Condition that every term of a search occurs in the text; undefined for an empty search. */
export function matchesSearch(text: SQL, search: string): SQL | undefined {
  return and(
    ...search
      .split(/[\s\p{Cc}]+/u)
      .filter(Boolean)
      .slice(0, maxSearchTerms)
      .map((term) => ilike(text, `%${term.replace(/[\\%_]/g, '\\$&')}%`)),
  )
}

/** Selects a timestamp as an ISO 8601 string in UTC. */
export function isoDate<Column extends PgColumn>(
  column: Column,
): SQL<Column['_']['notNull'] extends true ? string : string | null> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
