import config from '@payload-config'
import { sql } from '@payloadcms/db-postgres'
import { getPayload, type Payload } from 'payload'

let emptied = false

/** The shop's own Payload on this worker's database, emptied once for each test file. */
export async function getTestPayload(): Promise<Payload> {
  const payload = await getPayload({ config })
  if (emptied) return payload
  emptied = true
  const { rows } = await payload.db.drizzle.execute(sql`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'payload_migrations'`)
  await payload.db.drizzle.execute(
    sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`),
  )
  await payload.db.drizzle.execute(sql`delete from graphile_worker._private_jobs`)
  return payload
}

/** Rows of a plain query, for looking at what was really written. */
export async function rowsOf<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  const payload = await getTestPayload()
  return (await payload.db.drizzle.execute(query)).rows as unknown as Row[]
}
export { sql }
