import { jest } from '@jest/globals'
import { address, makePerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { runJob } from '@/jobs/tasks'
import { getDeliveryDays, shopDay } from '@/modules/checkout/delivery-days'
import {
  addBusinessDays,
  businessDaysBetween,
  minDeliveredOrders,
} from '@/modules/checkout/rules/arrival'
import type { Order } from '@/payload-types'
import { invalidationChannel } from '@/platform/cache-tags'
import { addDays } from '@/platform/time-zones'

/** Stands in for Next's cache: what was read, by key, until one of its tags is invalidated. */
const cached = new Map<string, { value: unknown; tags: string[] }>()
jest.unstable_mockModule('next/cache', () => ({
  unstable_cache:
    (read: () => Promise<unknown>, keys: string[], { tags }: { tags: string[] }) =>
    async () => {
      const key = keys.join()
      const found = cached.get(key) ?? { value: await read(), tags }
      cached.set(key, found)
      return found.value
    },
}))

/** The owner's settings. */
const expected = {
  print: { min: 2, max: 5 },
  transit: {
    contiguous: { min: 3, max: 7 },
    remote: { min: 5, max: 15 },
    military: { min: 10, max: 30 },
  },
  express: { min: 1, max: 3 },
}

beforeAll(() => getTestPayload())
/** Orders with a timeline can’t be deleted. */
afterEach(() => rowsOf(sql`update orders set delivered_at = null`))

/** Noon in the United States, so that it is the same day everywhere there. */
const noonOf = (day: string): string => `${day}T18:00:00.000Z`

/** A standard order that was paid on a business day, by default 160 days ago, and took so many of them for each step. */
const makeDelivered = (
  { printDays, transitDays, paidDaysAgo = 160 }: Days,
  changes: Partial<Order> = {},
): Promise<Order> => {
  const paid = addBusinessDays(addDays(shopDay(), -paidDaysAgo), 1)
  const shipped = addBusinessDays(paid, printDays)
  return makeOrder({
    status: 'delivered',
    paidAt: noonOf(paid),
    shippedAt: noonOf(shipped),
    deliveredAt: noonOf(addBusinessDays(shipped, transitDays)),
    ...changes,
  })
}
type Days = { printDays: number; transitDays: number; paidDaysAgo?: number }
const makeMany = async (count: number, days: Days, changes?: Partial<Order>): Promise<void> => {
  for (let made = 0; made < count; made += 1) await makeDelivered(days, changes)
}
const daysNow = async () => getDeliveryDays(await getTestPayload(), expected)
const inAlaska = { shippingAddress: { ...address, stateCode: 'AK', zip: '99501' } }

it('twenty delivered orders replace what the owner expects, without the slowest and the fastest tenth', async () => {
  expect(minDeliveredOrders).toBe(20)
  await makeMany(1, { printDays: 1, transitDays: 1 })
  await makeMany(9, { printDays: 2, transitDays: 3 })
  await makeMany(9, { printDays: 3, transitDays: 5 })
  expect(await daysNow()).toEqual(expected)
  await makeMany(1, { printDays: 20, transitDays: 40 })
  expect(await daysNow()).toEqual({
    ...expected,
    print: { min: 2, max: 3 },
    transit: { ...expected.transit, contiguous: { min: 3, max: 5 } },
  })
})

it('each region has its own days on the way, and all of them count for printing', async () => {
  await makeMany(minDeliveredOrders - 1, { printDays: 1, transitDays: 2 })
  await makeMany(1, { printDays: 1, transitDays: 9 }, inAlaska)
  expect(await daysNow()).toEqual({ ...expected, print: { min: 1, max: 1 } })
  await makeMany(minDeliveredOrders - 1, { printDays: 1, transitDays: 9 }, inAlaska)
  expect(await daysNow()).toEqual({
    ...expected,
    print: { min: 1, max: 1 },
    transit: { ...expected.transit, remote: { min: 9, max: 9 } },
  })
})

it.each<[string, Days, Partial<Order>]>([
  ['express', { printDays: 1, transitDays: 1 }, { shippingMethod: 'express' }],
  ['delivered more than 180 days ago', { printDays: 1, transitDays: 1, paidDaysAgo: 200 }, {}],
  ['marked as shipped and delivered on one day', { printDays: 4, transitDays: 0 }, {}],
  ['paid by hand on the day they shipped', { printDays: 0, transitDays: 4 }, {}],
])('orders that were %s don’t count', async (_, days, changes) => {
  await makeMany(minDeliveredOrders, days, changes)
  expect(await daysNow()).toEqual(expected)
  await makeMany(minDeliveredOrders - 1, { printDays: 1, transitDays: 1 })
  expect(await daysNow()).toEqual(expected)
})

it('if staff never mark orders as delivered, buyers read what the owner expects, for printing too, however many have shipped', async () => {
  await makeMany(
    2 * minDeliveredOrders,
    { printDays: 1, transitDays: 1 },
    { status: 'shipped', deliveredAt: null },
  )
  expect(await daysNow()).toEqual(expected)
})

it('orders count once staff mark them as delivered', async () => {
  const paid = addBusinessDays(addDays(shopDay(), -20), 1)
  const shipped = addBusinessDays(paid, 2)
  const sent = { status: 'shipped', shippedAt: noonOf(shipped), deliveredAt: null } as const
  const days = { printDays: 2, transitDays: 1, paidDaysAgo: 20 }
  const ids: number[] = []
  while (ids.length < minDeliveredOrders) ids.push((await makeDelivered(days, sent)).id)
  expect(await daysNow()).toEqual(expected)
  const { status } = await call('POST', '/api/admin/orders/bulk', {
    as: await makePerson('admin'),
    body: { action: 'setStatus', status: 'delivered', ids },
  })
  expect(status).toBe(200)
  const onTheWay = businessDaysBetween(shipped, shopDay())
  expect(await daysNow()).toEqual({
    ...expected,
    print: { min: 2, max: 2 },
    transit: { ...expected.transit, contiguous: { min: onTheWay, max: onTheWay } },
  })
})

it('a corrected order counts at once', async () => {
  await makeMany(minDeliveredOrders - 1, { printDays: 1, transitDays: 2 })
  const { id, shippedAt } = await makeDelivered({ printDays: 1, transitDays: 2 })
  expect((await daysNow()).transit.contiguous).toEqual({ min: 2, max: 2 })
  const payload = await getTestPayload()
  // A delivery recorded by mistake on the day of shipping doesn't count, and the others are too few.
  await payload.update({ collection: 'orders', id, data: { deliveredAt: shippedAt } })
  expect(await daysNow()).toEqual(expected)
})

it('product pages follow delivered orders once a day', async () => {
  const { getCachedDeliveryDays } = await import('@/app/(shop)/cached-queries')
  const payload = await getTestPayload()
  const client = await payload.db.pool.connect()
  client.on('notification', ({ payload: message }) => {
    const invalidated: unknown = JSON.parse(String(message))
    for (const [key, { tags }] of cached)
      if (Array.isArray(invalidated) && tags.some((tag) => invalidated.includes(tag)))
        cached.delete(key)
  })
  await client.query(`listen ${invalidationChannel}`)
  const before = await getCachedDeliveryDays()
  await makeMany(minDeliveredOrders, { printDays: 1, transitDays: 2 })
  expect(await getCachedDeliveryDays()).toEqual(before)
  await runJob(payload, 'refresh-delivery-days', {})
  await client.query('select 1')
  const after = await getCachedDeliveryDays()
  expect(after).not.toEqual(before)
  expect(after).toMatchObject({ print: { min: 1, max: 1 } })
  client.release(true)
})
