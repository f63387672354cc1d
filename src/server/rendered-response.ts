import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import { constants, createGzip, type Gzip, gzipSync } from 'node:zlib'

import { publicResponseHeader } from '@/platform/cache-tags'

import { accepts, isCompressible, minCompressedBytes } from './content-encoding'
import { missingPageMark } from './next-cache'
import { revalidateEachTime } from './response-cache'

type Callback = (error?: Error | null) => void

/** What to do with a response that Next writes. */
type RenderPlan = {
  /** The Accept-Encoding header of the request. */
  encodings: string | undefined
  /** Sends and stores a complete response that is the same for every visitor. Absent when this request may not be stored. */
  store?: (body: Buffer) => void
  /** Called once, when Next has set its headers; `true` when the page came from Next's cache. */
  onHeaders?: (isFromNextCache: boolean) => void
  /** Called when Next is about to send anything but a success; may replace the response. */
  onFailure?: () => void
}

const missingMark = Buffer.from(missingPageMark)

const toBuffer = (chunk: unknown, encoding: unknown): Buffer => {
  if (Buffer.isBuffer(chunk)) return chunk
  if (chunk instanceof Uint8Array)
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  return Buffer.from(
    String(chunk),
    typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8',
  )
}

/**
 * A response that inspects what Next writes before it is sent: it compresses, sets the status 404 for not-found pages,
 * and hands complete public responses to the cache. Without a plan it is an ordinary response. Emits `complete` when
 * everything was written; `finish` comes only when it was sent, and never when the visitor left before.
 */
