import { sql } from '@payloadcms/db-postgres'
import { makePerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import {
  cookiesFrom,
  goToProvider,
  returnFromProvider,
  signInThrough,
} from '@tests/support/social-sign-in'

import { type IdentityProvider, identityProviders } from '@/platform/identity-providers'

const { sandboxServices } = await import('../../../scripts/sandbox-services.mjs')

/** Providers whose profile is in a signed id_token. The others have another request for it. */
const openIdProviders = identityProviders.filter(
  (provider) => 'openId' in sandboxServices[`${provider}-sign-in`],
)
const sandbox = useSandbox()
let count = 0

/** Creates a new person at a provider, so that tests don’t affect each other. */
const newcomer = async (
  provider: IdentityProvider,
  about: { email?: string | null; emailVerified?: boolean } = {},
): Promise<string> => {
  const key = `person-${(count += 1)}`
  await sandbox.addPerson(provider, { key, email: null, ...about })
  return key
}
const whoIs = async (answer: { headers: Headers }) =>
  (await call('GET', '/api/auth/user', { headers: { cookie: cookiesFrom(answer) } })).body
const locationOf = (answer: { headers: Headers }): string => answer.headers.get('location') ?? ''
const identitiesOf = (userId: unknown) =>
  rowsOf<{ provider: string }>(
    sql`select provider from identities where user_id = ${userId} order by provider`,
  )

beforeAll(async () => {
  await getTestPayload()
})
afterEach(async () => {
  await sandbox.clearFaults()
  for (const provider of openIdProviders) await sandbox.misbehave(provider, { idToken: 'ok' })
  await sandbox.misbehave('tiktok', { errorsAs200: false })
})

describe.each(identityProviders)('signing in through %s', (provider) => {
  test('creates an account with a generated username and signs the user in', async () => {
    const answer = await signInThrough(provider, { person: await newcomer(provider) })
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('Registration successful')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(await whoIs(answer)).toMatchObject({
      role: 'customer',
      username: expect.stringMatching(new RegExp(`^${provider}_[a-z2-9]{8}$`)),
    })
  })

  test('returns the same user the second time', async () => {
    const person = await newcomer(provider)
    const first = await whoIs(await signInThrough(provider, { person }))
    const answer = await signInThrough(provider, { person })
    expect(answer.body).toContain('Login successful')
    expect(await whoIs(answer)).toMatchObject({ id: first.id })
  })

  test('creates an account that cannot be opened with a password', async () => {
    const { username } = await whoIs(
      await signInThrough(provider, { person: await newcomer(provider) }),
    )
    for (const password of ['undefined', 'null', 'a-long-enough-password'])
      expect((await call('POST', '/api/auth/local', { body: { username, password } })).status).toBe(
        401,
      )
  })

  test('creates one account from four simultaneous callbacks', async () => {
    const person = await newcomer(provider)
    const trips = await Promise.all([1, 2, 3, 4].map(() => goToProvider(provider, { person })))
    const answers = await Promise.all(
      trips.map(({ callback, cookie }) => returnFromProvider(callback, cookie)),
    )
    expect(new Set((await Promise.all(answers.map(whoIs))).map(({ id }) => id)).size).toBe(1)
  })

  test('redirects to the requested page but never to another site', async () => {
    const [there, elsewhere] = [
      await signInThrough(provider, {
        person: await newcomer(provider),
        start: `?next=${encodeURIComponent('/checkout?a=1')}`,
      }),
      await signInThrough(provider, {
        person: await newcomer(provider),
        start: `?next=${encodeURIComponent('//evil.example')}`,
      }),
    ]
    expect(there.body).toContain('href="/checkout?a=1"')
    expect(elsewhere.body).toContain('href="/"')
  })

  test('stores who the user is there, and no tokens', async () => {
    await signInThrough(provider, { person: await newcomer(provider) })
    const [stored] = await rowsOf<Record<string, unknown>>(
      sql`select * from identities order by id desc limit 1`,
    )
    expect(stored).toEqual({
      id: expect.any(Number) as number,
      user_id: expect.any(Number) as number,
      provider,
      subject: expect.any(String) as string,
      email_at_link: null,
      email_verified: false,
      display_name: 'Robin Reed',
      created_at: expect.anything() as unknown,
      updated_at: expect.anything() as unknown,
    })
  })
})

describe.each(identityProviders)('sign-in errors with %s', (provider) => {
  const error = (stage: 'auth' | 'token' | 'user' | 'login' | 'oauth'): string =>
    `/auth?error=${provider === 'tiktok' ? `tiktok_${stage}_failed` : 'login_failed'}`

  test('redirects with an error when the user cancels', async () => {
    const answer = await signInThrough(provider, { refuse: true })
    expect(locationOf(answer)).toBe(error('auth'))
    expect(answer.headers.getSetCookie().join()).not.toContain('payload-token')
  })

  test('rejects a wrong state or a missing state cookie', async () => {
    const { callback, cookie } = await goToProvider(provider, { person: await newcomer(provider) })
    expect(
      locationOf(
        await returnFromProvider(
          callback.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`),
          cookie,
        ),
      ),
    ).toBe(error('auth'))
    expect(locationOf(await returnFromProvider(callback, ''))).toBe(error('auth'))
  })

  test('keeps at most five attempts, the newest ones', async () => {
    const jar = new Map<string, string>()
    const started: string[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const { headers } = await call('GET', `/auth/${provider}`, { headers: { cookie } })
      for (const text of headers.getSetCookie()) {
        const [name = '', value = ''] = (text.split(';', 1)[0] ?? '').split('=')
        if (value) started.push(name)
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
    }
    expect([...jar.keys()]).toEqual(started.slice(-5))
  })

  test('rejects the state cookie of another provider', async () => {
    const other = identityProviders.find((name) => name !== provider) ?? provider
    const { callback, cookie } = await goToProvider(other, { person: 'riley' })
    expect(
      locationOf(
        await returnFromProvider(callback.replace(`/auth/${other}/`, `/auth/${provider}/`), cookie),
      ),
    ).toBe(error('auth'))
  })

  test('rejects a modified state cookie', async () => {
    const { callback, cookie } = await goToProvider(provider, { person: await newcomer(provider) })
    const changed = cookie.replace(
      /(=.{20})./,
      (_, start: string) => `${start}${cookie.includes('A') ? 'B' : 'A'}`,
    )
    expect(locationOf(await returnFromProvider(callback, `${changed.slice(0, -1)}x`))).toBe(
      error('auth'),
    )
  })

  test('rejects a code that was already used', async () => {
    const { callback, cookie } = await goToProvider(provider, { person: await newcomer(provider) })
    expect((await returnFromProvider(callback, cookie)).status).toBe(200)
    expect(locationOf(await returnFromProvider(callback, cookie))).toBe(error('token'))
  })

  test('handles every kind of connection failure during the code exchange', async () => {
    for (const fault of [
      'status',
      'reset-before',
      'reset-after',
      'truncated',
      'malformed',
      'html',
    ] as const) {
      const { callback, cookie } = await goToProvider(provider, { person: 'riley' })
      // The next call to the provider is the exchange.
      await sandbox.fault({
        provider: `${provider}-sign-in`,
        fault,
        ...(fault === 'status' ? { status: 500 } : {}),
      })
      expect(locationOf(await returnFromProvider(callback, cookie))).toBe(error('token'))
    }
  }, 60_000)

  test('does not copy the provider’s response into the redirect', async () => {
    const answer = await signInThrough(provider, { refuse: true })
    expect(locationOf(answer)).not.toMatch(/access_denied|description|permissions/i)
  })

  test('does not start a sign-in for a prefetch', async () => {
    expect(
      (await call('GET', `/auth/${provider}`, { headers: { 'sec-purpose': 'prefetch' } })).status,
    ).toBe(204)
  })

  test('rejects an inactive user', async () => {
    const person = await newcomer(provider)
    const { id } = await whoIs(await signInThrough(provider, { person }))
    const payload = await getTestPayload()
    await payload.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.role_change', '1', true)`)
      await tx.execute(sql`update users set is_active = false where id = ${id}`)
    })
    expect(locationOf(await signInThrough(provider, { person }))).toBe(error('login'))
  })

  test('rejects a user who became staff', async () => {
    const person = await newcomer(provider)
    const { id } = await whoIs(await signInThrough(provider, { person }))
    const payload = await getTestPayload()
    await payload.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.role_change', '1', true)`)
      await tx.execute(sql`update users set role = 'editor' where id = ${id}`)
    })
    expect(locationOf(await signInThrough(provider, { person }))).toBe(error('login'))
  })
})

