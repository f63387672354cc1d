// Compresses what Next answers. A prerendered page carries an ETag: its compressed bytes are kept under it, so a
// page that does not change is compressed once. What is streamed is compressed as it flows.
import { constants, createGzip, gzipSync } from 'node:zlib'

const compressible = /^(text\/|application\/(json|javascript|xml|rss\+xml|manifest\+json)|image\/svg)/
const limitBytes = 64 * 1024 * 1024
const kept = new Map() // etag → compressed bytes, oldest use first
let keptBytes = 0

const compressWhole = (etag, chunk) => {
  const key = etag && `${etag}${chunk.length}`
  const known = key && kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const packed = gzipSync(chunk, { level: key ? 9 : 5 })
  if (key) {
    kept.set(key, packed)
    keptBytes += packed.length
    for (const [oldest, bytes] of kept) {
      if (keptBytes <= limitBytes) break
      kept.delete(oldest)
      keptBytes -= bytes.length
    }
  }
  return packed
}

/** Wraps a response for a client that accepts gzip; leaves every other response as it is. */
export function withCompression(req, res) {
  if (req.method === 'HEAD' || !/\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''))) return
  const write = res.write.bind(res)
  const end = res.end.bind(res)
  const writeHead = res.writeHead.bind(res)
  let gzip = null
  let decided = false

  const wanted = () => {
    const type = String(res.getHeader('Content-Type') ?? '')
    return !res.getHeader('Content-Encoding') && res.statusCode !== 204 && res.statusCode !== 304 && compressible.test(type)
  }
  const vary = () => {
    const before = String(res.getHeader('Vary') ?? '')
    if (!/accept-encoding/i.test(before)) res.setHeader('Vary', before ? `${before}, Accept-Encoding` : 'Accept-Encoding')
  }
  const begin = () => {
    if (decided) return
    decided = true
    if (res.headersSent || !wanted()) return
    vary()
    res.removeHeader('Content-Length')
    res.setHeader('Content-Encoding', 'gzip')
    gzip = createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH })
    gzip.on('data', (part) => { if (!write(part)) gzip.pause() })
    res.on('drain', () => gzip.resume())
    gzip.on('end', () => end())
    res.on('close', () => gzip.destroy())
  }

  res.writeHead = (status, ...rest) => {
    res.statusCode = status
    const headers = rest.find((part) => part && typeof part === 'object')
    for (const [name, value] of Object.entries(headers ?? {})) if (!Array.isArray(headers)) res.setHeader(name, value)
    return decided || res.headersSent ? writeHead(status) : res
  }
  res.write = (chunk, encoding, done) => {
    begin()
    if (!gzip) return write(chunk, encoding, done)
    return gzip.write(chunk, typeof encoding === 'string' ? encoding : undefined, typeof encoding === 'function' ? encoding : done)
  }
  res.end = (chunk, encoding, done) => {
    if (typeof chunk === 'function') return end(chunk)
    if (!decided && chunk && !res.headersSent && wanted()) {
      decided = true
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
      vary()
      if (bytes.length < 1000) return end(bytes)
      const packed = compressWhole(res.getHeader('ETag'), bytes)
      res.setHeader('Content-Encoding', 'gzip')
      res.setHeader('Content-Length', packed.length)
      return end(packed)
    }
    decided = true
    if (!gzip) return end(chunk, encoding, done)
    gzip.end(chunk, typeof encoding === 'string' ? encoding : undefined)
    return res
  }
}
