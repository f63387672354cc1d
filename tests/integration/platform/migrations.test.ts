import type { MigrateUpArgs } from '@payloadcms/db-postgres'
import { drizzle } from '@payloadcms/db-postgres/drizzle/node-postgres'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import type { Payload } from 'payload'
import pg from 'pg'

import { migrations } from '@/migrations'
import { env } from '@/platform/env'
import { runMigrations } from '@/seed/prepare'

let payload: Payload
const ran: string[] = []
const list = ['first', 'second', 'third'].map((name) => ({
  name: `test_${name}`,
  up: async ({ db }: MigrateUpArgs) => {
    ran.push(name)
    await db.execute(sql.raw(`create table test_${name} (id int)`))
  },
}))
const recorded = async () =>
  (
    await rowsOf<{ name: string }>(
      sql`select name from payload_migrations where name like 'test\\_%' order by id`,
    )
  ).map(({ name }) => name)
const tables = async () =>
  (
    await rowsOf<{ name: string }>(
      sql`select tablename as name from pg_tables where tablename in ('test_first', 'test_second', 'test_third') order by 1`,
    )
  ).map(({ name }) => name)
const undo = () =>
  payload.db.drizzle.execute(sql`
    drop trigger if exists break_commit on payload_migrations;
    drop function if exists break_commit();
    drop table if exists test_first, test_second, test_third;
    delete from payload_migrations where name like 'test\\_%'`)

/** Makes PostgreSQL run a statement at the COMMIT of the second migration. */
const atCommit = (statement: string) =>
  payload.db.drizzle.execute(
    sql.raw(`
    create or replace function break_commit() returns trigger language plpgsql as $$ begin
      if NEW.name = 'test_second' then ${statement}; end if; return NEW; end $$;
    create constraint trigger break_commit after insert on payload_migrations deferrable initially deferred
      for each row execute function break_commit()`),
  )

beforeAll(async () => {
  payload = await getTestPayload()
})
beforeEach(async () => {
  ran.length = 0
  await undo()
})
afterAll(undo)

it.each([
  ['rejected', "raise exception 'refused at commit'"],
  ['interrupted', 'perform pg_terminate_backend(pg_backend_pid())'],
])(
  'a migration whose COMMIT is %s stops the run, and the next run continues with it',
  async (_, statement) => {
    await atCommit(statement)
    await expect(runMigrations(payload, list)).rejects.toThrow('test_second')
    expect(ran).toEqual(['first', 'second'])
    expect(await recorded()).toEqual(['test_first'])
    expect(await tables()).toEqual(['test_first'])

    await payload.db.drizzle.execute(sql`drop trigger break_commit on payload_migrations`)
    await runMigrations(payload, list)
    expect(ran).toEqual(['first', 'second', 'second', 'third'])
    expect(await recorded()).toEqual(['test_first', 'test_second', 'test_third'])
  },
)

it('completed migrations do not run again', async () => {
  await runMigrations(payload, list)
  await runMigrations(payload, list)
  expect(ran).toEqual(['first', 'second', 'third'])
})

describe('upgrading a shop', () => {
  const name = 'upgraded_shop'
  const url = new URL(env.DATABASE_URL)
  url.pathname = `/${name}`
  let client: pg.Client
  beforeAll(async () => {
    await payload.db.drizzle.execute(sql.raw(`create database ${name}`))
    client = new pg.Client({ connectionString: url.href })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await payload.db.drizzle.execute(sql.raw(`drop database ${name}`))
  })
  const migrate = async (from: number, to?: number): Promise<void> => {
    const args = { db: drizzle(client), payload } as unknown as MigrateUpArgs
    for (const { up } of migrations.slice(from, to)) await up(args)
  }

  it('leaves new features off in an existing shop, while a new shop has them on', async () => {
    const news = migrations.findIndex(({ name: one }) => one.endsWith('_gift_card_sales'))
    await migrate(0, news)
    await client.query('insert into shop_settings default values')
    await migrate(news)
    await client.query('insert into shop_settings default values')
    const { rows } = await client.query<Record<string, boolean>>(
      'select sells_gift_cards, offers_store_credit, express_checkout from shop_settings order by id',
    )
    expect(rows).toEqual([
      { sells_gift_cards: false, offers_store_credit: false, express_checkout: false },
      { sells_gift_cards: true, offers_store_credit: true, express_checkout: true },
    ])
  })
})
