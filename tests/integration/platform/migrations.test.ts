import type { MigrateUpArgs } from '@payloadcms/db-postgres'
import { drizzle } from '@payloadcms/db-postgres/drizzle/node-postgres'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import type { Payload } from 'payload'
import pg from 'pg'

import { migrations } from '@/migrations'
import { env } from '@/platform/env'
import { regionCodes, regionsWithSalesTax } from '@/platform/us/region-codes'
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

it('programs that start at once run each migration once', async () => {
  await Promise.all([runMigrations(payload, list), runMigrations(payload, list)])
  expect(ran).toEqual(['first', 'second', 'third'])
  expect(await recorded()).toEqual(['test_first', 'test_second', 'test_third'])
})

describe('upgrading a shop', () => {
  const name = 'upgraded_shop'
  const url = new URL(env.DATABASE_URL)
  url.pathname = `/${name}`
  let client: pg.Client
  beforeEach(async () => {
    await payload.db.drizzle.execute(sql.raw(`create database ${name}`))
    client = new pg.Client({ connectionString: url.href })
    await client.connect()
  })
  afterEach(async () => {
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

  const upgradeFrom = async (statements: string) => {
    const home = migrations.findIndex(({ name: one }) => one.endsWith('_home_state'))
    await migrate(0, home)
    await client.query(statements)
    await migrate(home)
    const { rows } = await client.query<{ states: string[] | null }>(
      `select (select array_agg(value::text order by "order") from shop_settings_tax_states where parent_id = shop.id) as states
        from shop_settings shop order by id`,
    )
    return rows.map(({ states }) => states)
  }

  it('leaves a shop that never sold without states for its sales tax', async () => {
    expect(await upgradeFrom('')).toEqual([])
  })

  it('keeps collecting tax where a shop with saved settings did', async () => {
    const states = await upgradeFrom(`
      insert into shop_settings (updated_at) values ('2026-01-01'), ('2026-01-01');
      insert into shop_settings_tax_states ("order", parent_id, value) values (1, 2, 'CA');
      insert into shop_settings_state_tax_rules (_order, _parent_id, id, state_code, kind, zip_from) values
        (1, 1, 'a', 'OR', 'none', null), (2, 1, 'b', 'PA', 'none', null), (3, 1, 'c', 'MT', 'none', '59001')`)
    expect(states).toEqual([regionCodes.filter((code) => code !== 'OR').sort(), ['CA']])
    // A form of the settings that was opened before the update would save no states.
    const { rows } = await client.query(
      `select updated_at > now() - interval '1 hour' as "isChanged" from shop_settings order by id`,
    )
    expect(rows).toEqual([{ isChanged: true }, { isChanged: false }])
  })

  it('saves the default settings, with tax in every state, in a shop that sold with them', async () => {
    const states = await upgradeFrom(
      `insert into orders (order_number, uuid, checkout_id, access_key_hash, email) values ('DF-1', 'u', 'c', 'k', 'e@example.com')`,
    )
    expect(states).toEqual([regionsWithSalesTax])
    await rowsOf(sql`delete from shop_settings`)
    const { stateTaxRules, paymentMethods, alertGroups, giftCardAmounts, etsyKeywords } =
      await payload.findGlobal({ slug: 'shop-settings' })
    const { rows } = await client.query<Record<string, unknown>>(`select
      (select json_agg(json_build_array(state_code, kind, threshold_cents) order by _order) from shop_settings_state_tax_rules) as rules,
      (select json_agg(value order by "order") from shop_settings_payment_methods) as methods,
      (select json_agg(value order by "order") from shop_settings_alert_groups) as alerts,
      (select json_agg(number order by "order") from shop_settings_numbers where path = 'giftCardAmounts') as amounts,
      (select json_agg(text order by "order") from shop_settings_texts where path = 'etsyKeywords') as keywords`)
    expect(rows).toEqual([
      {
        rules: stateTaxRules?.map(({ stateCode, kind, thresholdCents }) => [
          stateCode,
          kind,
          thresholdCents ?? null,
        ]),
        methods: paymentMethods,
        alerts: alertGroups,
        amounts: giftCardAmounts,
        keywords: etsyKeywords,
      },
    ])
  })
})
