import { jest } from '@jest/globals'
import { makePerson, sessionCookie, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { createAuthenticator, type Deviation } from '@tests/support/passkeys/authenticator'
import {
  addPasskey,
  proveWithPasskey,
  signInWithPasskey,
  startPasskey,
} from '@tests/support/passkeys/calls'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { turnOnTwoStep } from '@tests/support/second-factor'
import { cookiesFrom, signInThrough } from '@tests/support/social-sign-in'

import { createOwnerRecovery } from '@/modules/accounts/actions/owner-recovery'
import { maxPasskeys } from '@/modules/accounts/rules/passkeys'
import { env } from '@/platform/env'

const sandbox = useSandbox()

beforeAll(async () => {
  await getTestPayload()
})
beforeEach(() => rowsOf(sql`truncate rate_limits`))
afterEach(() => jest.restoreAllMocks())

const refused = {
  status: 401,
  body: {
    code: 'unauthorized',
    error: 'That passkey didn’t work. Please try again, or sign in another way.',
  },
}
const fresh = 'nine quiet rivers'

const takeRealPayments = () => jest.replaceProperty(env, 'PAYPAL_ENVIRONMENT', 'sandbox')
const signIn = ({ user, password }: TestPerson, entered = password) =>
  call('POST', '/api/auth/local', { body: { username: user.username, password: entered } })
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await call('GET', '/api/auth/user', { headers: { cookie } })).status === 200
const ageSessions = ({ user }: TestPerson) =>
  rowsOf(
    sql`update users_sessions set created_at = now() - interval '11 minutes' where _parent_id = ${user.id}`,
  )
const passkeysOf = ({ user }: TestPerson) =>
  rowsOf<{ id: number; name: string; counter: string; is_synced: boolean; transports: string }>(
    sql`select * from passkeys where user_id = ${user.id} order by id`,
  )
const auditOf = async ({ user }: TestPerson): Promise<string[]> =>
  (
    await rowsOf<{ action: string }>(
      sql`select action from audit_events where subject_type = 'user' and subject_id = ${String(user.id)} order by id`,
    )
  ).map(({ action }) => action)
const mailsTo = async ({ user }: TestPerson) => {
  await runWaitingJobs()
  return sandbox.mails(user.email ?? '')
}
const subjectsTo = async (person: TestPerson): Promise<string[]> =>
  (await mailsTo(person)).map(({ subject }) => subject)

/** Creates a user with a passkey. */
const makePasskeyUser = async (role: Parameters<typeof makePerson>[0] = 'customer') => {
  const person = await makePerson(role)
  const authenticator = createAuthenticator()
  const added = await addPasskey(person, authenticator)
  expect(added.status).toBe(201)
  return { person, authenticator, id: added.body.id, codes: added.body.codes }
}

