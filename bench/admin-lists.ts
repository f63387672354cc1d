// node scripts/run.mjs bench/admin-lists.ts — measures the admin's queries with 100,000 orders and 10,000 products.
// Needs the shop's environment with DATABASE_URL set to an empty database.
import config from '@payload-config'
import { sql } from '@payloadcms/db-postgres'
import { getPayload } from 'payload'

import { listAdminProducts } from '../src/modules/catalog/queries/admin-products'
import { countPrintQueue, listPrintQueue } from '../src/modules/fulfillment/queries/print-queue'
import { listAdminOrders } from '../src/modules/orders/queries/admin-orders'
import { orderListQuery } from '../src/modules/orders/schemas/admin-orders'
import { searchAdmin } from '../src/modules/shop/queries/admin-search'
import {
  getAdminStats,
  listBestSellers,
  listRevenue,
} from '../src/modules/shop/queries/sales-stats'
import { countToDo } from '../src/modules/shop/queries/to-do'
import { migrate } from '../src/seed/prepare'

const payload = await getPayload({ config })
await migrate(payload)
const { drizzle } = payload.db

const grow = async (orders: number, products: number) => {
  await drizzle.execute(sql`
    insert into products (name, description, base_price_cents, is_active, slug, search_tags, created_at)
    select (array['Fern', 'Moon', 'River', 'Stone', 'Wave'])[1 + n % 5] || ' ' || (array['Tee', 'Hoodie', 'Tote', 'Tank'])[1 + n % 4] || ' ' || n, 'Plain', 100 * (20 + n % 40), true, 'bench-' || n, 'nature', now() - make_interval(mins => n)
    from generate_series((select count(*)::int + 1 from products), ${products}) n`)
  await drizzle.execute(sql`
    insert into orders (order_number, uuid, checkout_id, access_key_hash, status, version, currency, subtotal_cents, shipping_cents, tax_cents, total_cents, email, payment_state, payment_attempt, fulfillment,
      shipping_address_first_name, shipping_address_last_name, paid_at, created_at, updated_at)
    select 'DF-' || (20000 + n), gen_random_uuid()::text, gen_random_uuid()::text, 'x', (array['paid', 'processing', 'shipped', 'delivered', 'delivered', 'delivered', 'cancelled'])[1 + n % 7]::enum_orders_status, 1, 'USD',
      3200, 599, 256, 4055, 'buyer' || n || '@example.com', 'completed', 1, (array['none', 'submitted', 'shipped', 'shipped'])[1 + n % 4]::enum_orders_fulfillment,
      (array['Wren', 'June', 'Sam', 'Ash', 'Rowan'])[1 + n % 5], (array['Okafor', 'Vale', 'Reed', 'Lopez', 'Khan', 'Moss'])[1 + n % 6], now() - make_interval(mins => n * 5), now() - make_interval(mins => n * 5), now()
    from generate_series((select count(*)::int + 1 from orders), ${orders}) n`)
  await drizzle.execute(sql`
    insert into orders_items (_order, _parent_id, id, product_id, name, size, color, unit_price_cents, quantity)
    select 1, o.id, 'b' || o.id, 1 + o.id % ${products}, 'A tee', 'M', 'Pine', 3200, 1 from orders o where not exists (select 1 from orders_items i where i._parent_id = o.id)`)
  await drizzle.execute(sql`vacuum analyze`)
}

const page = { page: 1, limit: 25 }
const orderList = orderListQuery.parse(page)
const productList = {
  ...page,
  search: '',
  category: '',
  status: '' as const,
  show: '' as const,
  sort: 'newest' as const,
}
const reads: [string, () => Promise<unknown>][] = [
  ['orders, newest', () => listAdminOrders(payload, orderList)],
  ['orders, paid', () => listAdminOrders(payload, { ...orderList, status: 'paid' })],
  [
    'orders, search by number',
    () => listAdminOrders(payload, { ...orderList, search: 'DF-20077' }),
  ],
  [
    'orders, search by name',
    () => listAdminOrders(payload, { ...orderList, search: 'wren okafor' }),
  ],
  ['orders, page 100', () => listAdminOrders(payload, { ...orderList, page: 100 })],
  ['orders, by total', () => listAdminOrders(payload, { ...orderList, sort: 'total-high' })],
  ['products, newest', () => listAdminProducts(payload, productList)],
  ['products, search', () => listAdminProducts(payload, { ...productList, search: 'fern hoodie' })],
  ['dashboard figures', () => getAdminStats(payload)],
  ['dashboard revenue', () => listRevenue(payload, 'day')],
  ['dashboard best sellers', () => listBestSellers(payload, 5)],
  ['dashboard today', () => countToDo(payload)],
  ['palette', () => searchAdmin(payload, 'wren', ['product', 'order', 'content', 'user'])],
  ['printing board, counts', () => countPrintQueue(payload)],
  ['printing board, a lane', () => listPrintQueue(payload, 'waiting', { page: 1, limit: 10 })],
]
const measure = async (): Promise<number[]> => {
  const durationsMs: number[] = []
  for (const [, read] of reads) {
    for (let warm = 0; warm < 3; warm += 1) await read()
    const startedAt = process.hrtime.bigint()
    for (let round = 0; round < 15; round += 1) await read()
    durationsMs.push(Number(process.hrtime.bigint() - startedAt) / 15e6)
  }
  return durationsMs
}
await grow(1000, 100)
const small = await measure()
await grow(100_000, 10_000)
const large = await measure()
console.log('read'.padEnd(28), 'ms at 1,000'.padStart(12), 'at 100,000'.padStart(12))
reads.forEach(([name], index) =>
  console.log(
    name.padEnd(28),
    (small[index] ?? 0).toFixed(1).padStart(12),
    (large[index] ?? 0).toFixed(1).padStart(12),
  ),
)
process.exit(0)
