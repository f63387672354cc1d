import { jest } from '@jest/globals'
import { appCode } from '@tests/support/app-code'
import { makePerson, sessionCookie, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call, type CallResponse } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { turnOnTwoStep } from '@tests/support/second-factor'
import { cookiesFrom, signInThrough } from '@tests/support/social-sign-in'

const sandbox = useSandbox()
const fresh = 'nine quiet rivers'

beforeAll(async () => {
  await getTestPayload()
})
beforeEach(() => rowsOf(sql`truncate rate_limits`))
afterEach(() => jest.restoreAllMocks())

const signIn = ({ user, password }: TestPerson) =>
  call('POST', '/api/auth/local', { body: { username: user.username, password } })
const sendCode = (
  pending: CallResponse<unknown>,
  code: string,
  headers: Record<string, string> = {},
) =>
  call('POST', '/api/auth/code', {
    headers: { cookie: cookiesFrom(pending), ...headers },
    body: { code },
  })
const sessionsOf = async ({ user }: TestPerson): Promise<number> =>
  (await rowsOf(sql`select id from users_sessions where _parent_id = ${user.id}`)).length
const auditOf = async ({ user }: TestPerson): Promise<string[]> =>
  (
    await rowsOf<{ action: string }>(
      sql`select action from audit_events where subject_type = 'user' and subject_id = ${String(user.id)} order by id`,
    )
  ).map(({ action }) => action)
const subjectsTo = async ({ user }: TestPerson): Promise<string[]> => {
  await runWaitingJobs()
  return (await sandbox.mails(user.email ?? '')).map(({ subject }) => subject)
}
const ageSessions = ({ user }: TestPerson) =>
  rowsOf(
    sql`update users_sessions set created_at = now() - interval '11 minutes' where _parent_id = ${user.id}`,
  )

/** Creates a staff member with two-step verification and a single session. */
const makeProtected = async () => {
  const person = await makePerson('admin')
  return { person, ...(await turnOnTwoStep(person)) }
}

