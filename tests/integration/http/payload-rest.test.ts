// @core
import { databaseFingerprint } from '@tests/support/database-snapshot'
import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql, untilLocked } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { rest } from './access-matrix'
import { callPayloadRest } from './payload-rest-request'

const roles = ['customer', 'editor', 'admin', 'super_admin'] as const
type Who = (typeof roles)[number] | 'visitor'
const people = {} as Record<Who, TestPerson | null>
const missingId = 999_999
useSandbox()

/** Collections where customers can read their own rows (collection-access.test.ts). */
const ownRows = ['identities', 'addresses', 'saved-items']
const slugs = [
  ...Object.keys(rest),
  'payload-kv',
  'payload-migrations',
  'payload-jobs',
  'payload-locked-documents',
]

beforeAll(async () => {
  await getTestPayload()
  people.visitor = null
  for (const role of roles) people[role] = await makePerson(role)
  const product = await makeProduct()
  expect((await call('POST', '/order', { body: makeCheckout(product) })).status).toBe(200)
})

/** Every route of a collection in Payload's REST API, except authentication. */
const routesOf = (slug: string): [string, string][] => [
  ['GET', `/${slug}?limit=0&depth=10`],
  ['GET', `/${slug}?where[id][greater_than]=0`],
  ['GET', `/${slug}/1`],
  ['GET', `/${slug}/${missingId}`],
  ['GET', `/${slug}/count`],
  ['POST', `/${slug}`],
  ['PATCH', `/${slug}/1`],
  ['PATCH', `/${slug}?where[id][exists]=true`],
  ['DELETE', `/${slug}/1`],
  ['DELETE', `/${slug}?where[id][exists]=true`],
  ...(slug.startsWith('payload-')
    ? []
    : ([
        ['GET', `/${slug}/versions`],
        ['GET', `/${slug}/versions/1`],
      ] as [string, string][])),
  ['POST', `/${slug}/1/duplicate`],
]
const deniedCases = slugs.flatMap((slug) =>
  (['visitor', 'customer'] as const).map((who) => [slug, who] as const),
)

it.each(deniedCases)(
  'every route of %s is denied to a %s and changes nothing',
  async (slug, who) => {
    const before = await databaseFingerprint()
    const openRoutes: string[] = []
    for (const [method, path] of routesOf(slug)) {
      const { status } = await callPayloadRest(method, path, {
        as: people[who],
        body: {
          role: 'super_admin',
          isActive: true,
          name: 'Taken over',
          status: 'paid',
          key: 'k',
          value: {},
        },
      })
      if (![401, 403, 404, 501].includes(status)) openRoutes.push(`${method} ${path} ${status}`)
    }
    // Customers can read their own user and their own rows, and nothing else.
    const lists = [
      `GET /${slug}?limit=0&depth=10 200`,
      `GET /${slug}?where[id][greater_than]=0 200`,
      `GET /${slug}/count 200`,
    ]
    const ownRoutes =
      who === 'visitor'
        ? []
        : slug === 'users'
          ? [...lists.slice(0, 2), 'GET /users/1 200', ...lists.slice(2)]
          : ownRows.includes(slug)
            ? lists
            : []
    expect([[], ownRoutes]).toContainEqual(openRoutes)
    expect(await databaseFingerprint()).toBe(before)
  },
)

it('a customer who lists users sees at most their own user, without secrets', async () => {
  const me = people.customer?.user
  const { status, body, text } = await callPayloadRest<{ docs?: { id: number }[] }>(
    'GET',
    '/users?limit=0',
    { as: people.customer },
  )
  expect((body.docs ?? []).map(({ id }) => id)).toEqual(status === 200 ? [me?.id] : [])
  expect(text).not.toMatch(/"(hash|salt|resetPasswordToken)"/)
  expect([403, 404]).toContain(
    (await callPayloadRest('GET', `/users/${people.super_admin?.user.id}`, { as: people.customer }))
      .status,
  )
  const oracle = await callPayloadRest<{ totalDocs?: number }>(
    'GET',
    '/users?where[role][equals]=super_admin',
    { as: people.customer },
  )
  expect(oracle.body.totalDocs ?? 0).toBe(0)
})

