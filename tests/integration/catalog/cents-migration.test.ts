import { getTestPayload, sql } from '@tests/support/payload'

import { down, up } from '@/migrations/20261122_182000_integer_cents'
import { down as dropSaleRules } from '@/migrations/20261123_112600_sale_rules'
import type { Tx } from '@/platform/transaction'

const undone = new Error('Roll back')

/** Runs `work` against the tables as they were before the migration, and rolls everything back. */
const onOldTables = async (
  work: (tx: Tx, steps: { up: () => Promise<void>; down: () => Promise<void> }) => Promise<void>,
) => {
  const payload = await getTestPayload()
  await payload.db.drizzle
    .transaction(async (tx) => {
      const { req } = { req: { payload } } as Pick<Parameters<typeof up>[0], 'req'>
      const args = { db: tx, payload, req } as Parameters<typeof up>[0]
      await dropSaleRules(args)
      await down(args)
      await work(tx, { up: () => up(args), down: () => down(args) })
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
}

const rows = async (tx: Tx, query: ReturnType<typeof sql>) => (await tx.execute(query)).rows
const oldProducts = sql`insert into products (id, name, slug, base_price, sale_price, is_active) values
  (900001, 'Whole', 'cents-1', 32, null, true),
  (900002, 'On sale', 'cents-2', 62.5, 49.90, true),
  (900003, 'Half a cent', 'cents-3', 8.165, null, true),
  (900004, 'Sale that rounds to the base price', 'cents-4', 10, 9.996, true),
  (900005, 'Without a price', 'cents-5', null, null, true),
  (900006, 'Only a sale price', 'cents-6', null, 19.99, true),
  (900007, 'The most', 'cents-7', 10000, 0, true)`

describe('the migration from decimal dollars to integer cents', () => {
  it('converts product prices, rounded half up, without changing effective prices', async () => {
    await onOldTables(async (tx, migration) => {
      await tx.execute(oldProducts)
      const effective = sql`select id, effective_price_cents as cents from products where id > 900000 order by id`
      const before = await rows(tx, effective)
      await migration.up()
      expect(
        await rows(
          tx,
          sql`select base_price_cents::text as base, sale_price_cents::text as sale from products where id > 900000 order by id`,
        ),
      ).toEqual([
        { base: '3200', sale: null },
        { base: '6250', sale: '4990' },
        { base: '817', sale: null },
        { base: '1000', sale: null },
        { base: null, sale: null },
        { base: null, sale: '1999' },
        { base: '1000000', sale: '0' },
      ])
      expect(await rows(tx, effective)).toEqual(before)
    })
  })

  it('converts variants, shop settings, and tax rules, and can be reverted', async () => {
    await onOldTables(async (tx, migration) => {
      await tx.execute(oldProducts)
      await tx.execute(sql`insert into products_variants (_order, _parent_id, id, price_override, cost) values
        (1, 900001, 'cents-a', 35.5, 12.25), (2, 900001, 'cents-b', null, 11.695), (3, 900001, 'cents-c', 0.29, null)`)
      await tx.execute(sql`delete from shop_settings`)
      await tx.execute(
        sql`insert into shop_settings (id, free_shipping_from, contact_email, tagline) values (900001, 75.1, 'a@example.com', 'x')`,
      )
      await tx.execute(
        sql`insert into shop_settings_state_tax_rules (_order, _parent_id, id, state_code, kind, threshold) values (1, 900001, 'cents-r', 'NY', 'whole', 110), (2, 900001, 'cents-s', 'NJ', 'none', null)`,
      )
      await migration.up()
      expect(
        await rows(
          tx,
          sql`select price_override_cents::text as price, cost_cents::text as cost from products_variants where _parent_id = 900001 order by _order`,
        ),
      ).toEqual([
        { price: '3550', cost: '1225' },
        { price: null, cost: '1170' },
        { price: '29', cost: null },
      ])
      expect(
        await rows(
          tx,
          sql`select free_shipping_from_cents::text as free, shipping_price_cents::text as shipping, revenue_goal_cents::text as goal,
            (select json_agg(threshold_cents order by _order) from shop_settings_state_tax_rules where _parent_id = 900001) as thresholds from shop_settings`,
        ),
      ).toEqual([{ free: '7510', shipping: '599', goal: '500000', thresholds: [11000, null] }])

      await migration.down()
      expect(
        await rows(
          tx,
          sql`select base_price::text as base, sale_price::text as sale, effective_price_cents as cents from products where id in (900001, 900002, 900003, 900007) order by id`,
        ),
      ).toEqual([
        { base: '32', sale: null, cents: 3200 },
        { base: '62.5', sale: '49.9', cents: 4990 },
        { base: '8.17', sale: null, cents: 817 },
        { base: '10000', sale: '0', cents: 0 },
      ])
      expect(
        await rows(
          tx,
          sql`select free_shipping_from::text as free, shipping_price::text as shipping, revenue_goal::text as goal from shop_settings`,
        ),
      ).toEqual([{ free: '75.1', shipping: '5.99', goal: '5000' }])
    })
  })

  it('keeps the indexes for sorting by price', async () => {
    await onOldTables(async (tx, migration) => {
      const indexes = sql`select indexname, indexdef from pg_indexes where indexdef like '%effective_price_cents%' order by 1`
      const before = await rows(tx, indexes)
      await migration.up()
      expect(before.map(({ indexname }) => indexname)).toEqual([
        'products_by_price',
        'products_category_price',
      ])
      expect(await rows(tx, indexes)).toEqual(before)
    })
  })
})