export class RenderedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  private plan: RenderPlan | null = null
  private buffered: Buffer[] | null = null
  private gzip: Gzip | null = null
  private isReplaced = false

  /** From here on, writes follow the plan; with null, they're sent unchanged. */
  follow(plan: RenderPlan | null): void {
    this.plan = plan
  }

  /** Sends this instead of what Next has yet to write, which is dropped. Does nothing once something was sent. */
  replace(status: number, headers: Record<string, string>, body: string): void {
    if (this.isReplaced || this.headersSent || this.writableEnded || this.gzip) return
    this.plan = null
    this.buffered = null
    for (const name of this.getHeaderNames()) this.removeHeader(name)
    super.writeHead(status, headers)
    super.end(body)
    this.isReplaced = true
    this.emit('complete')
  }

  override setHeader(name: string, value: number | string | readonly string[]): this {
    return this.isReplaced ? this : super.setHeader(name, value)
  }

  override appendHeader(name: string, value: string | readonly string[]): this {
    return this.isReplaced ? this : super.appendHeader(name, value)
  }

  override removeHeader(name: string): void {
    if (!this.isReplaced) super.removeHeader(name)
  }

  override writeHead(
    status: number,
    ...rest: (string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined)[]
  ): this {
    if (this.isReplaced) return this
    const [first, second] = rest
    const headers = typeof first === 'string' ? second : first
    if (!this.plan) {
      if (typeof first === 'string')
        return typeof second === 'string'
          ? super.writeHead(status, first)
          : super.writeHead(status, first, second)
      return super.writeHead(status, first)
    }
    this.statusCode = status
    if (Array.isArray(headers))
      for (let index = 0; index + 1 < headers.length; index += 2)
        this.setHeader(String(headers[index]), headers[index + 1] ?? '')
    else if (typeof headers === 'object')
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined) this.setHeader(name, value)
    return this
  }

  /** Next flushes before its first chunk, which decides about the headers. */
  override flushHeaders(): void {
    if (!this.plan && !this.isReplaced) super.flushHeaders()
  }

  override write(
    chunk: unknown,
    encoding?: BufferEncoding | Callback,
    callback?: Callback,
  ): boolean {
    const done = typeof encoding === 'function' ? encoding : callback
    // Node returns false here, and Next would wait for a `drain` that a closed connection never emits.
    if (this.destroyed || this.isReplaced) {
      done?.()
      return true
    }
    if (this.plan) this.begin(toBuffer(chunk, encoding))
    if (this.isReplaced) {
      done?.()
      return true
    }
    if (this.buffered) {
      this.buffered.push(toBuffer(chunk, encoding))
      done?.()
      return true
    }
    const bytes = toBuffer(chunk, encoding)
    return this.gzip ? this.gzip.write(bytes, done) : super.write(bytes, done)
  }

  override end(
    chunk?: unknown,
    encoding?: BufferEncoding | (() => void),
    callback?: () => void,
  ): this {
    const done =
      typeof chunk === 'function'
        ? () => void (chunk as () => void)()
        : typeof encoding === 'function'
          ? encoding
          : callback
    if (this.isReplaced) {
      done?.()
      return this
    }
    if (done) this.once('finish', done)
    this.emit('complete')
    const last =
      chunk === undefined || chunk === null || typeof chunk === 'function'
        ? null
        : toBuffer(chunk, encoding)
    if (this.plan && !this.buffered) return this.endAtOnce(last, this.plan)
    if (this.buffered && this.plan)
      return this.endBuffered(Buffer.concat([...this.buffered, ...(last ? [last] : [])]), this.plan)
    if (!this.gzip) return last ? super.end(last) : super.end()
    this.gzip.end(last ?? undefined)
    return this
  }

  /** The first chunk decides: collected until the end, compressed as it comes, or sent as it is. */
  private begin(first: Buffer): void {
    const { plan } = this
    if (!plan || this.buffered) return
    this.adjustHeaders(plan)
    if (this.isReplaced) return
    if ((this.isPublic() && plan.store) || this.isShortAnswer(first)) {
      this.buffered = []
      return
    }
    this.plan = null
    this.removeHeader(publicResponseHeader)
    if (this.isMissing(first)) this.statusCode = 404
    if (this.isWorthCompressing(plan.encodings)) this.startGzip()
  }

  /** A response in one piece. */
  private endAtOnce(body: Buffer | null, plan: RenderPlan): this {
    this.adjustHeaders(plan)
    if (this.isReplaced) return this
    if (body) return this.endBuffered(body, plan)
    this.plan = null
    this.removeHeader(publicResponseHeader)
    return super.end()
  }

  private endBuffered(body: Buffer, plan: RenderPlan): this {
    this.plan = null
    this.buffered = null
    if (this.isMissing(body)) this.statusCode = 404
    const isPublic = this.isPublic()
    this.removeHeader(publicResponseHeader)
    if (isPublic && plan.store) {
      plan.store(body)
      return this
    }
    if (body.length < minCompressedBytes || !this.isWorthCompressing(plan.encodings))
      return super.end(body)
    const compressed = gzipSync(body, { level: 5 })
    this.varyByEncoding()
    this.setHeader('Content-Encoding', 'gzip')
    this.setHeader('Content-Length', compressed.length)
    return super.end(compressed)
  }

  private adjustHeaders(plan: RenderPlan): void {
    if (this.statusCode >= 300) plan.onFailure?.()
    if (this.isReplaced) return
    // Next names the target of a redirect twice at the first visit.
    const location: unknown = this.getHeader('location')
    if (Array.isArray(location)) this.setHeader('location', String(location[0]))
    if (this.getHeader('x-nextjs-prerender')) this.setHeader('Cache-Control', revalidateEachTime)
    plan.onHeaders?.(this.getHeader('x-nextjs-cache') === 'HIT')
  }

  /** Prerendered pages and public API responses are the same for every visitor. */
  private isPublic(): boolean {
    return (
      Boolean(this.getHeader('x-nextjs-prerender') ?? this.getHeader(publicResponseHeader)) &&
      [200, 404].includes(this.statusCode) &&
      !this.getHeader('Set-Cookie')
    )
  }

  /** Of the API. Compressing this much at once takes less time than a compressor for more. JSON is never streamed. */
  private isShortAnswer({ length }: Buffer): boolean {
    return length <= 16_384 && /^application\/json/.test(String(this.getHeader('Content-Type')))
  }

  private isMissing(bytes: Buffer): boolean {
    return (
      this.statusCode === 200 &&
      String(this.getHeader('Content-Type') ?? '').startsWith('text/html') &&
      bytes.includes(missingMark)
    )
  }

  private isWorthCompressing(encodings: string | undefined): boolean {
    return (
      accepts(encodings, 'gzip') &&
      !this.getHeader('Content-Encoding') &&
      ![204, 304].includes(this.statusCode) &&
      isCompressible(this.getHeader('Content-Type'))
    )
  }

  private varyByEncoding(): void {
    const vary = String(this.getHeader('Vary') ?? '')
    if (!/accept-encoding/i.test(vary))
      this.setHeader('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
  }

  private startGzip(): void {
    this.varyByEncoding()
    this.removeHeader('Content-Length')
    this.setHeader('Content-Encoding', 'gzip')
    const gzip = createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH })
    this.gzip = gzip
    gzip.on('data', (part: Buffer) => {
      if (!super.write(part)) gzip.pause()
    })
    gzip.on('end', () => super.end())
    // Next waits for `drain` of the response after a full write, which here means that the compressor is ready again.
    gzip.on('drain', () => this.emit('drain'))
    this.on('drain', () => gzip.resume())
    this.on('close', () => gzip.destroy())
  }
}