describe('signing in and out', () => {
  it('signs a customer in with an HttpOnly cookie and returns no token', async () => {
    const person = await makePerson('customer')
    const { status, body, headers, text } = await callPayloadRest('POST', '/users/login', {
      body: { username: person.user.username, password: person.password },
    })
    expect(status).toBe(200)
    expect(body.token).toBeUndefined()
    expect(text).not.toMatch(/"(hash|salt|resetPasswordToken)"/)
    expect(headers.get('set-cookie')).toMatch(/^payload-token=[^;]+;.*HttpOnly.*SameSite=Lax/i)
  })

  it('fails the same way for a wrong password, an unknown username, and a deactivated user', async () => {
    const active = await makePerson('customer')
    const inactive = await makePerson('admin', { isActive: false })
    const responses = await Promise.all(
      [
        { username: active.user.username, password: 'not the password' },
        { username: 'nobody-here', password: 'not the password' },
        { username: inactive.user.username, password: inactive.password },
      ].map((body) => callPayloadRest('POST', '/users/login', { body })),
    )
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(
      new Set(
        responses.map(
          ({ text }) => (JSON.parse(text) as { errors: [{ message: string }] }).errors[0].message,
        ),
      ).size,
    ).toBe(1)
    expect(responses.every(({ headers }) => !headers.has('set-cookie'))).toBe(true)
  })

  it('ignores a role in the sign-in body', async () => {
    const person = await makePerson('customer')
    await callPayloadRest('POST', '/users/login', {
      body: {
        username: person.user.username,
        password: person.password,
        role: 'super_admin',
        isActive: true,
        id: 1,
      },
    })
    expect(await rowsOf(sql`select role from users where id = ${person.user.id}`)).toEqual([
      { role: 'customer' },
    ])
  })

  it('ends the session on sign-out', async () => {
    const admin = await makePerson('admin')
    expect((await callPayloadRest('GET', '/orders', { as: admin })).status).toBe(200)
    expect((await callPayloadRest('POST', '/users/logout', { as: admin })).status).toBe(200)
    expect((await callPayloadRest('GET', '/orders', { as: admin })).status).toBe(403)
  })

  it('returns no user from /users/me without a cookie or with a forged or altered one', async () => {
    const forged = [
      'payload-token=x',
      'payload-token=eyJhbGciOiJub25lIn0.eyJpZCI6MSwiY29sbGVjdGlvbiI6InVzZXJzIn0.',
      `${people.admin?.cookie.slice(0, -4)}AAAA`,
    ]
    for (const cookie of [undefined, ...forged]) {
      const { status, body } = await callPayloadRest('GET', '/users/me', {
        headers: cookie ? { cookie } : {},
      })
      expect([status, body.user]).toEqual([200, null])
    }
  })

  it('ignores a session cookie in cross-site requests', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    const rename = (headers: Record<string, string>) =>
      callPayloadRest('PATCH', '/products/1', {
        as: people.super_admin,
        headers,
        body: { name: 'Taken over' },
      })
    const before = await databaseFingerprint()
    for (const headers of foreign) expect((await rename(headers)).status).toBe(403)
    expect(await databaseFingerprint()).toBe(before)
    expect((await rename({})).status).toBe(200)
  })
})

