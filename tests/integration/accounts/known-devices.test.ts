import { appCode } from '@tests/support/app-code'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call, type CallResponse } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { turnOnTwoStep } from '@tests/support/second-factor'
import { cookiesFrom } from '@tests/support/social-sign-in'

import { purgeExpired } from '@/modules/privacy/actions/purge-expired'

const sandbox = useSandbox()
const subject = 'New sign-in to your Dayfern account'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

beforeAll(async () => {
  await getTestPayload()
})
beforeEach(() => rowsOf(sql`truncate rate_limits`))

const signIn = (
  { user, password }: Pick<TestPerson, 'user' | 'password'>,
  { cookie = '', password: entered = password, userAgent = windows } = {},
) =>
  call('POST', '/api/auth/local', {
    body: { username: user.username, password: entered },
    headers: { cookie, 'user-agent': userAgent },
  })
/** The browser’s device cookie, which stays when the user signs out. */
const deviceOf = (answer: CallResponse<unknown>): string =>
  cookiesFrom(answer)
    .split('; ')
    .filter((cookie) => cookie.startsWith('dayfern-device='))
    .join()
const devicesOf = ({ user }: TestPerson) =>
  rowsOf<Record<string, unknown>>(
    sql`select * from known_devices where user_id = ${user.id} order by id`,
  )
const alertsTo = async ({ user }: TestPerson) => {
  await runWaitingJobs()
  return (await sandbox.mails(user.email ?? '')).filter((mail) => mail.subject === subject)
}
/** Creates a staff member who has signed in before, and returns their device cookie. */
const makeKnown = async (role: 'editor' | 'admin' = 'admin') => {
  const person = await makePerson(role)
  const answer = await signIn(person)
  expect(answer.status).toBe(200)
  return { person, device: deviceOf(answer) }
}

describe('new-device email', () => {
  test('is not sent for the first sign-in or for another one in the same browser', async () => {
    const { person, device } = await makeKnown()
    expect(device).toMatch(/^dayfern-device=[\w-]{43}$/)
    const again = await signIn(person, { cookie: device })
    expect(deviceOf(again)).toBe(device)
    expect(await alertsTo(person)).toEqual([])
    expect(await devicesOf(person)).toHaveLength(1)
  })

  test('names the device, the time in the shop’s time zone, and what to do', async () => {
    const { person } = await makeKnown('editor')
    await signIn(person)
    const [mail, ...others] = await alertsTo(person)
    expect(others).toEqual([])
    expect(mail?.text).toContain(person.user.username)
    expect(mail?.text).toContain('Chrome on Windows')
    expect(mail?.text).toMatch(/\d{4} at \d{1,2}:\d{2}\s[AP]M E[SD]T/)
    expect(mail?.text).toContain('Sign out everywhere')
    expect(mail?.text).toContain('change your password')
  })

  test('is also sent after signing in to the admin with an app code', async () => {
    const { person } = await makeKnown()
    const { cookie } = { cookie: cookiesFrom(await signIn(person)) }
    const { secret } = await turnOnTwoStep({ ...person, cookie })
    const before = (await alertsTo(person)).length
    const pending = await call('POST', '/cms/api/users/login', {
      body: { username: person.user.username, password: person.password },
    })
    expect((await alertsTo(person)).length).toBe(before)
    const done = await call('POST', '/api/auth/code', {
      headers: { cookie: cookiesFrom(pending) },
      body: { code: appCode(secret) },
    })
    expect(done.status).toBe(200)
    expect((await alertsTo(person)).length).toBe(before + 1)
  })

  test('is sent when someone else signs in with a browser known only to another account', async () => {
    const { device } = await makeKnown()
    const { person } = await makeKnown()
    await signIn(person, { cookie: device })
    expect(await alertsTo(person)).toHaveLength(1)
  })

  test('stops after five new devices in a day', async () => {
    const { person } = await makeKnown()
    for (let index = 0; index < 6; index += 1) await signIn(person)
    // The first device of the day counts toward the limit, although no email is sent for it.
    expect(await alertsTo(person)).toHaveLength(4)
    await rowsOf(
      sql`update known_devices set created_at = created_at - interval '25 hours' where user_id = ${person.user.id}`,
    )
    const before = (await alertsTo(person)).length
    await signIn(person)
    expect((await alertsTo(person)).length).toBe(before + 1)
  }, 60_000)

  test('is not sent to customers, who get no device cookie and no stored device', async () => {
    const person = await makePerson('customer')
    expect(deviceOf(await signIn(person))).toBe('')
    expect(deviceOf(await signIn(person))).toBe('')
    expect(await devicesOf(person)).toEqual([])
    expect(await alertsTo(person)).toEqual([])
  })
})

