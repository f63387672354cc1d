// @core
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'

import { makePerson } from '@tests/support/factories'
import type { CountedDerive } from '@tests/support/integration-env'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

const password = 'seven slow ferns'
let count = 0
const newName = (): string => `willow-${(count += 1)}`
const register = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  call('POST', '/api/auth/register', { body: { password, ...body }, headers })
const signIn = (username: string, entered = password, headers?: Record<string, string>) =>
  call('POST', '/api/auth/local', { body: { username, password: entered }, headers })
const cookieOf = (answer: { headers: Headers }): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
const whoIs = (cookie: string) => call('GET', '/api/auth/user', { headers: { cookie } })

beforeAll(async () => {
  await getTestPayload()
})

describe('registering', () => {
  test('requires only a username and a password and signs the user in', async () => {
    const username = newName()
    const answer = await register({ username: `  ${username.toUpperCase()} ` })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ok: true,
      user: { username, email: null, emailVerified: false, role: 'customer' },
    })
    expect(await whoIs(cookieOf(answer))).toMatchObject({ status: 200, body: { username } })
  })

  test('sets a readable hint cookie without user data in addition to the session cookie', async () => {
    const cookies = (await register({ username: newName() })).headers.getSetCookie()
    expect(cookies.find((cookie) => cookie.startsWith('payload-token='))).toMatch(/HttpOnly/i)
    expect(cookies.find((cookie) => cookie.startsWith('dayfern-person=1;'))).not.toMatch(
      /HttpOnly/i,
    )
  })

  test('reports every invalid field at once, including a taken username and a common password', async () => {
    const username = newName()
    await register({ username })
    expect(await register({ username, password: 'password12' })).toMatchObject({
      status: 400,
      body: { fields: { username: expect.any(String), password: expect.any(String) } },
    })
    expect(await register({ username: 'ab', email: 'x@' })).toMatchObject({
      status: 400,
      body: { fields: { username: expect.any(String), email: expect.any(String) } },
    })
  })

  test('rejects a role', async () => {
    expect((await register({ username: newName(), role: 'super_admin' })).status).toBe(400)
  })

  test.each([
    ['ab', 3],
    ['with space', 0],
    ['me@example.com', 0],
    ['   ', 0],
    ['é'.repeat(5), 0],
  ])('rejects the username %j with a field error', async (username) => {
    const answer = await register({ username })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { username: expect.any(String) } },
    })
  })

  test.each(['short', 'password123', 'aaaaaaaaaaaa', 'x'.repeat(129)])(
    'rejects the password %j with a field error',
    async (bad) => {
      expect(await register({ username: newName(), password: bad })).toMatchObject({
        status: 400,
        body: { fields: { password: expect.any(String) } },
      })
    },
  )

  test('rejects a password equal to the username', async () => {
    expect(
      await register({ username: 'slow-fern-seven', password: 'Slow-Fern-Seven' }),
    ).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
  })

  test('creates one account from eight simultaneous requests for the same username', async () => {
    const username = newName()
    const answers = await Promise.all(Array.from({ length: 8 }, () => register({ username })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
      error: 'That username is taken.',
      fields: { username: 'That username is taken.' },
    })
  })

  test('does not trim passwords', async () => {
    const username = newName()
    await register({ username, password: '  seven slow ferns ' })
    expect((await signIn(username)).status).toBe(401)
    expect((await signIn(username, '  seven slow ferns ')).status).toBe(200)
  })
})

