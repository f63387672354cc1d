import { appCode } from '@tests/support/app-code'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { createAuthenticator } from '@tests/support/passkeys/authenticator'
import { startPasskey } from '@tests/support/passkeys/calls'
import { getTestPayload, rowsOf, sql, untilLocked } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { type Mail, useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { hashPassword } from '@/modules/accounts/actions/passwords'
import { withTransaction } from '@/platform/transaction'

const sandbox = useSandbox()
const password = 'seven slow ferns'
const fresh = 'nine quiet rivers'
let count = 0
const newName = (): string => `alder-${(count += 1)}`

beforeAll(async () => {
  await getTestPayload()
})

const signIn = (username: string, entered: string) =>
  call('POST', '/api/auth/local', { body: { username, password: entered } })
const cookieOf = (answer: { headers: Headers }): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
const statusOf = async (cookie: string): Promise<number> =>
  (await call('GET', '/api/auth/user', { headers: { cookie } })).status

/** Returns the emails to an address after the waiting jobs have run. */
const mailsTo = async (address: string): Promise<Mail[]> => {
  await runWaitingJobs()
  return sandbox.mails(address)
}
const tokenIn = (mail: Mail | undefined): string =>
  /\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none'

const register = async (email: string) => {
  const username = newName()
  const answer = await call('POST', '/api/auth/register', { body: { username, password, email } })
  return { username, cookie: cookieOf(answer), answer, id: (answer.body.user as { id: number }).id }
}
const verify = (token: string, cookie: string) =>
  call('POST', '/api/auth/verify', { headers: { cookie }, body: { token } })

const ask = (username: string) => call('POST', '/api/auth/forgot', { body: { username } })
const reset = (token: string, entered = fresh) =>
  call('POST', '/api/auth/reset', { body: { token, password: entered } })

describe('confirming an email address', () => {
  test('the link works once and links guest orders with that address to the account', async () => {
    const email = `${newName()}@example.com`
    const payload = await getTestPayload()
    await payload.create({
      collection: 'orders',
      data: {
        orderNumber: `DF-9${count}`,
        uuid: `u${count}`,
        checkoutId: `c${count}`,
        accessKeyHash: 'x',
        status: 'paid',
        version: 1,
        currency: 'USD',
        email,
        subtotalCents: 1,
        shippingCents: 0,
        taxCents: 0,
        totalCents: 1,
        paymentState: 'completed',
        paymentMethod: 'paypal',
        paymentAttempt: 1,
      } as never,
    })
    const { id, cookie } = await register(email)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Please confirm your email address')
    expect((await call('GET', '/api/auth/user', { headers: { cookie } })).body).toMatchObject({
      email,
      emailVerified: false,
    })
    const answers = await Promise.all([1, 2, 3].map(() => verify(tokenIn(mail), cookie)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect((await call('GET', '/api/auth/user', { headers: { cookie } })).body).toMatchObject({
      email,
      emailVerified: true,
    })
    expect(await rowsOf(sql`select customer_id from orders where email = ${email}`)).toEqual([
      { customer_id: id },
    ])
  })

  test('only the hash of the token is stored, and jobs don’t contain the address', async () => {
    const email = `${newName()}@example.com`
    await register(email)
    // Read before the jobs run, which deletes them. The token is made when its email is sent.
    const jobs = await rowsOf(sql`select payload from graphile_worker._private_jobs`)
    expect(jobs).not.toEqual([])
    expect(JSON.stringify(jobs)).not.toContain(email)
    const token = tokenIn((await mailsTo(email))[0])
    expect(token).not.toBe('none')
    expect(JSON.stringify(await rowsOf(sql`select * from account_tokens`))).not.toContain(token)
  })

  test('the email has no text that a stranger entered with someone else’s address', async () => {
    const email = `${newName()}@example.com`
    const { status } = await call('POST', '/api/auth/register', {
      body: { username: newName(), password, email, firstName: 'You won: claim-it.example/x' },
    })
    expect(status).toBe(201)
    const [mail] = await mailsTo(email)
    expect(mail?.text).toMatch(/^Hello,$/m)
    for (const part of [mail?.text, mail?.html]) expect(part).not.toContain('claim-it')
  })

  test('registering another account’s address gets the same response, and its owner gets an email', async () => {
    const owner = await makePerson('customer')
    const email = owner.user.email ?? ''
    const { answer, cookie } = await register(email)
    const other = await register(`${newName()}@example.com`)
    expect(Object.keys(answer.body)).toEqual(Object.keys(other.answer.body))
    expect(answer.body.user).toMatchObject({ email, emailVerified: false })
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['You already have an account with us'])
    expect(mails[0]?.text).toContain(owner.user.username)
    expect(mails[0]?.text).not.toContain('token=')
    expect(await statusOf(cookie)).toBe(200)
    expect(await rowsOf(sql`select id from users where email = ${email}`)).toEqual([
      { id: owner.user.id },
    ])
  })

  test('the first of two users with the same pending address to confirm it gets it', async () => {
    const email = `${newName()}@example.com`
    const people = [await register(email), await register(email)]
    const links = (await mailsTo(email)).map((mail) => ({
      token: tokenIn(mail),
      cookie: people.find(({ username }) => mail.text.includes(`“${username}”`))?.cookie ?? '',
    }))
    const [one, two] = links
    expect((await verify(one?.token ?? '', one?.cookie ?? '')).status).toBe(200)
    expect(await verify(two?.token ?? '', two?.cookie ?? '')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })

  test('entering another address invalidates the earlier link', async () => {
    const [first, second] = [`${newName()}@example.com`, `${newName()}@example.com`]
    const { cookie } = await register(first)
    const old = tokenIn((await mailsTo(first))[0])
    expect(
      (
        await call('POST', '/api/account/email', {
          headers: { cookie },
          body: { email: second, currentPassword: password },
        })
      ).status,
    ).toBe(200)
    expect((await verify(old, cookie)).status).toBe(410)
    expect((await verify(tokenIn((await mailsTo(second))[0]), cookie)).status).toBe(200)
  })

  test('a link opened by a visitor or another user does not confirm the address', async () => {
    const email = `${newName()}@example.com`
    const attacker = await register(email)
    const stranger = await makePerson('customer')
    const token = tokenIn((await mailsTo(email))[0])
    expect((await call('POST', '/api/auth/verify', { body: { token } })).status).toBe(401)
    expect(await verify(token, stranger.cookie)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await rowsOf(sql`select email from users where id = ${attacker.id}`)).toEqual([
      { email: null },
    ])
    expect((await verify(token, attacker.cookie)).status).toBe(200)
  })

  test('an expired link is rejected', async () => {
    const email = `${newName()}@example.com`
    const { cookie } = await register(email)
    const token = tokenIn((await mailsTo(email))[0])
    const payload = await getTestPayload()
    await payload.db.drizzle.execute(
      sql`update account_tokens set expires_at = now() - interval '1 second' where email = ${email}`,
    )
    expect(await verify(token, cookie)).toMatchObject({
      status: 410,
      body: { code: 'link_expired' },
    })
  })
})

describe('resetting a password by email', () => {
  test('the response does not reveal whether the account exists', async () => {
    const person = await makePerson('customer')
    const answers = await Promise.all(
      [person.user.username, person.user.email ?? '', 'nobody-at-all', 'nobody@example.com'].map(
        ask,
      ),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(
      1,
    )
  })

  test('the link works once, ends every session, signs the user in, and emails them', async () => {
    const person = await makePerson('customer')
    await ask(person.user.username)
    const token = tokenIn((await mailsTo(person.user.email ?? ''))[0])
    const refused = await reset(token, 'password123')
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { password: expect.any(String) } },
    })
    const answer = await reset(token)
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, user: { username: person.user.username } },
    })
    expect(await statusOf(person.cookie)).toBe(401)
    expect(await statusOf(cookieOf(answer))).toBe(200)
    expect((await reset(token)).status).toBe(410)
    expect((await signIn(person.user.username, person.password)).status).toBe(401)
    expect((await signIn(person.user.username, fresh)).status).toBe(200)
    expect((await mailsTo(person.user.email ?? ''))[0]?.subject).toBe('Your password was changed')
  })

  test('only one of eight simultaneous requests succeeds', async () => {
    const person = await makePerson('customer')
    await ask(person.user.username)
    const token = tokenIn((await mailsTo(person.user.email ?? ''))[0])
    const answers = await Promise.all(Array.from({ length: 8 }, () => reset(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a reset invalidates the other links', async () => {
    const person = await makePerson('customer')
    await ask(person.user.username)
    const first = tokenIn((await mailsTo(person.user.email ?? ''))[0])
    await ask(person.user.username)
    const second = tokenIn((await mailsTo(person.user.email ?? ''))[0])
    expect((await reset(second)).status).toBe(200)
    expect((await reset(first)).status).toBe(410)
  })

  test('nothing is sent to an unconfirmed address or an inactive user', async () => {
    const email = `${newName()}@example.com`
    const { username } = await register(email)
    await mailsTo(email)
    await ask(username)
    await ask(email)
    expect(
      (await mailsTo(email)).filter(({ subject }) => subject === 'Choose a new password'),
    ).toEqual([])
    const off = await makePerson('customer', { isActive: false })
    await ask(off.user.username)
    expect(await mailsTo(off.user.email ?? '')).toEqual([])
  })

  test('the sixth request in an hour sends nothing and gets the same response', async () => {
    const person = await makePerson('customer')
    for (let round = 0; round < 6; round += 1) {
      expect((await ask(person.user.username)).status).toBe(200)
      await runWaitingJobs()
    }
    expect(await sandbox.mails(person.user.email ?? '')).toHaveLength(5)
  })
})

describe('recovery codes', () => {
  const make = (person: TestPerson, currentPassword?: string) =>
    call<{ codes: string[] }>('POST', '/api/account/recovery-codes', {
      as: person,
      body: { currentPassword },
    })
  const use = (username: string, code: string, entered = fresh) =>
    call('POST', '/api/auth/reset-with-code', { body: { username, code, password: entered } })

  test('require the password, are shown once, and are stored as hashes', async () => {
    const person = await makePerson('customer')
    expect((await make(person, 'not the password')).status).toBe(403)
    const { body } = await make(person, person.password)
    expect(new Set(body.codes).size).toBe(8)
    for (const code of body.codes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    const stored = JSON.stringify(await rowsOf(sql`select * from account_tokens`))
    for (const code of body.codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
  })

  test('work once, ignoring case, dashes, and spaces', async () => {
    const person = await makePerson('customer')
    const [code = ''] = (await make(person, person.password)).body.codes
    const answer = await use(person.user.username, ` ${code.toUpperCase().replaceAll('-', ' ')} `)
    expect(answer.status).toBe(200)
    expect(await statusOf(person.cookie)).toBe(401)
    expect((await use(person.user.username, code)).status).toBe(400)
  })

  test('another user’s code, an unknown username, and an unknown code get the same response', async () => {
    const [one, two] = [await makePerson('customer'), await makePerson('customer')]
    const [code = ''] = (await make(one, one.password)).body.codes
    const answers = await Promise.all([
      use(two.user.username, code),
      use('nobody-here', code),
      use(one.user.username, 'abcd-efgh-jkmn-pqrs'),
    ])
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(
      1,
    )
    expect((await use(one.user.username, code)).status).toBe(200)
  })

  test('are not used up by a rejected new password', async () => {
    const person = await makePerson('customer')
    const [code = ''] = (await make(person, person.password)).body.codes
    expect((await use(person.user.username, code, 'short')).status).toBe(400)
    expect((await use(person.user.username, code)).status).toBe(200)
  })

  test('are invalidated by new ones', async () => {
    const person = await makePerson('customer')
    const [old = ''] = (await make(person, person.password)).body.codes
    await make(person, person.password)
    expect((await use(person.user.username, old)).status).toBe(400)
  })

  test('are invalidated by an emailed reset, because whoever knew the password could make them', async () => {
    const person = await makePerson('customer')
    const { codes } = (await make(person, person.password)).body
    await ask(person.user.username)
    const [mail] = await mailsTo(person.user.email ?? '')
    expect((await reset(tokenIn(mail))).status).toBe(200)
    for (const code of codes) expect((await use(person.user.username, code)).status).toBe(400)
    expect(mail?.text).toContain('recovery codes you have will stop working')
  })
})

describe('account security', () => {
  test('changing the password requires the current one and ends only the other sessions', async () => {
    const person = await makePerson('customer')
    const elsewhere = cookieOf(await signIn(person.user.username, person.password))
    const change = (currentPassword?: string) =>
      call('POST', '/api/account/password', {
        as: person,
        body: { currentPassword, password: fresh },
      })
    expect(await change()).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: expect.any(String) } },
    })
    expect((await change('not the password')).status).toBe(403)
    expect((await change(person.password)).status).toBe(200)
    expect(await statusOf(person.cookie)).toBe(200)
    expect(await statusOf(elsewhere)).toBe(401)
  })

  /** Makes a call while someone resets the password, which is committed once the call waits for the account. */
  const duringReset = async <Answer>(userId: number, request: () => Promise<Answer>) => {
    const { hash, salt } = await hashPassword(fresh)
    return withTransaction(await getTestPayload(), async (_, tx) => {
      await tx.execute(sql`update users set hash = ${hash}, salt = ${salt} where id = ${userId}`)
      await tx.execute(sql`delete from users_sessions where _parent_id = ${userId}`)
      const answer = request()
      await untilLocked()
      return { answer }
    })
  }

  test('a sign-in with the old password begins no session if the password is reset meanwhile', async () => {
    const { user, password } = await makePerson('customer')
    const { answer } = await duringReset(user.id, () => signIn(user.username, password))
    expect(await answer).toMatchObject({
      status: 401,
      body: { error: 'Invalid username or password' },
    })
    expect(await rowsOf(sql`select from users_sessions where _parent_id = ${user.id}`)).toEqual([])
  })

  test('a change from the old password changes nothing if the password is reset meanwhile', async () => {
    const person = await makePerson('customer')
    const { answer } = await duringReset(person.user.id, () =>
      call('POST', '/api/account/password', {
        as: person,
        body: { currentPassword: person.password, password: 'the way of someone else' },
      }),
    )
    expect((await answer).status).toBe(401)
    expect((await signIn(person.user.username, fresh)).status).toBe(200)
  })

  test('the old password confirms nothing if it is reset meanwhile', async () => {
    const person = await makePerson('customer')
    const { answer } = await duringReset(person.user.id, () =>
      call('POST', '/api/account/reauthenticate', {
        as: person,
        body: { currentPassword: person.password },
      }),
    )
    expect((await answer).status).toBe(401)
    const sessions = sql`select from users_sessions where _parent_id = ${person.user.id}`
    expect(await rowsOf(sessions)).toEqual([])
  })

  /** Ways back in that someone with the session could add, ready to be requested. */
  const waysIn: Record<string, (person: TestPerson) => Promise<() => ReturnType<typeof call>>> = {
    'recovery codes': (as) =>
      Promise.resolve(() =>
        call('POST', '/api/account/recovery-codes', { as, body: { currentPassword: as.password } }),
      ),
    'an authenticator app': async (as) => {
      const path = '/api/account/second-factor'
      const { body } = await call<{ setup: string; secret: string }>('POST', `${path}/setup`, {
        as,
      })
      const { setup, secret } = body
      return () => call('POST', path, { as, body: { setup, code: appCode(secret) } })
    },
    'a passkey': async (as) => {
      const { options, cookie } = await startPasskey('/api/account/passkeys/options', as)
      const passkey = createAuthenticator().create(options)
      return () => call('POST', '/api/account/passkeys', { headers: { cookie }, body: { passkey } })
    },
  }

  test.each(Object.entries(waysIn))(
    'a session can’t add %s if the password is reset meanwhile',
    async (_, prepare) => {
      const person = await makePerson('customer')
      const request = await prepare(person)
      const { answer } = await duringReset(person.user.id, request)
      expect((await answer).status).toBe(401)
      const added = await rowsOf(sql`
        select 'code' from account_tokens where user_id = ${person.user.id}
        union all select 'app' from second_factors where user_id = ${person.user.id}
        union all select 'passkey' from passkeys where user_id = ${person.user.id}`)
      expect(added).toEqual([])
    },
  )

  test('guesses of the current password are rate limited', async () => {
    const person = await makePerson('customer')
    const answers = []
    for (let round = 0; round < 9; round += 1)
      answers.push(
        (
          await call('POST', '/api/account/password', {
            as: person,
            body: { currentPassword: 'wrong', password: fresh },
          })
        ).status,
      )
    expect(answers.at(-1)).toBe(429)
  })

  test('users can end only their own sessions, one or all of them', async () => {
    const [person, other] = [await makePerson('customer'), await makePerson('customer')]
    const elsewhere = cookieOf(await signIn(person.user.username, person.password))
    const sessions = await rowsOf<{ id: string }>(
      sql`select id from users_sessions where _parent_id = ${person.user.id} order by created_at`,
    )
    expect(
      (await call('DELETE', `/api/account/sessions/${sessions[1]?.id}`, { as: other })).status,
    ).toBe(404)
    expect(
      (await call('DELETE', `/api/account/sessions/${sessions[1]?.id}`, { as: person })).status,
    ).toBe(200)
    expect(await statusOf(elsewhere)).toBe(401)
    expect((await call('DELETE', '/api/account/sessions', { as: person })).status).toBe(200)
    expect(await statusOf(person.cookie)).toBe(401)
    expect(await statusOf(other.cookie)).toBe(200)
  })

  test('several accounts together send at most four emails a day to one address', async () => {
    const email = `${newName()}@example.com`
    const people = [await makePerson('customer'), await makePerson('customer')]
    const answers = []
    for (let round = 0; round < 3; round += 1)
      for (const person of people) {
        const body = { email, currentPassword: person.password }
        answers.push((await call('POST', '/api/account/email', { as: person, body })).status)
        await runWaitingJobs()
      }
    expect(answers).toEqual([200, 200, 200, 200, 429, 429])
    expect((await call('POST', '/api/auth/verify/resend', { as: people[0] ?? null })).status).toBe(
      429,
    )
    expect(await sandbox.mails(email)).toHaveLength(4)
  })

  test('the current address gets an email about a new one and stays until the new one is confirmed', async () => {
    const person = await makePerson('customer')
    const email = `${newName()}@example.com`
    expect((await call('POST', '/api/account/email', { as: person, body: { email } })).status).toBe(
      400,
    )
    expect(
      (
        await call('POST', '/api/account/email', {
          as: person,
          body: { email, currentPassword: person.password },
        })
      ).status,
    ).toBe(200)
    expect((await mailsTo(person.user.email ?? ''))[0]?.subject).toBe(
      'A new email address for your account',
    )
    expect((await call('GET', '/api/auth/user', { as: person })).body).toMatchObject({
      email: person.user.email,
      emailVerified: true,
    })
    expect((await verify(tokenIn((await mailsTo(email))[0]), person.cookie)).status).toBe(200)
    expect((await call('GET', '/api/auth/user', { as: person })).body).toMatchObject({
      email,
      emailVerified: true,
    })
  })

  test('the earlier address gets an email once the new one is confirmed, also if it got none about the request', async () => {
    const person = await makePerson('customer')
    const email = `${newName()}@example.com`
    const ask = (address: string) =>
      call('POST', '/api/account/email', {
        as: person,
        body: { email: address, currentPassword: person.password },
      })
    await ask(email)
    // Its mailbox refuses the other email for now.
    await runJob(await getTestPayload(), 'send-account-email', {
      userId: person.user.id,
      kind: 'verify-email',
    })
    const token = tokenIn((await sandbox.mails(email))[0])
    expect((await verify(token, person.cookie)).status).toBe(200)
    const subjectsTo = async (address: string) =>
      (await mailsTo(address)).map(({ subject }) => subject)
    expect(await subjectsTo(person.user.email ?? '')).toEqual(['Your email address was changed'])
    expect(await subjectsTo(email)).toEqual(['Please confirm your email address'])
    // A request that is withdrawn before its email is sent isn't announced.
    await ask(`${newName()}@example.com`)
    await ask(email)
    expect(await subjectsTo(email)).toEqual(['Please confirm your email address'])
  })
})
