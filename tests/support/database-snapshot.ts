import { rowsOf, sql } from './payload'

/**
 * Returns a hash of every row and of the number of pending jobs. Excludes what a rejected request
 * may write: rate limits and `last_used_at` of API keys.
 */
export async function databaseFingerprint(): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limits', 'payload_migrations') order by 1`,
  )
  const hashes = tables.map(
    ({ name }) =>
      `(select coalesce(md5(string_agg(r::text, '' order by r::text)), '') from (select to_jsonb(t) - 'last_used_at' as r from ${name} t) x)`,
  )
  const [row] = await rowsOf<{ fingerprint: string }>(
    sql.raw(
      `select md5(concat_ws('|', ${hashes.join(', ')}, (select count(*) from graphile_worker._private_jobs))) as fingerprint`,
    ),
  )
  return row?.fingerprint ?? ''
}
