import { jest } from '@jest/globals'

import { toJsonLine, watchConsole } from '@/platform/logging/json-console'
import { redactValues } from '@/platform/logging/redact-errors'
import { takeOrigin, withOrigin } from '@/platform/observability/job-origin'
import { readRequestId } from '@/platform/observability/request-id'
import { currentTraceParent, parseTraceParent } from '@/platform/observability/tracing'
import { currentWork, noteOrder, runWork } from '@/platform/observability/work-context'

it('a job carries its originating request and order separately from its payload', async () => {
  await runWork({ fields: { requestId: 'req-12345678' } }, async () => {
    await Promise.resolve()
    noteOrder(12)
    const stored: unknown = JSON.parse(JSON.stringify(withOrigin({ orderId: 12 })))
    expect(takeOrigin(stored)).toEqual({
      payload: { orderId: 12 },
      origin: { requestId: 'req-12345678', orderId: 12 },
    })
  })
  expect(currentWork()).toBeUndefined()
  expect(withOrigin({ orderId: 12 })).toEqual({ orderId: 12 })
})

it.each([null, 'text', { queuedBy: 'text' }, { queuedBy: { requestId: 7, traceparent: {} } }])(
  'a job queued with %p has no origin',
  (data) => {
    expect(takeOrigin(data).origin).toEqual({})
  },
)

it('concurrent requests keep their own fields', async () => {
  const seen = await Promise.all(
    [1, 2].map((id) =>
      runWork({ fields: { requestId: `req-${id}` } }, async () => {
        noteOrder(id)
        await Promise.resolve()
        return currentWork()?.fields
      }),
    ),
  )
  expect(seen).toEqual([
    { requestId: 'req-1', orderId: 1 },
    { requestId: 'req-2', orderId: 2 },
  ])
})

it('a request ID is accepted only from a trusted proxy, and only if it is well-formed', () => {
  const idFrom = (value: string, proxies: number) =>
    readRequestId({ 'x-request-id': value }, proxies)
  expect(idFrom('0123456789abcdef', 1)).toBe('0123456789abcdef')
  expect(idFrom('0123456789abcdef', 0)).toMatch(/^[0-9a-f-]{36}$/)
  for (const odd of ['short', 'with space in it', '{"msg":"forged"}', 'x'.repeat(129)])
    expect(idFrom(odd, 1)).toMatch(/^[0-9a-f-]{36}$/)
})

it('a valid traceparent is parsed, and malformed ones are ignored', () => {
  const trace = 'a'.repeat(32)
  const span = 'b'.repeat(16)
  expect(parseTraceParent(`00-${trace}-${span}-01`)).toEqual({
    traceId: trace,
    spanId: span,
    traceFlags: 1,
    isRemote: true,
  })
  for (const odd of [
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${span}`,
    `01-${trace}`,
    7,
    null,
  ])
    expect(parseTraceParent(odd)).toBeUndefined()
  expect(currentTraceParent()).toBeUndefined()
})

it('a console entry is one line of JSON with its request and order IDs and no email address', () => {
  const line = runWork({ fields: { requestId: 'req-12345678', orderId: 3 } }, () =>
    toJsonLine('error', 'web', [
      'Mail to %s failed\nagain',
      'ana@example.com',
      new Error('no <ana@example.com>'),
    ]),
  )
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    process: 'web',
    requestId: 'req-12345678',
    orderId: 3,
    msg: expect.stringContaining('Mail to [email] failed') as string,
    err: { type: 'Error', message: 'no <[email]>' },
  })
  expect(line).not.toContain('ana@')
})

it('secrets and email addresses are redacted at any depth', () => {
  expect(
    redactValues({
      order: 7,
      a: { b: { password: 'x', apiKey: 'x', list: [{ token: 'x', note: 'ana@example.com' }] } },
      email: 'ana@example.com',
      headers: { cookie: 'x', Authorization: 'x' },
    }),
  ).toEqual({
    order: 7,
    a: {
      b: {
        password: '[redacted]',
        apiKey: '[redacted]',
        list: [{ token: '[redacted]', note: '[email]' }],
      },
    },
    email: '[redacted]',
    headers: { cookie: '[redacted]', Authorization: '[redacted]' },
  })
})

describe('watched console', () => {
  const original = { ...console }
  afterEach(() => void Object.assign(console, original))

  it('writes JSON and passes on errors logged by Next.js and the job queue', () => {
    const written: string[] = []
    const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text))
      return true
    })
    const errors: Error[] = []
    const failure = new Error('no answer for ana@example.com')
    watchConsole({ asJson: true, processName: 'web', onError: (error) => void errors.push(error) })
    console.log('ready on port %d', 3000)
    console.error('A page failed', failure)
    stdout.mockRestore()
    expect(errors).toEqual([failure])
    expect(written.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'info', process: 'web', msg: 'ready on port 3000' },
      { level: 'error', err: { message: 'no answer for [email]' } },
    ])
    expect(written.join('')).not.toContain('ana@')
  })

  it('keeps plain output without JSON, and still passes on errors', () => {
    const print = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const errors: Error[] = []
    watchConsole({ asJson: false, processName: 'web', onError: (error) => void errors.push(error) })
    console.error('A page failed', new Error('no answer'))
    expect(errors).toHaveLength(1)
    expect(print).toHaveBeenCalledTimes(1)
  })
})
