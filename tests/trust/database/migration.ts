import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import pg from 'pg'

import { type Trust, waitFor } from '../shop'
import { stopServer } from './outages'

type Interruption = {
  name: string
  /** Does it while migrations run, or before they start. @returns what undoes it */
  begin: (migrating: Migrating) => Promise<() => Promise<void>>
}
type Migrating = { trust: Trust; url: string; migrate: () => ChildProcess; child?: ChildProcess }

async function queryAt<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** The migrations that a database has, in their order. None while it can't be read. */
const migrated = (url: string): Promise<string[]> =>
  queryAt<{ name: string }>(url, 'select name from payload_migrations order by id').then(
    (rows) => rows.map(({ name }) => name),
    () => [],
  )

/** Starts migrating and waits until a few more migrations are done, so that the next is under way. */
async function startAndWait(migrating: Migrating, more: number): Promise<void> {
  const before = (await migrated(migrating.url)).length
  migrating.child = migrating.migrate()
  await waitFor(
    'Migrations run',
    async () => (await migrated(migrating.url)).length >= before + more,
    { timeoutMs: 180_000, everyMs: 20 },
  )
}

const processKilled: Interruption = {
  name: 'the program is killed',
  begin: async (migrating) => {
    await startAndWait(migrating, 3)
    migrating.child?.kill('SIGKILL')
    return async () => {}
  },
}

const databaseCrashed: Interruption = {
  name: 'the database crashes and comes back',
  begin: async (migrating) => {
    await startAndWait(migrating, 4)
    await stopServer(migrating.trust, 'SIGQUIT')
    return migrating.trust.shop.startDatabase
  },
}

/** A COMMIT that is lost while the program goes on: Payload alone would treat it as a success. */
const commitCut: Interruption = {
  name: 'a connection is cut at its COMMIT',
  begin: async (migrating) => {
    await queryAt(
      migrating.url,
      `create function trust_cut() returns trigger language plpgsql as
         $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
       create constraint trigger trust_cut after insert on payload_migrations deferrable initially deferred
         for each row when (new.name > '20261123_0') execute function trust_cut()`,
    )
    migrating.child = migrating.migrate()
    return async () => {
      await queryAt(migrating.url, 'drop function trust_cut cascade')
    }
  },
}

const interruptions = [processKilled, databaseCrashed, commitCut]

const exitOf = async (child: ChildProcess): Promise<number | string | null> => {
  if (child.exitCode === null && child.signalCode === null)
    await Promise.race([
      once(child, 'exit'),
      waitFor('The migrating program ends', async () => child.exitCode !== null, {
        timeoutMs: 180_000,
      }),
    ])
  return child.signalCode ?? child.exitCode
}

/** Columns, indexes, constraints, triggers, and functions, by name and definition. */
const schemaOf = async (url: string): Promise<string[]> =>
  (
    await queryAt<{ line: string }>(
      url,
      `select line from (
         select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default) as line
           from information_schema.columns where table_schema = 'public'
         union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
         union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
           from pg_constraint where connamespace = 'public'::regnamespace
         union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
         union all select concat_ws(' ', 'function', p.oid::regprocedure, md5(prosrc)) from pg_proc p
           where pronamespace = 'public'::regnamespace
       ) s where line !~ 'trust_' order by line`,
    )
  ).map(({ line }) => line)

async function interrupt(
  migrating: Migrating,
  { name, begin }: Interruption,
  expected: readonly string[],
): Promise<string[]> {
  const undo = await begin(migrating)
  const { child } = migrating
  const exit = child ? await exitOf(child) : 'nothing was started'
  await undo()
  const done = await waitFor('The database is back', async () => {
    const names = await migrated(migrating.url)
    return names.length > 0 && names
  })
  return [
    ...(exit === 0 ? [`${name}: the program ended as if all was well`] : []),
    ...(done.some((one, index) => one !== expected[index])
      ? [`${name}: there is a gap: ${done.slice(-3).join(', ')}`]
      : []),
    ...(done.length >= expected.length ? [`${name}: it came too late to interrupt anything`] : []),
  ]
}

/**
 * Migrates an empty database while programs, connections, and the server of the database end in the middle. Each run goes
 * on where the last one ended, and the schema is the running shop's in the end.
 */
export async function tryMigrations(
  trust: Trust,
): Promise<{ migrations: number; failures: string[] }> {
  const place = new URL(trust.shop.databaseUrl)
  place.pathname = `/trust_migration_${trust.seed}`
  const name = place.pathname.slice(1)
  await trust.query(`create database "${name}"`)
  const output: string[] = []
  const migrating: Migrating = {
    trust,
    url: place.href,
    migrate: () => {
      const child = spawn(
        process.execPath,
        ['--conditions=production', '.data/programs/src-seed-prepare.mjs', '--only-migrate'],
        {
          env: { ...process.env, ...trust.shop.env, DATABASE_URL: place.href },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => output.push(chunk.toString()))
      return child
    },
  }
  const expected = await migrated(trust.shop.databaseUrl)
  const failures: string[] = []
  try {
    for (const one of interruptions) failures.push(...(await interrupt(migrating, one, expected)))
    const exit = await exitOf(migrating.migrate())
    if (exit !== 0)
      failures.push(
        `the last migration ended with ${exit}: ${output.slice(-5).join('').slice(-600)}`,
      )
    const [ours, theirs] = [await schemaOf(place.href), await schemaOf(trust.shop.databaseUrl)]
    const difference = [
      ...ours.filter((line) => !theirs.includes(line)).map((line) => `too much: ${line}`),
      ...theirs.filter((line) => !ours.includes(line)).map((line) => `missing: ${line}`),
    ]
    failures.push(...difference.slice(0, 5))
  } finally {
    await trust.query(`drop database if exists "${name}" with (force)`)
  }
  return { migrations: expected.length, failures }
}