describe.each(openIdProviders)('the id_token of %s', (provider) => {
  test.each(['wrong-aud', 'wrong-iss', 'wrong-nonce', 'expired', 'wrong-key', 'missing'])(
    'is rejected: %s',
    async (idToken) => {
      await sandbox.misbehave(provider, { idToken })
      expect(locationOf(await signInThrough(provider, { person: await newcomer(provider) }))).toBe(
        '/auth?error=login_failed',
      )
    },
  )
})

describe('errors of a single provider', () => {
  test('treats TikTok errors with status 200 as errors', async () => {
    await sandbox.misbehave('tiktok', { errorsAs200: true })
    const { callback, cookie } = await goToProvider('tiktok', { person: await newcomer('tiktok') })
    await returnFromProvider(callback, cookie)
    expect(locationOf(await returnFromProvider(callback, cookie))).toBe(
      '/auth?error=tiktok_token_failed',
    )
  })

  test('rejects a TikTok sign-in without the profile scope', async () => {
    expect(
      locationOf(await signInThrough('tiktok', { person: await newcomer('tiktok'), scopes: [] })),
    ).toBe('/auth?error=tiktok_user_failed')
  })

  test.each(identityProviders.filter((provider) => !openIdProviders.includes(provider)))(
    'handles a failing profile request to %s',
    async (provider) => {
      await sandbox.fault({
        provider: `${provider}-sign-in`,
        match: { method: 'GET' },
        fault: 'status',
        status: 503,
      })
      expect(locationOf(await signInThrough(provider, { person: 'riley' }))).toBe(
        `/auth?error=${provider === 'tiktok' ? 'tiktok_user_failed' : 'login_failed'}`,
      )
    },
  )
})

