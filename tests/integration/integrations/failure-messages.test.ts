import { jest } from '@jest/globals'
import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload } from '@tests/support/payload'
import { connectPrintful } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { type Fault, useSandbox } from '@tests/support/sandbox'
import { agreeAt, resetConnections } from '@tests/support/service-connections'

import { saveConnectionKeys } from '@/platform/connections/credentials'
import { resetRateLimits } from '@/providers/printful/rate-limiter'

const sandbox = useSandbox()
let admin: TestPerson

const connect = {
  printful: () => connectPrintful(),
  etsy: () => agreeAt('etsy', admin),
  instagram: () => agreeAt('instagram', admin),
  tiktok: () => agreeAt('tiktok', admin),
  mailchimp: async () =>
    saveConnectionKeys(await getTestPayload(), admin.user, 'mailchimp', {
      apiKey: '5a4db0c5a4db0c5a4db0c5a4db0c5a4d-us6',
      audienceId: 'c0ffee1234',
    }),
}
type Service = keyof typeof connect
const testOf = async (service: Service) =>
  (
    await call<{ success: boolean; message: string }>(
      'GET',
      `/api/admin/${service}/test?again=true`,
      { as: admin },
    )
  ).body

// A service that fails is asked several times.
jest.setTimeout(120_000)
beforeAll(async () => {
  admin = await makePerson('admin')
})
beforeEach(async () => {
  await sandbox.reset()
  await resetConnections()
  resetRateLimits()
})
afterAll(resetConnections)

const cut = { fault: 'reset-before' }
const status = (code: number, more: Omit<Fault, 'provider' | 'fault'> = {}) => ({
  fault: 'status',
  status: code,
  ...more,
})
const forbidden = { title: 'Forbidden', detail: 'Your plan doesn’t include this.' }

it.each<[Service, string, Omit<Fault, 'provider'>, string]>([
  ['printful', 'a 401', status(401), 'Printful no longer accepts our key. Enter a new key.'],
  [
    'printful',
    'a 403',
    status(403),
    'Printful needs more permissions: The access token does not have the required scope. Enter a new key.',
  ],
  [
    'printful',
    'a 429',
    status(429, { retryAfter: 120 }),
    'Printful asked us to slow down. Try again in 2 minutes.',
  ],
  [
    'printful',
    'a cut connection',
    cut,
    'Couldn’t reach Printful. Nothing was lost; try again in a few minutes.',
  ],
  [
    'etsy',
    'a 403 for the keys',
    status(403),
    'Etsy doesn’t accept the keystring and shared secret. Check both under Your Apps on Etsy, then replace them in the server environment and restart the shop.',
  ],
  [
    'etsy',
    'a 403 for the account',
    status(403, { match: { path: '.*/users/me' }, body: {} }),
    'Etsy needs more permissions (HTTP 403). Sign in again and allow every permission.',
  ],
  ['instagram', 'a 401', status(401), 'Instagram no longer accepts our sign-in. Sign in again.'],
  [
    'instagram',
    'a 401 without a code',
    status(401, { body: {} }),
    'Instagram no longer accepts our sign-in. Sign in again.',
  ],
  [
    'instagram',
    'a 403',
    status(403),
    'Instagram needs more permissions: (#10) Application does not have permission for this action. Sign in again and allow every permission.',
  ],
  [
    'tiktok',
    'a 403 with a general code',
    status(403, { body: { error: { code: 'internal_error', message: 'Not allowed' } } }),
    'TikTok needs more permissions: internal_error: Not allowed. Sign in again and allow every permission.',
  ],
  [
    'tiktok',
    'a 503',
    status(503),
    'TikTok is having problems right now (HTTP 503). Nothing was lost; try again in a few minutes.',
  ],
  [
    'mailchimp',
    'a 403',
    status(403, { body: forbidden }),
    'Mailchimp needs more permissions: Forbidden: Your plan doesn’t include this. Enter a new key.',
  ],
  [
    'mailchimp',
    'a 403 that gives no reason',
    status(403),
    'Mailchimp refused our call (HTTP 403), usually because we sent too many at once. Try again in a minute.',
  ],
])('tells what is wrong when %s responds with %s', async (service, _, fault, message) => {
  await connect[service]()
  await sandbox.fault({ provider: service, times: 20, ...fault })
  expect(await testOf(service)).toEqual({ success: false, message })
})

it.each<Service>(['etsy', 'mailchimp'])(
  'asks %s once if it doesn’t respond, because someone waits for the test',
  async (service) => {
    await connect[service]()
    const calls = (await sandbox.callsTo(service)).length
    await sandbox.fault({ provider: service, fault: 'latency', latencyMs: 600_000, times: 20 })
    const { message } = await testOf(service)
    await sandbox.clearFaults()
    expect(message).toMatch(/^\w+ didn’t respond in time\. /)
    expect(await sandbox.callsTo(service)).toHaveLength(calls + 1)
  },
)