describe('disabled routes', () => {
  it('first-user registration does not exist for a visitor or a customer', async () => {
    const body = {
      username: 'first',
      password: 'a-long-enough-password',
      role: 'super_admin',
      isActive: true,
    }
    const [before] = await rowsOf<{ count: string }>(sql`select count(*) from users`)
    for (const path of [
      '/users/first-register',
      '/users/first-register/',
      '//users/first-register',
    ])
      for (const as of [null, people.customer])
        expect((await callPayloadRest('POST', path, { as, body })).status).toBe(404)
    expect(await rowsOf(sql`select count(*) from users`)).toEqual([before])
  })

  it.each([
    '/payload-jobs/run',
    '/payload-jobs/handle-schedules',
    '/payload-locked-documents',
    '/graphql',
    '/graphql-playground',
    '/products/1/duplicate',
  ])('%s does not exist, even for a super admin', async (path) => {
    for (const method of ['GET', 'POST'])
      expect([404, 501]).toContain(
        (await callPayloadRest(method, path, { as: people.super_admin })).status,
      )
  })

  it('a method override header does not change the method', async () => {
    const [before] = await rowsOf<{ count: string }>(sql`select count(*) from products`)
    for (const override of ['DELETE', 'PATCH', 'delete', 'PUT', 'GET, DELETE'])
      for (const method of ['POST', 'GET'])
        expect(
          (
            await callPayloadRest(method, '/products/1', {
              as: people.super_admin,
              headers: { 'x-http-method-override': override },
            })
          ).status,
        ).toBe(404)
    expect(
      (
        await callPayloadRest('POST', '/products', {
          as: people.customer,
          headers: { 'x-http-method-override': 'GET' },
        })
      ).status,
    ).toBe(403)
    expect(await rowsOf(sql`select count(*) from products`)).toEqual([before])
  })
})

