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
  ...answers: RequestListener[]
): Promise<{ url: string; came: IncomingMessage[] }> => {
  const came: IncomingMessage[] = []
  const server = createServer((req, res) => {
    came.push(req)
    ;(answers[Math.min(came.length, answers.length) - 1] as RequestListener)(req, res)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, came }
}
afterEach(() => {
  resetCircuitBreakers()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, res) => {
    res
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const cutsOff: RequestListener = (req) => {
  req.socket.destroy()
}
const answer = z.object({ ok: z.boolean() })
const troubleOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ProviderError) => error.details.kind,
  )

it('sends headers and JSON and returns the validated response', async () => {
  const { url, came } = await service(says(200, { ok: true, more: 1 }))
  const { data } = await createHttpClient({
    provider: 'Test',
    baseUrl: `${url}/`,
    headers: { Authorization: 'Bearer k' },
  })({
    method: 'POST',
    path: '/v1/things',
    query: { a: 1, left: undefined },
    json: { x: 1 },
    schema: answer,
  })
  expect(data).toEqual({ ok: true })
  expect(came[0]).toMatchObject({ method: 'POST', url: '/v1/things?a=1' })
  expect(came[0]?.headers).toMatchObject({
    authorization: 'Bearer k',
    'content-type': 'application/json',
  })
})

it('retries a read after failures and waits as long as Retry-After says', async () => {
  const { url, came } = await service(
    cutsOff,
    says(503, ''),
    says(429, {}, { 'Retry-After': '1' }),
    says(200, { ok: true }),
  )
  const before = performance.now()
  expect(
    (await createHttpClient({ provider: 'Test', baseUrl: url })({ path: '/', schema: answer })).data
      .ok,
  ).toBe(true)
  expect(came).toHaveLength(4)
  expect(performance.now() - before).toBeGreaterThan(950) // A timer may fire slightly early.
})

it('does not retry a write after a lost response unless it is marked as repeatable', async () => {
  const { url, came } = await service(cutsOff, says(200, { ok: true }))
  const call = createHttpClient({ provider: 'Test', baseUrl: url })
  expect(await troubleOf(call({ method: 'POST', path: '/', json: {}, schema: answer }))).toBe(
    'down',
  )
  expect(came).toHaveLength(1)
  const other = await service(cutsOff, says(200, { ok: true }))
  expect(
    (
      await createHttpClient({ provider: 'Test', baseUrl: other.url })({
        method: 'PUT',
        path: '/',
        json: {},
        schema: answer,
        repeatable: true,
      })
    ).data.ok,
  ).toBe(true)
})

it('retries a write rejected with 429, because it had no effect', async () => {
  const { url, came } = await service(
    says(429, {}, { 'Retry-After': '0' }),
    says(200, { ok: true }),
  )
  await createHttpClient({ provider: 'Test', baseUrl: url })({
    method: 'POST',
    path: '/',
    json: {},
    schema: answer,
  })
  expect(came).toHaveLength(2)
})

it('does not wait for a long pause but reports how long it is', async () => {
  const { url, came } = await service(says(429, {}, { 'Retry-After': '3600' }))
  const error = await createHttpClient({ provider: 'Test', baseUrl: url })({
    path: '/',
    schema: answer,
  }).catch((caught: ProviderError) => caught)
  expect(error).toMatchObject({ details: { kind: 'limit', retryAfterMs: 3_600_000 } })
  expect(came).toHaveLength(1)
})

it.each([
  [401, 'sign-in'],
  [403, 'permission'],
  [404, 'refused'],
  [422, 'refused'],
  [302, 'unexpected'],
])('reports a %i as %s without a retry', async (status, trouble) => {
  const { url, came } = await service(says(status, {}, { Location: 'http://169.254.169.254/' }))
  expect(
    await troubleOf(
      createHttpClient({ provider: 'Test', baseUrl: url })({ path: '/', schema: answer }),
    ),
  ).toBe(trouble)
  expect(came).toHaveLength(1)
})

it('reports HTML, truncated JSON, or an unexpected shape as an odd response', async () => {
  for (const body of ['<html>', '{"ok":', '{"ok":"yes"}', '']) {
    const { url } = await service(says(200, body))
    expect(
      await troubleOf(
        createHttpClient({ provider: 'Test', baseUrl: url })({
          method: 'POST',
          path: '/',
          json: {},
          schema: answer,
        }),
      ),
    ).toBe('unexpected')
  }
})

it('times out when a service does not respond', async () => {
  const { url } = await service(() => {})
  expect(
    await troubleOf(
      createHttpClient({ provider: 'Test', baseUrl: url, timeoutMs: 100 })({
        method: 'POST',
        path: '/',
        json: {},
        schema: answer,
      }),
    ),
  ).toBe('down')
})

it('asks only once when someone waits and little time is left', async () => {
  const { url, came } = await service(says(503, ''))
  const call = createHttpClient({ provider: 'Test', baseUrl: url })
  const began = performance.now()
  expect(await withDeadline(() => troubleOf(call({ path: '/', schema: answer })), 1000)).toBe(
    'down',
  )
  expect([came.length, performance.now() - began < 700]).toEqual([1, true])
})

it('pauses a service after eight failures in a row, but not after rejected requests', async () => {
  const { url, came } = await service(says(500, ''))
  const call = createHttpClient({ provider: 'Test', baseUrl: url })
  for (let time = 0; time < 10; time += 1)
    await call({ method: 'POST', path: '/', json: {}, schema: answer }).catch(() => {})
  expect(came).toHaveLength(8)
  const kind = await service(says(404, ''))
  const other = createHttpClient({ provider: 'Test', baseUrl: kind.url })
  for (let time = 0; time < 10; time += 1)
    await other({ path: '/', schema: answer }).catch(() => {})
  expect(kind.came).toHaveLength(10)
})

it('does not reveal keys in errors', async () => {
  const { url } = await service(says(500, { token: 'k-secret' }))
  const error = await createHttpClient({
    provider: 'Test',
    baseUrl: url,
    headers: { Authorization: 'Bearer k-secret' },
  })({
    method: 'POST',
    path: '/',
    query: { access_token: 'k-secret' },
    json: {},
    schema: answer,
  }).catch((caught: ProviderError) => caught)
  expect(
    JSON.stringify({
      ...(error as ProviderError).details,
      message: (error as ProviderError).message,
      cause: String((error as ProviderError).details.cause),
    }),
  ).not.toContain('k-secret')
})