describe('linking accounts', () => {
  test('links an account when both Google and the shop confirmed its address, and emails the user', async () => {
    const owner = await makePerson('customer')
    const email = owner.user.email ?? ''
    const answer = await signInThrough('google', {
      person: await newcomer('google', { email, emailVerified: true }),
    })
    expect(await whoIs(answer)).toMatchObject({ id: owner.user.id })
    await runWaitingJobs()
    expect((await sandbox.mails(email)).map(({ subject }) => subject)).toContain(
      'A new way to sign in to your account',
    )
  })

  test.each([
    ['google', false],
    ['facebook', true],
  ] as const)(
    'does not link an address that %s did not confirm',
    async (provider, emailVerified) => {
      const owner = await makePerson('customer')
      const answer = await signInThrough(provider, {
        person: await newcomer(provider, { email: owner.user.email, emailVerified }),
      })
      expect(locationOf(answer)).toBe('/auth?error=connect_first')
      expect(await identitiesOf(owner.user.id)).toEqual([])
    },
  )

  test.each(identityProviders)(
    'links no account by an address that %s has but did not confirm',
    async (provider) => {
      const owner = await makePerson('customer')
      await signInThrough(provider, {
        person: await newcomer(provider, { email: owner.user.email, emailVerified: false }),
      })
      expect(await identitiesOf(owner.user.id)).toEqual([])
    },
  )

  test('does not link an account that has the same address pending', async () => {
    const email = `victim-${(count += 1)}@example.com`
    const squatter = await call('POST', '/api/auth/register', {
      body: { username: `squatter-${count}`, password: 'seven slow ferns', email },
    })
    const owner = await whoIs(
      await signInThrough('google', {
        person: await newcomer('google', { email, emailVerified: true }),
      }),
    )
    expect(owner).toMatchObject({ email, emailVerified: true })
    expect(owner.id).not.toBe((squatter.body.user as { id: number }).id)
  })

  test('never links a staff member’s address', async () => {
    const editor = await makePerson('editor')
    expect(
      locationOf(
        await signInThrough('google', {
          person: await newcomer('google', { email: editor.user.email, emailVerified: true }),
        }),
      ),
    ).toBe('/auth?error=login_failed')
    expect(await identitiesOf(editor.user.id)).toEqual([])
  })

  test('keeps an address from Facebook pending and sends a confirmation email', async () => {
    const email = `f${(count += 1)}@example.com`
    const person = await whoIs(
      await signInThrough('facebook', {
        person: await newcomer('facebook', { email, emailVerified: true }),
      }),
    )
    expect(person).toMatchObject({ email, emailVerified: false })
    await runWaitingJobs()
    expect((await sandbox.mails(email)).map(({ subject }) => subject)).toEqual([
      'Please confirm your email address',
    ])
  })

  test('ignores a later change of the address at the provider', async () => {
    const key = await newcomer('google', {
      email: `g${(count += 1)}@example.com`,
      emailVerified: true,
    })
    const first = await whoIs(await signInThrough('google', { person: key }))
    await sandbox.addPerson('google', {
      key,
      email: `other-${count}@example.com`,
      emailVerified: true,
    })
    expect(await whoIs(await signInThrough('google', { person: key }))).toMatchObject({
      id: first.id,
      email: first.email,
    })
  })
})

