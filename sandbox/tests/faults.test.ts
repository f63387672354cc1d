import { anOrder, firstCapture, issueOf, type Rig, startRig } from './support'

let rig: Rig
beforeAll(async () => {
  rig = await startRig('sandbox-test-faults')
})
afterAll(() => rig.stop())
beforeEach(() => rig.control('DELETE', '/faults'))

const capturePath = '/v2/checkout/orders/[^/]+/capture'
const fault = (body: object) =>
  rig.control('POST', '/faults', {
    provider: 'paypal',
    match: { method: 'POST', path: capturePath },
    ...body,
  })
const capture = (id: string) => rig.raw('POST', `/v2/checkout/orders/${id}/capture`)
const statusOf = async (id: string) => (await rig.paypal.getOrder(id)).body.status

test('latency delays the response', async () => {
  const id = await rig.approved()
  await fault({ fault: 'latency', latencyMs: 200 })
  const began = performance.now()
  expect((await capture(id)).status).toBe(201)
  expect(performance.now() - began).toBeGreaterThanOrEqual(195)
})

test('latency after the effect delays the response to a completed capture', async () => {
  const id = await rig.approved()
  await fault({ fault: 'latency', when: 'after', latencyMs: 1500 })
  let isAnswered = false
  const response = capture(id).finally(() => (isAnswered = true))
  while ((await statusOf(id)) !== 'COMPLETED') expect(isAnswered).toBe(false)
  expect((await response).status).toBe(201)
})

test('a status fault responds in the provider’s format and changes nothing', async () => {
  const id = await rig.approved()
  await fault({ fault: 'status', status: 429, retryAfter: 2 })
  const response = await capture(id)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await response.json()).toMatchObject({
    name: 'RATE_LIMIT_REACHED',
    debug_id: expect.any(String),
  })
  expect(await statusOf(id)).toBe('APPROVED')
})

test('a status fault after the effect hides a completed capture', async () => {
  const id = await rig.approved()
  await fault({ fault: 'status', status: 503, when: 'after' })
  expect((await capture(id)).status).toBe(503)
  expect(await statusOf(id)).toBe('COMPLETED')
})

test('a connection cut before the effect leaves the order unchanged', async () => {
  const id = await rig.approved()
  await fault({ fault: 'reset-before' })
  await expect(rig.paypal.captureOrder(id)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await statusOf(id)).toBe('APPROVED')
})

test('a connection cut after the effect hides a capture, which the same Request-Id returns', async () => {
  const id = await rig.approved()
  const key = { 'PayPal-Request-Id': 'cut-after' }
  await fault({ fault: 'reset-after' })
  await expect(rig.paypal.captureOrder(id, key)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await statusOf(id)).toBe('COMPLETED')
  const again = await rig.paypal.captureOrder(id, key)
  expect([again.status, firstCapture(again).status]).toEqual([200, 'COMPLETED'])
})

test('a truncated response ends in the middle of the body', async () => {
  const id = await rig.approved()
  await fault({ fault: 'truncated' })
  const response = await capture(id)
  expect(response.status).toBe(201)
  await expect(response.text()).rejects.toThrow('terminated')
  expect(await statusOf(id)).toBe('COMPLETED')
})

test('a malformed response is complete but not JSON', async () => {
  const id = await rig.approved()
  await fault({ fault: 'malformed' })
  const response = await capture(id)
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json'])
  await expect(response.json()).rejects.toThrow('JSON')
  expect(await statusOf(id)).toBe('COMPLETED')
})

test('a response can lack a Content-Type', async () => {
  const id = await rig.approved()
  await fault({ fault: 'no-content-type' })
  const response = await capture(id)
  expect(response.headers.get('content-type')).toBeNull()
  expect(await response.json()).toMatchObject({ id, status: 'COMPLETED' })
})

test('an HTML page of a gateway looks like a success to the SDK but changes nothing', async () => {
  const id = await rig.approved()
  await fault({ fault: 'html' })
  const response = await rig.paypal.captureOrder(id)
  expect(response.status).toBe(200)
  expect(response.body).toEqual(expect.stringContaining('<!doctype html>'))
  expect(await statusOf(id)).toBe('APPROVED')
})

test('a fault applies as often as requested, and only to matching calls', async () => {
  await fault({
    match: { method: 'POST', path: '/v2/checkout/orders$' },
    fault: 'status',
    status: 500,
    times: 2,
  })
  const id = await rig.paypal.createOrder(anOrder())
  expect(id.status).toBe(500)
  expect((await rig.paypal.getOrder('UNKNOWN')).status).toBe(404)
  expect((await rig.paypal.createOrder(anOrder())).status).toBe(500)
  expect((await rig.paypal.createOrder(anOrder())).status).toBe(201)
  const { faults } = await rig.control<{ faults: { hits: number }[] }>('GET', '/faults')
  expect(faults).toMatchObject([{ times: 2, hits: 2 }])
})

test('the token request can fail, too', async () => {
  await rig.control('POST', '/faults', {
    provider: 'paypal',
    match: { path: '/v1/oauth2/token' },
    fault: 'status',
    status: 503,
  })
  const response = await rig.client('sandbox-test-faults-token').createOrder(anOrder())
  expect([response.status, issueOf(response)]).toEqual([503, undefined])
})

test('the call log shows which calls had a fault', async () => {
  const id = await rig.approved()
  await rig.control('DELETE', '/calls')
  await fault({ fault: 'reset-after' })
  await rig.paypal.captureOrder(id).catch(() => {})
  const { calls } = await rig.control<{ calls: object[] }>('GET', '/calls')
  expect(calls).toMatchObject([
    {
      method: 'POST',
      path: `/v2/checkout/orders/${id}/capture`,
      status: null,
      fault: 'reset-after',
    },
  ])
})

test.each([
  [{ provider: 'nobody', fault: 'status' }, 'provider'],
  [{ provider: 'paypal', fault: 'earthquake' }, 'fault'],
  [{ provider: 'paypal', fault: 'status', match: { path: '/v2/(' } }, 'match.path'],
])('an invalid fault is rejected with the reason: %j', async (body, reason) => {
  await expect(rig.control('POST', '/faults', body)).rejects.toThrow(reason)
})
