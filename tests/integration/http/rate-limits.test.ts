import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

beforeAll(async () => {
  await getTestPayload()
})

const ask = async (address: string): Promise<number> =>
  (
    await call('POST', '/api/orders/find', {
      body: { orderNumber: 'DF-999999', email: 'wren@example.com' },
      headers: { 'x-client-address': address },
    })
  ).status

it.each([
  [
    'a network of IPv6, whichever of its addresses calls',
    (n: number) => `2001:db8:77:1:${n}::${n}`,
    '2001:db8:77:1::ffff',
    '2001:db8:77:2::1',
  ],
  [
    'an address of IPv4, also as IPv6 writes it',
    (n: number) => (n % 2 ? '198.51.100.7' : '::ffff:198.51.100.7'),
    '198.51.100.7',
    '198.51.100.8',
  ],
])('the allowance is that of %s', async (_, nth, same, other) => {
  for (let n = 1; n <= 5; n += 1) expect(await ask(nth(n))).toBe(200)
  expect([await ask(same), await ask(other)]).toEqual([429, 200])
})