describe('connecting another sign-in method', () => {
  const connect = (
    provider: IdentityProvider,
    as: Awaited<ReturnType<typeof makePerson>>,
    person: string,
  ) => signInThrough(provider, { person, as, start: '?connect=1' })

  test('lets a signed-in user sign in with it afterward', async () => {
    const owner = await makePerson('customer')
    const person = await newcomer('tiktok')
    expect((await connect('tiktok', owner, person)).body).toContain('href="/account/security"')
    expect(await whoIs(await signInThrough('tiktok', { person }))).toMatchObject({
      id: owner.user.id,
    })
  })

  test('rejects an identity that belongs to another user', async () => {
    const [one, two] = [await makePerson('customer'), await makePerson('customer')]
    const person = await newcomer('google')
    await connect('google', one, person)
    expect(locationOf(await connect('google', two, person))).toBe(
      '/account/security?error=connect_taken',
    )
  })

  test('redirects visitors to sign in and rejects staff', async () => {
    expect(locationOf((await goToProvider('google', { start: '?connect=1' })).authorization)).toBe(
      '/auth?next=%2Faccount%2Fsecurity',
    )
    expect(
      locationOf(await connect('google', await makePerson('editor'), await newcomer('google'))),
    ).toBe('/account/security?error=login_failed')
  })

  test('connects nothing if a different user is signed in at the callback', async () => {
    const [one, two] = [await makePerson('customer'), await makePerson('customer')]
    const { callback, cookie } = await goToProvider('google', {
      person: await newcomer('google'),
      as: one,
      start: '?connect=1',
    })
    expect(
      locationOf(await returnFromProvider(callback, cookie.replace(one.cookie, two.cookie))),
    ).toBe('/auth?error=login_failed')
    expect(await identitiesOf(two.user.id)).toEqual([])
  })

  test('keeps the last sign-in method until the user sets a password', async () => {
    const answer = await signInThrough('facebook', { person: await newcomer('facebook') })
    const headers = { cookie: cookiesFrom(answer) }
    const { id } = await whoIs(answer)
    expect(await call('DELETE', '/api/account/identities/facebook', { headers })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('only way') },
    })
    expect(await identitiesOf(id)).toEqual([{ provider: 'facebook' }])
    expect(
      (
        await call('POST', '/api/account/password', {
          headers,
          body: { password: 'nine quiet rivers' },
        })
      ).status,
    ).toBe(200)
    expect((await call('DELETE', '/api/account/identities/facebook', { headers })).status).toBe(200)
    expect(await identitiesOf(id)).toEqual([])
  })
})

/** Makes the user’s sessions too old to change sign-in methods. */
const ageSessions = (userId: unknown) =>
  rowsOf(
    sql`update users_sessions set created_at = now() - interval '11 minutes' where _parent_id = ${userId}`,
  )

