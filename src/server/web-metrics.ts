import type { IncomingMessage, ServerResponse } from 'node:http'

import { Counter, Gauge, Histogram } from 'prom-client'

import { createProcessRegistry } from '@/platform/observability/process-metrics'

import { nextCache } from './next-cache'
import type { ResponseCache } from './response-cache'

/** First parts of paths that have a label of their own. Every other path is `other`, so that labels stay few. */
const groups = new Set([
  '_next',
  'about',
  'account',
  'admin',
  'api',
  'auth',
  'blog',
  'brand',
  'cart',
  'checkout',
  'emails',
  'login',
  'newsletter',
  'orders',
  'products',
  'reflections',
  'saved',
  'tribe',
  'uploads',
])

/** The label of a request: never its address, which may name an order or a person. */
export function routeGroup(url: string): string {
  const first = /^\/([^/?#]*)/.exec(url)?.[1]
  if (first === '') return 'home'
  return first !== undefined && groups.has(first) ? first : 'other'
}

/** What the web process measures about itself and its requests. */
export class WebMetrics {
  readonly registry = createProcessRegistry()
  private readonly duration: Histogram<'route' | 'status'>

  constructor(responses: Pick<ResponseCache, 'state' | 'lookups'>) {
    const registers = [this.registry]
    this.duration = new Histogram({
      name: 'dayfern_http_request_duration_seconds',
      help: 'Time from a request to the end of its response.',
      labelNames: ['route', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    })
    new Counter({
      name: 'dayfern_response_cache_lookups_total',
      help: 'Lookups of complete responses.',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset()
        this.inc({ result: 'hit' }, responses.lookups.hits)
        this.inc({ result: 'miss' }, responses.lookups.misses)
      },
    })
    new Gauge({
      name: 'dayfern_response_cache_bytes',
      help: 'Memory of complete responses.',
      registers,
      collect() {
        this.set(responses.state().bytes)
      },
    })
    new Gauge({
      name: 'dayfern_page_cache_bytes',
      help: 'Memory of rendered pages, from which complete responses are made.',
      registers,
      collect() {
        this.set(nextCache.state().bytes)
      },
    })
  }

  /** Measures one request, also one whose visitor leaves before the end. */
  observe(req: IncomingMessage, res: ServerResponse): void {
    const route = routeGroup(req.url ?? '')
    const start = performance.now()
    res.once('close', () => {
      const status = res.headersSent ? `${Math.floor(res.statusCode / 100)}xx` : 'aborted'
      this.duration.observe({ route, status }, (performance.now() - start) / 1000)
    })
  }
}
