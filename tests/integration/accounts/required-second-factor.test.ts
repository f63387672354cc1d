import { jest } from '@jest/globals'
import { appCode } from '@tests/support/app-code'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { turnOnTwoStep } from '@tests/support/second-factor'
import { cookiesFrom } from '@tests/support/social-sign-in'

import { hasPermission } from '@/access/can'
import { type Role, roles } from '@/access/roles'
import { createApiKey } from '@/modules/accounts/actions/api-keys'
import { createOwnerRecovery } from '@/modules/accounts/actions/owner-recovery'
import { env } from '@/platform/env'

useSandbox()

beforeAll(async () => {
  await getTestPayload()
})
beforeEach(() => rowsOf(sql`truncate rate_limits`))
afterEach(() => jest.restoreAllMocks())

const takeRealPayments = () => jest.replaceProperty(env, 'PAYPAL_ENVIRONMENT', 'sandbox')
const signIn = ({ user, password }: TestPerson, entered = password) =>
  call('POST', '/api/auth/local', { body: { username: user.username, password: entered } })
const listOrders = (as: TestPerson) => call('GET', '/api/admin/orders', { as })

describe('with real payments', () => {
  test.each(['admin', 'super_admin'] as const)(
    'a session of an %s can use the admin only after two-step verification is turned on',
    async (role) => {
      const person = await makePerson(role)
      expect((await listOrders(person)).status).toBe(200)
      takeRealPayments()
      expect(await listOrders(person)).toMatchObject({
        status: 403,
        body: { code: 'second_factor_setup_required' },
      })
      expect((await call('GET', '/cms/api/orders', { as: person })).status).toBe(403)
      expect((await signIn(person)).body).toMatchObject({ ok: true, setUpSecondFactor: true })
      const { secret } = await turnOnTwoStep(person)
      expect((await listOrders(person)).status).toBe(200)
      const done = await call('POST', '/api/auth/code', {
        headers: { cookie: cookiesFrom(await signIn(person)) },
        body: { code: appCode(secret) },
      })
      expect(done.body).toMatchObject({ ok: true, setUpSecondFactor: false })
    },
  )

  test('turning off two-step verification closes the admin again', async () => {
    takeRealPayments()
    const person = await makePerson('admin')
    await turnOnTwoStep(person)
    expect((await call('DELETE', '/api/account/second-factor', { as: person })).status).toBe(200)
    expect((await listOrders(person)).status).toBe(403)
  })

  test.each(['customer', 'editor'] as const)(
    'an %s does not need two-step verification',
    async (role) => {
      takeRealPayments()
      const answer = await signIn(await makePerson(role))
      expect(answer.body).toMatchObject({ ok: true, setUpSecondFactor: false })
    },
  )

  test('API keys keep working', async () => {
    const person = await makePerson('super_admin')
    const payload = await getTestPayload()
    const { key } = await createApiKey(payload, person.user, {
      name: 'Reports',
      permissions: ['orders:read'],
      expiresAt: null,
    })
    takeRealPayments()
    const answer = await call('GET', '/api/admin/orders', {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(answer.status).toBe(200)
  })
})

test('no role needs two-step verification in demo mode', async () => {
  const allowed = await Promise.all(
    roles.map(async (role): Promise<[Role, boolean]> => {
      const { user } = await makePerson(role)
      return [role, hasPermission({ user: { ...user, collection: 'users' } }, 'panel:open')]
    }),
  )
  expect(Object.fromEntries(allowed)).toEqual({
    customer: false,
    editor: true,
    admin: true,
    super_admin: true,
  })
})

describe('staff who lost their codes', () => {
  test('sign in with the password after a super admin’s reset, which also ends their sessions', async () => {
    const owner = await makePerson('super_admin')
    const person = await makePerson('admin')
    await turnOnTwoStep(person)
    const path = `/api/admin/users/${person.user.id}/second-factor`
    expect((await call('DELETE', path, { as: await makePerson('admin') })).status).toBe(403)
    expect((await signIn(person)).status).toBe(401)
    expect(await call('DELETE', path, { as: owner })).toMatchObject({
      status: 200,
      body: { id: person.user.id, secondFactor: false },
    })
    expect((await call('GET', '/api/auth/user', { as: person })).status).toBe(401)
    expect((await signIn(person)).status).toBe(200)
  })

  test('recover the owner account once with the link from the command', async () => {
    const payload = await getTestPayload()
    const owner = await makePerson('super_admin')
    await turnOnTwoStep(owner)
    const { username } = owner.user
    const first = await createOwnerRecovery(payload, username)
    const { path } = await createOwnerRecovery(payload, username)
    const open = (link: string) =>
      call('POST', '/api/auth/reset', {
        body: { token: link.split('token=')[1], password: 'nine quiet rivers' },
      })
    expect((await open(first.path)).status).toBe(410)
    expect(await open(path)).toMatchObject({ status: 200, body: { user: { username } } })
    expect((await open(path)).status).toBe(410)
    expect((await signIn(owner, 'nine quiet rivers')).status).toBe(200)
    expect((await call('GET', '/api/auth/user', { as: owner })).status).toBe(401)
  })

  test('the command lists the owners if there are several, and rejects users who are not super admins', async () => {
    const payload = await getTestPayload()
    const one = await makePerson('super_admin')
    await makePerson('super_admin')
    const admin = await makePerson('admin')
    await expect(createOwnerRecovery(payload, undefined)).rejects.toThrow(one.user.username)
    await expect(createOwnerRecovery(payload, admin.user.username)).rejects.toThrow(
      'No active super admin has that username.',
    )
  })
})