describe('an old session', () => {
  const confirm = (as: { cookie: string }, currentPassword?: string) =>
    call('POST', '/api/account/reauthenticate', {
      headers: { cookie: as.cookie },
      body: { currentPassword },
    })
  const needsSignIn = { status: 403, body: { code: 'reauthentication_required' } }

  test('cannot connect or disconnect sign-in methods until the password is entered', async () => {
    const owner = await makePerson('customer')
    await signInThrough('google', {
      person: await newcomer('google'),
      as: owner,
      start: '?connect=1',
    })
    await ageSessions(owner.user.id)
    const { authorization } = await goToProvider('tiktok', { as: owner, start: '?connect=1' })
    expect(locationOf(authorization)).toBe('/account/security?error=confirm_first')
    expect(await call('DELETE', '/api/account/identities/google', { as: owner })).toMatchObject(
      needsSignIn,
    )
    expect(await confirm(owner)).toMatchObject(needsSignIn)
    expect((await confirm(owner, 'not the password')).status).toBe(403)
    expect(await identitiesOf(owner.user.id)).toEqual([{ provider: 'google' }])

    const confirmed = await confirm(owner, owner.password)
    expect(confirmed.status).toBe(200)
    expect((await call('GET', '/api/auth/user', { as: owner })).status).toBe(401)
    const renewed = { ...owner, cookie: cookiesFrom(confirmed) }
    expect((await confirm(renewed)).status).toBe(200)
    const person = await newcomer('tiktok')
    await signInThrough('tiktok', { person, as: renewed, start: '?connect=1' })
    expect((await call('DELETE', '/api/account/identities/google', { as: renewed })).status).toBe(
      200,
    )
    expect(await identitiesOf(owner.user.id)).toEqual([{ provider: 'tiktok' }])
  })

  test('without a password cannot change the password, email, or recovery codes until the next sign-in', async () => {
    const person = await newcomer('google')
    const first = await signInThrough('google', { person })
    const { id } = await whoIs(first)
    const change = (cookie: string) =>
      Promise.all([
        call('POST', '/api/account/email', {
          headers: { cookie },
          body: { email: `taken-over-${count}@example.com` },
        }),
        call('POST', '/api/account/recovery-codes', { headers: { cookie }, body: {} }),
      ])
    const setPassword = (cookie: string) =>
      call('POST', '/api/account/password', {
        headers: { cookie },
        body: { password: 'nine quiet rivers' },
      })
    await ageSessions(id)
    const stored = () =>
      rowsOf(
        sql`select has_password, pending_email, (select count(*)::int from account_tokens where user_id = users.id) as tokens from users where id = ${id}`,
      )
    const before = await stored()
    for (const answer of await change(cookiesFrom(first))) expect(answer).toMatchObject(needsSignIn)
    expect(await setPassword(cookiesFrom(first))).toMatchObject(needsSignIn)
    expect(await stored()).toEqual(before)

    const renewed = cookiesFrom(await signInThrough('google', { person }))
    for (const { status } of await change(renewed)) expect(status).toBe(200)
    expect((await setPassword(renewed)).status).toBe(200)
  })

  test.each([{ currentPassword: 'x' }, { code: '1' }])(
    'without a password is not renewed by %j',
    async (body) => {
      const first = await signInThrough('google', { person: await newcomer('google') })
      const { id } = await whoIs(first)
      const sessions = () => rowsOf(sql`select id from users_sessions where _parent_id = ${id}`)
      const before = await sessions()
      const send = () =>
        call('POST', '/api/account/reauthenticate', {
          headers: { cookie: cookiesFrom(first) },
          body,
        })
      const answer = await send()
      expect(answer.status).toBe(200)
      expect(answer.headers.has('set-cookie')).toBe(false)
      expect(await sessions()).toEqual(before)
      await ageSessions(id)
      expect(await send()).toMatchObject(needsSignIn)
    },
  )

  test('password-change email lists the linked sign-in methods', async () => {
    const owner = await makePerson('customer')
    await signInThrough('google', {
      person: await newcomer('google'),
      as: owner,
      start: '?connect=1',
    })
    await call('POST', '/api/account/password', {
      as: owner,
      body: { currentPassword: owner.password, password: 'nine quiet rivers' },
    })
    await runWaitingJobs()
    const mails = await sandbox.mails(owner.user.email ?? '')
    const mail = mails.find(({ subject }) => subject === 'Your password was changed')
    expect(mail?.text).toContain('still linked to it: Google')
  })
})

test('trusts Google’s next signing key as soon as it is published', async () => {
  await sandbox.rotateGoogleKeys()
  expect((await signInThrough('google', { person: await newcomer('google') })).status).toBe(200)
})
