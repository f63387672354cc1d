// What stands before Next: whole pages kept as ready bytes, and compression for the rest. A page is kept only when
// Next says that it is prerendered; any change in the shop makes all of them stale at once and they come back from
// Next's own cache. Without this file everything still works, only slower.
import { brotliCompress, constants, createGzip, gzipSync } from 'node:zlib'
import { pageGeneration } from './page-cache.mjs'

const limitBytes = Number(process.env.PAGE_CACHE_MB || 256) * 1024 * 1024 / 2
const compressible = /^(text\/|application\/(json|javascript|xml|rss\+xml|manifest\+json)|image\/svg)/
/** The pages whose query matters, and what of it (next.config.ts). */
const queried = { '/products': ['search', 'category', 'price', 'sort', 'page'], '/blog': ['search', 'type', 'tag', 'sort', 'page'], '/reflections': ['tag', 'page'] }
const pages = new Map() // key → page, oldest use first
let bytes = 0
let generation = 0

/** Whoever has a session, living or not, gets the front page from Next, which looks at the session (src/proxy.ts). */
const hasSession = (req) => /(?:^|;\s*)payload-token=/.test(String(req.headers.cookie ?? ''))

/** Pages for one visitor: never kept, and changing nothing. */
const ownPages = /^\/(account|auth(?!\/(google|facebook|tiktok)\b)|checkout|login|orders)(\/|$)/

/** Calls of the API that answer the same for everybody, and say so in a header (src/endpoints/public-answer.ts). */
const publicCalls = /^\/api\/(products|categories|content|openapi\.json)(\/|$)/

/** Requests that answer the same for everybody have a key; the query of other pages than these never matters. */
const keyOf = (req) => {
  if ((req.method !== 'GET' && req.method !== 'HEAD') || req.headers.rsc || req.headers['next-router-prefetch']) return null
  const [path, query] = req.url.split('?', 2)
  if (path === '/' && hasSession(req)) return null
  if (publicCalls.test(path)) return req.url
  if (path !== '/api/docs' && /^\/(admin|cms|api|_next|order|orders|checkout|account|auth|login)(\/|$)/.test(path)) return null
  const parameters = Object.hasOwn(queried, path) ? queried[path] : null
  if (!parameters || !query) return path
  const asked = new URLSearchParams(query)
  const known = parameters.filter((name) => asked.get(name)).map((name) => `${name}=${encodeURIComponent(asked.get(name))}`)
  return known.length > 0 ? `${path}?${known.join('&')}` : path
}

const remember = (key, page) => {
  if (generation !== pageGeneration()) {
    generation = pageGeneration()
    pages.clear()
    bytes = 0
  }
  if (page.generation !== generation || page.body.length > limitBytes / 16) return
  pages.set(key, page)
  bytes += page.body.length + page.gzip.length
  for (const [oldest, { body, gzip, brotli }] of pages) {
    if (bytes <= limitBytes) break
    pages.delete(oldest)
    bytes -= body.length + gzip.length + (brotli?.length ?? 0)
  }
  if (page.gzip.length < page.body.length) pack(key, page)
}

/** Smaller still, for the next who asks; this one does not wait for it. */
const pack = (key, page) => {
  brotliCompress(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: page.body.length } }, (error, packed) => {
    if (error || pages.get(key) !== page) return
    page.brotli = packed
    bytes += packed.length
  })
}

const answer = (req, res, page) => {
  const encoding = page.brotli && accepts(req, 'br') ? 'br' : page.gzip.length < page.body.length && accepts(req, 'gzip') ? 'gzip' : null
  if (req.headers['if-none-match'] === page.etag) {
    res.writeHead(304, { ETag: page.etag, 'Cache-Control': page.headers['Cache-Control'] })
    return res.end()
  }
  const sent = encoding === 'br' ? page.brotli : encoding ? page.gzip : page.body
  res.writeHead(page.status, { ...page.headers, ...(encoding ? { 'Content-Encoding': encoding } : {}), 'Content-Length': sent.length })
  return res.end(sent)
}

/** Stands in pages about nothing (src/components/layout/not-found-here.tsx). Texts cannot say it: their `<` is escaped. */
const missingMark = Buffer.from('<meta name="page-status" content="404"')

const isMissing = (res, bytes) => res.statusCode === 200 && String(res.getHeader('Content-Type') ?? '').startsWith('text/html') && bytes.includes(missingMark)

const accepts = (req, encoding) => String(req.headers['accept-encoding'] ?? '').split(',').some((one) => one.trim().split(';', 1)[0] === encoding && !/;\s*q=0(\.0*)?\s*$/.test(one))

/** What browsers and proxies may do with a page: keep it, but ask each time. Next says "a year" to shared caches. */
const askEachTime = 'public, max-age=0, must-revalidate'
const sentHeaders = ['content-type', 'etag', 'content-security-policy', 'x-content-type-options', 'referrer-policy',
  'permissions-policy', 'cross-origin-opener-policy', 'x-frame-options', 'strict-transport-security', 'x-robots-tag', 'link', 'x-total-count']