describe('turning on two-step verification', () => {
  test('requires an app code, ends all other sessions, and emails the user', async () => {
    const person = await makePerson('editor')
    const other = { ...person, cookie: await sessionCookie(person.user.id) }
    const { secret, codes } = await turnOnTwoStep(person)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    expect((await call('GET', '/api/auth/user', { as: other })).status).toBe(401)
    expect((await call('GET', '/api/auth/user', { as: person })).status).toBe(200)
    expect(await auditOf(person)).toEqual(['user.second_factor_on'])
    expect(await subjectsTo(person)).toEqual(['Two-step verification is on'])
    const stored = JSON.stringify([
      await rowsOf(sql`select * from second_factors where user_id = ${person.user.id}`),
      await rowsOf(sql`select * from account_tokens where user_id = ${person.user.id}`),
    ])
    const unspaced = [secret, ...codes].map((plain) => plain.replace(/[ -]/g, ''))
    for (const plain of [...unspaced, ...codes]) expect(stored).not.toContain(plain)
  })

  test('shows the key as text and as a QR code', async () => {
    const { body } = await call('POST', '/api/account/second-factor/setup', {
      as: await makePerson('admin'),
    })
    expect(body.qr).toMatch(/^<svg /)
    expect(body.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  })

  test('changes nothing with a wrong code, with another account’s setup, or when it is already on', async () => {
    const person = await makePerson('admin')
    const other = await makePerson('admin')
    const { body } = await call<{ setup: string; secret: string }>(
      'POST',
      '/api/account/second-factor/setup',
      { as: person },
    )
    const turnOn = (as: TestPerson, code: string) =>
      call('POST', '/api/account/second-factor', { as, body: { setup: body.setup, code } })
    expect(await turnOn(person, appCode(body.secret, 5))).toMatchObject({
      status: 400,
      body: { fields: { code: expect.any(String) } },
    })
    expect((await turnOn(other, appCode(body.secret))).status).toBe(400)
    expect((await signIn(person)).status).toBe(200)
    expect((await signIn(other)).status).toBe(200)
    expect((await turnOn(person, appCode(body.secret))).status).toBe(200)
    expect((await turnOn(person, appCode(body.secret))).status).toBe(409)
  })
})

describe('signing in with two-step verification', () => {
  const expectNoSession = (answer: CallResponse<unknown>): void =>
    expect(answer.headers.getSetCookie().join()).not.toContain('payload-token=')

  const signInPaths: Record<string, (person: TestPerson) => Promise<CallResponse<unknown>>> = {
    'the shop’s sign-in endpoint': signIn,
    'the admin’s sign-in endpoint': ({ user, password }) =>
      call('POST', '/cms/api/users/login', { body: { username: user.username, password } }),
    'a password reset link': async ({ user }) => {
      await call('POST', '/api/auth/forgot', { body: { username: user.username } })
      await runWaitingJobs()
      const mails = await sandbox.mails(user.email ?? '')
      const token = /\?token=([\w-]{43})/.exec(mails.map(({ text }) => text).join())?.[1]
      return call('POST', '/api/auth/reset', { body: { token, password: fresh } })
    },
    'a password reset with a recovery code': async (person) => {
      const { body } = await call<{ codes: string[] }>('POST', '/api/account/recovery-codes', {
        as: person,
        body: { currentPassword: person.password },
      })
      return call('POST', '/api/auth/reset-with-code', {
        body: { username: person.user.username, code: body.codes[0], password: fresh },
      })
    },
  }
  test.each(Object.entries(signInPaths))(
    '%s creates a session only after the code is entered',
    async (_name, open) => {
      const { person, secret } = await makeProtected()
      const before = await sessionsOf(person)
      const pending = await open(person)
      expectNoSession(pending)
      expect(pending.headers.getSetCookie().join()).toMatch(/dayfern-pending=.*HttpOnly/)
      expect(await sessionsOf(person)).toBeLessThanOrEqual(before)
      expect(
        (await call('GET', '/api/auth/user', { headers: { cookie: cookiesFrom(pending) } })).status,
      ).toBe(401)
      const done = await sendCode(pending, appCode(secret))
      expect(done).toMatchObject({ status: 200, body: { user: { id: person.user.id } } })
      expect(
        (await call('GET', '/api/auth/user', { headers: { cookie: cookiesFrom(done) } })).status,
      ).toBe(200)
    },
  )

  test('signing in through a provider also requires the code', async () => {
    await sandbox.addPerson('google', { key: 'two-step', email: null })
    const first = await signInThrough('google', { person: 'two-step' })
    const cookie = cookiesFrom(first)
    const { body: user } = await call('GET', '/api/auth/user', { headers: { cookie } })
    const [row] = await rowsOf<TestPerson['user']>(sql`select * from users where id = ${user.id}`)
    if (!row) throw new Error('No account')
    await turnOnTwoStep({ user: row, cookie, password: '' })
    const answer = await signInThrough('google', { person: 'two-step' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/auth/code?next=%2F')
    expectNoSession(answer)
  })

  test('an account without two-step verification needs only the password', async () => {
    expect((await signIn(await makePerson('admin'))).status).toBe(200)
  })

  test('a code works only once, even in simultaneous requests', async () => {
    const { person, secret } = await makeProtected()
    const pending = await signIn(person)
    const answers = await Promise.all([1, 2].map(() => sendCode(pending, appCode(secret))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test.each([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ])('a code that is %i steps away from now gets %i', async (steps, status) => {
    const { person, secret } = await makeProtected()
    const pending = await signIn(person)
    // The next step may begin while the code is sent.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now())
    expect((await sendCode(pending, appCode(secret, steps))).status).toBe(status)
  })

  test('an earlier code does not work after a later one', async () => {
    const { person, secret } = await makeProtected()
    expect((await sendCode(await signIn(person), appCode(secret, 1))).status).toBe(200)
    expect((await sendCode(await signIn(person), appCode(secret))).status).toBe(400)
  })

  test('a backup code works once, ignoring dashes and case', async () => {
    const { person, codes } = await makeProtected()
    const code = codes[3]?.replaceAll('-', ' ').toUpperCase() ?? ''
    expect((await sendCode(await signIn(person), code)).status).toBe(200)
    expect((await sendCode(await signIn(person), code)).status).toBe(400)
    expect(await auditOf(person)).toEqual(['user.second_factor_on', 'user.backup_code_used'])
  })

  test('another account’s backup code is rejected and stays valid for its owner', async () => {
    const one = await makeProtected()
    const other = await makeProtected()
    const code = one.codes[0] ?? ''
    expect((await sendCode(await signIn(other.person), code)).status).toBe(400)
    expect((await sendCode(await signIn(one.person), code)).status).toBe(200)
  })

  test('limits guesses per address and account, and still accepts a backup code from another address', async () => {
    const { person, codes } = await makeProtected()
    const pending = await signIn(person)
    const guess = (code: string, address: string) =>
      sendCode(pending, code, { 'x-client-address': address })
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) statuses.push((await guess('000000', '203.0.113.9')).status)
    expect(statuses).toEqual([...Array<number>(8).fill(400), 429, 429])
    for (let n = 0; n < 60; n += 1) await guess('000000', `198.51.100.${n}`)
    expect((await guess('000000', '192.0.2.1')).status).toBe(429)
    expect((await guess(codes[0] ?? '', '192.0.2.1')).status).toBe(200)
  })

  test('rejects a code without a password step, with a forged one, or after the password changed', async () => {
    const { person, secret } = await makeProtected()
    const pending = await signIn(person)
    expect((await sendCode(pending, '000000')).body).toMatchObject({
      error: expect.stringContaining('make sure your phone sets its time automatically') as string,
    })
    // Also in a second tab, after signing in in the first.
    const none = await call('POST', '/api/auth/code', { body: { code: appCode(secret) } })
    expect(none).toMatchObject({
      status: 401,
      body: { error: 'This sign-in has ended. Reload the page to continue.' },
    })
    const forged = cookiesFrom(pending).slice(0, -8) + 'AAAAAAAA'
    expect(
      (
        await call('POST', '/api/auth/code', {
          headers: { cookie: forged },
          body: { code: appCode(secret) },
        })
      ).status,
    ).toBe(401)
    await call('POST', '/api/account/password', {
      as: person,
      body: { currentPassword: person.password, password: fresh },
    })
    expect((await sendCode(pending, appCode(secret))).status).toBe(401)
    const again = await signIn({ ...person, password: fresh })
    expect((await sendCode(again, appCode(secret))).status).toBe(200)
  })
})

describe('turning off two-step verification', () => {
  const turnOff = (as: TestPerson) => call('DELETE', '/api/account/second-factor', { as })

  test('requires a fresh confirmation with a code, not the password', async () => {
    const { person, secret } = await makeProtected()
    await ageSessions(person)
    expect(await turnOff(person)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required', method: 'code' },
    })
    const confirm = (body: object) =>
      call('POST', '/api/account/reauthenticate', { as: person, body })
    expect((await confirm({ currentPassword: person.password })).status).toBe(400)
    expect((await confirm({ code: appCode(secret, 4) })).status).toBe(400)
    const confirmed = await confirm({ code: appCode(secret) })
    expect(confirmed.status).toBe(200)
    const renewed = { ...person, cookie: cookiesFrom(confirmed) }
    expect((await turnOff(renewed)).status).toBe(200)
    expect((await signIn(person)).status).toBe(200)
    expect(await auditOf(person)).toEqual(['user.second_factor_on', 'user.second_factor_off'])
    expect(await subjectsTo(person)).toEqual(
      expect.arrayContaining(['Two-step verification is on', 'Your authenticator app was removed']),
    )
    expect(
      await rowsOf(sql`select id from second_factors where user_id = ${person.user.id}`),
    ).toEqual([])
    expect(
      await rowsOf(sql`select id from account_tokens where user_id = ${person.user.id}`),
    ).toEqual([])
  })
})

test('new backup codes replace the old ones', async () => {
  const { person, codes } = await makeProtected()
  const made = await call<{ codes: string[] }>('POST', '/api/account/second-factor/backup-codes', {
    as: person,
  })
  expect(made.body.codes).toHaveLength(10)
  expect((await sendCode(await signIn(person), codes[0] ?? '')).status).toBe(400)
  expect((await sendCode(await signIn(person), made.body.codes[0] ?? '')).status).toBe(200)
})