describe('staff', () => {
  it('every collection has an entry in the access matrix, and every entry has a collection', async () => {
    const { config } = await getTestPayload()
    expect(Object.keys(rest).sort()).toEqual(
      config.collections
        .map(({ slug }) => slug)
        .filter((slug) => !slug.startsWith('payload-'))
        .sort(),
    )
  })

  const cells = Object.entries(rest).flatMap(([slug, row]) =>
    Object.entries(row).map(([role, may]) => [role, slug, may] as const),
  )

  it.each(cells)('%s has this access to %s: %s', async (role, slug, may) => {
    const as = people[role as Who]
    const responses = await Promise.all([
      callPayloadRest('POST', `/${slug}`, { as, body: {} }),
      callPayloadRest('GET', `/${slug}?limit=1`, { as }),
      callPayloadRest('PATCH', `/${slug}/${missingId}`, { as, body: {} }),
      callPayloadRest('DELETE', `/${slug}/${missingId}`, { as }),
    ])
    expect(
      responses.map(({ status }, index) => (status === 403 ? '-' : 'crud'[index])).join(''),
    ).toBe(may)
    // Allowed requests may still fail with 400 or 404, because the body is empty or the id does not exist.
    expect(responses.every(({ status }) => [200, 201, 400, 403, 404].includes(status))).toBe(true)
    const bulk = await Promise.all([
      callPayloadRest('PATCH', `/${slug}?where[id][equals]=${missingId}`, { as, body: {} }),
      callPayloadRest('DELETE', `/${slug}?where[id][equals]=${missingId}`, { as }),
    ])
    expect(bulk.map(({ status }) => status)).toEqual([403, 403])
  })

  it('only a super admin can change the settings', async () => {
    for (const [role, status] of [
      ['customer', 403],
      ['editor', 403],
      ['admin', 403],
      ['super_admin', 200],
    ] as const)
      expect([
        role,
        (
          await callPayloadRest('POST', '/globals/shop-settings', {
            as: people[role],
            body: { tagline: 'Healing through nature.' },
          })
        ).status,
      ]).toEqual([role, status])
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit[]=0',
    '[limit]=0',
    'limit=1&limit=0',
    'pagination=false',
    '[pagination]=false',
  ])('nobody reads a whole collection at once: %s', async (query) => {
    const as = people.super_admin
    expect((await callPayloadRest('GET', `/orders?${query}`, { as })).status).toBe(400)
    const overridden = await callPayloadRest('POST', '/orders', {
      as,
      raw: query,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-payload-http-method-override': 'GET',
      },
    })
    expect(overridden.status).toBe(400)
  })

  it.each([
    // Payload makes both a part of the URL, which loses line breaks.
    ['application/x-www-form-urlencoded', 'li\nmit=0'],
    ['application/json', '{"locale":"en\\u0026limit=0"}'],
  ])('nor by a limit that a POST hides: %s %j', async (type, raw) => {
    const headers = { 'content-type': type, 'x-http-method-override': 'GET' }
    const as = people.super_admin
    expect((await callPayloadRest('POST', '/orders', { as, raw, headers })).status).toBe(400)
  })

  it('reads up to 100 rows at once, also by a POST that means GET', async () => {
    const as = people.super_admin
    const query = 'limit=100&pagination=true&depth=0'
    const read = await callPayloadRest('GET', `/orders?${query}`, { as })
    const overridden = await callPayloadRest('POST', '/orders', {
      as,
      raw: query,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-payload-http-method-override': 'GET',
      },
    })
    expect([read.status, overridden.status]).toEqual([200, 200])
    expect(overridden.body).toEqual(read.body)
    expect(read.body.docs).not.toEqual([])
  })

  it('editors see only themselves; admins see all users, without secrets', async () => {
    const editor = await callPayloadRest<{ docs: { id: number }[] }>('GET', '/users?limit=100', {
      as: people.editor,
    })
    expect(editor.body.docs.map(({ id }) => id)).toEqual([people.editor?.user.id])
    const admin = await callPayloadRest<{ docs: { id: number }[] }>('GET', '/users?limit=100', {
      as: people.admin,
    })
    expect(admin.body.docs.length).toBeGreaterThanOrEqual(roles.length)
    expect(admin.text).not.toMatch(/"(hash|salt|resetPasswordToken)"/)
  })

  it('even super admins cannot read or filter by order access keys, webhook bodies, and password hashes', async () => {
    const as = people.super_admin
    const { text } = await callPayloadRest('GET', '/orders?limit=1&showHiddenFields=true', { as })
    expect(text).toContain('"orderNumber"')
    expect(text).not.toMatch(/accessKeyHash|requestHash/)
    for (const query of ['where[accessKeyHash][like]=a', 'where[requestHash][exists]=true'])
      expect((await callPayloadRest('GET', `/orders?${query}`, { as })).status).toBe(400)
    expect(
      (await callPayloadRest('GET', '/webhook-events?where[body][exists]=true', { as })).status,
    ).toBe(400)
    for (const query of [
      'where[hash][like]=a',
      'where[salt][exists]=true',
      'where[resetPasswordToken][exists]=true',
    ])
      expect([query, (await callPayloadRest('GET', `/users?${query}`, { as })).status]).toEqual([
        query,
        400,
      ])
  })
})