/**
 * Answers from the kept pages, or prepares the response so that what Next sends is compressed and, when it is a
 * prerendered page, kept.
 * @returns true when the request is answered.
 */
export function front(req, res) {
  const key = keyOf(req)
  const page = key && pages.get(key)
  if (page && page.generation === pageGeneration()) {
    answer(req, res, page)
    return true
  }
  // The page is the same, and only the whole of it tells whether it is one; Node leaves the body of the answer out.
  if ((key || ownPages.test(req.url)) && req.method === 'HEAD') req.method = 'GET'
  const startedIn = pageGeneration()
  const original = { write: res.write.bind(res), end: res.end.bind(res), writeHead: res.writeHead.bind(res) }
  let gzip = null
  let decided = false

  const vary = () => {
    const before = String(res.getHeader('Vary') ?? '')
    if (!/accept-encoding/i.test(before)) res.setHeader('Vary', before ? `${before}, Accept-Encoding` : 'Accept-Encoding')
  }
  const wanted = () => accepts(req, 'gzip') && req.method !== 'HEAD' && !res.getHeader('Content-Encoding') &&
    ![204, 304].includes(res.statusCode) && compressible.test(String(res.getHeader('Content-Type') ?? ''))
  const prepare = () => {
    // Next names the place of a redirect twice at the first visit.
    const location = res.getHeader('location')
    if (Array.isArray(location)) res.setHeader('location', location[0])
    const prerendered = res.getHeader('x-nextjs-prerender')
    if (prerendered) res.setHeader('Cache-Control', askEachTime)
    return (prerendered || res.getHeader('X-Same-For-All')) && key && [200, 404].includes(res.statusCode) && !res.getHeader('Set-Cookie')
  }
  const stream = () => {
    if (decided) return
    decided = true
    if (res.headersSent) return
    prepare()
    if (!wanted()) return
    vary()
    res.removeHeader('Content-Length')
    res.setHeader('Content-Encoding', 'gzip')
    gzip = createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH })
    gzip.on('data', (part) => { if (!original.write(part)) gzip.pause() })
    res.on('drain', () => gzip.resume())
    // Next writes until it is told to wait, and then waits for the response to drain: here that is the compressor.
    gzip.on('drain', () => res.emit('drain'))
    gzip.on('end', () => original.end())
    res.on('close', () => gzip.destroy())
  }

  res.writeHead = (status, ...rest) => {
    res.statusCode = status
    const headers = rest.find((part) => part && typeof part === 'object' && !Array.isArray(part))
    for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value)
    return decided || res.headersSent ? original.writeHead(status) : res
  }
  const parts = [] // of a call that may be kept: Next writes its answer in pieces
  const bytesOf = (chunk, encoding) => (Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8'))
  res.write = (chunk, encoding, done) => {
    if (!decided && !res.headersSent && key && res.getHeader('X-Same-For-All')) {
      parts.push(bytesOf(chunk, encoding))
      return true
    }
    // A page for one visitor comes in pieces, and its mark stands in the first.
    if (!decided && !res.headersSent && isMissing(res, bytesOf(chunk, encoding))) res.statusCode = 404
    stream()
    if (!gzip) return original.write(chunk, encoding, done)
    return gzip.write(chunk, typeof encoding === 'string' ? encoding : undefined, typeof encoding === 'function' ? encoding : done)
  }
  res.end = (last, encoding, done) => {
    const chunk = parts.length > 0 ? Buffer.concat([...parts.splice(0), ...(last && typeof last !== 'function' ? [Buffer.from(last)] : [])]) : last
    if (gzip) {
      gzip.end(typeof chunk === 'function' ? undefined : chunk)
      return res
    }
    if (decided || res.headersSent || typeof chunk === 'function') return original.end(chunk, encoding, done)
    decided = true
    const keep = prepare()
    if (!chunk) return original.end(chunk, encoding, done)
    const body = bytesOf(chunk, encoding)
    if (isMissing(res, body)) res.statusCode = 404
    if (keep) {
      const packed = body.length > 1000 ? gzipSync(body, { level: 9 }) : body
      const headers = { 'Cache-Control': res.getHeader('Cache-Control') ?? askEachTime, Vary: 'rsc, Accept-Encoding' }
      for (const name of sentHeaders) if (res.getHeader(name)) headers[name] = res.getHeader(name)
      const fresh = { status: res.statusCode, headers, body, gzip: packed, etag: res.getHeader('ETag'), generation: startedIn }
      remember(key, fresh)
      for (const name of res.getHeaderNames()) res.removeHeader(name)
      res.writeHead = original.writeHead
      res.end = original.end
      return answer(req, res, fresh)
    }
    if (!wanted() || body.length < 1000) return original.end(body)
    const packed = gzipSync(body, { level: 5 })
    vary()
    res.setHeader('Content-Encoding', 'gzip')
    res.setHeader('Content-Length', packed.length)
    return original.end(packed)
  }
  return false
}
