import { callPayloadRest } from '@tests/integration/http/payload-rest-request'
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { updateUser } from '@/modules/accounts/actions/update-user'

const keys = '/api/admin/api-keys'
let owner: TestPerson
let other: TestPerson
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  other = await makePerson('super_admin')
  await makeOrder()
})

type Made = { id: number; key: string }
const make = async (permissions: string[], more: object = {}, as = owner): Promise<Made> => {
  const { status, body } = await call<Made>('POST', keys, {
    as,
    body: { name: 'Warehouse', permissions, ...more },
  })
  expect(status).toBe(201)
  return body
}
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })
const orders = (key: string, headers: Record<string, string> = {}) =>
  call('GET', '/api/admin/orders', { headers: { ...bearer(key), ...headers } })
const rowOf = async (id: number) =>
  (await rowsOf<Record<string, unknown>>(sql`select * from api_keys where id = ${id}`))[0]

describe('creating a key', () => {
  it('requires a super admin', async () => {
    for (const [role, status] of [
      [null, 401],
      ['customer', 403],
      ['editor', 403],
      ['admin', 403],
    ] as const) {
      const as = role && (await makePerson(role))
      expect([role, (await call('GET', keys, { as })).status]).toEqual([role, status])
      expect([
        role,
        (await call('POST', keys, { as, body: { name: 'X', permissions: ['content:write'] } }))
          .status,
      ]).toEqual([role, status])
      expect([role, (await call('DELETE', `${keys}/1`, { as })).status]).toEqual([role, status])
    }
    expect(await rowsOf(sql`select id from api_keys`)).toEqual([])
  })

  it('returns the key once and stores only its hash', async () => {
    const { id, key } = await make(['orders:read'])
    expect(key).toMatch(/^dfk_[A-Za-z0-9_-]{43}$/)
    const row = await rowOf(id)
    expect(JSON.stringify(row)).not.toContain(key.slice(12))
    expect(row).toMatchObject({
      prefix: key.slice(0, 12),
      name: 'Warehouse',
      created_by_id: owner.user.id,
      last_used_at: null,
    })
    const { body } = await call<unknown[]>('GET', keys, { as: owner })
    expect(JSON.stringify(body)).not.toContain(key.slice(12))
    expect(JSON.stringify(body)).not.toContain(String(row?.key_hash))
    expect(
      await rowsOf(
        sql`select actor_id::integer, details from audit_events where action = 'api_key.made' and subject_id = ${String(id)}`,
      ),
    ).toEqual([
      {
        actor_id: owner.user.id,
        details: { prefix: key.slice(0, 12), permissions: ['orders:read'] },
      },
    ])
  })

  it.each([
    ['an empty name', { name: ' ', permissions: ['orders:read'] }],
    ['no permissions', { name: 'X', permissions: [] }],
    ['a permission that keys cannot have', { name: 'X', permissions: ['users:roles'] }],
    ['an unknown permission', { name: 'X', permissions: ['everything'] }],
    [
      'an expiration date in the past',
      { name: 'X', permissions: ['orders:read'], expiresAt: '2020-01-01T00:00:00Z' },
    ],
    ['a key value of its own', { name: 'X', permissions: ['orders:read'], key: 'dfk_mine' }],
  ])('rejects a request with %s and creates nothing', async (_, body) => {
    const before = await rowsOf(sql`select count(*) from api_keys`)
    expect((await call('POST', keys, { as: owner, body })).status).toBe(400)
    expect(await rowsOf(sql`select count(*) from api_keys`)).toEqual(before)
  })
})

