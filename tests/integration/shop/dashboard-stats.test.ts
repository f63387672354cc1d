import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import {
  getAdminStats,
  getRangeTotals,
  listBestSellers,
  listRevenue,
} from '@/modules/shop/queries/sales-stats'

let admin: TestPerson
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
})
beforeEach(() => rowsOf(sql`truncate orders, payments, order_events restart identity cascade`))

/** Creates an order that was paid `daysAgo`, with its payment. */
const paidOrder = async (cents: number, daysAgo: number): Promise<number> => {
  const { id } = await makeOrder()
  const when = sql`now() - make_interval(days => ${daysAgo})`
  await rowsOf(
    sql`update orders set subtotal_cents = ${cents}, shipping_cents = 0, tax_cents = 0, total_cents = ${cents}, status = 'paid', payment_state = 'completed', paid_at = ${when}, created_at = ${when} where id = ${id}`,
  )
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency, created_at) values (${id}, 'capture', 'paypal', ${`CAP-${id}`}, 'completed', ${cents}, 'USD', ${when})`,
  )
  return id
}
const thisMonth = async (): Promise<number> =>
  (await getAdminStats(await getTestPayload())).revenueCents

it('revenue is completed payments minus completed refunds', async () => {
  const id = await paidOrder(6696, 0)
  await makeOrder()
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency, created_at) values (${id}, 'refund', 'paypal', 'REF-1', 'completed', 1000, 'USD', now()), (${id}, 'refund', 'paypal', 'REF-2', 'failed', 500, 'USD', now()), (${id}, 'capture', 'paypal', 'CAP-P', 'pending', 9900, 'USD', now())`,
  )
  expect(await thisMonth()).toBe(5696)
})

it('an empty shop has zeros', async () => {
  const { status, body } = await call('GET', '/api/admin/stats', { as: admin })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    monthlyRevenue: '0.00',
    monthlyRevenueBefore: '0.00',
    totalOrders: 0,
    recentOrders: [],
    goals: { revenue: 5000, products: 20, content: 50 },
  })
})

it('an order from an older payment link counts in the week in which it was paid', async () => {
  const id = await paidOrder(5000, 1)
  await paidOrder(5000, 9)
  await rowsOf(sql`update orders set created_at = now() - interval '8 days' where id = ${id}`)
  expect(await getAdminStats(await getTestPayload())).toMatchObject({
    ordersThisWeek: 1,
    ordersWeekBefore: 1,
  })
})

it('a payment from 70 days ago counts toward neither this month nor the previous one', async () => {
  await paidOrder(5000, 70)
  expect(await getAdminStats(await getTestPayload())).toMatchObject({
    revenueCents: 0,
    revenueBeforeCents: 0,
    totalOrders: 1,
    ordersThisWeek: 0,
  })
})

it('a payment on the last evening of a month counts toward that month in the shop’s time zone', async () => {
  const id = await paidOrder(1000, 0)
  // The payment is an hour before the month began in New York, when it had already begun in UTC.
  await rowsOf(
    sql`update payments set created_at = (date_trunc('month', now() at time zone 'America/New_York') at time zone 'America/New_York') - interval '1 hour' where order_id = ${id}`,
  )
  expect(await thisMonth()).toBe(0)
})

it('the chart has an entry for every day, including days without sales', async () => {
  await paidOrder(2500, 0)
  await paidOrder(1500, 3)
  const points = await listRevenue(await getTestPayload(), 'day')
  expect(points).toHaveLength(30)
  expect(points.at(-1)).toMatchObject({ revenueCents: 2500, orders: 1 })
  expect(points.at(-4)).toMatchObject({ revenueCents: 1500, orders: 1 })
  expect(points.reduce((sum, { revenueCents }) => sum + revenueCents, 0)).toBe(4000)
  expect(await listRevenue(await getTestPayload(), 'week')).toHaveLength(13)
  expect(await listRevenue(await getTestPayload(), 'month')).toHaveLength(12)
})

it('a date range includes exactly its first through last day in the shop’s time zone', async () => {
  const payload = await getTestPayload()
  const zone = process.env.SHOP_TIME_ZONE ?? 'America/New_York'
  const moments = ['2026-03-01 00:00', '2026-03-10 23:59', '2026-02-28 23:59', '2026-03-11 00:00']
  for (const moment of moments) {
    const id = await paidOrder(1000, 0)
    await rowsOf(
      sql`update payments set created_at = (${moment}::timestamp at time zone ${zone}) where order_id = ${id}`,
    )
    await rowsOf(
      sql`update orders set paid_at = (${moment}::timestamp at time zone ${zone}) where id = ${id}`,
    )
  }
  const range = { from: '2026-03-01', to: '2026-03-10' }
  expect(await getRangeTotals(payload, range)).toEqual({ revenueCents: 2000, orders: 2 })
  const points = await listRevenue(payload, 'day', range)
  expect(points).toHaveLength(10)
  expect([points[0], points.at(-1)]).toEqual([
    { from: '2026-03-01', revenueCents: 1000, orders: 1 },
    { from: '2026-03-10', revenueCents: 1000, orders: 1 },
  ])
})

it('paid orders are counted on the day they were paid, once each, with free ones and without unmatched payments', async () => {
  const payload = await getTestPayload()
  const free = await paidOrder(1000, 2)
  await rowsOf(sql`update orders set subtotal_cents = 0, total_cents = 0 where id = ${free}`)
  await rowsOf(sql`delete from payments where order_id = ${free}`)
  const unmatched = await paidOrder(1000, 2)
  await rowsOf(
    sql`update orders set payment_state = 'mismatch', paid_at = null where id = ${unmatched}`,
  )
  const byBoth = await paidOrder(1000, 1)
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency, created_at) values (${byBoth}, 'gift-card', 'gift-card', 'GC-1', 'completed', 500, 'USD', now() - interval '3 days')`,
  )
  const points = await listRevenue(payload, 'day')
  expect(points.slice(-4)).toMatchObject([
    { revenueCents: 500, orders: 0 },
    { revenueCents: 1000, orders: 1 },
    { revenueCents: 1000, orders: 1 },
    { revenueCents: 0, orders: 0 },
  ])
  const range = { from: points.at(-4)?.from ?? '', to: points.at(-1)?.from ?? '' }
  expect(await getRangeTotals(payload, range)).toEqual({ revenueCents: 2500, orders: 2 })
})

it('bestsellers exclude canceled orders', async () => {
  const id = await paidOrder(3200, 1)
  const [before] = await listBestSellers(await getTestPayload(), 3)
  await rowsOf(sql`update orders set status = 'cancelled' where id = ${id}`)
  expect(await listBestSellers(await getTestPayload(), 3)).toEqual([])
  expect(before === undefined || before.sold > 0).toBe(true)
})

it.each(['customer', 'editor'] as const)('a %s can’t read the stats', async (role) => {
  expect((await call('GET', '/api/admin/stats', { as: await makePerson(role) })).status).toBe(403)
  expect(
    (await call('GET', '/api/admin/stats/revenue?by=week', { as: await makePerson(role) })).status,
  ).toBe(403)
})

it('an unknown interval is rejected', async () => {
  expect((await call('GET', '/api/admin/stats/revenue?by=hour', { as: admin })).status).toBe(400)
})
