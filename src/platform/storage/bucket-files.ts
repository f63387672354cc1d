import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import { AwsClient } from 'aws4fetch'

import { withCircuitBreaker } from '@/platform/http/circuit-breaker'
import { errorKindFromStatus, parseRetryAfter } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { withRetries } from '@/platform/http/retries'

import { parseErrorCode, parseObjectList } from './bucket-xml'
import { contentTypeOf } from './content-types'
import { assertFileName, type FileRange, type FileStore, type StoredFile } from './file-store'

export type BucketSettings = {
  /** 'https://s3.eu-central-1.amazonaws.com' or that of any compatible service. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is part of the path (as most services want it) or of the host name. */
  pathStyle: boolean
}

type BucketOptions = {
  /** Begins the key of every file: 'uploads/'. */
  prefix: string
  /** How long to wait for the beginning of a response, and then for each of its parts. */
  timeoutMs?: number
  /** The pause before each retry in milliseconds. */
  pauses?: readonly number[]
  /** Files per listed page; at most 1000. */
  pageSize?: number
}

const provider = 'storage'
const maxFileBytes = 256 * 1024 * 1024
/** Large files may take longer to send, at this many bytes per millisecond. */
const slowestBytesPerMs = 100
const emptyHash = createHash('sha256').digest('hex')
const hashHeader = 'x-amz-meta-sha256'
/** A week, the longest that the signature allows. */
const maxLinkSeconds = 604_800

type Send = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Empty for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}
/** Each part of the response must arrive within `timeoutMs`. */
type OpenResponse = { response: Response; abort: () => void; timeoutMs: number }

const failed = (message: string, cause?: unknown): ProviderError =>
  new ProviderError(provider, message, { retryable: true, kind: 'down', cause })

const toStoredFile = (name: string, { headers }: Response): StoredFile => {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  const size = Number(total ?? headers.get('content-length') ?? NaN)
  if (!Number.isSafeInteger(size)) throw failed('sent a file without its size')
  return { name, size, modifiedAt: Date.parse(headers.get('last-modified') ?? '') || 0 }
}

