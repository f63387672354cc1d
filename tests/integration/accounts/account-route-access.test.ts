// @core
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

const calls = [
  ['PATCH', '/api/account/profile'],
  ['GET', '/api/account/orders'],
  ['GET', '/api/account/orders/DF-1'],
  ['GET', '/api/account/saved'],
  ['POST', '/api/account/saved/merge'],
  ['PUT', '/api/account/saved/products/1'],
  ['DELETE', '/api/account/saved/products/1'],
  ['PUT', '/api/account/saved/content/1'],
  ['DELETE', '/api/account/saved/content/1'],
  ['GET', '/api/account/addresses'],
  ['POST', '/api/account/addresses'],
  ['PUT', '/api/account/addresses/1'],
  ['PUT', '/api/account/addresses/1/default'],
  ['DELETE', '/api/account/addresses/1'],
  ['GET', '/api/account/reviews'],
  ['POST', '/api/account/reviews'],
  ['PUT', '/api/account/reviews/1'],
  ['DELETE', '/api/account/reviews/1'],
] as const

let wren: TestPerson

beforeAll(async () => {
  await getTestPayload()
  wren = await makePerson('customer')
})

it.each(calls.filter(([method]) => method !== 'GET'))(
  '%s %s rejects cross-site requests',
  async (method, path) => {
    expect(
      (
        await call(method, path, {
          as: wren,
          body: {},
          headers: { 'sec-fetch-site': 'cross-site' },
        })
      ).status,
    ).toBe(403)
  },
)

it.each(calls.filter(([method]) => method === 'GET'))(
  '%s %s is never cached',
  async (method, path) => {
    expect((await call(method, path, { as: wren })).headers.get('cache-control')).toBe(
      'private, no-store',
    )
  },
)

describe('PATCH /api/account/profile', () => {
  it('changes only the name', async () => {
    const look = () =>
      rowsOf<Record<string, unknown>>(
        sql`select u.*, (select count(*) from users_sessions s where s._parent_id = u.id) as sessions from users u where id = ${wren.user.id}`,
      )
    const [before] = await look()
    const { status, body } = await call('PATCH', '/api/account/profile', {
      as: wren,
      body: { firstName: '  Wren ', lastName: 'Okafor' },
    })
    expect([status, body]).toEqual([
      200,
      { username: wren.user.username, firstName: 'Wren', lastName: 'Okafor' },
    ])
    expect(await look()).toEqual([
      { ...before, first_name: 'Wren', last_name: 'Okafor', updated_at: expect.anything() },
    ])
  })

  it('accepts empty names', async () => {
    expect(
      (
        await call('PATCH', '/api/account/profile', {
          as: wren,
          body: { firstName: '', lastName: ' ' },
        })
      ).body,
    ).toMatchObject({ firstName: null, lastName: null })
  })

  it.each([
    [{ firstName: 'x'.repeat(61), lastName: '' }, 'firstName'],
    [{ firstName: 'Wr\u0000en', lastName: '' }, 'firstName'],
    [{ firstName: 'Wren' }, 'lastName'],
    [{ firstName: 'Wren', lastName: '', role: 'super_admin' }, 'role'],
    [{ firstName: 'Wren', lastName: '', id: 1 }, 'id'],
  ])('rejects %j and names the field', async (body, field) => {
    const answer = await call<{ fields: Record<string, string> }>('PATCH', '/api/account/profile', {
      as: wren,
      body,
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
    expect(
      await rowsOf(sql`select role, first_name from users where id = ${wren.user.id}`),
    ).toEqual([{ role: 'customer', first_name: null }])
  })
})
