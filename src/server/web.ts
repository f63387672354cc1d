import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import next from 'next'

import { setDatabaseUp } from '@/platform/database/database-pool'
import { signText } from '@/platform/encryption'
import { env } from '@/platform/env'
import { serveMetrics } from '@/platform/observability/metrics-endpoint'
import { startObservability } from '@/platform/observability/start'
import { bucketSettings, uploadedFiles } from '@/platform/storage/uploaded-files'
import { checkBeforeServing } from '@/seed/check-before-serving'

import { invalidations } from './cache-invalidation'
import { DatabaseLink } from './database-link'
import { nextCache } from './next-cache'
import { Pipeline } from './pipeline'
import { RenderLimit } from './render-limit'
import { RenderedResponse } from './rendered-response'
import { transportHeaders } from './request-guard'
import { ResponseCache } from './response-cache'
import { serveStaticFiles } from './static-files'
import { StoredUploads } from './stored-uploads'
import { WebMetrics } from './web-metrics'

/** The web process. Started by scripts/start.mjs, or in production by any process manager (docs/operations.md). */

const isDevelopment = process.argv.includes('--dev')
const port = env.PORT
const stopObservability = await startObservability('web')
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

/** Set by the bundler (scripts/bundle.mjs): the newest migration that this code knows. */
declare const LATEST_MIGRATION: string

const database = new DatabaseLink({
  connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
  onInvalidate: (tags) => invalidations.invalidate(tags),
  // While Next loads pages, the process may be too busy to read the response, and its first queries should continue.
  onChange: (isUp) => {
    if (server.listening) setDatabaseUp(isUp)
  },
})
// In place of the build's key, which is public (scripts/build.mjs).
// oxlint-disable-next-line no-restricted-properties
process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = btoa(signText('server functions').slice(0, 32))
const server = createServer({ ServerResponse: RenderedResponse })
const app = next({
  dev: isDevelopment,
  port,
  hostname: 'localhost',
  httpServer: server,
  turbopack: isDevelopment,
})
await app.prepare()
// Not concurrently: while Next loads, the process is too busy to read the database's response in time.
await database.start()
const upgrade = app.getUpgradeHandler()

const headers = transportHeaders(env.SERVER_URL)
const pipeline = new Pipeline({
  invalidations,
  caching: isDevelopment
    ? undefined
    : { responses, limit: new RenderLimit(env.PAGE_RENDERS_PER_MINUTE) },
  serveFile: serveStaticFiles(
    {
      chunks: isDevelopment ? null : '.next/static',
      uploads: bucketSettings(env)
        ? new StoredUploads(uploadedFiles(), env.FILE_CACHE_MB * 1024 * 1024)
        : env.UPLOADS_DIR,
      brand: 'public/brand',
    },
    headers,
  ),
  next: app.getRequestHandler(),
  database: isDevelopment ? undefined : database,
  headers,
  trustedProxies: env.TRUSTED_PROXIES,
})

const metrics = env.METRICS_PORT ? new WebMetrics(responses) : undefined
if (metrics && env.METRICS_PORT)
  serveMetrics(metrics.registry, { port: env.METRICS_PORT, host: env.METRICS_HOST })

let isDraining = false
/** Aborted once a proxy has got a 503 from `/readyz`, so that it sends no more requests. */
const proxyNotified = new AbortController()
const sendJson = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  })
  res.end(JSON.stringify(body))
}

/** For proxies: whether this process should get new requests, and why not. */
const sendReadiness = async (res: ServerResponse): Promise<void> => {
  const checks = {
    serving: !isDraining,
    database: database.isUp,
    migrations: database.isUp && (await database.hasMigration(LATEST_MIGRATION)),
  }
  const isReady = Object.values(checks).every(Boolean)
  sendJson(res, isReady ? 200 : 503, { ready: isReady, ...checks })
  if (!checks.serving) proxyNotified.abort()
}

server.on('request', (req: IncomingMessage, res: RenderedResponse) => {
  if (isDraining) res.setHeader('Connection', 'close')
  if (req.url === '/readyz') return void sendReadiness(res)
  if (req.url === '/healthz')
    return sendJson(res, 200, { ok: true, pages: nextCache.state(), responses: responses.state() })
  metrics?.observe(req, res)
  void pipeline.handle(req, res)
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
server.on('upgrade', (req, socket, head) => {
  if (isDevelopment) void upgrade(req, socket, head)
  else socket.end('HTTP/1.1 426 Upgrade Required\r\n\r\n')
})

/** How long the first pages may delay the start. */
const warmUpTimeoutMs = 10_000

/** Renders and caches the home page and the shop, which loads what all pages share. The requests need a port of their own. */
const warmUp = async (): Promise<void> => {
  const own = createServer({ ServerResponse: RenderedResponse }, (req, res) => {
    void pipeline.handle(req, res)
  })
  await once(own.listen(0, '127.0.0.1'), 'listening')
  const address = own.address()
  if (typeof address !== 'object' || address === null) return
  const signal = AbortSignal.timeout(warmUpTimeoutMs)
  await Promise.allSettled(
    ['/', '/products'].map(async (path) => {
      const response = await fetch(`http://127.0.0.1:${address.port}${path}`, { signal })
      await response.arrayBuffer()
    }),
  )
  own.close()
}

// Not before it can answer quickly, so that a proxy uses another process until then.
if (!isDevelopment) await warmUp()
server.listen(port, () => console.log(`ready on port ${port}`))

/** The longest to wait until a proxy asks `/readyz`, and until requests finish. */
const proxyNoticeMs = 5_000
const finishMs = isDevelopment ? 300 : 25_000

const close = (): void => {
  server.close(() => void stopObservability().then(() => process.exit(0)))
  server.closeIdleConnections()
  // Keep-alive connections that were busy become idle one by one.
  setInterval(() => server.closeIdleConnections(), 500).unref()
  void database.stop()
  setTimeout(() => process.exit(0), finishMs).unref()
}

/**
 * Ends the process without losing a request. On SIGTERM it first reports that it isn't ready while it still serves, so
 * that a proxy stops sending requests; then it finishes those it has, also those in the system's queue (`setImmediate`).
 * Ctrl-C skips the first part.
 */
const stop = async (drainMs: number): Promise<void> => {
  if (isDraining) return
  isDraining = true
  if (drainMs > 0)
    await sleep(proxyNoticeMs, undefined, { signal: proxyNotified.signal }).catch(() => {})
  setTimeout(() => setImmediate(close), drainMs)
}
process.on('SIGTERM', () => void stop(isDevelopment ? 0 : env.DRAIN_SECONDS * 1000))
process.on('SIGINT', () => void stop(0))
