import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { z } from 'zod'

import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { createHttpClient } from '@/platform/http/client'
import { withDeadline } from '@/platform/http/deadline'
import type { ProviderError } from '@/platform/http/provider-error'

/** Starts a service that returns the given responses in turn and records the requests. */
const servers: ReturnType<typeof createServer>[] = []
const service = async (
  ...responses: RequestListener[]
): Promise<{ url: string; requests: IncomingMessage[] }> => {
  const requests: IncomingMessage[] = []
  const server = createServer((req, res) => {
    requests.push(req)
    ;(responses[Math.min(requests.length, responses.length) - 1] as RequestListener)(req, res)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
afterEach(() => {
  resetCircuitBreakers()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
const respondWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, res) => {
    res
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const cutsOff: RequestListener = (req) => {
  req.socket.destroy()
}
const responseSchema = z.object({ ok: z.boolean() })
const errorKindOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ProviderError) => error.details.kind,
  )

it('sends headers and JSON and returns the validated response', async () => {
  const { url, requests } = await service(respondWith(200, { ok: true, more: 1 }))
  const { data } = await createHttpClient({
    provider: 'Test',
    baseUrl: `${url}/`,
    headers: { Authorization: 'Bearer k' },
  })({
    method: 'POST',
    path: '/v1/things',
    query: { a: 1, left: undefined },
    json: { x: 1 },
    schema: responseSchema,
  })
  expect(data).toEqual({ ok: true })
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/v1/things?a=1' })
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer k',
    'content-type': 'application/json',
  })
})

it('retries a read after failures and waits as long as Retry-After says', async () => {
  const { url, requests } = await service(
    cutsOff,
    respondWith(503, ''),
    respondWith(429, {}, { 'Retry-After': '1' }),
    respondWith(200, { ok: true }),
  )
  const before = performance.now()
  expect(
    (
      await createHttpClient({ provider: 'Test', baseUrl: url })({
        path: '/',
        schema: responseSchema,
      })
    ).data.ok,
  ).toBe(true)
  expect(requests).toHaveLength(4)
  expect(performance.now() - before).toBeGreaterThan(950) // A timer may fire slightly early.
})

it('does not retry a write after a lost response unless it is marked as repeatable', async () => {
  const { url, requests } = await service(cutsOff, respondWith(200, { ok: true }))
  const call = createHttpClient({ provider: 'Test', baseUrl: url })
  expect(
    await errorKindOf(call({ method: 'POST', path: '/', json: {}, schema: responseSchema })),
  ).toBe('down')
  expect(requests).toHaveLength(1)
  const other = await service(cutsOff, respondWith(200, { ok: true }))
  expect(
    (
      await createHttpClient({ provider: 'Test', baseUrl: other.url })({
        method: 'PUT',
        path: '/',
        json: {},
        schema: responseSchema,
        repeatable: true,
      })
    ).data.ok,
  ).toBe(true)
})

it('retries a write rejected with 429, because it had no effect', async () => {
  const { url, requests } = await service(
    respondWith(429, {}, { 'Retry-After': '0' }),
    respondWith(200, { ok: true }),
  )
  await createHttpClient({ provider: 'Test', baseUrl: url })({
    method: 'POST',
    path: '/',
    json: {},
    schema: responseSchema,
  })
  expect(requests).toHaveLength(2)
})

it('does not wait for a long pause but reports how long it is', async () => {
  const { url, requests } = await service(respondWith(429, {}, { 'Retry-After': '3600' }))
  const error = await createHttpClient({ provider: 'Test', baseUrl: url })({
    path: '/',
    schema: responseSchema,
  }).catch((caught: ProviderError) => caught)
  expect(error).toMatchObject({ details: { kind: 'limit', retryAfterMs: 3_600_000 } })
  expect(requests).toHaveLength(1)
})

it.each([
  [401, 'sign-in'],
  [403, 'permission'],
  [404, 'refused'],
  [422, 'refused'],
  [302, 'unexpected'],
])('reports a %i as %s without a retry', async (status, errorKind) => {
  const { url, requests } = await service(
    respondWith(status, {}, { Location: 'http://169.254.169.254/' }),
  )
  expect(
    await errorKindOf(
      createHttpClient({ provider: 'Test', baseUrl: url })({ path: '/', schema: responseSchema }),
    ),
  ).toBe(errorKind)
  expect(requests).toHaveLength(1)
})

it('reports HTML, truncated JSON, or an unexpected shape as an odd response', async () => {
  for (const body of ['<html>', '{"ok":', '{"ok":"yes"}', '']) {
    const { url } = await service(respondWith(200, body))
    expect(
      await errorKindOf(
        createHttpClient({ provider: 'Test', baseUrl: url })({
          method: 'POST',
          path: '/',
          json: {},
          schema: responseSchema,
        }),
      ),
    ).toBe('unexpected')
  }
})

it('times out when a service does not respond', async () => {
  const { url } = await service(() => {})
  expect(
    await errorKindOf(
      createHttpClient({ provider: 'Test', baseUrl: url, timeoutMs: 100 })({
        method: 'POST',
        path: '/',
        json: {},
        schema: responseSchema,
      }),
    ),
  ).toBe('down')
})

it('asks only once when someone waits and little time is left', async () => {
  const { url, requests } = await service(respondWith(503, ''))
  const call = createHttpClient({ provider: 'Test', baseUrl: url })
  const began = performance.now()
  expect(
    await withDeadline(() => errorKindOf(call({ path: '/', schema: responseSchema })), 1000),
  ).toBe('down')
  expect([requests.length, performance.now() - began < 700]).toEqual([1, true])
})

it('pauses a service after eight failures in a row, but not after rejected requests', async () => {
  const { url, requests } = await service(respondWith(500, ''))
  const call = createHttpClient({ provider: 'Test', baseUrl: url })
  for (let time = 0; time < 10; time += 1)
    await call({ method: 'POST', path: '/', json: {}, schema: responseSchema }).catch(() => {})
  expect(requests).toHaveLength(8)
  const kind = await service(respondWith(404, ''))
  const other = createHttpClient({ provider: 'Test', baseUrl: kind.url })
  for (let time = 0; time < 10; time += 1)
    await other({ path: '/', schema: responseSchema }).catch(() => {})
  expect(kind.requests).toHaveLength(10)
})

it('does not reveal keys in errors', async () => {
  const { url } = await service(respondWith(500, { token: 'k-secret' }))
  const error = await createHttpClient({
    provider: 'Test',
    baseUrl: url,
    headers: { Authorization: 'Bearer k-secret' },
  })({
    method: 'POST',
    path: '/',
    query: { access_token: 'k-secret' },
    json: {},
    schema: responseSchema,
  }).catch((caught: ProviderError) => caught)
  expect(
    JSON.stringify({
      ...(error as ProviderError).details,
      message: (error as ProviderError).message,
      cause: String((error as ProviderError).details.cause),
    }),
  ).not.toContain('k-secret')
})
