import { rowsOf, sql } from './payload'

/** A print of every row of every table and of the jobs that wait, but for what a refusal may note: how often somebody came, and when a key did. */
export async function everything(): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limits', 'payload_migrations') order by 1`,
  )
  const prints = tables.map(
    ({ name }) =>
      `(select coalesce(md5(string_agg(r::text, '' order by r::text)), '') from (select to_jsonb(t) - 'last_used_at' as r from ${name} t) x)`,
  )
  const [row] = await rowsOf<{ print: string }>(
    sql.raw(
      `select md5(concat_ws('|', ${prints.join(', ')}, (select count(*) from graphile_worker._private_jobs))) as print`,
    ),
  )
  return row?.print ?? ''
}