describe('adding a passkey', () => {
  test('requires a recent sign-in, stores the passkey, and emails the user', async () => {
    const person = await makePerson('customer')
    await ageSessions(person)
    expect(await addPasskey(person)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required', method: 'password', hasPasskey: false },
    })
    const confirmed = await call('POST', '/api/account/reauthenticate', {
      as: person,
      body: { currentPassword: person.password },
    })
    const renewed = { ...person, cookie: cookiesFrom(confirmed) }
    const added = await addPasskey(renewed, createAuthenticator({ isSynced: true }))
    expect(added).toMatchObject({ status: 201, body: { codes: [] } })
    expect(await passkeysOf(person)).toMatchObject([
      { id: added.body.id, counter: '0', is_synced: true, transports: 'hybrid internal' },
    ])
    expect(await auditOf(person)).toEqual(['user.passkey_added'])
    expect(await subjectsTo(person)).toEqual(['A passkey was added to your account'])
    expect(await isSignedIn(renewed.cookie)).toBe(true)
  })

  test('requests a discoverable passkey with user verification', async () => {
    const { options } = await startPasskey(
      '/api/account/passkeys/options',
      await makePerson('customer'),
    )
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Dayfern' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(options.user.id).toMatch(/^[\w-]{43}$/)
  })

  test.each<[string, Deviation]>([
    ['made on another site', { origin: 'https://dayfern.example.net' }],
    ['made for another host name', { rpId: 'example.com' }],
    ['made without user verification', { userVerified: false }],
    ['made for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['made in a frame on another site', { crossOrigin: true }],
    ['that is a sign-in response', { type: 'webauthn.get' }],
  ])('rejects a passkey %s and changes nothing', async (_, deviation) => {
    const person = await makePerson('customer')
    expect((await addPasskey(person, createAuthenticator(), deviation)).status).toBe(400)
    expect(await passkeysOf(person)).toEqual([])
    expect(await auditOf(person)).toEqual([])
  })

  test('rejects another account’s challenge and a second use of the same challenge', async () => {
    const [person, other] = [await makePerson('customer'), await makePerson('customer')]
    const theirs = await startPasskey('/api/account/passkeys/options', other)
    const add = (cookie: string, passkey: object) =>
      call('POST', '/api/account/passkeys', { headers: { cookie }, body: { passkey } })
    const mixed = `${person.cookie}; ${theirs.cookie.split('; ').slice(1).join('; ')}`
    expect((await add(mixed, createAuthenticator().create(theirs.options))).status).toBe(400)
    const own = await startPasskey('/api/account/passkeys/options', person)
    const passkey = createAuthenticator().create(own.options)
    const answers = await Promise.all([1, 2].map(() => add(own.cookie, passkey)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test('rejects a passkey of another account and more passkeys than the limit', async () => {
    const { authenticator } = await makePasskeyUser()
    const person = await makePerson('customer')
    expect((await addPasskey(person, authenticator)).status).toBe(409)
    for (let n = 0; n < maxPasskeys; n += 1) expect((await addPasskey(person)).status).toBe(201)
    expect((await addPasskey(person)).status).toBe(409)
    expect(await passkeysOf(person)).toHaveLength(maxPasskeys)
    const handles = await rowsOf(
      sql`select distinct user_handle from passkeys where user_id = ${person.user.id}`,
    )
    expect(handles).toHaveLength(1)
  })
})

describe('signing in with a passkey', () => {
  test('creates a session without a username and records the time of use', async () => {
    const { person, authenticator } = await makePasskeyUser()
    const answer = await signInWithPasskey(authenticator)
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, user: { id: person.user.id }, setUpSecondFactor: false },
    })
    expect(await isSignedIn(cookiesFrom(answer))).toBe(true)
    expect(await passkeysOf(person)).toMatchObject([
      { counter: '2', last_used_at: expect.anything() },
    ])
  })

  test('accepts a synced passkey, whose counter stays at zero, again and again', async () => {
    const person = await makePerson('customer')
    const authenticator = createAuthenticator({ isSynced: true })
    await addPasskey(person, authenticator)
    for (let n = 0; n < 3; n += 1) expect((await signInWithPasskey(authenticator)).status).toBe(200)
  })

  test.each<[string, Deviation]>([
    ['used on another site', { origin: 'https://dayfern.example.net' }],
    ['used for another host name', { rpId: 'example.com' }],
    ['used in a frame on another site', { crossOrigin: true }],
    ['used without user verification', { userVerified: false }],
    ['whose counter went back, as it does for a copy', { counter: 1 }],
    ['that names another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['that names no account', { userHandle: null }],
    ['used for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['that is a registration response', { type: 'webauthn.create' }],
  ])('rejects a passkey %s with the same message', async (_, deviation) => {
    const { person, authenticator } = await makePasskeyUser()
    const answer = await signInWithPasskey(authenticator, deviation)
    expect(answer).toMatchObject(refused)
    expect(answer.headers.getSetCookie().join()).not.toContain('payload-token=')
    expect(await passkeysOf(person)).toMatchObject([{ counter: '1', last_used_at: null }])
  })

  test('rejects an unknown passkey, a removed one, and a deactivated account with the same message', async () => {
    expect(await signInWithPasskey(createAuthenticator())).toMatchObject(refused)
    const { person, authenticator, id } = await makePasskeyUser()
    expect((await call('DELETE', `/api/account/passkeys/${id}`, { as: person })).status).toBe(200)
    expect(await signInWithPasskey(authenticator)).toMatchObject(refused)
    const inactive = await makePasskeyUser('editor')
    const owner = await makePerson('super_admin')
    await call('PATCH', `/api/admin/users/${inactive.person.user.id}`, {
      as: owner,
      body: { isActive: false },
    })
    expect(await signInWithPasskey(inactive.authenticator)).toMatchObject(refused)
  })

  test('rejects a signature made with another key', async () => {
    const { authenticator } = await makePasskeyUser()
    const forger = createAuthenticator()
    const { options, cookie } = await startPasskey('/api/auth/passkey/options')
    const right = authenticator.get(options)
    const passkey = {
      ...right,
      response: { ...right.response, signature: forger.get(options).response.signature },
    }
    expect(
      await call('POST', '/api/auth/passkey', { headers: { cookie }, body: { passkey } }),
    ).toMatchObject(refused)
  })

  test('accepts a response once, in the same browser, and within five minutes', async () => {
    const person = await makePerson('customer')
    const authenticator = createAuthenticator({ isSynced: true })
    await addPasskey(person, authenticator)
    const { options, cookie } = await startPasskey('/api/auth/passkey/options')
    const passkey = authenticator.get(options)
    const send = (cookie: string) =>
      call('POST', '/api/auth/passkey', { headers: { cookie }, body: { passkey } })
    expect(await send('')).toMatchObject(refused)
    expect(await send((await startPasskey('/api/auth/passkey/options')).cookie)).toMatchObject(
      refused,
    )
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60_000 + 1000)
    expect(await send(cookie)).toMatchObject(refused)
    jest.restoreAllMocks()
    const statuses = (await Promise.all([send(cookie), send(cookie)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])
    expect(await send(cookie)).toMatchObject(refused)
  })

  test('rejects challenges issued for confirming or adding a passkey', async () => {
    const { person, authenticator } = await makePasskeyUser()
    for (const path of ['/api/account/reauthenticate/options', '/api/account/passkeys/options']) {
      const { options, cookie } = await startPasskey(path, person)
      const passkey = authenticator.get({ challenge: options.challenge })
      expect(
        await call('POST', '/api/auth/passkey', { headers: { cookie }, body: { passkey } }),
      ).toMatchObject(refused)
    }
  })

  test('is limited to twenty attempts per address', async () => {
    const headers = { 'x-client-address': '203.0.113.40' }
    const statuses: number[] = []
    for (let n = 0; n < 22; n += 1)
      statuses.push((await signInWithPasskey(createAuthenticator(), {}, headers)).status)
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429])
  })

  test('leaves at most five cookies after many visits to the sign-in page', async () => {
    let cookies: string[] = []
    for (let n = 0; n < 8; n += 1) {
      const answer = await call('POST', '/api/auth/passkey/options', {
        headers: { cookie: cookies.join('; ') },
      })
      for (const set of answer.headers.getSetCookie()) {
        const pair = set.split(';', 1)[0] ?? ''
        const name = pair.split('=')[0]
        cookies = cookies.filter((one) => one.split('=')[0] !== name)
        if (!set.includes('Max-Age=0')) cookies.push(pair)
        expect(set).toMatch(/; Path=\/api; HttpOnly; SameSite=Lax/)
      }
    }
    expect(cookies).toHaveLength(5)
  })

  test('ends an account pause and emails staff about a new device', async () => {
    const { person, authenticator } = await makePasskeyUser()
    await call('POST', '/api/account/pause', { as: person })
    expect(await signInWithPasskey(authenticator)).toMatchObject({
      status: 200,
      body: { welcomeBack: true },
    })
    const staff = await makePasskeyUser('editor')
    expect((await signIn(staff.person)).status).toBe(200)
    expect((await signInWithPasskey(staff.authenticator)).status).toBe(200)
    expect(await subjectsTo(staff.person)).toContain('New sign-in to your Dayfern account')
  })

  test('requires no code if two-step verification is on', async () => {
    const person = await makePerson('admin')
    await turnOnTwoStep(person)
    const authenticator = createAuthenticator()
    expect(await addPasskey(person, authenticator)).toMatchObject({
      status: 201,
      body: { codes: [] },
    })
    expect((await signIn(person)).body.code).toBe('second_factor_required')
    expect((await signInWithPasskey(authenticator)).status).toBe(200)
  })
})

describe('an admin’s passkey as a second factor', () => {
  test('opens the admin of a shop with real payments and ends sessions created with only the password', async () => {
    takeRealPayments()
    const person = await makePerson('admin')
    const other = await sessionCookie(person.user.id)
    const listOrders = (cookie: string) => call('GET', '/api/admin/orders', { headers: { cookie } })
    expect((await listOrders(person.cookie)).status).toBe(403)
    const authenticator = createAuthenticator()
    const added = await addPasskey(person, authenticator)
    expect(added.body.codes).toHaveLength(10)
    expect((await listOrders(person.cookie)).status).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
    const answer = await signInWithPasskey(authenticator)
    expect((await listOrders(cookiesFrom(answer))).status).toBe(200)
  })

  test('requires a backup code or the passkey in addition to the password', async () => {
    const { person, authenticator, codes } = await makePasskeyUser('super_admin')
    const pending = await signIn(person)
    expect(pending).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
    const done = await call('POST', '/api/auth/code', {
      headers: { cookie: cookiesFrom(pending) },
      body: { code: codes[0] },
    })
    expect(done).toMatchObject({ status: 200, body: { user: { id: person.user.id } } })
    expect((await signInWithPasskey(authenticator)).status).toBe(200)
  })

  test.each(['customer', 'editor'] as const)('is not required for the role %s', async (role) => {
    const { person, codes } = await makePasskeyUser(role)
    expect(codes).toEqual([])
    expect((await signIn(person)).status).toBe(200)
  })

  test('is no longer required after its removal, which also deletes its backup codes', async () => {
    const { person, id } = await makePasskeyUser('admin')
    expect((await call('DELETE', `/api/account/passkeys/${id}`, { as: person })).status).toBe(200)
    expect((await signIn(person)).status).toBe(200)
    expect(
      await rowsOf(sql`select id from account_tokens where user_id = ${person.user.id}`),
    ).toEqual([])
    takeRealPayments()
    expect((await call('GET', '/api/admin/orders', { as: person })).status).toBe(403)
  })

  test('remains, with the backup codes, when the authenticator app is turned off', async () => {
    const { person } = await makePasskeyUser('admin')
    const { codes } = await turnOnTwoStep(person)
    expect((await call('DELETE', '/api/account/second-factor', { as: person })).status).toBe(200)
    const pending = await signIn(person)
    expect(pending.body.code).toBe('second_factor_required')
    const done = await call('POST', '/api/auth/code', {
      headers: { cookie: cookiesFrom(pending) },
      body: { code: codes[0] },
    })
    expect(done.status).toBe(200)
  })
})

describe('confirming with a passkey', () => {
  test('replaces the password or code for a protected admin call', async () => {
    const { person, authenticator } = await makePasskeyUser('admin')
    await ageSessions(person)
    const exportOrders = (as: TestPerson) => call('GET', '/api/admin/orders/export', { as })
    expect(await exportOrders(person)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required', method: 'passkey', hasPasskey: true },
    })
    const password = await call('POST', '/api/account/reauthenticate', {
      as: person,
      body: { currentPassword: person.password },
    })
    expect(password.status).toBe(400)
    const { passkey, cookie } = await proveWithPasskey(person, authenticator)
    const confirmed = await call('POST', '/api/account/reauthenticate', {
      headers: { cookie },
      body: { passkey },
    })
    expect(confirmed.status).toBe(200)
    const renewed = { ...person, cookie: cookiesFrom(confirmed) }
    expect((await exportOrders(renewed)).status).toBe(200)
    expect(await isSignedIn(person.cookie)).toBe(false)
  })

  test.each([
    ['POST', '/api/account/password', { password: fresh }],
    ['POST', '/api/account/email', { email: 'someone.else@example.com' }],
    ['POST', '/api/account/recovery-codes', {}],
    ['POST', '/api/account/deletion', {}],
  ] as const)('%s %s accepts a passkey instead of the password', async (method, path, body) => {
    const { person, authenticator } = await makePasskeyUser()
    await ageSessions(person)
    const change = async (by: typeof authenticator, deviation: Deviation = {}) => {
      const { passkey, cookie } = await proveWithPasskey(person, by, deviation)
      return call(method, path, { headers: { cookie }, body: { ...body, passkey } })
    }
    expect((await call(method, path, { as: person, body })).status).toBe(400)
    const other = await makePasskeyUser()
    expect((await change(other.authenticator)).status).toBe(403)
    expect((await change(authenticator, { userVerified: false })).status).toBe(403)
    expect((await change(authenticator)).status).toBeLessThan(300)
  })

  test('still works after a password change, whose email lists the passkey', async () => {
    const { person, authenticator, id } = await makePasskeyUser()
    await call('PATCH', `/api/account/passkeys/${id}`, { as: person, body: { name: 'My phone' } })
    await call('POST', '/api/account/password', {
      as: person,
      body: { currentPassword: person.password, password: fresh },
    })
    const mail = (await mailsTo(person)).find(
      ({ subject }) => subject === 'Your password was changed',
    )
    expect(mail?.text).toContain('Passkey (My phone)')
    expect((await signInWithPasskey(authenticator)).status).toBe(200)
  })
})

