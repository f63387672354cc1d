// node scripts/run.mjs bench/admin-lists.ts — measures the admin's queries with 1,000 and 100,000 orders and products.
// Needs the shop's environment with DATABASE_URL set to an empty database.
import config from '@payload-config'
import { getPayload } from 'payload'

import { listAdminUsers, userSorts } from '../src/modules/accounts/queries/list-users'
import { listAdminProducts } from '../src/modules/catalog/queries/admin-products'
import { adminProductSorts } from '../src/modules/catalog/schemas/admin-products'
import {
  countPrintQueue,
  listPrintQueue,
  printQueueStages,
} from '../src/modules/fulfillment/queries/print-queue'
import { countOrdersToSubmit, listAdminOrders } from '../src/modules/orders/queries/admin-orders'
import { customerSorts, listCustomers } from '../src/modules/orders/queries/list-customers'
import { orderListQuery, orderSorts } from '../src/modules/orders/schemas/admin-orders'
import { searchAdmin } from '../src/modules/shop/queries/admin-search'
import {
  getAdminStats,
  getRangeTotals,
  listBestSellers,
  listRevenue,
} from '../src/modules/shop/queries/sales-stats'
import { countToDo } from '../src/modules/shop/queries/to-do'
import { migrate } from '../src/seed/prepare'
import { growShop } from './grow-shop'

const payload = await getPayload({ config })
await migrate(payload)

const page = { page: 1, limit: 25 }
const orderList = orderListQuery.parse(page)
const everyDay = { from: '', to: '' }
const productList = {
  ...page,
  ...everyDay,
  search: '',
  category: '',
  status: '' as const,
  show: '' as const,
  sort: 'newest' as const,
}
const people = { ...page, ...everyDay, search: '', role: '' as const }
const now = new Date()
const range = {
  from: new Date(now.getTime() - 29 * 86_400_000).toISOString().slice(0, 10),
  to: now.toISOString().slice(0, 10),
}
const reads: [string, () => Promise<unknown>][] = [
  ...orderSorts.map((sort): [string, () => Promise<unknown>] => [
    `orders, ${sort}`,
    () => listAdminOrders(payload, { ...orderList, sort }),
  ]),
  ['orders, paid', () => listAdminOrders(payload, { ...orderList, status: 'paid' })],
  ['orders, number', () => listAdminOrders(payload, { ...orderList, search: 'DF-200777' })],
  ['orders, name', () => listAdminOrders(payload, { ...orderList, search: 'wren okafor' })],
  ['orders, page 100', () => listAdminOrders(payload, { ...orderList, page: 100 })],
  ['orders, issue', () => listAdminOrders(payload, { ...orderList, issue: 'payment' })],
  ['orders, contested', () => listAdminOrders(payload, { ...orderList, issue: 'contested' })],
  ...adminProductSorts.map((sort): [string, () => Promise<unknown>] => [
    `products, ${sort}`,
    () => listAdminProducts(payload, { ...productList, sort }),
  ]),
  ['products, search', () => listAdminProducts(payload, { ...productList, search: 'fern hoodie' })],
  [
    'products, unsellable',
    () => listAdminProducts(payload, { ...productList, show: 'unsellable' }),
  ],
  ...customerSorts.map((sort): [string, () => Promise<unknown>] => [
    `customers, ${sort}`,
    () => listCustomers(payload, { ...page, from: '', to: '', search: '', sort }),
  ]),
  [
    'customers, search',
    () => listCustomers(payload, { ...page, from: '', to: '', search: 'wren', sort: 'recent' }),
  ],
  ...userSorts.map((sort): [string, () => Promise<unknown>] => [
    `users, ${sort}`,
    () => listAdminUsers(payload, { ...people, sort }),
  ]),
  ['menu badge', () => countOrdersToSubmit(payload)],
  ['dashboard figures', () => getAdminStats(payload)],
  ['dashboard revenue', () => listRevenue(payload, 'day')],
  ['dashboard range', () => getRangeTotals(payload, range)],
  ['dashboard best sellers', () => listBestSellers(payload, 5)],
  ['dashboard to do', () => countToDo(payload)],
  ['palette', () => searchAdmin(payload, 'wren', ['product', 'order', 'content', 'user'])],
  ['printing board, counts', () => countPrintQueue(payload)],
  ...printQueueStages.map((stage): [string, () => Promise<unknown>] => [
    `printing board, ${stage}`,
    () => listPrintQueue(payload, stage, { page: 1, limit: 10 }),
  ]),
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
await growShop(payload, { orders: 1000, products: 1000 })
const small = await measure()
await growShop(payload, { orders: 100_000, products: 100_000 })
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
