import pg from 'pg'

import type { Erasure, Manifest } from './manifests'

/** What to do about a connection that fails, by PostgreSQL's code. */
const remedies: Readonly<Record<string, string>> = {
  '3D000': 'Create it, or correct DATABASE_URL.',
  '28P01': 'Correct the role or its password in DATABASE_URL.',
}

const explain = (error: unknown): Error => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // A host with several addresses fails without a message.
  const reason = (error instanceof Error && error.message) || code
  const remedy = remedies[code] ?? 'Check DATABASE_URL and that PostgreSQL is running.'
  return new Error(`The database can’t be used: ${reason}. ${remedy}`, { cause: error })
}

/**
 * Opens a connection to the database of a URL, or to another one of its server. It may be idle for as long as other
 * programs take, whatever time limits the role has. If it is lost, the next query fails.
 * @throws Error that says what to do
 */
export async function connect(databaseUrl: string, database?: string): Promise<pg.Client> {
  const url = new URL(databaseUrl)
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`
  const client = new pg.Client({
    connectionString: url.href,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Without a listener, a connection that is lost between two queries ends the process.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw explain(error)
  })
  // Not every version of PostgreSQL has all of them.
  await client.query(
    `select set_config(name, '0', false) from pg_settings
      where name in ('statement_timeout', 'transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout')`,
  )
  return client
}

/** Returns the first row of a query. @throws Error if there is none */
export async function queryOne<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows
  if (!row) throw new Error('The database returned nothing.')
  return row
}

/** The server's major version. */
export async function majorVersion(client: pg.Client): Promise<number> {
  const { version } = await queryOne<{ version: number }>(
    client,
    `select current_setting('server_version_num')::integer / 10000 as version`,
  )
  return version
}

export type RowCounts = Record<string, number>

/** The number of rows of every table, by 'schema.table'. */
export async function countRows(client: pg.Client): Promise<RowCounts> {
  const { rows } = await client.query<{ schemaname: string; tablename: string }>(
    `select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  const counts: RowCounts = {}
  for (const { schemaname, tablename } of rows) {
    const table = `${pg.escapeIdentifier(schemaname)}.${pg.escapeIdentifier(tablename)}`
    const { count } = await queryOne<{ count: number }>(
      client,
      `select count(*)::integer as count from ${table}`,
    )
    counts[`${schemaname}.${tablename}`] = count
  }
  return counts
}

/** @throws Error that names the tables whose number of rows differs */
export function assertSameCounts(expected: RowCounts, actual: RowCounts): void {
  const different = Object.keys({ ...expected, ...actual }).filter(
    (table) => expected[table] !== actual[table],
  )
  if (different.length > 0)
    throw new Error(
      `The restored database differs in ${different.map((table) => `${table} (${actual[table] ?? 0} of ${expected[table] ?? 0} rows)`).join(', ')}.`,
    )
}

/** Whether a database has the audit log. */
const hasAuditLog = async (client: pg.Client): Promise<boolean> =>
  (
    await queryOne<{ known: boolean }>(
      client,
      `select to_regclass('public.audit_events') is not null as known`,
    )
  ).known

/** Everyone who was erased, oldest first, whom a restored backup has to erase again. */
export async function listErased(client: pg.Client): Promise<Erasure[]> {
  if (!(await hasAuditLog(client))) return []
  const { rows } = await client.query<Erasure>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
       (details->>'userId')::integer as "userId", coalesce(details->'addressHashes', '[]') as "addressHashes"
     from audit_events where action = 'person.erased' and (details->>'userId' is not null or details ? 'addressHashes')
     order by created_at`,
  )
  return rows
}

/** More than a shop gives out between two nightly backups. */
const skippedOrderNumbers = 1000

/**
 * Leaves a gap in the order numbers, so that no new order gets one that a buyer was given after the backup. PayPal,
 * which `adopt-payments` asks, knows only orders that were paid through it.
 */
export async function skipOrderNumbers(client: pg.Client): Promise<void> {
  const { hasNumbers } = await queryOne<{ hasNumbers: boolean }>(
    client,
    `select to_regclass('order_numbers') is not null as "hasNumbers"`,
  )
  if (hasNumbers)
    await client.query(
      `select setval('order_numbers', last_value + ${skippedOrderNumbers}) from order_numbers`,
    )
}

/** Which of these erasures the audit log lacks, each once. Without a time, an id alone decides. */
const findMissing = (erasures: readonly Erasure[], recorded: readonly Erasure[]): Erasure[] => {
  const keyOf = ({ at, userId, addressHashes }: Erasure) => [at, userId, ...addressHashes].join()
  const knownKeys = new Set(recorded.map(keyOf))
  const knownIds = new Set(recorded.map(({ userId }) => userId))
  const missing = erasures.filter((erasure) =>
    erasure.at === null ? !knownIds.has(erasure.userId) : !knownKeys.has(keyOf(erasure)),
  )
  return [...new Map(missing.map((erasure) => [keyOf(erasure), erasure])).values()]
}

/**
 * Queues the erasure of everyone who was erased according to `erasures` but not according to the restored database:
 * accounts by their id, others by the hashes of their addresses, which only the shop's worker can compare. Notes them
 * in its audit log, so that a later restore knows them and leaves alone people who got the id or came back since.
 * @param newest the backup whose PAYLOAD_SECRET made the hashes
 * @returns how many people, whether the database has them or not
 */
export async function queueErasures(
  client: pg.Client,
  erasures: readonly Erasure[],
  newest?: { manifest: Pick<Manifest, 'secretFingerprint'> },
): Promise<number> {
  const missing = findMissing(erasures, await listErased(client))
  if (missing.length === 0) return 0
  await client.query(
    `insert into audit_events (actor_role, action, created_at, details)
     select 'the shop', 'person.erased', coalesce((erasure->>'at')::timestamptz, now()), erasure - 'at'
       from jsonb_array_elements($1) as erasure`,
    [JSON.stringify(missing)],
  )
  const { rows } = await client.query(
    `insert into data_requests (code, source, status, user_id, received_at, acknowledge_by, acknowledged_at, verify_by, verified_at, complete_by, erase_after)
     select md5(random()::text || id), 'mail', 'verified', id, now(), now(), now(), now(), now(), now(), now()
       from users where id = any($1) returning user_id`,
    [missing.flatMap(({ userId }) => userId ?? [])],
  )
  if (rows.length > 0) await client.query(`select graphile_worker.add_job('purge-expired', '{}')`)
  const addressHashes = missing.flatMap((erasure) => erasure.addressHashes)
  const secretFingerprint = newest?.manifest.secretFingerprint ?? undefined
  if (addressHashes.length > 0)
    await client.query(`select graphile_worker.add_job('repeat-erasures', $1)`, [
      JSON.stringify({ addressHashes, secretFingerprint }),
    ])
  return missing.length
}

/**
 * Notes the result of a run in the audit log, where the admin's System status reads it on any machine. A database
 * without the table isn't the shop's yet.
 */
export async function recordRun(
  databaseUrl: string,
  action: 'backup.made' | 'backup.failed',
  details: object,
): Promise<void> {
  const client = await connect(databaseUrl)
  try {
    if (await hasAuditLog(client))
      await client.query(
        `insert into audit_events (actor_role, action, details) values ('the shop', $1, $2)`,
        [action, JSON.stringify(details)],
      )
  } finally {
    await client.end()
  }
}