describe('role and isActive', () => {
  const stateOf = (id: number) =>
    rowsOf<{ role: string; is_active: boolean }>(
      sql`select role, is_active from users where id = ${id}`,
    )

  it.each(roles)(
    '%s cannot change them through REST, for themselves or for others',
    async (role) => {
      const target = await makePerson('customer')
      const me = people[role]
      if (!me) throw new Error('No such person')
      const [mine] = await stateOf(me.user.id)
      for (const id of [me.user.id, target.user.id])
        for (const body of [
          { role: 'super_admin' },
          { isActive: false },
          { id: 1 },
          { password: 'another-long-password' },
        ])
          expect((await callPayloadRest('PATCH', `/users/${id}`, { as: me, body })).status).toBe(
            403,
          )
      expect(
        (
          await callPayloadRest('PATCH', '/users?where[id][exists]=true', {
            as: me,
            body: { role: 'super_admin' },
          })
        ).status,
      ).toBe(403)
      expect(
        (
          await callPayloadRest('POST', '/users', {
            as: me,
            body: {
              username: `made-by-${role}`,
              password: 'a-long-enough-password',
              role: 'super_admin',
            },
          })
        ).status,
      ).toBe(403)
      expect(await stateOf(target.user.id)).toEqual([{ role: 'customer', is_active: true }])
      expect(await stateOf(me.user.id)).toEqual([mine])
    },
  )

  it('do not change even when the shop’s own code updates the user', async () => {
    const payload = await getTestPayload()
    const { user } = await makePerson('editor')
    await payload.update({
      collection: 'users',
      id: user.id,
      data: { role: 'super_admin', isActive: false, firstName: 'Edie' },
    })
    expect(
      await rowsOf(sql`select role, is_active, first_name from users where id = ${user.id}`),
    ).toEqual([{ role: 'editor', is_active: true, first_name: 'Edie' }])
    await payload.db.drizzle.execute(
      sql`update users set role = 'super_admin', is_active = false where id = ${user.id}`,
    )
    expect(await stateOf(user.id)).toEqual([{ role: 'editor', is_active: true }])
  })

  it('are customer and active for a new user, regardless of the request', async () => {
    const payload = await getTestPayload()
    const { id } = await payload.create({
      collection: 'users',
      data: {
        username: 'climber',
        password: 'a-long-enough-password',
        role: 'super_admin',
        isActive: true,
      },
    })
    expect(await stateOf(id)).toEqual([{ role: 'customer', is_active: true }])
  })

  it('are not restored by a concurrent sign-in', async () => {
    const payload = await getTestPayload()
    const { user, password } = await makePerson('admin')
    // The sign-in reads the user before the change is committed, and writes it afterward.
    const { signIn } = await payload.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.role_change', '1', true)`)
      await tx.execute(
        sql`update users set role = 'customer', is_active = false where id = ${user.id}`,
      )
      const body = { username: user.username, password }
      const started = callPayloadRest('POST', '/users/login', { body })
      await untilLocked()
      return { signIn: started }
    })
    await signIn
    expect(await stateOf(user.id)).toEqual([{ role: 'customer', is_active: false }])
  })
})

describe('a deactivated super admin with a session cookie', () => {
  let deactivated: TestPerson
  beforeAll(async () => {
    deactivated = await makePerson('super_admin')
    const payload = await getTestPayload()
    expect((await call('GET', '/api/admin/orders', { as: deactivated })).status).toBe(200)
    await payload.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.role_change', '1', true)`)
      await tx.execute(sql`update users set is_active = false where id = ${deactivated.user.id}`)
    })
  })

  it.each(Object.keys(rest))('is denied every route of %s', async (slug) => {
    for (const [method, path] of routesOf(slug))
      expect([403, 404]).toContain(
        (await callPayloadRest(method, path, { as: deactivated })).status,
      )
  })
})

describe('mass assignment', () => {
  it.each([
    'id',
    'status',
    'totalCents',
    'total',
    'subtotalCents',
    'paymentState',
    'paidAt',
    'orderNumber',
    'accessKeyHash',
    'customerId',
    'role',
    'isActive',
    'createdAt',
    '__proto__',
  ])('of %s is rejected when an order is placed', async (field) => {
    const product = await makeProduct()
    const [before] = await rowsOf(sql`select count(*) from orders`)
    const raw = JSON.stringify(makeCheckout(product)).replace('{', `{"${field}":"x",`)
    const { status, body } = await call('POST', '/order', { raw })
    expect([status, body.code]).toEqual([400, 'invalid'])
    expect(await rowsOf(sql`select count(*) from orders`)).toEqual([before])
  })

  it.each([
    'totalCents',
    'total',
    'paymentState',
    'paypalTransactionId',
    'email',
    'orderNumber',
    'id',
    'items',
    'createdAt',
    'currency',
  ])('of %s is rejected when staff update an order', async (field) => {
    const before = await databaseFingerprint()
    const { status, body } = await call('PUT', '/api/admin/orders/1', {
      as: people.super_admin,
      body: { notes: 'x', [field]: 1 },
    })
    expect([status, body.code]).toEqual([400, 'invalid'])
    expect(await databaseFingerprint()).toBe(before)
  })
})