describe('a request with a key', () => {
  it('has the permissions of the key and no others', async () => {
    const { key } = await make(['orders:read'])
    expect((await orders(key)).status).toBe(200)
    const refused = await call('PUT', '/api/admin/orders/1', {
      headers: bearer(key),
      body: { notes: 'x' },
    })
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      403,
      'forbidden',
      expect.stringContaining('orders:write'),
    ])
    expect((await call('GET', '/api/admin/products', { headers: bearer(key) })).status).toBe(403)
    expect(await rowsOf(sql`select notes from orders where id = 1`)).toEqual([{ notes: null }])
  })

  it('acts as its creator, and the audit log and the timeline show the key', async () => {
    const { key } = await make(['products:write', 'orders:write', 'orders:read'])
    const product = await makeProduct()
    expect(
      (
        await call('PUT', `/api/admin/products/${product.id}`, {
          headers: bearer(key),
          body: { name: 'Named by a program' },
        })
      ).status,
    ).toBe(200)
    expect(
      await rowsOf(
        sql`select actor_id::integer, details->>'apiKey' as key from audit_events where action = 'product.updated' and subject_id = ${String(product.id)}`,
      ),
    ).toEqual([{ actor_id: owner.user.id, key: key.slice(0, 12) }])
    expect(
      (
        await call('PUT', '/api/admin/orders/1', {
          headers: bearer(key),
          body: { status: 'processing', reason: 'Asked by the printer' },
        })
      ).status,
    ).toBe(200)
    expect(
      await rowsOf(
        sql`select actor from order_events where order_id = 1 and actor like 'API key “Warehouse” of %'`,
      ),
    ).not.toEqual([])
  })

  it('can create a customer record for a guest', async () => {
    const { key } = await make(['orders:write'])
    const body = { email: 'guest@example.com', firstName: 'Rae', lastName: 'Lin' }
    const first = await call('POST', '/api/customers', { headers: bearer(key), body })
    expect(first.status).toBe(200)
    expect((await call('POST', '/api/customers', { headers: bearer(key), body })).body).toEqual({
      ...first.body,
      created: false,
    })
  })

  it('needs no same-origin headers, because it carries no cookie that another site could misuse', async () => {
    const { key } = await make(['orders:write'])
    expect(
      (
        await call('PUT', '/api/admin/orders/1', {
          headers: {
            ...bearer(key),
            origin: 'https://partner.example',
            'sec-fetch-site': 'cross-site',
          },
          body: { notes: 'by a partner' },
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await call('PUT', '/api/admin/orders/1', {
          as: owner,
          headers: { origin: 'https://partner.example', 'sec-fetch-site': 'cross-site' },
          body: { notes: 'x' },
        })
      ).status,
    ).toBe(403)
  })

  it('cannot reach accounts, roles, editing presence, or the keys themselves', async () => {
    const { id, key } = await make([
      'settings:write',
      'users:activate',
      'users:read',
      'content:write',
    ])
    const target = await makePerson('customer')
    const answers = await Promise.all([
      call('GET', '/api/account/addresses', { headers: bearer(key) }),
      call('POST', '/api/account/pause', { headers: bearer(key), body: {} }),
      call('DELETE', '/api/account/sessions', { headers: bearer(key) }),
      call('PATCH', `/api/admin/users/${target.user.id}`, {
        headers: bearer(key),
        body: { role: 'super_admin' },
      }),
      call('PATCH', `/api/admin/users/${target.user.id}`, {
        headers: bearer(key),
        body: { isActive: false },
      }),
      call('POST', '/api/admin/editing', {
        headers: bearer(key),
        body: { collection: 'content', id: 1 },
      }),
      call('GET', keys, { headers: bearer(key) }),
      call('POST', keys, {
        headers: bearer(key),
        body: { name: 'Another', permissions: ['settings:write'] },
      }),
      call('DELETE', `${keys}/${id}`, { headers: bearer(key) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    expect(
      await rowsOf(sql`select role, is_active from users where id = ${target.user.id}`),
    ).toEqual([{ role: 'customer', is_active: true }])
    expect(await rowOf(id)).toMatchObject({ revoked_at: null })
  })

  it('is anonymous on public endpoints and has no access to Payload’s REST', async () => {
    const { key } = await make(['orders:read', 'settings:write'])
    expect((await call('GET', '/api/products', { headers: bearer(key) })).status).toBe(200)
    expect((await call('GET', '/api/auth/user', { headers: bearer(key) })).status).toBe(401)
    expect((await callPayloadRest('GET', '/orders', { headers: bearer(key) })).status).toBe(403)
    expect(
      (
        await callPayloadRest('POST', '/globals/shop-settings', {
          headers: bearer(key),
          body: { tagline: 'Taken over' },
        })
      ).status,
    ).toBe(403)
  })

  it('does not gain the permissions of a session cookie sent with it', async () => {
    const { key } = await make(['content:write'])
    expect(
      (await call('GET', '/api/admin/orders', { as: owner, headers: bearer(key) })).status,
    ).toBe(403)
  })

  it('records its use at most once a minute', async () => {
    const { id, key } = await make(['orders:read'])
    await orders(key)
    const first = (await rowOf(id))?.last_used_at
    expect(first).not.toBeNull()
    await orders(key)
    expect((await rowOf(id))?.last_used_at).toEqual(first)
    await rowsOf(
      sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${id}`,
    )
    await orders(key)
    expect(Date.parse(String((await rowOf(id))?.last_used_at))).toBeGreaterThanOrEqual(
      Date.parse(String(first)),
    )
  })

  it('has a rate limit per key', async () => {
    const { id, key } = await make(['orders:read'])
    const another = await make(['orders:read'])
    await orders(key)
    await rowsOf(sql`update rate_limits set points = 600 where key = ${`api-key:${id}`}`)
    const { status, headers } = await orders(key)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await orders(another.key)).status).toBe(200)
  })
})

describe('rejected API keys', () => {
  it('include unknown keys and keys in the wrong format', async () => {
    const { key } = await make(['orders:read'])
    for (const authorization of [
      `Bearer dfk_${'a'.repeat(43)}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Basic ${key}`,
      key,
      `Bearer dfk_${'x'.repeat(5000)}`,
    ]) {
      const { status, body } = await call('GET', '/api/admin/orders', {
        headers: { authorization },
      })
      expect([authorization.slice(0, 20), status, body.error]).toEqual([
        authorization.slice(0, 20),
        401,
        'Unknown API key. Send it as: Authorization: Bearer dfk_…',
      ])
    }
    // Public endpoints reject them, too, so that a program learns that its key is wrong.
    expect(
      (await call('GET', '/api/products', { headers: bearer(`dfk_${'a'.repeat(43)}`) })).status,
    ).toBe(401)
  })

  it('include revoked keys, immediately and permanently, with an audit entry', async () => {
    const { id, key } = await make(['orders:read'])
    expect((await orders(key)).status).toBe(200)
    expect((await call('DELETE', `${keys}/${id}`, { as: other })).body).toEqual({ id })
    expect((await call('DELETE', `${keys}/${id}`, { as: other })).body).toEqual({ id })
    const { status, body } = await orders(key)
    expect([status, body.error]).toEqual([401, 'This API key has been revoked.'])
    expect(
      await rowsOf(
        sql`select actor_id::integer from audit_events where action = 'api_key.revoked' and subject_id = ${String(id)}`,
      ),
    ).toEqual([{ actor_id: other.user.id }])
    expect((await call('DELETE', `${keys}/999999`, { as: other })).status).toBe(404)
  })

  it('include expired keys', async () => {
    const { id, key } = await make(['orders:read'], {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    })
    expect((await orders(key)).status).toBe(200)
    await rowsOf(sql`update api_keys set expires_at = now() - interval '1 second' where id = ${id}`)
    const { status, body } = await orders(key)
    expect([status, body.error]).toEqual([401, 'This API key has expired.'])
  })

  it('include keys whose creator lost the permission or was deactivated', async () => {
    const payload = await getTestPayload()
    const creator = await makePerson('super_admin')
    const { id, key } = await make(['orders:read', 'content:write'], {}, creator)
    const state = async () =>
      (
        await call<{ id: number; state: string; lostPermissions: string[] }[]>('GET', keys, {
          as: owner,
        })
      ).body.find((one) => one.id === id)
    await updateUser(payload, owner.user, creator.user.id, { role: 'editor' })
    expect((await orders(key)).status).toBe(403)
    expect((await call('GET', '/api/admin/content', { headers: bearer(key) })).status).toBe(200)
    expect(await state()).toMatchObject({ state: 'active', lostPermissions: ['orders:read'] })
    await updateUser(payload, owner.user, creator.user.id, { role: 'customer' })
    expect((await call('GET', '/api/admin/content', { headers: bearer(key) })).status).toBe(403)
    expect(await state()).toMatchObject({ state: 'paused' })
    await updateUser(payload, owner.user, creator.user.id, { role: 'super_admin' })
    await updateUser(payload, owner.user, creator.user.id, { isActive: false })
    expect((await orders(key)).status).toBe(401)
  })

  it('include keys in a URL, because logs store URLs', async () => {
    const { key } = await make(['orders:read'])
    for (const name of ['api_key', 'access_token', 'anything']) {
      const { status, body } = await call('GET', `/api/admin/orders?${name}=${key}`)
      expect([status, body.code]).toEqual([400, 'bad_request'])
    }
    expect(
      (await call('GET', `/api/admin/orders?api_key=${key}`, { headers: bearer(key) })).status,
    ).toBe(400)
  })

  it('are rate limited per address', async () => {
    const headers = { ...bearer(`dfk_${'b'.repeat(43)}`), 'x-client-address': '203.0.113.77' }
    expect((await call('GET', '/api/admin/orders', { headers })).status).toBe(401)
    await rowsOf(sql`update rate_limits set points = 60 where key = 'api-key refused:203.0.113.77'`)
    expect((await call('GET', '/api/admin/orders', { headers })).status).toBe(429)
  })
})
