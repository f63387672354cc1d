import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'

import { knock } from './payload-rest-request'

/** Doors of Payload's own REST that each stood open once (src/app/(payload)/cms/api). */
let customer: TestPerson
let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  customer = await makePerson('customer')
  owner = await makePerson('super_admin')
  await makeProduct()
})
const closed = [401, 403, 404]

it('to be the first person does not exist, however it is spelled (Payload matches paths without regard to case)', async () => {
  const { text } = await knock('POST', '/users/First-Register', {
    body: { username: 'first', password: 'a-long-enough-password' },
  })
  expect(text).toContain('"code":"not_found"')
})

it('a product is not doubled, however it is spelled', async () => {
  const [before] = await rowsOf(sql`select count(*) from products`)
  await knock('POST', '/products/1/DUPLICATE', { as: owner })
  expect(await rowsOf(sql`select count(*) from products`)).toEqual([before])
})

it('pictures are not drawn from the words in an address (/og)', async () => {
  expect(closed).toContain((await knock('GET', '/og?title=words')).status)
})

it('nobody has a reset of a password sent through Payload', async () => {
  expect(closed).toContain(
    (
      await knock('POST', '/users/forgot-password', {
        body: { username: customer.user.username, email: customer.user.email },
      })
    ).status,
  )
})

it('restoring a version and verifying an address are not there, instead of falling over', async () => {
  const answers = [
    await knock('POST', '/orders/versions/1'),
    await knock('POST', '/users/verify/abc'),
    await knock('GET', '/payload-kv/versions', { as: customer }),
  ]
  expect(answers.every(({ status }) => closed.includes(status))).toBe(true)
})

it('a visitor does not learn which ids exist', async () => {
  const [there, gone] = [
    await knock('POST', '/products/access/1'),
    await knock('POST', '/products/access/99999'),
  ]
  expect(there.status).toBe(gone.status)
})

it('a visitor does not learn the names of the fields', async () => {
  expect(closed).toContain((await knock('GET', '/access')).status)
})

it('a customer has no shelf for preferences of the panel', async () => {
  expect(closed).toContain(
    (
      await knock('POST', '/payload-preferences/anything', {
        as: customer,
        body: { value: { anything: 'x'.repeat(10_000) } },
      })
    ).status,
  )
})

it('a switched-off person does not renew a session', async () => {
  const off = await makePerson('admin', { isActive: false })
  const { headers } = await knock('POST', '/users/refresh-token', { as: off })
  expect(headers.has('set-cookie')).toBe(false)
})

describe('what is open to everybody', () => {
  const mega = 'x'.repeat(1024 * 1024)

  it('is signed in and out of with small bodies only: whoever wants may send them', async () => {
    const long = await knock('POST', '/users/login', { body: { username: 'wren', password: mega } })
    const out = await knock('POST', '/users/logout', {
      as: await makePerson('admin'),
      body: { mega },
    })
    expect([long.status, out.status]).toEqual([413, 200])
  })

  it.each(['X-HTTP-Method-Override', 'X-Payload-HTTP-Method-Override'])(
    'does not turn into another call by %s, which would read any body whole',
    async (name) => {
      const answers = await Promise.all(
        ['/shop/products', '/root/setup', '/users/me', '/users/login'].map((path) =>
          knock('POST', path, { headers: { [name]: 'GET' } }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      expect(
        (await knock('POST', '/products', { as: owner, headers: { [name]: 'DELETE' } })).status,
      ).toBe(404)
      expect(
        (
          await knock('POST', '/products', {
            as: owner,
            headers: { [name]: 'GET', 'content-type': 'application/x-www-form-urlencoded' },
          })
        ).status,
      ).toBe(200)
    },
  )

  it('answers an unknown call as every refusal is worded, without its path inside', async () => {
    const { status, text } = await knock('GET', '/shop/no-such-call')
    expect([status, text]).toEqual([404, '{"error":"That was not found.","code":"not_found"}'])
  })

  it('is not kept by anybody on the way, unless it says so', async () => {
    const answers = await Promise.all([
      knock('GET', '/users/me', { as: customer }),
      knock('GET', '/shop/nothing'),
      knock('GET', '/products', { as: owner }),
      knock('GET', '/products'),
    ])
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(
      Array.from({ length: 4 }, () => 'private, no-store'),
    )
    expect((await knock('GET', '/shop/categories')).headers.get('cache-control')).toBe(
      'public, max-age=60',
    )
  })
})

it('every call of the shop’s own for staff is reached through them, whatever it is called', async () => {
  const { config } = await getTestPayload()
  const calls = config.endpoints.filter(({ path }) => path.startsWith('/shop/admin/'))
  expect(calls.length).toBeGreaterThan(60)
  const answers = await Promise.all(
    calls.map(
      async ({ method, path }) =>
        `${method} ${path} ${(await knock(method.toUpperCase(), path.replace(/:\w+/g, '1'))).status}`,
    ),
  )
  expect(answers.filter((answer) => answer.endsWith(' 404'))).toEqual([])
})
