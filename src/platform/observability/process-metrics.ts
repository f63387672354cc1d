import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

import { listProviderCalls } from './provider-calls'

/** Creates the registry of a process, with its memory, event loop, database connections, and calls to services. */
export function createProcessRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Counter({
    name: 'dayfern_provider_calls_total',
    help: 'Calls to services by outcome; paused calls were not sent.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { provider, outcome, count } of listProviderCalls())
        this.inc({ provider, outcome }, count)
    },
  })
  new Gauge({
    name: 'dayfern_database_connections',
    help: 'Connections of the pool; waiting are queries without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const pool = globalThis.dayfernPool
      if (!pool) return
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  return registry
}
