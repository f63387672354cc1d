import { core } from '@paypal/checkout-server-sdk'

import { anOrder, type Rig, startRig } from './support'

let rig: Rig
beforeAll(async () => {
  rig = await startRig('sandbox-test-tokens')
})
afterAll(() => rig.stop())

const orderPath = '/v2/checkout/orders/UNKNOWN'
const read = (token: string | undefined) =>
  fetch(rig.base + orderPath, { headers: { authorization: `Bearer ${token}` } })
const session = (body: object) =>
  fetch(`${rig.base}/web-sdk/v6/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify(body),
  })

test('a server token is valid for nine hours', async () => {
  const { status, body } = await rig.token()
  expect([status, body.expires_in]).toEqual([200, 32_400])
  expect((await read(body.access_token)).status).toBe(404)
  await rig.control('POST', '/clock', { offsetMs: 32_401_000 })
  const late = await read(body.access_token)
  await rig.control('POST', '/clock', { offsetMs: 0 })
  expect([late.status, ((await late.json()) as { name: string }).name]).toEqual([
    401,
    'AUTHENTICATION_FAILURE',
  ])
})

test('a wrong secret is rejected in OAuth’s format', async () => {
  const { status, body } = await rig.token({}, 'guess')
  expect([status, body.error, body.name]).toEqual([401, 'invalid_client', undefined])
  expect(
    (await rig.client('sandbox-test-tokens-wrong', 'guess').createOrder(anOrder())).status,
  ).toBe(401)
  expect((await rig.client('live-client').createOrder(anOrder())).status).toBe(401)
})

test('the SDK renews an expired server token automatically', async () => {
  await rig.paypal.createOrder(anOrder())
  await rig.control('POST', '/clock', { offsetMs: 32_401_000 })
  const { status } = await rig.paypal.createOrder(anOrder())
  await rig.control('POST', '/clock', { offsetMs: 0 })
  expect(status).toBe(201)
})

test('a browser token lasts 15 minutes, is limited to its domain, and is rejected by the API', async () => {
  const request = new core.AccessTokenRequest(
    new core.PayPalEnvironment('sandbox-test-tokens', 'sandbox-secret', rig.base, rig.base),
  ) as unknown as { body: Record<string, string> }
  Object.assign(request.body, { response_type: 'client_token', 'domains[]': 'localhost' })
  const { status, body } = await rig.paypal.execute(request)
  expect([status, body.expires_in]).toEqual([200, 900])
  expect((await read(body.access_token)).status).toBe(403)

  const accepted = await session({ clientToken: body.access_token, hostname: '127.0.0.1' })
  expect([accepted.status, accepted.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect((await session({ clientToken: body.access_token, hostname: 'evil.example' })).status).toBe(
    403,
  )
  await rig.control('POST', '/clock', { offsetMs: 901_000 })
  const late = await session({ clientToken: body.access_token, hostname: 'localhost' })
  await rig.control('POST', '/clock', { offsetMs: 0 })
  expect(late.status).toBe(401)
})

test('a classic client token requires a server token', async () => {
  const path = '/v1/identity/generate-token'
  expect(await (await rig.raw('POST', path)).json()).toMatchObject({
    client_token: expect.any(String),
    expires_in: 3_600,
  })
  expect((await fetch(rig.base + path, { method: 'POST' })).status).toBe(401)
})

test('a server token is not accepted as a client token', async () => {
  const { body } = await rig.token()
  expect((await session({ clientToken: body.access_token, hostname: 'localhost' })).status).toBe(
    401,
  )
})

test('API responses have no CORS headers for browsers', async () => {
  const response = await fetch(rig.base + orderPath, {
    headers: { origin: 'http://localhost:3000' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('the call log contains the calls without secrets', async () => {
  await rig.control('DELETE', '/calls')
  const { body } = await rig.token({ response_type: 'client_token' })
  await session({ clientToken: body.access_token, hostname: 'localhost' })
  const { calls } = await rig.control<{
    calls: { method: string; path: string; status: number }[]
  }>('GET', '/calls?provider=paypal')
  expect(calls).toMatchObject([
    {
      method: 'POST',
      path: '/v1/oauth2/token',
      status: 200,
      body: { response_type: 'client_token' },
    },
    { method: 'POST', path: '/web-sdk/v6/session', status: 200 },
  ])
  expect(JSON.stringify(calls)).not.toContain(body.access_token)
  expect(JSON.stringify(calls)).not.toContain(
    Buffer.from('sandbox-test-tokens:sandbox-secret').toString('base64'),
  )
})
