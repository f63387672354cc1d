import { collectDefaultMetrics, Counter, Registry } from 'prom-client'

import { listProviderCalls } from './provider-calls'

/** Creates the registry of a process, with its memory, event loop, and calls to services. */
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
  return registry
}
