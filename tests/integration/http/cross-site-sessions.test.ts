import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
})

/** Who Payload takes this request for: on the panel's pages and in its own calls. */
const taken = async (headers: Record<string, string>): Promise<string | null> => {
  const { user } = await (
    await getTestPayload()
  ).auth({ headers: new Headers({ cookie: owner.cookie, ...headers }) })
  return user?.username ?? null
}

it.each<[string, Record<string, string>]>([
  ['on our own pages', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ['who types the address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  [
    'who follows a link in a mail',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ],
  ['whose browser does not say where a request comes from', {}],
])('somebody %s is signed in', async (_, headers) => {
  expect(await taken(headers)).toBe(owner.user.username)
})

it.each<[string, Record<string, string>]>([
  ['a script of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
  ['a picture of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  [
    'a form of another site',
    {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      origin: 'https://evil.example',
    },
  ],
  [
    'a form of a hidden site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: 'null' },
  ],
  ['another site in a browser that says no more', { origin: 'https://evil.example' }],
])('%s is nobody', async (_, headers) => {
  expect(await taken(headers)).toBeNull()
})

it('a session that has ended is nobody’s, wherever the request comes from', async () => {
  const gone = await makePerson('customer')
  await call('DELETE', '/api/account/sessions', { as: gone })
  const { user } = await (
    await getTestPayload()
  ).auth({ headers: new Headers({ cookie: gone.cookie }) })
  expect(user).toBeNull()
})

it('the calls of the shop know a program by its cookie, and do nothing in somebody’s name for a link elsewhere', async () => {
  const ask = async (site: Record<string, string>) =>
    (
      await call('GET', '/api/auth/user', {
        as: owner,
        headers: { 'sec-fetch-mode': 'navigate', ...site },
      })
    ).status
  expect([
    await ask({ 'sec-fetch-site': 'same-origin' }),
    await ask({ 'sec-fetch-site': 'cross-site' }),
    await ask({ 'sec-fetch-site': 'same-site' }),
  ]).toEqual([200, 401, 401])
  const silent = await fetchSilently()
  expect(silent).toBe(200)
})

/** As curl asks: a cookie, and not a word of where from. */
const fetchSilently = async (): Promise<number> => {
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
