import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'

import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { Registry } from 'prom-client'

import { createJobCounter, createWorkerRegistry } from '@/jobs/worker-metrics'
import { readShopGauges } from '@/modules/shop/queries/shop-gauges'
import { getSystemHealth } from '@/modules/shop/queries/system-health'
import { withCircuitBreaker } from '@/platform/http/circuit-breaker'
import { ProviderError } from '@/platform/http/provider-error'
import { createProcessRegistry } from '@/platform/observability/process-metrics'
import { Invalidations } from '@/server/cache-invalidation'
import { ResponseCache } from '@/server/response-cache'
import { WebMetrics } from '@/server/web-metrics'

const read = async (registry: Registry): Promise<string> => registry.metrics()

it('the worker reports the state of jobs and payments without order numbers', async () => {
  const payload = await getTestPayload()
  const order = await makeOrder()
  await rowsOf(
    sql`update orders set payment_state = 'pending', created_at = now() - interval '20 days' where id = ${order.id}`,
  )
  await rowsOf(sql`insert into order_events (order_id, type, message, actor, created_at)
    select ${order.id}, 'declined', 'Declined', 'PayPal', now() - make_interval(hours => hours)
    from unnest(array[0, 0, 2]) as hours`)
  await rowsOf(
    sql`select graphile_worker.add_job('purge-expired', '{}', run_at := now() - interval '10 minutes')`,
  )
  const text = await read(createWorkerRegistry(payload))
  expect(text).toContain('dayfern_payments{state="pending"} 1')
  expect(text).toContain('dayfern_payments_overdue 1')
  expect(text).toContain('dayfern_payments_declined_last_hour 2')
  expect(text).toMatch(/^dayfern_jobs_waiting [1-9]/m)
  expect(Number(/^dayfern_oldest_job_seconds (\d+)/m.exec(text)?.[1])).toBeGreaterThan(590)
  expect(text).toContain('dayfern_database_up 1')
  expect(text).not.toContain(order.orderNumber)
})

it('a running job isn’t late, but one whose worker has been silent for hours is', async () => {
  const payload = await getTestPayload()
  await rowsOf(sql`delete from graphile_worker._private_jobs returning 1`)
  await rowsOf(
    sql`select graphile_worker.add_job('purge-expired', '{}', run_at := now() - interval '10 minutes')`,
  )
  const lockedFor = async (age: string) => {
    await rowsOf(
      sql`update graphile_worker._private_jobs set attempts = 1, locked_by = 'w', locked_at = now() - ${age}::interval returning 1`,
    )
    const { jobs } = await readShopGauges(payload)
    return { late: (await getSystemHealth(payload)).lateJobs, oldest: jobs.oldestSeconds }
  }
  expect(await lockedFor('9 minutes')).toEqual({ late: 0, oldest: 0 })
  const silent = await lockedFor('2 hours')
  expect(silent.late).toBe(1)
  expect(silent.oldest).toBeGreaterThan(590)
})

it('the worker reports an unavailable database and no outdated figures', async () => {
  const registry = createWorkerRegistry({
    ...(await getTestPayload()),
    db: { drizzle: {} },
  } as Parameters<typeof createWorkerRegistry>[0])
  const text = await read(registry)
  expect(text).toContain('dayfern_database_up 0')
  expect(text).not.toMatch(/^dayfern_(jobs_waiting|payments_overdue) \d/m)
})

it('the worker reports a database that doesn’t answer, before Prometheus stops waiting', async () => {
  const payload = await getTestPayload()
  const client = await payload.db.pool.connect()
  try {
    await client.query('begin; lock table orders in access exclusive mode')
    const ownQuery = rowsOf(sql`select count(*) from orders`).then(
      () => 'answered',
      () => 'canceled by the database',
    )
    const answers = [read(createWorkerRegistry(payload)), ownQuery]
    expect(await Promise.race(answers)).toContain('dayfern_database_up 0')
    expect(await ownQuery).toBe('canceled by the database')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('finished jobs are counted by task and result, even after the runners restart', async () => {
  const registry = new Registry()
  const countJobs = createJobCounter(registry)
  for (const result of ['success', 'error', 'success']) {
    const events = new EventEmitter()
    countJobs(events)
    events.emit(`job:${result}`, { job: { task_identifier: 'send-email' } })
  }
  expect(await read(registry)).toContain(
    'dayfern_jobs_finished_total{task="send-email",result="success"} 2',
  )
})

it('provider calls are counted by outcome', async () => {
  const call = (work: () => Promise<unknown>) =>
    withCircuitBreaker('Fern', 'http://fern.test', work).catch(() => {})
  await call(async () => 'yes')
  await call(() =>
    Promise.reject(new ProviderError('Fern', 'no', { retryable: false, status: 422 })),
  )
  await call(() =>
    Promise.reject(new ProviderError('Fern', 'gone', { retryable: true, kind: 'down' })),
  )
  const text = await read(createProcessRegistry())
  for (const outcome of ['ok', 'refused', 'down'])
    expect(text).toContain(`dayfern_provider_calls_total{provider="Fern",outcome="${outcome}"} 1`)
})

it('database connections are counted by state', async () => {
  const { db } = await getTestPayload()
  const busy = async (): Promise<number> =>
    Number(
      /dayfern_database_connections{state="busy"} (\d+)/.exec(
        await read(createProcessRegistry()),
      )?.[1],
    )
  const before = await busy()
  const clients = await Promise.all([db.pool.connect(), db.pool.connect()])
  expect(await busy()).toBe(before + 2)
  for (const client of clients) client.release()
  expect(await busy()).toBe(before)
})

it('alerts and dashboards use only metrics that exist', async () => {
  const worker = createWorkerRegistry(await getTestPayload())
  createJobCounter(worker)
  const web = new WebMetrics(new ResponseCache(new Invalidations(), 1024)).registry
  const exported = [...(await worker.getMetricsAsJSON()), ...(await web.getMetricsAsJSON())]
  const known = new Set(exported.map(({ name }) => name))
  for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/dayfern.json']) {
    const used = new Set(
      [...readFileSync(file, 'utf8').matchAll(/\b(?:dayfern|nodejs|process)_[a-z0-9_]+/g)].map(
        ([name]) => name.replace(/_(bucket|count|sum)$/, ''),
      ),
    )
    expect([...used].filter((name) => !known.has(name))).toEqual([])
    expect(used.size).toBeGreaterThan(3)
  }
})