describe('signing in', () => {
  test('accepts the username or a confirmed email address', async () => {
    const person = await makePerson('customer')
    expect((await signIn(person.user.username, person.password)).status).toBe(200)
    expect((await signIn(person.user.email ?? '', person.password)).status).toBe(200)
  })

  test('rejects an unconfirmed email address', async () => {
    const username = newName()
    await register({ username, email: `${username}@example.com` })
    expect((await signIn(`${username}@example.com`)).status).toBe(401)
  })

  test('responds the same for a wrong password, an unknown username, and an inactive user', async () => {
    const person = await makePerson('customer')
    const off = await makePerson('customer', { isActive: false })
    const answers = await Promise.all([
      signIn(person.user.username, 'not the password'),
      signIn('nobody-here'),
      signIn(off.user.username, off.password),
    ])
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 401,
        body: { error: 'Invalid username or password', code: 'unauthorized' },
      })
  })

  test('derives one password, in as many rounds, for an unknown username as for a wrong password', async () => {
    const person = await makePerson('customer')
    const off = await makePerson('customer', { isActive: false })
    const { requestedRounds } = (
      createRequire(import.meta.url)('node:crypto') as { pbkdf2: CountedDerive }
    ).pbkdf2
    for (const username of [person.user.username, off.user.username, 'nobody-here']) {
      requestedRounds.length = 0
      expect((await signIn(username, 'not the password')).status).toBe(401)
      expect([username, requestedRounds]).toEqual([username, [600_000]])
    }
  })

  test('limits attempts for a username from one address without locking out its owner elsewhere', async () => {
    const person = await makePerson('customer')
    const guesser = { 'x-client-address': randomUUID() }
    for (let round = 0; round < 8; round += 1)
      expect((await signIn(person.user.username, 'not the password', guesser)).status).toBe(401)
    const refused = await signIn(person.user.username, person.password, guesser)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(person.user.username, person.password)).status).toBe(200)
  })

  test('ends an account pause', async () => {
    const person = await makePerson('customer')
    const payload = await getTestPayload()
    await payload.db.drizzle.execute(
      sql`update users set paused_at = now() where id = ${person.user.id}`,
    )
    expect((await signIn(person.user.username, person.password)).body).toMatchObject({
      welcomeBack: true,
    })
    expect(await rowsOf(sql`select paused_at from users where id = ${person.user.id}`)).toEqual([
      { paused_at: null },
    ])
  })

  test('creates one session per simultaneous sign-in', async () => {
    const person = await makePerson('customer')
    await Promise.all(
      Array.from({ length: 6 }, () => signIn(person.user.username, person.password)),
    )
    expect(
      await rowsOf<{ n: number }>(
        sql`select count(*)::int as n from users_sessions where _parent_id = ${person.user.id}`,
      ),
    ).toEqual([{ n: 7 }])
  })

  test('lets an address try 20 times a minute, also all at once', async () => {
    const flood = { 'x-client-address': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(`nobody-${n}`, password, flood)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(10).fill(429)])
    expect((await signIn('nobody-30')).status).toBe(401)
  }, 60_000)
})

describe('signing out', () => {
  test.each(['GET', 'POST'])('%s ends only the current session', async (method) => {
    const person = await makePerson('customer')
    const here = cookieOf(await signIn(person.user.username, person.password))
    const answer = await call(method, '/api/logout', { headers: { cookie: here } })
    expect(
      answer.headers
        .getSetCookie()
        .filter(
          (cookie) =>
            /Expires=Thu, 01 Jan 1970|Max-Age=0/i.test(cookie) || /payload-token=;/.test(cookie),
        )
        .map((cookie) => cookie.split('=', 1)[0]),
    ).toEqual(['payload-token', 'dayfern-person', 'dayfern-checkout'])
    expect((await whoIs(here)).status).toBe(401)
    expect((await whoIs(person.cookie)).status).toBe(200)
  })

  test.each(['cross-site', 'same-site'])('asks for confirmation after a %s link', async (site) => {
    const person = await makePerson('customer')
    const answer = await call('GET', '/api/logout', {
      headers: { cookie: person.cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
    })
    expect(answer.body).toContain('Sign out?')
    expect((await whoIs(person.cookie)).status).toBe(200)
  })
})

describe('the admin sign-in form', () => {
  const panel = (body: Record<string, unknown>, headers?: Record<string, string>) =>
    call('POST', '/cms/api/users/login', { body, headers })

  test('sets the same cookies for staff and returns no token', async () => {
    const editor = await makePerson('editor')
    const answer = await panel({ username: editor.user.username, password: editor.password })
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { username: editor.user.username, collection: 'users' } },
    })
    expect(answer.body).not.toHaveProperty('token')
    expect(cookieOf(answer)).toContain('dayfern-person=1')
  })

  test('shares its rate limit with the storefront and cannot lock a user out', async () => {
    const editor = await makePerson('editor')
    const guesser = { 'x-client-address': randomUUID() }
    for (let round = 0; round < 8; round += 1)
      expect(
        await panel({ email: editor.user.username, password: 'not the password' }, guesser),
      ).toMatchObject({
        status: 401,
        body: { errors: [{ message: 'The username or password provided is incorrect.' }] },
      })
    expect(
      (await panel({ username: editor.user.username, password: editor.password }, guesser)).status,
    ).toBe(429)
    expect((await signIn(editor.user.username, editor.password, guesser)).status).toBe(429)
    expect(
      (await panel({ username: editor.user.username, password: editor.password })).status,
    ).toBe(200)
  })
})
