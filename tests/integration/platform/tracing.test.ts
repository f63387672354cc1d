import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { makeCheckout, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { tasks } from '@/jobs/tasks'
import { startTracing } from '@/platform/observability/open-telemetry'
import type { Tracing } from '@/platform/observability/tracing'
import { traceWork } from '@/platform/observability/tracing'
import type { Work } from '@/platform/observability/work-context'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: object }[]
  events: object[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const sandbox = useSandbox()
let collector: Server
let received: string[] = []
let tracing: Tracing

beforeAll(async () => {
  collector = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => {
      if (req.url === '/v1/traces') received.push(Buffer.concat(parts).toString())
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
})
beforeEach(async () => {
  received = []
  tracing = await startTracing('dayfern-test', { release: 'test', sampleRatio: 1 })
})
afterEach(() => {
  globalThis.dayfernTracing = undefined
})
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
})

const spansOf = async (): Promise<Span[]> => {
  await tracing.shutdown()
  return received.flatMap((text) =>
    (JSON.parse(text) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
}

/** Runs work as a request, as the web process does (src/server/pipeline.ts). */
const asRequest = <Result>(fields: Work['fields'], run: () => Promise<Result>) =>
  traceWork({ fields }, 'POST other', { kind: 'server', attributes: {} }, run)

type Queued = { name: string; payload: { queuedBy?: { requestId?: string; orderId?: number } } }
const queuedJobs = () =>
  rowsOf<Queued>(sql`
    select tasks.identifier as name, jobs.payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id order by jobs.id`)

it('one trace spans the capture request, the PayPal call, the transaction, and the worker’s job', async () => {
  const payload = await getTestPayload()
  const tee = await makeProduct({ name: 'Traced Tee' })
  const { body: placed } = await call<{ id: string; key: string; orderNumber: string }>(
    'POST',
    '/order',
    { body: makeCheckout(tee) },
  )
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
  await sandbox.approve(placed.id)
  const { status } = await asRequest({ requestId: 'req-of-the-click' }, () =>
    call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } }),
  )
  expect(status).toBe(200)

  const [order] = await rowsOf<{ id: number }>(
    sql`select id from orders where order_number = ${placed.orderNumber}`,
  )
  const queued = await queuedJobs()
  const receipt = queued.find(({ name }) => name === 'send-order-received')
  expect(receipt?.payload.queuedBy).toMatchObject({
    requestId: 'req-of-the-click',
    orderId: order?.id,
  })
  await (Reflect.apply(tasks(payload)['send-order-received'] ?? (() => undefined), undefined, [
    receipt?.payload,
    { job: { id: '1', attempts: 1, max_attempts: 12 } },
  ]) as Promise<void>)

  const spans = await spansOf()
  const names = spans.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'POST /order/:id/capture',
      'call PayPal',
      'database transaction',
      'job send-order-received',
    ]),
  )
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId)
  expect(roots.map(({ name }) => name)).toEqual(['POST /order/:id/capture'])
  for (const { parentSpanId } of spans) expect(!parentSpanId || ids.has(parentSpanId)).toBe(true)

  const text = received.join('')
  for (const personal of [placed.key, placed.id, placed.orderNumber, 'example.com', 'Traced Tee'])
    expect(text).not.toContain(personal)
})

it('a failure records the type of the error in its span but not the message', async () => {
  await asRequest({ requestId: 'req-12345678' }, () =>
    Promise.reject(new TypeError('Canary Row 1')),
  ).catch(() => undefined)
  const [span] = await spansOf()
  expect(span).toMatchObject({
    status: { code: 2 },
    attributes: [{ key: 'error.type', value: { stringValue: 'TypeError' } }],
    events: [],
  })
  expect(received.join('')).not.toContain('Canary')
})

it('requests run the same without a collector', async () => {
  globalThis.dayfernTracing = undefined
  const fields = { requestId: 'req-12345678' }
  expect(await asRequest(fields, () => Promise.resolve(7))).toBe(7)
  expect(received).toEqual([])
})
