// @core
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql, untilLocked } from '@tests/support/payload'

import { callPayloadRest } from './payload-rest-request'

/** Routes of Payload's REST API that the shop disables or restricts (src/app/(payload)/cms/api). */
let customer: TestPerson
let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  customer = await makePerson('customer')
  owner = await makePerson('super_admin')
  await makeProduct()
})
const deniedStatuses = [401, 403, 404]

it('first-user registration does not exist in any letter case, because Payload ignores the case of paths', async () => {
  const { text } = await callPayloadRest('POST', '/users/First-Register', {
    body: { username: 'first', password: 'a-long-enough-password' },
  })
  expect(text).toContain('"code":"not_found"')
})

it('a product cannot be duplicated through REST, in any letter case', async () => {
  const [before] = await rowsOf(sql`select count(*) from products`)
  await callPayloadRest('POST', '/products/1/DUPLICATE', { as: owner })
  expect(await rowsOf(sql`select count(*) from products`)).toEqual([before])
})

it('the Open Graph image route (/og) is disabled', async () => {
  expect(deniedStatuses).toContain((await callPayloadRest('GET', '/og?title=words')).status)
})

it('password resets cannot be requested through Payload', async () => {
  expect(deniedStatuses).toContain(
    (
      await callPayloadRest('POST', '/users/forgot-password', {
        body: { username: customer.user.username, email: customer.user.email },
      })
    ).status,
  )
})

it('restoring a version, verifying an email, and listing payload-kv versions are denied without a server error', async () => {
  const responses = [
    await callPayloadRest('POST', '/orders/versions/1'),
    await callPayloadRest('POST', '/users/verify/abc'),
    await callPayloadRest('GET', '/payload-kv/versions', { as: customer }),
  ]
  expect(responses.every(({ status }) => deniedStatuses.includes(status))).toBe(true)
})

it('a visitor cannot tell from /access which ids exist', async () => {
  const [existing, nonexistent] = [
    await callPayloadRest('POST', '/products/access/1'),
    await callPayloadRest('POST', '/products/access/99999'),
  ]
  expect(existing.status).toBe(nonexistent.status)
})

it('a visitor cannot list field names through /access', async () => {
  expect(deniedStatuses).toContain((await callPayloadRest('GET', '/access')).status)
})

it('a customer cannot store admin preferences', async () => {
  expect(deniedStatuses).toContain(
    (
      await callPayloadRest('POST', '/payload-preferences/anything', {
        as: customer,
        body: { value: { anything: 'x'.repeat(10_000) } },
      })
    ).status,
  )
})

it('a deactivated user cannot refresh a session', async () => {
  const deactivated = await makePerson('admin', { isActive: false })
  const { headers } = await callPayloadRest('POST', '/users/refresh-token', { as: deactivated })
  expect(headers.has('set-cookie')).toBe(false)
})

it('a refresh that waits for a password change keeps the new password and the ended sessions', async () => {
  const person = await makePerson('admin')
  const { id } = person.user
  const payload = await getTestPayload()
  let refresh: ReturnType<typeof callPayloadRest> | undefined
  await payload.db.drizzle.transaction(async (tx) => {
    await tx.execute(sql`select id from users where id = ${id} for update`)
    await tx.execute(sql`update users set hash = 'a new hash' where id = ${id}`)
    await tx.execute(sql`delete from users_sessions where _parent_id = ${id}`)
    refresh = callPayloadRest('POST', '/users/refresh-token', { as: person })
    await untilLocked()
  })
  const answer = await refresh
  expect(answer?.status).toBe(401)
  expect(answer?.headers.has('set-cookie')).toBe(false)
  expect(await rowsOf(sql`select hash from users where id = ${id}`)).toEqual([
    { hash: 'a new hash' },
  ])
  expect(await rowsOf(sql`select 1 from users_sessions where _parent_id = ${id}`)).toEqual([])
})

