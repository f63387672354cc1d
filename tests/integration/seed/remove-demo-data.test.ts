import { existsSync } from 'node:fs'
import path from 'node:path'

import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import type { Payload } from 'payload'
import pg from 'pg'

import { getSettings } from '@/modules/shop/queries/get-settings'
import { env } from '@/platform/env'
import { regionsWithSalesTax } from '@/platform/us/region-codes'
import { demoCheckoutIds } from '@/seed/orders'
import { seedDemoShop } from '@/seed/prepare'
import { removeDemoData } from '@/seed/remove-demo-data'

let payload: Payload
let admin: TestPerson
let own: number
let changed: number

const countOf = async (table: string): Promise<number> =>
  Number((await rowsOf<{ count: number }>(sql`select count(*) from ${sql.raw(table)}`))[0]?.count)

const taxStates = async () => (await getSettings(payload)).pricing.taxStates

const demoFile = async (): Promise<string> => {
  const [file] = await rowsOf<{ filename: string }>(
    sql`select filename from media where id = (select artwork_id from products where artwork_id is not null and id <> ${changed} order by id limit 1)`,
  )
  return path.join(env.UPLOADS_DIR, file?.filename ?? 'missing')
}

beforeAll(async () => {
  payload = await getTestPayload()
  await rowsOf(sql`delete from shop_settings`)
  await seedDemoShop(payload)
  admin = await makePerson('super_admin')
  own = (await makeProduct({ name: 'The owner’s own tee' })).id
  const [demo] = await rowsOf<{ id: number; version: number }>(
    sql`select id from products where slug like '%tee%' and id <> ${own} order by id limit 1`,
  )
  changed = Number(demo?.id)
  await payload.update({
    collection: 'products',
    id: changed,
    data: { description: 'Now in the owner’s words.' },
    user: admin.user,
  })
  await rowsOf(
    sql`insert into contact_messages (name, email, topic, body) values ('Ada', 'ada@example.org', 'other', 'Hello')`,
  )
}, 180_000)

it('PostgreSQL has counted the rows of a new demo shop, so its first queries are planned well', async () => {
  const counted = await rowsOf<{ rows: number }>(
    sql`select reltuples as rows from pg_class where oid in ('products'::regclass, 'products_rels'::regclass, 'media'::regclass)`,
  )
  expect(counted).toHaveLength(3)
  for (const { rows } of counted) expect(rows).toBeGreaterThan(0)
})

it('keeps the timeline of a real order, even in a transaction that removes demo data', async () => {
  const [order] = await rowsOf<{ id: number }>(
    sql`select id from orders where status = 'paid' order by id limit 1`,
  )
  await rowsOf(sql`update orders set paypal_environment = 'live' where id = ${order?.id}`)
  await expect(
    rowsOf(
      sql`with allowed as (select set_config('app.demo_removal', '1', true)) delete from order_events using allowed where order_id = ${order?.id}`,
    ),
  ).rejects.toThrow()
})

it('removes demo data but keeps real orders and what the owner created or changed', async () => {
  const file = await demoFile()
  expect(existsSync(file)).toBe(true)
  expect(await taxStates()).toEqual(regionsWithSalesTax)
  // Older shops have no value in this column.
  await rowsOf(sql`update orders set paypal_environment = null where paypal_environment = 'demo'`)

  const removal = await removeDemoData(payload)
  expect(removal.people).toEqual(['june', 'marisol', 'edie', 'wren'])
  expect(removal.orders).toBeGreaterThan(50)
  expect(removal.products).toBeGreaterThan(30)
  expect(removal.articles).toBeGreaterThan(20)

  expect(await rowsOf(sql`select paypal_environment as env from orders`)).toEqual([{ env: 'live' }])
  expect(await countOf('order_events')).toBeGreaterThan(0)
  expect(await countOf('payments')).toBe(1)
  expect(await countOf('reviews')).toBe(0)
  expect(await countOf('content')).toBe(0)
  const products = await rowsOf<{ id: number; active: boolean; linked: string | null }>(
    sql`select id, is_active as active, printful_product_id as linked from products order by id`,
  )
  expect(products.map(({ id }) => id).sort()).toEqual([changed, own].sort())
  expect(products.find(({ id }) => id === changed)).toMatchObject({ active: false, linked: null })
  expect(await countOf('products_variants where printful_variant_id is not null')).toBe(0)
  expect(existsSync(file)).toBe(false)
  // The shop took a real payment, so the message may be from a real customer.
  expect(removal.messages).toBe(0)
  expect(await countOf('contact_messages')).toBe(1)
  expect((await call('GET', '/api/products')).status).toBe(200)
  // The demo collects tax everywhere; a real shop begins with its own state.
  expect(await taxStates()).toEqual([])
}, 180_000)

it('does nothing on a second run', async () => {
  expect(await removeDemoData(payload)).toMatchObject({
    people: [],
    giftCards: 0,
    discounts: 0,
    orders: 0,
    products: 0,
    articles: 0,
    files: 0,
  })
})

it('also removes messages if the shop never took a real payment', async () => {
  await rowsOf(sql`update orders set paypal_environment = 'demo'`)
  const removal = await removeDemoData(payload)
  expect(removal).toMatchObject({ orders: 1, messages: 1 })
  expect(await countOf('contact_messages')).toBe(0)
  expect(await countOf('orders')).toBe(0)
})

it('can keep products and articles as drafts, and keeps saved settings', async () => {
  await seedDemoShop(payload)
  expect(await taxStates()).toEqual([])
  await payload.updateGlobal({ slug: 'shop-settings', data: { taxStates: ['CA', 'OH'] } })
  expect(await countOf(`orders where checkout_id = '${demoCheckoutIds[0] ?? ''}'`)).toBe(1)
  const removal = await removeDemoData(payload, { keepProducts: true, keepArticles: true })
  expect(removal).toMatchObject({ products: 0, articles: 0 })
  expect(removal.draftProducts.length).toBeGreaterThan(30)
  expect(removal.draftArticles.length).toBeGreaterThan(20)
  expect(await countOf('products where is_active and printful_product_id is not null')).toBe(0)
  expect(await countOf(`content where status <> 'draft'`)).toBe(0)
  expect(await countOf('orders')).toBe(0)
  expect(await taxStates()).toEqual(['CA', 'OH'])
}, 180_000)

it('can’t deadlock with what is recorded about its customers meanwhile', async () => {
  // Transactions lock their customers in the order of these numbers (migration 20261129_153000_customers).
  const customers = await rowsOf<{ email: string; lock: number }>(
    sql`select email, hashtext(email) & 1023 as lock
      from (select 'buyer-' || n || '@example.com' as email from generate_series(1, 9) n) buyers order by lock`,
  )
  const [first, last] = [customers[0], customers.at(-1)]
  for (const customer of [last, first])
    await makeOrder({ email: customer?.email, paypalEnvironment: 'demo' }, { captured: true })
  const other = new pg.Client(env.DATABASE_URL)
  await other.connect()
  const lock = (customer: typeof first) =>
    other.query(`select pg_advisory_xact_lock(hashtext('customers'), $1)`, [customer?.lock])
  try {
    await other.query('begin')
    await lock(first)
    const removal = removeDemoData(payload)
    const isWaiting = () =>
      rowsOf(sql`select 1 from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`)
    while ((await isWaiting()).length === 0);
    await lock(last)
    await other.query('commit')
    expect(await removal).toMatchObject({ orders: 2 })
  } finally {
    await other.end()
  }
})
