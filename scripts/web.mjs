// The web process: a thin front before Next. It answers what needs no Next (built chunks, uploaded pictures, the
// health check) and compresses the rest. Started by scripts/start.mjs; in production by any process manager.
import { createServer } from 'node:http'
import { parse } from 'node:url'
import next from 'next'
import { front } from './front.mjs'
import { serveFiles } from './files.mjs'
import { refuseOdd, transportHeaders } from './odd-requests.mjs'
import { pageCacheState } from './page-cache.mjs'
import { listenForDroppedTags } from './tag-listener.mjs'

const dev = process.argv.includes('--dev')
const port = Number(process.env.PORT || 3000)
process.env.NEXT_TELEMETRY_DISABLED = '1'
process.env.NODE_ENV = dev ? 'development' : 'production'

const files = serveFiles({
  chunks: dev ? null : '.next/static',
  uploads: process.env.UPLOADS_DIR || '.data/uploads',
  brand: 'public/brand',
})
const always = Object.entries(transportHeaders(process.env.SERVER_URL))
const trustedProxies = Number(process.env.TRUSTED_PROXIES || 0)

/** The visitor's address: from the connection, or as our own proxies report it. What the visitor claims is replaced. */
const clientAddress = (req) => {
  const hops = String(req.headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim()).filter(Boolean)
  return (trustedProxies > 0 && hops.at(-trustedProxies)) || req.socket.remoteAddress || 'unknown'
}

let handle
let upgrade
const server = createServer((req, res) => {
  if (req.url === '/healthz') {
    res.setHeader('Content-Type', 'application/json')
    res.setHeader('Cache-Control', 'no-store')
    res.statusCode = handle ? 200 : 503
    return res.end(JSON.stringify({ ok: Boolean(handle), pages: pageCacheState() }))
  }
  for (const [name, value] of always) res.setHeader(name, value)
  if (!dev && refuseOdd(req, res)) return undefined
  if (files(req, res)) return undefined
  req.headers['x-client-address'] = clientAddress(req)
  if (!handle) {
    res.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain' })
    return res.end('The shop is opening.')
  }
  if (!dev && front(req, res)) return undefined
  return handle(req, res, parse(req.url, true))
})
server.on('upgrade', (req, socket, head) => (dev && upgrade ? upgrade(req, socket, head) : socket.end('HTTP/1.1 426 Upgrade Required\r\n\r\n')))
server.keepAliveTimeout = 65_000
server.headersTimeout = 70_000
server.requestTimeout = 60_000
server.on('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} is in use by another program.` : `The web process cannot listen: ${error.message}`)
  process.exit(1)
})
server.listen(port)

const app = next({ dev, port, hostname: 'localhost', httpServer: server, turbopack: dev })
await app.prepare()
upgrade = app.getUpgradeHandler()
handle = app.getRequestHandler()
const stopListening = listenForDroppedTags(process.env.DATABASE_URL)
console.log(`ready on port ${port}`)
// The first visitor finds the front page, the shop and what all pages share rendered already.
if (!dev) for (const path of ['/', '/products']) fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.arrayBuffer()).catch(() => {})

let closing = false
const close = () => {
  if (closing) return
  closing = true
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  void stopListening()
  setTimeout(() => process.exit(0), dev ? 300 : 8000).unref()
}
process.on('SIGTERM', close)
process.on('SIGINT', close)
