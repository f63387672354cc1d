// @core
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
})

/** Returns the username that Payload authenticates for a request with these headers. */
const authenticatedUser = async (headers: Record<string, string>): Promise<string | null> => {
  const { user } = await (
    await getTestPayload()
  ).auth({ headers: new Headers({ cookie: owner.cookie, ...headers }) })
  return user?.username ?? null
}

it.each<[string, Record<string, string>]>([
  ['a same-origin navigation', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ['a typed URL', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['a link in an email', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a request without Sec-Fetch headers', {}],
])('%s is authenticated by its session cookie', async (_, headers) => {
  expect(await authenticatedUser(headers)).toBe(owner.user.username)
})

it.each<[string, Record<string, string>]>([
  ['a script on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
  ['an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  [
    'a form on another site',
    {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      origin: 'https://evil.example',
    },
  ],
  [
    'a form on a site with a hidden origin',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: 'null' },
  ],
  ['another site in a browser without Sec-Fetch headers', { origin: 'https://evil.example' }],
])('%s is not authenticated', async (_, headers) => {
  expect(await authenticatedUser(headers)).toBeNull()
})

it('a session that was ended is not authenticated', async () => {
  const signedOut = await makePerson('customer')
  await call('DELETE', '/api/account/sessions', { as: signedOut })
  const { user } = await (
    await getTestPayload()
  ).auth({ headers: new Headers({ cookie: signedOut.cookie }) })
  expect(user).toBeNull()
})

it('the shop’s endpoints accept session cookies from the same origin or without Sec-Fetch headers, not from other sites', async () => {
  const statusFor = async (site: Record<string, string>) =>
    (
      await call('GET', '/api/auth/user', {
        as: owner,
        headers: { 'sec-fetch-mode': 'navigate', ...site },
      })
    ).status
  expect([
    await statusFor({ 'sec-fetch-site': 'same-origin' }),
    await statusFor({ 'sec-fetch-site': 'cross-site' }),
    await statusFor({ 'sec-fetch-site': 'same-site' }),
  ]).toEqual([200, 401, 401])
  const status = await fetchWithoutHeaders()
  expect(status).toBe(200)
})

/** Sends the cookie without Sec-Fetch headers, as curl does. */
const fetchWithoutHeaders = async (): Promise<number> => {
  const { handleEndpoints } = await import('payload')
  const { default: config } = await import('@payload-config')
  const path = '/cms/api/shop/auth/user'
  return (
    await handleEndpoints({
      config,
      path,
      request: new Request(`http://localhost:3000${path}`, { headers: { cookie: owner.cookie } }),
    })
  ).status
}
