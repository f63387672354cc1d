import { createServer } from 'node:http'

import next from 'next'

import { env } from '@/platform/env'
import { checkBeforeServing } from '@/seed/check-before-serving'

import { invalidations } from './cache-invalidation'
import { listenForInvalidations } from './invalidation-listener'
import { nextCache } from './next-cache'
import { type Handler, Pipeline } from './pipeline'
import { RenderLimit } from './render-limit'
import { RenderedResponse } from './rendered-response'
import { transportHeaders } from './request-guard'
import { ResponseCache } from './response-cache'
import { serveStaticFiles } from './static-files'

/** The web process. Started by scripts/start.mjs, or in production by any process manager (docs/operations.md). */

const isDevelopment = process.argv.includes('--dev')
const port = env.PORT
if (!isDevelopment && env.NODE_ENV !== 'production') {
  console.error('Set NODE_ENV=production for the web process.')
  process.exit(1)
}

// Before anything is served. Next would be ready before its own instrumentation hook has ended.
await checkBeforeServing().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

// Next's cache and the complete responses share one budget.
const cacheBytes = env.PAGE_CACHE_MB * 1024 * 1024
nextCache.resize(cacheBytes / 2)
const responses = new ResponseCache(invalidations, cacheBytes / 2)

type UpgradeHandler = ReturnType<ReturnType<typeof next>['getUpgradeHandler']>

/** What Next answers with, once it is prepared. */
const prepared: { handler?: Handler; upgrade?: UpgradeHandler } = {}
const headers = transportHeaders(env.SERVER_URL)
const pipeline = new Pipeline({
  invalidations,
  caching: isDevelopment
    ? undefined
    : { responses, limit: new RenderLimit(env.PAGE_RENDERS_PER_MINUTE) },
  serveFile: serveStaticFiles(
    {
      chunks: isDevelopment ? null : '.next/static',
      uploads: env.UPLOADS_DIR,
      brand: 'public/brand',
    },
    headers,
  ),
  next: () => prepared.handler,
  headers,
  trustedProxies: env.TRUSTED_PROXIES,
})

const health = (): string =>
  JSON.stringify({
    ok: Boolean(prepared.handler),
    pages: nextCache.state(),
    responses: responses.state(),
  })

const server = createServer({ ServerResponse: RenderedResponse }, (req, res) => {
  if (req.url !== '/healthz') return void pipeline.handle(req, res)
  res
    .writeHead(prepared.handler ? 200 : 503, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    })
    .end(health())
})
server.keepAliveTimeout = 65_000
server.headersTimeout = 30_000
// Limited by limitBodyTime: uploads need longer than other bodies.
server.requestTimeout = 0
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use by another program.`
      : `The web process cannot listen: ${error.message}`,
  )
  process.exit(1)
})
server.listen(port)

server.on('upgrade', (req, socket, head) => {
  if (isDevelopment && prepared.upgrade) void prepared.upgrade(req, socket, head)
  else socket.end('HTTP/1.1 426 Upgrade Required\r\n\r\n')
})

const app = next({
  dev: isDevelopment,
  port,
  hostname: 'localhost',
  httpServer: server,
  turbopack: isDevelopment,
})
await app.prepare()
prepared.upgrade = app.getUpgradeHandler()
prepared.handler = app.getRequestHandler()
const stopListening = listenForInvalidations(env.DATABASE_URL, (tags) =>
  invalidations.invalidate(tags),
)
console.log(`ready on port ${port}`)
// The first visitor finds the home page, the shop, and what all pages share rendered already.
if (!isDevelopment)
  for (const path of ['/', '/products'])
    fetch(`http://127.0.0.1:${port}${path}`)
      .then((response) => response.arrayBuffer())
      .catch(() => {})

let isClosing = false
const close = (): void => {
  if (isClosing) return
  isClosing = true
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  void stopListening()
  setTimeout(() => process.exit(0), isDevelopment ? 300 : 8000).unref()
}
process.on('SIGTERM', close)
process.on('SIGINT', close)
