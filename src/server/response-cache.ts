import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import { requestIdHeader } from '@/platform/observability/request-id'

import type { Invalidations } from './cache-invalidation'
import { accepts, compressWithBrotli, matchesEtag, minCompressedBytes } from './content-encoding'

/** What browsers and proxies may do with a page: store it, but revalidate each time. Next allows shared caches a year. */
export const revalidateEachTime = 'public, max-age=0, must-revalidate'

/** Response headers that are stored with the body. */
const storedHeaders = [
  'Content-Type',
  'ETag',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'X-Frame-Options',
  'Strict-Transport-Security',
  'X-Robots-Tag',
  'Link',
  'X-Total-Count',
]

/** One body in one encoding, with the complete headers of its response. */
type Variant = { body: Buffer; headers: OutgoingHttpHeader[] }

type CachedResponse = {
  status: number
  etag: string | undefined
  headers: OutgoingHttpHeader[]
  identity: Variant
  gzip: Variant | null
  brotli: Variant | null
}

const maxEntries = 20_000
const entryOverhead = 1024

const variant = (headers: OutgoingHttpHeader[], body: Buffer, encoding?: string): Variant => ({
  body,
  headers: [
    ...headers,
    ...(encoding ? ['Content-Encoding', encoding] : []),
    'Content-Length',
    String(body.length),
  ],
})

/** Copies what is to be stored of a response that Next has finished: status, some of its headers, and the body in two encodings. */
export function toCachedResponse(
  response: Pick<ServerResponse, 'statusCode' | 'getHeader'>,
  body: Buffer,
): CachedResponse {
  const headers: OutgoingHttpHeader[] = [
    'Cache-Control',
    response.getHeader('Cache-Control') ?? revalidateEachTime,
    'Vary',
    'rsc, Accept-Encoding',
  ]
  for (const name of storedHeaders) {
    const value = response.getHeader(name)
    if (value !== undefined) headers.push(name, value)
  }
  const etag = response.getHeader('ETag')
  const gzip = body.length >= minCompressedBytes ? gzipSync(body, { level: 9 }) : null
  return {
    status: response.statusCode,
    etag: typeof etag === 'string' ? etag : undefined,
    headers,
    identity: variant(headers, body),
    gzip: gzip && gzip.length < body.length ? variant(headers, gzip, 'gzip') : null,
    brotli: null,
  }
}

/** Bytes in memory of an entry: its key, every encoding, and the headers of each. */
const sizeOf = (entry: CachedResponse, key: string): number =>
  [entry.identity, entry.gzip, entry.brotli].reduce(
    (size, part) => size + (part ? part.body.length + 64 * part.headers.length : 0),
    entryOverhead +
      2 * key.length +
      2 * entry.headers.reduce<number>((length, header) => length + String(header).length, 0),
  )

/** Sends an entry in the smallest encoding that the client accepts, or 304 when the client has it already. */
export function sendCached(req: IncomingMessage, res: ServerResponse, entry: CachedResponse): void {
  const requestId = req.headers[requestIdHeader]
  if (matchesEtag(req.headers['if-none-match'], entry.etag)) {
    const [, cacheControl = revalidateEachTime] = entry.headers
    res.writeHead(304, {
      ETag: entry.etag,
      'Cache-Control': cacheControl,
      Vary: 'rsc, Accept-Encoding',
      ...(requestId ? { 'X-Request-Id': requestId } : {}),
    })
    res.end()
    return
  }
  const encodings = req.headers['accept-encoding']
  const brotli = entry.brotli && accepts(encodings, 'br') ? entry.brotli : null
  const gzip = !brotli && entry.gzip && accepts(encodings, 'gzip') ? entry.gzip : null
  const selected = brotli ?? gzip ?? entry.identity
  // In one list: a response whose headers are set one by one takes longer to write.
  res.writeHead(
    entry.status,
    requestId ? [...selected.headers, 'X-Request-Id', requestId] : selected.headers,
  )
  res.end(selected.body)
}

/**
 * Complete responses, ready to be sent. Every invalidation empties the cache: Next's own cache still has the pages that
 * did not change. Least recently used entries leave first; the budget counts keys, headers, and every encoding.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, CachedResponse>
  private readonly changes: Invalidations
  readonly lookups = { hits: 0, misses: 0 }

  constructor(changes: Invalidations, maxBytes: number) {
    this.changes = changes
    this.entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 16),
      sizeCalculation: sizeOf,
    })
    changes.onInvalidate(() => this.entries.clear())
  }

  get(key: string): CachedResponse | undefined {
    const entry = this.entries.get(key)
    if (entry) this.lookups.hits += 1
    else this.lookups.misses += 1
    return entry
  }

  /** Stores a response that was rendered at the given version, unless something was invalidated since. */
  set(key: string, entry: CachedResponse, version: number): void {
    if (version !== this.changes.version) return
    this.entries.set(key, entry)
    if (entry.gzip) void this.addBrotli(key, entry)
  }

  state(): { entries: number; bytes: number } {
    return { entries: this.entries.size, bytes: this.entries.calculatedSize }
  }

  /** Brotli is smaller still. It is made after the first response, so that no one waits for it. */
  private async addBrotli(key: string, entry: CachedResponse): Promise<void> {
    const compressed = await compressWithBrotli(entry.identity.body)
    if (!compressed || this.entries.peek(key) !== entry) return
    this.entries.set(key, { ...entry, brotli: variant(entry.headers, compressed, 'br') })
  }
}
