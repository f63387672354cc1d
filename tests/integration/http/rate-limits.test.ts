// @core
import { makeCheckout, makeProduct } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

const sandbox = useSandbox()

beforeAll(async () => {
  await getTestPayload()
})

const statusFor = async (address: string): Promise<number> =>
  (
    await call('POST', '/api/orders/find', {
      body: { orderNumber: 'DF-999999', email: 'wren@example.com' },
      headers: { 'x-client-address': address },
    })
  ).status

it.each([
  [
    'an IPv6 /64 network',
    (n: number) => `2001:db8:77:1:${n}::${n}`,
    '2001:db8:77:1::ffff',
    '2001:db8:77:2::1',
  ],
  [
    'an IPv4 address and its IPv6-mapped form',
    (n: number) => (n % 2 ? '198.51.100.7' : '::ffff:198.51.100.7'),
    '198.51.100.7',
    '198.51.100.8',
  ],
])('a rate limit is shared by %s', async (_, nth, same, other) => {
  for (let n = 1; n <= 5; n += 1) expect(await statusFor(nth(n))).toBe(200)
  expect([await statusFor(same), await statusFor(other)]).toEqual([429, 200])
})

it('a limit says for how long it holds', async () => {
  const address = '198.51.100.44'
  for (let n = 1; n <= 5; n += 1) await statusFor(address)
  const refusal = async () =>
    (
      await call<{ error: string }>('POST', '/api/orders/find', {
        body: { orderNumber: 'DF-999999', email: 'wren@example.com' },
        headers: { 'x-client-address': address },
      })
    ).body.error
  expect(await refusal()).toBe('Too many attempts. Please try again in 10 minutes.')
  const extend = (ms: number) =>
    rowsOf(
      sql`update rate_limits set expire = ${Date.now() + ms} where key like ${`%orders/find%${address}`} returning 1`,
    )
  expect(await extend(30_000)).toHaveLength(1)
  expect(await refusal()).toBe('Too many attempts. Please try again in 1 minute.')
  await extend(7_200_000)
  expect(await refusal()).toBe('Too many attempts. Please try again later.')
})

it('an address that placed 300 orders in a day cannot place another one that day', async () => {
  const product = await makeProduct()
  const order = async (address: string): Promise<number> =>
    (
      await call('POST', '/order', {
        body: makeCheckout(product),
        headers: { 'x-client-address': address },
      })
    ).status
  expect(await order('198.51.100.31')).toBe(200)
  const counted = await rowsOf(
    sql`update rate_limits set points = 300 where key like '%orders-a-day%198.51.100.31%' returning 1`,
  )
  expect(counted).toHaveLength(1)
  expect([await order('198.51.100.31'), await order('198.51.100.32')]).toEqual([429, 200])
})

it('anyone can have the link to an order emailed five times a day, from whatever addresses', async () => {
  const { orderNumber, email } = await makeOrder({ email: `lost-${Date.now()}@example.com` })
  const find = async (body: { orderNumber: string; email: string }, address: string) => {
    const { status } = await call('POST', '/api/orders/find', {
      body,
      headers: { 'x-client-address': address },
    })
    expect(status).toBe(200)
    await runWaitingJobs()
  }
  // Guessing order numbers doesn't use up the limit of a real one.
  await find({ orderNumber: 'DF-999998', email }, '198.51.100.60')
  for (let n = 1; n <= 7; n += 1) await find({ orderNumber, email }, `198.51.100.${60 + n}`)
  expect(await sandbox.mails(email)).toHaveLength(5)
})
