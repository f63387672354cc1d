// @core
import { appCode } from '@tests/support/app-code'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { turnOnTwoStep } from '@tests/support/second-factor'
import { cookiesFrom } from '@tests/support/social-sign-in'

import { apiKeyPermissions } from '@/access/api-key'
import { endpoints } from '@/endpoints'
import { createApiKey } from '@/modules/accounts/actions/api-keys'

useSandbox()

let owner: TestPerson
let other: TestPerson

const ageSessions = ({ user }: TestPerson) =>
  rowsOf(
    sql`update users_sessions set created_at = now() - interval '11 minutes' where _parent_id = ${user.id}`,
  )

beforeAll(async () => {
  await getTestPayload()
  other = await makePerson('editor')
  await makeOrder({ status: 'paid' }, { captured: true })
  await makeOrder({ status: 'pending' })
})
beforeEach(async () => {
  await rowsOf(sql`truncate rate_limits`)
  owner = await makePerson('super_admin')
})

const refund = { amount: '1.00', reason: 'Faded', refundId: '3f0c7f0e-8f0a-4b5c-9d57-6c1b7b0f4a11' }
/** Method, path, and body of each call that needs a fresh confirmation. */
const protectedCalls: [method: string, path: string, body?: object][] = [
  ['POST', '/api/admin/orders/1/refund', refund],
  ['POST', '/api/admin/orders/1/refund-lines', {}],
  ['POST', '/api/admin/orders/1/cancel', { left: '1.00' }],
  ['POST', '/api/admin/orders/1/replacements', {}],
  ['PUT', '/api/admin/orders/1/items/a', {}],
  ['POST', '/api/admin/orders/1/items/a/request', {}],
  ['PUT', '/api/admin/orders/1/address', {}],
  ['POST', '/api/admin/orders/1/address/request', {}],
  ['POST', '/api/admin/orders/1/gift-cards/1/resend', {}],
  ['POST', '/api/admin/users/invitations', {}],
  ['POST', '/api/admin/draft-orders/1/paid', { total: '1.00', reason: 'Cash' }],
  ['POST', '/api/admin/gift-cards', { amount: '20.00', note: 'Goodwill' }],
  ['POST', '/api/admin/discounts', { name: 'A gift', kind: 'percent', percent: 100 }],
  ['POST', '/api/admin/discounts', { name: 'A gift', kind: 'amount', amount: 40 }],
  ['PUT', '/api/admin/orders/2', { status: 'paid' }],
  ['GET', '/api/admin/orders/export'],
  ['GET', '/api/admin/returns/export'],
  ['GET', '/api/admin/gift-cards/export'],
  ['GET', '/api/admin/draft-orders/export'],
  ['GET', '/api/admin/discounts/1/codes/export'],
  ['GET', '/api/admin/subscribers/export'],
  ['POST', '/api/admin/returns/1/steps', { step: 'refund', amount: '1.00' }],
  ['PATCH', '/api/admin/users/1', { role: 'admin' }],
  ['DELETE', '/api/admin/users/1/second-factor'],
  [
    'POST',
    '/api/admin/api-keys',
    { name: 'Reports', permissions: ['orders:read'], expiresAt: null },
  ],
  ['DELETE', '/api/admin/api-keys/1'],
  ['PUT', '/api/admin/connections/printful', { keys: {} }],
  ['DELETE', '/api/admin/connections/printful'],
  ['POST', '/api/admin/connections/printful/on'],
  ['GET', '/api/admin/connect/etsy'],
  ['POST', '/api/admin/connections/instagram/token', { token: 'IGAA' }],
  [
    'POST',
    '/api/admin/data-requests',
    { emails: 'wren@example.com', receivedOn: new Date().toISOString().slice(0, 10) },
  ],
  ['DELETE', '/api/account/identities/google'],
  ['POST', '/api/account/second-factor/setup'],
  ['POST', '/api/account/second-factor/backup-codes'],
  ['DELETE', '/api/account/second-factor'],
  ['POST', '/api/account/passkeys/options'],
  ['DELETE', '/api/account/passkeys/1'],
]

test.each(protectedCalls.map(([method, path, body]) => ({ method, path, body })))(
  '$method $path needs a confirmation eleven minutes after sign-in, but not right after it',
  async ({ method, path, body }) => {
    const refused = { status: 403, body: { code: 'reauthentication_required', method: 'password' } }
    const fresh = await call(method, path, { as: owner, body })
    expect([fresh.status, fresh.body.code]).not.toEqual([403, 'reauthentication_required'])
    await ageSessions(owner)
    expect(await call(method, path, { as: owner, body })).toMatchObject(refused)
  },
)