/** The body of a response in parts; each must arrive in time. Closing the stream ends the connection. */
const toStream = ({ response, abort, timeoutMs }: OpenResponse): Readable => {
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader()
    while (reader) {
      const timer = setTimeout(abort, timeoutMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  }
  const stream = Readable.from(parts(), { objectMode: false })
  stream.once('close', abort)
  return stream
}

const readAll = async (opened: OpenResponse): Promise<Buffer> => {
  const expected = Number(opened.response.headers.get('content-length') ?? NaN)
  if (expected > maxFileBytes) {
    opened.abort()
    throw new Error('The stored file is too large.')
  }
  const parts: Buffer[] = []
  try {
    for await (const part of toStream(opened)) parts.push(part as Buffer)
  } catch (cause) {
    throw failed('stopped in the middle of a file', cause)
  }
  const bytes = Buffer.concat(parts)
  if (!Number.isNaN(expected) && bytes.length !== expected)
    throw failed('sent only a part of a file')
  return bytes
}

/** Maps a response to an error. A service that is short of capacity is retried, like one that failed. */
const errorOf = async (opened: OpenResponse): Promise<ProviderError> => {
  const { status, headers } = opened.response
  const text = await readAll(opened).then(String, () => '')
  opened.abort()
  const issue = parseErrorCode(text)
  const kind = errorKindFromStatus(status) ?? 'unexpected'
  return new ProviderError(provider, `returned HTTP ${status}${issue ? ` ${issue}` : ''}`, {
    status,
    issue,
    kind,
    retryAfterMs: parseRetryAfter(headers),
    retryable: kind === 'down' || kind === 'limit',
  })
}

/** Signs requests (AWS Signature Version 4) and sends them once. */
class BucketClient {
  private readonly timeoutMs: number
  private readonly aws: AwsClient
  private readonly base: string
  private readonly pauses: readonly number[]

  constructor(settings: BucketSettings, { timeoutMs = 6000, pauses = [300, 1200] }: BucketOptions) {
    const { endpoint, bucket, pathStyle, accessKeyId, secretAccessKey, region } = settings
    const url = new URL(endpoint)
    if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
    this.base = `${url.href.replace(/\/+$/, '')}${pathStyle ? `/${bucket}` : ''}`
    this.aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
    this.timeoutMs = timeoutMs
    this.pauses = pauses
  }

  url(key: string, query: Record<string, string> = {}): URL {
    const url = new URL(`${this.base}/${key.split('/').map(encodeURIComponent).join('/')}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  async signedUrl(key: string, seconds: number): Promise<string> {
    const url = this.url(key, { 'X-Amz-Expires': String(Math.min(seconds, maxLinkSeconds)) })
    return (await this.aws.sign(url, { method: 'GET', aws: { signQuery: true } })).url
  }

  /**
   * Sends a request until it's answered, and parses the response with `read`.
   * @throws ProviderError
   */
  call<Result>(request: Send, read: (opened: OpenResponse) => Promise<Result>): Promise<Result> {
    return withRetries(
      () => withCircuitBreaker(provider, this.base, async () => read(await this.send(request))),
      { pauses: this.pauses },
    )
  }

  private async send({ method, key = '', query, headers, body }: Send): Promise<OpenResponse> {
    const hash = body ? createHash('sha256').update(body).digest('hex') : emptyHash
    const content = body ? { body: new Uint8Array(body) } : {}
    const signed = await this.aws.sign(this.url(key, query), {
      method,
      headers: { 'X-Amz-Content-Sha256': hash, ...headers },
      ...content,
    })
    // Not part of the signature, because proxies change it. A compressed response would have another length.
    signed.headers.set('Accept-Encoding', 'identity')
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    const timer = setTimeout(abort, this.timeoutMs + (body?.length ?? 0) / slowestBytesPerMs)
    try {
      // Not the request itself: in a route handler, Next's fetch would turn its body into a stream, which has no length,
      // and S3 refuses a file without one.
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        ...content,
        signal: controller.signal,
        redirect: 'manual',
      })
      return { response, abort, timeoutMs: this.timeoutMs }
    } catch (cause) {
      throw failed(
        controller.signal.aborted ? 'didn’t respond in time' : 'couldn’t be reached',
        cause,
      )
    } finally {
      clearTimeout(timer)
    }
  }
}

const assertOk = async (opened: OpenResponse): Promise<void> => {
  if (!opened.response.ok) throw await errorOf(opened)
  await readAll(opened).catch(() => undefined)
}

/** Reads a response that may say that the file doesn't exist. A missing bucket is an error. */
const ifFound =
  <Result>(read: (opened: OpenResponse) => Promise<Result>) =>
  async (opened: OpenResponse): Promise<Result | null> => {
    if (opened.response.ok) return read(opened)
    const error = await errorOf(opened)
    if (error.details.status === 404 && error.details.issue !== 'NoSuchBucket') return null
    throw error
  }

async function* listFiles(
  client: BucketClient,
  { prefix, pageSize = 1000 }: BucketOptions,
): AsyncGenerator<StoredFile> {
  let token: string | null = null
  do {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix,
      'max-keys': String(pageSize),
      ...(token ? { 'continuation-token': token } : {}),
    }
    const page: ReturnType<typeof parseObjectList> = await client.call(
      { method: 'GET', query },
      async (opened) => {
        if (!opened.response.ok) throw await errorOf(opened)
        return parseObjectList((await readAll(opened)).toString('utf8'))
      },
    )
    for (const { key, size, modifiedAt } of page.objects)
      if (key.startsWith(prefix) && key !== prefix)
        yield { name: key.slice(prefix.length), size, modifiedAt }
    if (page.nextToken !== null && page.nextToken === token)
      throw failed('lists the same files again and again')
    token = page.nextToken
  } while (token !== null)
}

const rangeHeader = (range?: FileRange): Record<string, string> =>
  range ? { Range: `bytes=${range.first}-${range.last}` } : {}

/**
 * Files in a bucket of any service that speaks S3's API. Every call has a timeout, is repeated when the service fails,
 * and stops for 20 seconds after several failures. No conditional writes, which not all services know: names are unique.
 */
export function createBucketFiles(settings: BucketSettings, options: BucketOptions): FileStore {
  const client = new BucketClient(settings, options)
  const keyOf = (name: string): string => {
    assertFileName(name)
    return options.prefix + name
  }

  const get = async (name: string): Promise<Buffer | null> =>
    client.call(
      { method: 'GET', key: keyOf(name) },
      ifFound((opened) => readAll(opened)),
    )
  const head = async (name: string): Promise<Response | null> =>
    client.call(
      { method: 'HEAD', key: keyOf(name) },
      ifFound(({ response }) => Promise.resolve(response)),
    )

  return {
    put: async (name, bytes) => {
      const headers = {
        'Content-Type': contentTypeOf(name),
        'Cache-Control': 'public, max-age=31536000, immutable',
        [hashHeader]: createHash('sha256').update(bytes).digest('hex'),
      }
      await client.call({ method: 'PUT', key: keyOf(name), headers, body: bytes }, assertOk)
    },
    get,
    open: async (name, range) =>
      client.call(
        { method: 'GET', key: keyOf(name), headers: rangeHeader(range) },
        ifFound((opened) =>
          Promise.resolve({ ...toStoredFile(name, opened.response), body: toStream(opened) }),
        ),
      ),
    stat: async (name) => {
      const response = await head(name)
      return response && toStoredFile(name, response)
    },
    hash: async (name) => {
      const response = await head(name)
      const storedHash = response?.headers.get(hashHeader)
      if (storedHash || !response) return storedHash ?? null
      const bytes = await get(name)
      return bytes && createHash('sha256').update(bytes).digest('hex')
    },
    delete: async (name) => {
      await client.call({ method: 'DELETE', key: keyOf(name) }, ifFound(assertOk))
    },
    list: () => listFiles(client, options),
    urlFor: (name, seconds) => client.signedUrl(keyOf(name), seconds),
  }
}
