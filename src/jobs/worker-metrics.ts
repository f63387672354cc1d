import type { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import type { Payload } from 'payload'
import { Counter, Gauge, type Registry } from 'prom-client'

import { readShopGauges, type ShopGauges } from '@/modules/shop/queries/shop-gauges'
import { createProcessRegistry } from '@/platform/observability/process-metrics'

/** One reading of the database serves all gauges of one visit. */
const readingMs = 1000

/** Shorter than Prometheus's timeout of 10 seconds, so that it gets a response even if the database hangs. */
const readingTimeoutMs = 4000

const gauges: Record<string, { help: string; value: (shop: ShopGauges) => number | null }> = {
  dayfern_jobs_waiting: { help: 'Jobs that wait or run.', value: ({ jobs }) => jobs.waiting },
  dayfern_jobs_failed: {
    help: 'Jobs that used up their attempts.',
    value: ({ jobs }) => jobs.failed,
  },
  dayfern_oldest_job_seconds: {
    help: 'How late the oldest due job is.',
    value: ({ jobs }) => jobs.oldestSeconds,
  },
  dayfern_payments_overdue: {
    help: 'Payments that stay unconfirmed for too long.',
    value: ({ overduePayments }) => overduePayments,
  },
  dayfern_payments_declined_last_hour: {
    help: 'Payments that were declined in the last hour.',
    value: ({ declinesInAnHour }) => declinesInAnHour,
  },
  dayfern_webhooks_unprocessed: {
    help: 'Webhooks not processed after 5 minutes.',
    value: ({ unprocessedWebhooks }) => unprocessedWebhooks,
  },
  dayfern_orders_unprinted: {
    help: 'Orders paid 4 hours ago and not sent to the printer.',
    value: ({ waitingForPrinter }) => waitingForPrinter,
  },
  dayfern_backup_age_seconds: {
    help: 'Age of the newest proven backup.',
    value: ({ backupAgeSeconds }) => backupAgeSeconds,
  },
}

/**
 * The worker's metrics: its process, its jobs, and the shop as a whole, read from the database on each scrape. While
 * the database can't be read, or not in time, dayfern_database_up is 0 and the shop's gauges are absent.
 */
export function createWorkerRegistry(payload: Payload): Registry {
  const registry = createProcessRegistry()
  const registers = [registry]
  let reading: Promise<ShopGauges | null> | undefined
  const read = (): Promise<ShopGauges | null> => {
    if (!reading) {
      reading = Promise.race([
        readShopGauges(payload).catch(() => null),
        wait(readingTimeoutMs, null, { ref: false }),
      ])
      setTimeout(() => (reading = undefined), readingMs).unref()
    }
    return reading
  }
  for (const [name, { help, value }] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const shop = await read()
        const current = shop && value(shop)
        if (current === null) this.remove()
        else this.set(current)
      },
    })
  new Gauge({
    name: 'dayfern_payments',
    help: 'Orders by the state of their payment, unless it completed.',
    labelNames: ['state'],
    registers,
    async collect() {
      const shop = await read()
      this.reset()
      for (const { state, count } of shop?.payments ?? []) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'dayfern_database_up',
    help: 'Whether the worker can read the database.',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
  return registry
}

/** What graphile-worker passes with `job:success` and `job:error`. */
type JobEvent = { job: { task_identifier: string } }

/**
 * Counts the runs of jobs that end.
 * @returns adds the runners that report to `events`; call it for each start of the runners
 */
export function createJobCounter(registry: Registry): (events: EventEmitter) => void {
  const counter = new Counter({
    name: 'dayfern_jobs_finished_total',
    help: 'Runs of jobs that ended, by task and result.',
    labelNames: ['task', 'result'],
    registers: [registry],
  })
  return (events) => {
    const count = (result: string) => (event: JobEvent) =>
      counter.inc({ task: event.job.task_identifier, result })
    events.on('job:success', count('success'))
    events.on('job:error', count('error'))
  }
}