describe('renaming and removing a passkey', () => {
  test('is limited to its owner; removal requires a recent sign-in and is emailed', async () => {
    const { person, id } = await makePasskeyUser()
    const other = await makePerson('customer')
    const path = `/api/account/passkeys/${id}`
    const rename = (as: TestPerson, name: string) => call('PATCH', path, { as, body: { name } })
    expect((await rename(other, 'Mine now')).status).toBe(404)
    expect((await rename(person, '  ')).status).toBe(400)
    expect((await rename(person, 'Blue security key')).status).toBe(200)
    expect(await passkeysOf(person)).toMatchObject([{ name: 'Blue security key' }])
    expect((await call('DELETE', path, { as: other })).status).toBe(404)
    await ageSessions(person)
    expect(await call('DELETE', path, { as: person })).toMatchObject({
      status: 403,
      body: { method: 'password', hasPasskey: true },
    })
    const renewed = { ...person, cookie: await sessionCookie(person.user.id) }
    expect((await call('DELETE', path, { as: renewed })).status).toBe(200)
    expect((await call('DELETE', path, { as: renewed })).status).toBe(404)
    expect(await auditOf(person)).toEqual(['user.passkey_added', 'user.passkey_removed'])
    expect(await subjectsTo(person)).toContain('A passkey was removed from your account')
    const [row] = await rowsOf(sql`select passkey_since from users where id = ${person.user.id}`)
    expect(row).toEqual({ passkey_since: null })
  })

  test('rejects removing a passkey that is the last way to sign in', async () => {
    await sandbox.addPerson('google', { key: 'passkey-only', email: null })
    const cookie = cookiesFrom(await signInThrough('google', { person: 'passkey-only' }))
    const { body } = await call('GET', '/api/auth/user', { headers: { cookie } })
    const [user] = await rowsOf<TestPerson['user']>(sql`select * from users where id = ${body.id}`)
    if (!user) throw new Error('No account')
    const person = { user, cookie, password: '' }
    const first = createAuthenticator()
    const added = await addPasskey(person, first)
    const disconnected = await call('DELETE', '/api/account/identities/google', { as: person })
    expect(disconnected.status).toBe(200)
    const path = `/api/account/passkeys/${added.body.id}`
    expect((await call('DELETE', path, { as: person })).status).toBe(409)
    expect(await passkeysOf(person)).toHaveLength(1)
    await ageSessions(person)
    expect(await addPasskey(person)).toMatchObject({
      status: 403,
      body: { method: 'passkey', hasPasskey: true },
    })
    const answer = await signInWithPasskey(first)
    const renewed = { ...person, cookie: cookiesFrom(answer) }
    expect((await addPasskey(renewed)).status).toBe(201)
    expect((await call('DELETE', path, { as: renewed })).status).toBe(200)
  })
})

