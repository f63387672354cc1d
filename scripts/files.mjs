// Files that need no Next: built chunks (compressed once, when the shop is built), uploaded pictures, brand art.
import { createReadStream, statSync, realpathSync, readFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const types = {
  '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.json': 'application/json', '.map': 'application/json',
  '.woff2': 'font/woff2', '.svg': 'image/svg+xml', '.avif': 'image/avif', '.webp': 'image/webp', '.png': 'image/png', '.jpg': 'image/jpeg', '.ico': 'image/x-icon',
  '.mp3': 'audio/mpeg', '.m4a': 'audio/mp4', '.ogg': 'audio/ogg', '.mp4': 'video/mp4',
  '.pdf': 'application/pdf', '.doc': 'application/msword', '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
const year = 'public, max-age=31536000, immutable'
const day = 'public, max-age=86400'

/** Recordings and films are asked for in parts, so that one can start in the middle; a part is at most this long. */
const longestPart = 4 * 1024 * 1024

/**
 * What a Range header asks of a file: [first, last] byte, `null` for the whole file, `false` when there is no such part.
 * More than one part, and what cannot be read, count as the whole file.
 */
export const readRange = (header, size) => {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(String(header ?? '').trim()) ?? []
  if (from === undefined || (from === '' && to === '')) return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const asked = from === '' || to === '' ? size - 1 : Number(to)
  if (from !== '' && to !== '' && asked < first) return null
  if (first >= size || (from === '' && Number(to) === 0)) return false
  return [first, Math.min(asked, size - 1, first + longestPart - 1)]
}

const sendPart = (req, res, { real, size }, etag) => {
  const condition = req.headers['if-range']
  const range = condition && condition !== etag ? null : readRange(req.headers.range, size)
  res.setHeader('Accept-Ranges', 'bytes')
  if (range === false) {
    res.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 })
    return res.end()
  }
  const [start, end] = range ?? [0, size - 1]
  res.writeHead(range ? 206 : 200, { 'Content-Length': end - start + 1, ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}) })
  if (req.method === 'HEAD') return res.end()
  return createReadStream(real, { start, end }).on('error', () => res.destroy()).pipe(res)
}

/**
 * @param roots folders to serve; null leaves one to Next.
 * @returns a function that answers the request and says true, or says false when it is not for a file here.
 */
export function serveFiles({ chunks, uploads, brand }) {
  const places = [
    { prefix: '/_next/static/', root: chunks, name: /^[\w./()[\]@~%+-]{1,300}$/, cache: year },
    { prefix: '/uploads/', root: uploads, name: /^[a-z0-9][a-z0-9-]{0,160}\.(avif|webp|jpg|png|mp3|m4a|ogg|mp4|pdf|doc|docx)$/, cache: year, only: true, upload: true },
    { prefix: '/brand/', root: brand, name: /^(emblems\/)?[\w-]{1,120}\.(avif|webp|svg|png|jpg)$/, cache: day },
  ].filter(({ root }) => root)
  const known = new Map()

  const find = (file, root) => {
    const cached = known.get(file)
    if (cached) return cached
    try {
      const real = realpathSync(file)
      if (!real.startsWith(realpathSync(root) + path.sep)) return null
      const { size, mtimeMs } = statSync(real)
      const entry = { real, size, mtimeMs, br: existsSync(`${real}.br`) && statSync(`${real}.br`).size, gz: existsSync(`${real}.gz`) && statSync(`${real}.gz`).size }
      // Drawings are text: packed once, and kept.
      if (real.endsWith('.svg') && size < 200_000) {
        const text = readFileSync(real)
        entry.packed = { br: brotliCompressSync(text), gzip: gzipSync(text, { level: 9 }) }
        Object.assign(entry, { br: entry.packed.br.length, gz: entry.packed.gzip.length })
      }
      if (known.size > 5000) known.clear()
      known.set(file, entry)
      return entry
    } catch {
      return null
    }
  }

  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    const url = req.url.split('?', 1)[0]
    const place = places.find(({ prefix }) => url.startsWith(prefix))
    if (!place) return false
    let name
    try { name = decodeURIComponent(url.slice(place.prefix.length)) } catch { name = '' }
    const found = place.name.test(name) && !name.split('/').includes('..') && find(path.join(place.root, name), place.root)
    if (!found) {
      if (!place.only) return false
      res.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
      res.end('Not found')
      return true
    }
    const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`
    res.setHeader('Cache-Control', place.cache)
    res.setHeader('ETag', etag)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    if (place.upload) res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
    if (req.headers['if-none-match'] === etag) {
      res.writeHead(304)
      res.end()
      return true
    }
    const type = types[path.extname(name)] ?? 'application/octet-stream'
    res.setHeader('Content-Type', type)
    // Documents are for keeping, never shown inside the shop: what they may carry has nothing to do with it.
    if (place.upload && type.startsWith('application/')) res.setHeader('Content-Disposition', `attachment; filename="${name}"`)
    if (/^(audio|video)\//.test(type) || res.hasHeader('Content-Disposition')) {
      sendPart(req, res, found, etag)
      return true
    }
    const accepts = String(req.headers['accept-encoding'] ?? '')
    const encoding = found.br && /\bbr\b/.test(accepts) ? 'br' : found.gz && /\bgzip\b/.test(accepts) ? 'gzip' : null
    if (found.br || found.gz) res.setHeader('Vary', 'Accept-Encoding')
    if (encoding) res.setHeader('Content-Encoding', encoding)
    const suffix = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : ''
    res.setHeader('Content-Length', encoding === 'br' ? found.br : encoding === 'gzip' ? found.gz : found.size)
    if (req.method === 'HEAD') {
      res.end()
      return true
    }
    if (encoding && found.packed) {
      res.end(found.packed[encoding])
      return true
    }
    createReadStream(found.real + suffix).on('error', () => res.destroy()).pipe(res)
    return true
  }
}