describe('stored device', () => {
  test('contains a readable device name but neither the token nor the user agent', async () => {
    const { person, device } = await makeKnown()
    const stored = JSON.stringify(await devicesOf(person))
    expect(stored).not.toContain(device.split('=')[1])
    expect(stored).not.toContain('Mozilla')
    expect(stored).toContain('Chrome on Windows')
  })

  test('is deleted when the password changes, except for the browser that changed it', async () => {
    const { person, device } = await makeKnown()
    const { cookie } = { cookie: cookiesFrom(await signIn(person)) }
    expect(await devicesOf(person)).toHaveLength(2)
    const password = 'nine quiet rivers'
    const changed = await call('POST', '/api/account/password', {
      headers: { cookie },
      body: { currentPassword: person.password, password },
    })
    expect(changed.status).toBe(200)
    expect(await devicesOf(person)).toHaveLength(1)
    const before = (await alertsTo(person)).length
    await signIn(person, { cookie, password })
    expect((await alertsTo(person)).length).toBe(before)
    await signIn(person, { cookie: device, password })
    expect((await alertsTo(person)).length).toBe(before + 1)
  })

  test('is deleted when a staff member becomes a customer again', async () => {
    const { person } = await makeKnown('editor')
    const owner = await makePerson('super_admin')
    const { status } = await call('PATCH', `/api/admin/users/${person.user.id}`, {
      as: owner,
      body: { role: 'customer' },
    })
    expect(status).toBe(200)
    expect(await devicesOf(person)).toEqual([])
  })

  test('is deleted 400 days after its last sign-in', async () => {
    const { person } = await makeKnown()
    await signIn(person)
    const [old, recent] = await devicesOf(person)
    await rowsOf(
      sql`update known_devices set last_seen_at = now() - interval '401 days' where id = ${old?.id}`,
    )
    await purgeExpired(await getTestPayload())
    expect((await devicesOf(person)).map(({ id }) => id)).toEqual([recent?.id])
  })
})

describe('failed sign-in attempts', () => {
  const guess = (person: TestPerson, cookie = '') =>
    signIn(person, { cookie, password: 'a wrong guess' })

  test('are limited for a staff account across all browsers without locking out a known one', async () => {
    const { person, device } = await makeKnown()
    for (let index = 0; index < 60; index += 1) await guess(person)
    expect((await guess(person)).status).toBe(429)
    expect((await signIn(person)).status).toBe(429)
    expect((await signIn(person, { cookie: device })).status).toBe(200)
  }, 60_000)

  test('have a separate limit in a known browser', async () => {
    const { person, device } = await makeKnown()
    const statuses: number[] = []
    for (let index = 0; index < 21; index += 1) statuses.push((await guess(person, device)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses[0]).toBe(401)
    expect((await signIn(person)).status).toBe(200)
  }, 60_000)

  test('are reset by a successful sign-in, so many people can share a demo password', async () => {
    const { person } = await makeKnown('editor')
    await guess(person)
    expect((await signIn(person)).status).toBe(200)
    expect(
      await rowsOf(sql`select key from rate_limits where key like 'sign-in-new-devices%'`),
    ).toEqual([])
  })

  test('with app codes elsewhere do not use up the attempts of a known browser', async () => {
    const { person, device } = await makeKnown()
    const { cookie } = { cookie: cookiesFrom(await signIn(person, { cookie: device })) }
    const { secret } = await turnOnTwoStep({ ...person, cookie })
    const pending = cookiesFrom(await signIn(person))
    const sendCode = (cookies: string, code: string) =>
      call('POST', '/api/auth/code', { headers: { cookie: cookies }, body: { code } })
    const wrong = appCode(secret, 40)
    for (let index = 0; index < 60; index += 1) await sendCode(pending, wrong)
    expect((await sendCode(pending, appCode(secret))).status).toBe(429)
    expect((await sendCode(`${pending}; ${device}`, appCode(secret))).status).toBe(200)
  }, 60_000)
})
