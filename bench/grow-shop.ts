import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

const first = sql`(array['Fern', 'Moon', 'River', 'Stone', 'Wave', 'Pine', 'Dawn', 'Willow', 'Ember', 'Tide'])[1 + n % 10]`
const garment = sql`(array['Tee', 'Hoodie', 'Tote', 'Tank', 'Cap'])[1 + (n / 10) % 5]`

/** A statement's triggers work on all of its rows at once, so large numbers are added in parts. */
const rowsPerStatement = 5000

const addProducts = async ({ db: { drizzle } }: Payload, from: number, to: number) => {
  await drizzle.execute(sql`
    insert into products (id, name, description, base_price_cents, category_id, is_active, slug, created_at)
    select n, ${first} || ' ' || ${garment} || ' ' || n, 'A plain description of number ' || n, 100 * (20 + n % 40),
      (select id from categories order by id offset n % 7 limit 1), true, 'large-' || n, now() - make_interval(mins => n)
    from generate_series(${from}::int, ${to}::int) n`)
  await drizzle.execute(sql`
    insert into products_texts (parent_id, path, "order", text)
    select n, 'searchTags', 1, 'nature' from generate_series(${from}::int, ${to}::int) n`)
  await drizzle.execute(sql`
    insert into products_variants (_order, _parent_id, id, size, color, sku, available)
    select v, n, 'large-' || n || '-' || v, (array['S', 'M', 'L'])[1 + v % 3], (array['Pine', 'Charcoal'])[1 + v / 3], 'L' || n || '-' || v, true
    from generate_series(${from}::int, ${to}::int) n, generate_series(0, 5) v`)
}

const people = sql`'buyer' || n % 40000 || '@example.com'`
const paidAt = sql`now() - make_interval(mins => n * 5)`

/** The newest 500 orders are open; older ones are done. Two of five buyers have an account and come back. */
const addOrders = async ({ db: { drizzle } }: Payload, from: number, to: number) => {
  const rows = sql`from generate_series(${from}::int, ${to}::int) n`
  await drizzle.execute(sql`
    insert into users (username, email, role, first_name, last_name, is_active, created_at)
    select 'buyer' || n, ${people}, 'customer', 'June', 'Vale', true, ${paidAt} ${rows} where n % 40000 < 16000 on conflict do nothing`)
  await drizzle.execute(sql`
    insert into orders (id, order_number, uuid, checkout_id, access_key_hash, status, version, currency, subtotal_cents, shipping_cents, tax_cents, total_cents, email, customer_id, payment_state, payment_attempt, fulfillment,
      shipping_address_first_name, shipping_address_last_name, shipping_address_state_code, paid_at, shipped_at, created_at, updated_at)
    select n, 'DF-' || (200000 + n), gen_random_uuid()::text, gen_random_uuid()::text, 'x',
      (case when n > 500 then (array['delivered', 'delivered', 'delivered', 'delivered', 'cancelled'])[1 + n % 5] else (array['paid', 'processing', 'shipped', 'shipped', 'delivered'])[1 + n % 5] end)::enum_orders_status, 1, 'USD',
      3200, 599, 256, 4055, ${people}, (select id from users where email = ${people}), 'completed', 1,
      (case when n > 500 or n % 5 > 1 then 'shipped' when n % 5 = 1 then 'submitted' else 'none' end)::enum_orders_fulfillment,
      (array['Wren', 'June', 'Sam', 'Ash', 'Rowan'])[1 + n % 5], (array['Okafor', 'Vale', 'Reed', 'Lopez', 'Khan', 'Moss'])[1 + n % 6], 'NC', ${paidAt}, case when n > 500 then ${paidAt} + interval '4 days' end, ${paidAt}, ${paidAt}
    ${rows}`)
  await drizzle.execute(sql`
    insert into orders_items (_order, _parent_id, id, product_id, name, size, color, unit_price_cents, quantity)
    select 1, n, 'large-' || n, (select min(id) from products) + n % 50, 'A tee', 'M', 'Pine', 3200, 1 ${rows}`)
  await drizzle.execute(sql`
    insert into payments (order_id, kind, provider, provider_id, status, amount_cents, fee_cents, created_at)
    select n, 'capture', 'paypal', 'large-' || n, 'completed', 4055, 170, ${paidAt} ${rows}`)
  await drizzle.execute(sql`
    insert into order_events (order_id, type, message, actor, created_at)
    select n, type, 'A step', 'system', ${paidAt} ${rows}, unnest(array['placed', 'paid', 'printer:submitted', 'shipped', 'delivered']) type`)
}

type Table = 'products' | 'orders'

/** Adds rows until the table has as many; ids go on from the largest one. */
const growTable = async (payload: Payload, table: Table, total: number) => {
  const { drizzle } = payload.db
  const { rows } = await drizzle.execute<{ present: number; last: number }>(
    sql`select count(*)::int as present, coalesce(max(id), 0)::int as last from ${sql.identifier(table)}`,
  )
  const { present = 0, last = 0 } = rows[0] ?? {}
  const end = last + Math.max(0, total - present)
  const add = table === 'products' ? addProducts : addOrders
  for (let from = last + 1; from <= end; from += rowsPerStatement)
    await add(payload, from, Math.min(end, from + rowsPerStatement - 1))
  await drizzle.execute(
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${Math.max(1, end)})`,
  )
}

/** Adds made-up products and orders to a shop's database until it has as many, and its statistics are right. */
export async function growShop(payload: Payload, { products = 0, orders = 0 }): Promise<void> {
  await payload.db.drizzle.execute(
    sql`insert into categories (name, slug) select 'C' || n, 'c-' || n from generate_series(1, 7) n where not exists (select from categories)`,
  )
  await growTable(payload, 'products', products)
  await growTable(payload, 'orders', orders)
  await payload.db.drizzle.execute(sql`vacuum analyze`)
}
