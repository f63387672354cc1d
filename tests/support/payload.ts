import config from '@payload-config'
import { sql } from '@payloadcms/db-postgres'
import { getPayload, type Payload } from 'payload'
import pg from 'pg'

import { withoutAudit } from '@/hooks/record-audit'
import { regionsWithSalesTax } from '@/platform/us/region-codes'

let isEmptied = false

/** Runs a statement of a test's preparation, for which the shop's time limits are too short on a busy disk. */
export async function withoutTimeLimit(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Returns Payload on this worker's database, which is emptied once per test file. Order numbers begin again, too. Sales tax
 * is collected everywhere, as in the demo.
 */
export async function getTestPayload(): Promise<Payload> {
  const payload = await getPayload({ config })
  if (isEmptied) return payload
  isEmptied = true
  const { rows } = await payload.db.drizzle.execute(sql`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'payload_migrations'`)
  await withoutTimeLimit(
    `truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade;
     alter sequence order_numbers restart`,
  )
  await payload.db.drizzle.execute(sql`delete from graphile_worker._private_jobs`)
  await payload.updateGlobal({
    slug: 'shop-settings',
    data: { taxStates: regionsWithSalesTax },
    context: withoutAudit(),
  })
  return payload
}

/** Queries the database directly. */
export async function rowsOf<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  const payload = await getTestPayload()
  return (await payload.db.drizzle.execute(query)).rows as unknown as Row[]
}

/** Waits until so many statements wait for a lock that another transaction holds. */
export async function untilLocked(count = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await rowsOf(waiting)).length < count)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Records the statements that `work` sends to PostgreSQL over all connections. */
export async function recordStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const payload = await getTestPayload()
  const statements: string[] = []
  type Client = { query: (...args: unknown[]) => unknown }
  const pool = payload.db.pool as unknown as {
    on: (event: string, listener: (client: Client) => void) => void
    off: (event: string, listener: (client: Client) => void) => void
  }
  const undo: (() => void)[] = []
  const watch = (client: Client): void => {
    if (Object.hasOwn(client, 'query')) return
    client.query = function (this: Client, ...args: unknown[]) {
      const [query] = args
      statements.push(typeof query === 'string' ? query : (query as { text: string }).text)
      return (Object.getPrototypeOf(this) as Client).query.apply(this, args)
    }
    undo.push(() => {
      delete (client as Partial<Client>).query
    })
  }
  pool.on('acquire', watch)
  try {
    return { result: await work(), statements }
  } finally {
    pool.off('acquire', watch)
    undo.forEach((put) => put())
  }
}
export { sql }