test('the calls above include each one that is declared to need a confirmation', () => {
  const tested = protectedCalls.map(([method, path]) => ({ method, parts: path.split('/') }))
  const untested = endpoints.flatMap(({ method, custom }) => {
    const { path = '', stepUp } = (custom?.declaration ?? {}) as { path?: string; stepUp?: boolean }
    const parts = path.split('/')
    const isTested = tested.some(
      (one) =>
        one.method === method.toUpperCase() &&
        one.parts.length === parts.length &&
        parts.every((part, index) => part.startsWith(':') || part === one.parts[index]),
    )
    return stepUp && !isTested ? [`${method} ${path}`] : []
  })
  expect(untested).toEqual([])
})

test('changing a role requires the password, or an app code if two-step verification is on', async () => {
  const promote = (as: TestPerson, role: string) =>
    call('PATCH', `/api/admin/users/${other.user.id}`, { as, body: { role } })
  const confirm = async (as: TestPerson, body: object): Promise<TestPerson> => {
    const answer = await call('POST', '/api/account/reauthenticate', { as, body })
    expect(answer.status).toBe(200)
    return { ...as, cookie: cookiesFrom(answer) }
  }
  await ageSessions(owner)
  expect((await promote(owner, 'admin')).status).toBe(403)
  const confirmed = await confirm(owner, { currentPassword: owner.password })
  expect(await promote(confirmed, 'admin')).toMatchObject({ status: 200, body: { role: 'admin' } })

  const { secret } = await turnOnTwoStep(confirmed)
  await ageSessions(owner)
  expect(await promote(confirmed, 'editor')).toMatchObject({
    status: 403,
    body: { method: 'code' },
  })
  const again = await confirm(confirmed, { code: appCode(secret) })
  expect((await promote(again, 'editor')).status).toBe(200)
})

test.each([
  ['POST', '/api/account/password', { password: 'another way home again' }],
  ['POST', '/api/account/email', { email: 'someone.else@example.com' }],
  ['POST', '/api/account/recovery-codes', {}],
] as const)(
  '%s %s requires an app code as well as the password if two-step verification is on',
  async (method, path, body) => {
    const change = (as: TestPerson, currentPassword = owner.password) =>
      call(method, path, { as, body: { ...body, currentPassword } })
    const { secret } = await turnOnTwoStep(owner)
    await ageSessions(owner)
    expect((await change(owner, 'a wrong password')).body.code).toBe('forbidden')
    expect(await change(owner)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required', method: 'code' },
    })
    const confirmed = await call('POST', '/api/account/reauthenticate', {
      as: owner,
      body: { code: appCode(secret) },
    })
    expect((await change({ ...owner, cookie: cookiesFrom(confirmed) })).status).toBe(200)
  },
)

test('reading data, closing a return, other discounts, and moving a paid order back and forth need no fresh confirmation', async () => {
  await ageSessions(owner)
  const statuses = [
    await call('PUT', '/api/admin/orders/1', { as: owner, body: { status: 'processing' } }),
    await call('PUT', '/api/admin/orders/1', {
      as: owner,
      body: { status: 'paid', reason: 'Undo' },
    }),
    await call('POST', '/api/admin/returns/1/steps', { as: owner, body: { step: 'close' } }),
    await call('POST', '/api/admin/discounts', {
      as: owner,
      body: { name: 'Spring', kind: 'percent', percent: 99 },
    }),
    await call('GET', '/api/admin/orders', { as: owner }),
    await call('GET', '/api/admin/users', { as: owner }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 404, 201, 200, 200])
})

test('turning a discount into a giveaway needs a fresh confirmation, turning it off doesn’t', async () => {
  const spring = { name: 'Spring', kind: 'percent', percent: 20 }
  const { body } = await call<{ id: number; updatedAt: string }>('POST', '/api/admin/discounts', {
    as: owner,
    body: spring,
  })
  await ageSessions(owner)
  const update = (changes: object) =>
    call('PUT', `/api/admin/discounts/${body.id}`, {
      as: owner,
      body: { ...spring, ...changes, version: body.updatedAt },
    })
  expect((await update({ percent: 100 })).body.code).toBe('reauthentication_required')
  expect((await update({ percent: 100, isActive: false })).status).toBe(200)
})

test('new codes of a giveaway need a fresh confirmation', async () => {
  const codesOf = async (percent: number) => {
    const { body } = await call<{ id: number }>('POST', '/api/admin/discounts', {
      as: owner,
      body: { name: 'Thanks', kind: 'percent', percent },
    })
    return `/api/admin/discounts/${body.id}/codes`
  }
  const [giveaway, discount] = [await codesOf(100), await codesOf(20)]
  await ageSessions(owner)
  const add = (path: string) => call('POST', path, { as: owner, body: { count: 1 } })
  expect((await add(giveaway)).body.code).toBe('reauthentication_required')
  expect((await add(discount)).status).toBe(201)
})

test('requests with an API key need no fresh confirmation', async () => {
  const { key } = await createApiKey(await getTestPayload(), owner.user, {
    name: 'Exports',
    permissions: [...apiKeyPermissions],
    expiresAt: null,
  })
  await ageSessions(owner)
  const answer = await call('GET', '/api/admin/orders/export', {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(answer.status).toBe(200)
})