describe('a staff member who lost their device', () => {
  test('signs in with the password after a super admin resets their second factor', async () => {
    const owner = await makePerson('super_admin')
    const { person, authenticator } = await makePasskeyUser('admin')
    await turnOnTwoStep(person)
    const reset = await call('DELETE', `/api/admin/users/${person.user.id}/second-factor`, {
      as: owner,
    })
    expect(reset).toMatchObject({ status: 200, body: { secondFactor: false, passkey: false } })
    expect(await isSignedIn(person.cookie)).toBe(false)
    expect(await signInWithPasskey(authenticator)).toMatchObject(refused)
    expect((await signIn(person)).status).toBe(200)
    expect(await subjectsTo(person)).toEqual(
      expect.arrayContaining([
        'A passkey was removed from your account',
        'Your authenticator app was removed',
      ]),
    )
  })

  test('recovers the owner account with the link from the command, which removes the passkeys', async () => {
    const { person, authenticator } = await makePasskeyUser('super_admin')
    const { path } = await createOwnerRecovery(await getTestPayload(), person.user.username)
    const opened = await call('POST', '/api/auth/reset', {
      body: { token: path.split('token=')[1], password: fresh },
    })
    expect(opened).toMatchObject({ status: 200, body: { user: { id: person.user.id } } })
    expect(await signInWithPasskey(authenticator)).toMatchObject(refused)
    expect((await signIn(person, fresh)).status).toBe(200)
  })
})

test('the list of users shows who has a passkey', async () => {
  const { person } = await makePasskeyUser('admin')
  const owner = await makePerson('super_admin')
  const { body } = await call<{ id: number; passkey: boolean; secondFactor: boolean }[]>(
    'GET',
    `/api/admin/users?search=${person.user.username}`,
    { as: owner },
  )
  expect(body).toMatchObject([{ id: person.user.id, passkey: true, secondFactor: false }])
})
