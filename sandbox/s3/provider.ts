import { createHash } from 'node:crypto'

import { type Context, Hono } from 'hono'

import type { Provider, ProviderRuntime, SandboxEnv } from '../core/provider'
import { errorBody, errorDocument, escapeXml, S3Error, XML } from './errors'
import { verifySignature } from './signature'

const BUCKET = 'sandbox-bucket'
const REGION = 'us-east-1'
const MAX_PAGE = 1000
const MAX_KEY_BYTES = 1024
const MAX_OBJECT_BYTES = 300 * 1024 * 1024

interface StoredObject {
  bytes: Uint8Array
  etag: string
  modifiedAt: number
  /** Content-Type, Cache-Control, and the client's own `x-amz-meta-` headers. */
  headers: Record<string, string>
}

/** What S3 keeps with an object. */
const KEPT_HEADERS = /^(content-type|cache-control|content-disposition|x-amz-meta-[\w-]+)$/
/** The parameters of the supported operations; any other parameter means an unsupported operation. */
const LIST_PARAMETERS = new Set([
  'list-type',
  'prefix',
  'max-keys',
  'continuation-token',
  'start-after',
])
const KNOWN_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE']

/**
 * An S3-compatible service with one bucket, `sandbox-bucket`, in memory: put, get (whole or a range), head, delete, and
 * list. Everything else is refused, as are conditional writes, which not every service knows.
 */
export function createS3({ clock }: ProviderRuntime): Provider {
  const objects = new Map<string, StoredObject>()
  const app = new Hono<SandboxEnv>()
  app.onError((error, c) => {
    const s3Error =
      error instanceof S3Error
        ? error
        : new S3Error(500, 'InternalError', 'We encountered an error.')
    if (s3Error !== error) console.error('The S3 sandbox failed:', error)
    const body = c.req.method === 'HEAD' ? null : errorDocument(s3Error.code, s3Error.message)
    return new Response(body, { status: s3Error.status, headers: XML })
  })
  app.all('*', async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const { method, url } = c.req
    if (!KNOWN_METHODS.includes(method)) throw notImplemented()
    verifySignature(c.req.raw, body, { now: clock.now(), region: REGION })
    const { pathname, searchParams } = new URL(url)
    const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    if (bucket !== BUCKET)
      throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
    const parameters = [...searchParams.keys()].filter((name) => !name.startsWith('X-Amz-'))
    if (key === '') return listObjects(c, parameters, objects)
    if (parameters.length > 0) throw notImplemented()
    if (method === 'PUT') return putObject(c, key, body, objects, clock.now())
    if (method === 'DELETE') {
      objects.delete(key)
      return c.body(null, 204)
    }
    return getObject(c, objects.get(key))
  })

  const control = new Hono<SandboxEnv>()
  control.get('/objects', (c) =>
    c.json({
      objects: [...objects].map(([key, { bytes, headers }]) => ({
        key,
        size: bytes.length,
        headers,
      })),
    }),
  )
  return {
    name: 's3',
    app,
    control,
    errorBody,
    errorHeaders: () => XML,
    reset: () => objects.clear(),
  }
}

function notImplemented(): S3Error {
  return new S3Error(501, 'NotImplemented', 'A header or query you provided is not implemented.')
}

function putObject(
  c: Context<SandboxEnv>,
  key: string,
  body: Uint8Array,
  objects: Map<string, StoredObject>,
  now: number,
): Response {
  const { headers } = c.req.raw
  if (headers.has('if-none-match') || headers.has('if-match') || headers.has('x-amz-copy-source'))
    throw notImplemented()
  if (!headers.has('content-length'))
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length header.')
  if (Buffer.byteLength(key) > MAX_KEY_BYTES)
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long')
  if (body.length > MAX_OBJECT_BYTES)
    throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum size.')
  const etag = `"${createHash('md5').update(body).digest('hex')}"`
  const keptHeaders = [...headers].filter(([name]) => KEPT_HEADERS.test(name))
  objects.set(key, { bytes: body, etag, modifiedAt: now, headers: Object.fromEntries(keptHeaders) })
  return c.body(null, 200, { etag })
}

/** A single range, as at S3: anything else gets the whole object. */
function readRange(header: string | undefined, size: number): [first: number, last: number] | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first >= size)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable')
  return last < first ? null : [first, last]
}

function getObject(c: Context<SandboxEnv>, object: StoredObject | undefined): Response {
  if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
  const { bytes, etag, modifiedAt } = object
  const headers: Record<string, string> = {
    'content-type': 'binary/octet-stream',
    ...object.headers,
    etag,
    'last-modified': new Date(modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
  }
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const range = readRange(c.req.header('range'), bytes.length)
  const part = range ? bytes.subarray(range[0], range[1] + 1) : bytes
  headers['content-length'] = String(part.length)
  if (range) headers['content-range'] = `bytes ${range[0]}-${range[1]}/${bytes.length}`
  const isHead = c.req.method === 'HEAD'
  return new Response(isHead ? null : new Uint8Array(part), { status: range ? 206 : 200, headers })
}

function listObjects(
  c: Context<SandboxEnv>,
  parameters: string[],
  objects: Map<string, StoredObject>,
): Response {
  const { prefix = '', 'max-keys': maxKeys = '1000', 'start-after': after = '' } = c.req.query()
  const token = c.req.query('continuation-token')
  if (
    c.req.method !== 'GET' ||
    c.req.query('list-type') !== '2' ||
    parameters.some((name) => !LIST_PARAMETERS.has(name))
  )
    throw notImplemented()
  const count = Number(maxKeys)
  if (!Number.isInteger(count) || count < 0)
    throw new S3Error(400, 'InvalidArgument', 'Provided max-keys not an integer or within range')
  const from = token ? Buffer.from(token, 'base64').toString('utf8') : after
  // By the bytes of the keys, not by locale.
  const keys = [...objects.keys()]
    .filter(
      (key) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(from)) > 0,
    )
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  const page = keys.slice(0, Math.min(count, MAX_PAGE))
  const isTruncated = page.length > 0 && page.length < keys.length
  const contents = page.map((key) => {
    const object = objects.get(key)
    return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${new Date(object?.modifiedAt ?? 0).toISOString()}</LastModified><ETag>${escapeXml(object?.etag ?? '')}</ETag><Size>${object?.bytes.length ?? 0}</Size><StorageClass>STANDARD</StorageClass></Contents>`
  })
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
    : ''
  return c.body(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${maxKeys}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
    200,
    XML,
  )
}