it('a refresh keeps the session of a signed-in user, and never makes it last longer', async () => {
  const person = await makePerson('admin')
  const expireIn = (left: string) =>
    rowsOf(
      sql`update users_sessions set expires_at = now() + ${left}::interval where _parent_id = ${person.user.id}`,
    )
  const refresh = () => callPayloadRest('POST', '/users/refresh-token', { as: person })
  await expireIn('1 hour')
  const { status, headers, text } = await refresh()
  expect([status, headers.has('set-cookie')]).toEqual([200, true])
  const { exp } = JSON.parse(text) as { exp: number }
  const secondsLeft = exp - Date.now() / 1000
  expect(secondsLeft).toBeGreaterThan(3000)
  expect(secondsLeft).toBeLessThanOrEqual(3601)
  expect(
    await rowsOf(
      sql`select expires_at between now() + interval '50 minutes' and now() + interval '1 hour' as same from users_sessions where _parent_id = ${person.user.id}`,
    ),
  ).toEqual([{ same: true }])
  await expireIn('-1 second')
  const late = await refresh()
  expect([late.status, late.headers.has('set-cookie')]).toEqual([401, false])
})

describe('public routes', () => {
  const oneMegabyte = 'x'.repeat(1024 * 1024)

  it('rejects an oversized sign-in body and ignores the body when signing out', async () => {
    const signIn = await callPayloadRest('POST', '/users/login', {
      body: { username: 'wren', password: oneMegabyte },
    })
    const signOut = await callPayloadRest('POST', '/users/logout', {
      as: await makePerson('admin'),
      body: { oneMegabyte },
    })
    expect([signIn.status, signOut.status]).toEqual([413, 200])
  })

  it.each(['X-HTTP-Method-Override', 'X-Payload-HTTP-Method-Override'])(
    '%s cannot change the method of a POST request',
    async (name) => {
      const responses = await Promise.all(
        ['/shop/products', '/root/setup', '/users/me', '/users/login'].map((path) =>
          callPayloadRest('POST', path, { headers: { [name]: 'GET' } }),
        ),
      )
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 403, 404])
      expect(
        (await callPayloadRest('POST', '/products', { as: owner, headers: { [name]: 'DELETE' } }))
          .status,
      ).toBe(404)
      expect(
        (
          await callPayloadRest('POST', '/products', {
            as: owner,
            headers: { [name]: 'GET', 'content-type': 'application/x-www-form-urlencoded' },
          })
        ).status,
      ).toBe(200)
    },
  )

  it('an unknown endpoint gets the standard 404 response without its path', async () => {
    const { status, text } = await callPayloadRest('GET', '/shop/no-such-call')
    expect([status, text]).toEqual([404, '{"error":"We couldn’t find that.","code":"not_found"}'])
  })

  it('responses are not cacheable unless the endpoint allows it', async () => {
    const responses = await Promise.all([
      callPayloadRest('GET', '/users/me', { as: customer }),
      callPayloadRest('GET', '/shop/nothing'),
      callPayloadRest('GET', '/products', { as: owner }),
      callPayloadRest('GET', '/products'),
    ])
    expect(responses.map(({ headers }) => headers.get('cache-control'))).toEqual(
      Array.from({ length: 4 }, () => 'private, no-store'),
    )
    expect((await callPayloadRest('GET', '/shop/categories')).headers.get('cache-control')).toBe(
      'public, max-age=60',
    )
  })
})

it('every admin endpoint of the shop is reachable through the REST route', async () => {
  const { config } = await getTestPayload()
  const adminEndpoints = config.endpoints.filter(({ path }) => path.startsWith('/shop/admin/'))
  expect(adminEndpoints.length).toBeGreaterThan(60)
  const responses = await Promise.all(
    adminEndpoints.map(
      async ({ method, path }) =>
        `${method} ${path} ${(await callPayloadRest(method.toUpperCase(), path.replace(/:\w+/g, '1'))).status}`,
    ),
  )
  expect(responses.filter((label) => label.endsWith(' 404'))).toEqual([])
})
