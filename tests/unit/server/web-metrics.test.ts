import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { serveMetrics } from '@/platform/observability/metrics-endpoint'
import { Invalidations } from '@/server/cache-invalidation'
import { ResponseCache } from '@/server/response-cache'
import { routeGroup, WebMetrics } from '@/server/web-metrics'

let shop: Server
let endpoint: Server
let responses: ResponseCache

const baseOf = (server: Server): string => {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

beforeEach(async () => {
  responses = new ResponseCache(new Invalidations(), 1024 * 1024)
  const metrics = new WebMetrics(responses)
  shop = createServer((req, res) => {
    metrics.observe(req, res)
    res.writeHead(req.url?.startsWith('/api') ? 404 : 200)
    res.end('done')
  }).listen(0, '127.0.0.1')
  endpoint = serveMetrics(metrics.registry, { port: 0, host: '127.0.0.1' })
  for (const server of [shop, endpoint]) if (!server.listening) await once(server, 'listening')
})

afterEach(() => {
  for (const server of [shop, endpoint]) {
    server.close()
    server.closeAllConnections()
  }
})

test('requests are counted by route group and status class, never by URL', async () => {
  for (const path of ['/products/secret-shirt?key=secret', '/api/orders/secret', '/secret'])
    await (await fetch(`${baseOf(shop)}${path}`)).text()
  const response = await fetch(`${baseOf(endpoint)}/metrics`)
  const text = await response.text()
  expect(response.headers.get('content-type')).toContain('text/plain')
  const counted = (route: string, status: string) =>
    `dayfern_http_request_duration_seconds_count{route="${route}",status="${status}"} 1`
  expect(text).toContain(counted('products', '2xx'))
  expect(text).toContain(counted('api', '4xx'))
  expect(text).toContain(counted('other', '2xx'))
  expect(text).not.toContain('secret')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('process_resident_memory_bytes')
})

test('response cache lookups add up across scrapes', async () => {
  responses.get('/missing')
  await (await fetch(`${baseOf(endpoint)}/metrics`)).text()
  responses.get('/missing')
  const text = await (await fetch(`${baseOf(endpoint)}/metrics`)).text()
  expect(text).toContain('dayfern_response_cache_lookups_total{result="miss"} 2')
  expect(text).toContain('dayfern_response_cache_lookups_total{result="hit"} 0')
  expect(text).toContain('dayfern_response_cache_bytes 0')
  expect(text).toContain('dayfern_page_cache_bytes 0')
})

test('the metrics port serves nothing but GET /metrics', async () => {
  expect((await fetch(`${baseOf(endpoint)}/`)).status).toBe(404)
  expect((await fetch(`${baseOf(endpoint)}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('every path belongs to one of a few route groups', () => {
  expect(['/', '/?page=2', '/blog', '/blog/x', '/made-up', ''].map(routeGroup)).toEqual([
    'home',
    'home',
    'blog',
    'blog',
    'other',
    'other',
  ])
})
