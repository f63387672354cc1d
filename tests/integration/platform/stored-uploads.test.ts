import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'

import { bucketOfSandbox, useSandbox } from '@tests/support/sandbox'

import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { createBucketFiles } from '@/platform/storage/bucket-files'
import { serveStaticFiles } from '@/server/static-files'
import { StoredUploads } from '@/server/stored-uploads'

const sandbox = useSandbox()
const prefix = 'uploads/'
const files = createBucketFiles(bucketOfSandbox(), { prefix, pauses: [5] })
/**
 * Used only for the hanging bucket, because a large file may take longer than this on a busy
 * machine.
 */
const impatientFiles = createBucketFiles(bucketOfSandbox(), { prefix, pauses: [5], timeoutMs: 300 })
const servers: Server[] = []

/** Starts a server with its own memory, like a separate web process. */
const startProcess = async (maxBytes = 1_000_000, store = files): Promise<string> => {
  const serve = serveStaticFiles({
    chunks: null,
    uploads: new StoredUploads(store, maxBytes),
    brand: '/nowhere',
  })
  const server = createServer((req, res) => {
    if (!serve(req, res, (req.url ?? '').split('?', 1)[0] ?? '')) res.end('Next')
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
beforeEach(async () => {
  resetCircuitBreakers()
  await sandbox.clearFaults()
})
afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const get = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init)
  const { status, headers } = response
  return {
    status,
    header: (name: string) => headers.get(name),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const readsOf = async (name: string): Promise<number> =>
  (await sandbox.callsTo('s3')).filter(
    ({ method, path }) => method !== 'PUT' && path.includes(name),
  ).length

it('serves an image with the same headers as from a folder and reads it from the bucket once', async () => {
  const base = await startProcess()
  await files.put('fern-640.webp', Buffer.from('a picture'))
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => get(`${base}/uploads/fern-640.webp`)),
  )
  for (const { status, header, bytes } of responses)
    expect({
      status,
      text: bytes.toString(),
      type: header('content-type'),
      cache: header('cache-control'),
      policy: header('content-security-policy'),
      sniff: header('x-content-type-options'),
      length: header('content-length'),
    }).toEqual({
      status: 200,
      text: 'a picture',
      type: 'image/webp',
      cache: 'public, max-age=31536000, immutable',
      policy: "sandbox; default-src 'none'",
      sniff: 'nosniff',
      length: '9',
    })
  const etag = responses[0]?.header('etag') ?? ''
  const again = await get(`${base}/uploads/fern-640.webp`, { headers: { 'if-none-match': etag } })
  expect([again.status, again.bytes.length, await readsOf('fern-640')]).toEqual([304, 0, 1])
  const head = await get(`${base}/uploads/fern-640.webp`, { method: 'HEAD' })
  expect([head.status, head.header('content-length')]).toEqual([200, '9'])
})

it('gives an image the same ETag in two processes', async () => {
  await files.put('moss-640.webp', Buffer.from('moss'))
  const tags = await Promise.all(
    [await startProcess(), await startProcess()].map(async (base) =>
      (await get(`${base}/uploads/moss-640.webp`)).header('etag'),
    ),
  )
  expect(tags[0]).toBeTruthy()
  expect(tags[0]).toBe(tags[1])
})

it('serves a file that another process saved, even if it was missing before', async () => {
  const base = await startProcess()
  const missing = await get(`${base}/uploads/late-640.webp`)
  expect([missing.status, missing.header('cache-control'), missing.header('etag')]).toEqual([
    404,
    'no-store',
    null,
  ])
  await files.put('late-640.webp', Buffer.from('here'))
  expect((await get(`${base}/uploads/late-640.webp`)).bytes.toString()).toBe('here')
})

it('serves parts of a recording', async () => {
  const base = await startProcess()
  await files.put('talk.mp3', Buffer.from('0123456789'))
  const url = `${base}/uploads/talk.mp3`
  const part = await get(url, { headers: { range: 'bytes=2-4' } })
  expect([
    part.status,
    part.bytes.toString(),
    part.header('content-range'),
    part.header('content-length'),
  ]).toEqual([206, '234', 'bytes 2-4/10', '3'])
  const last = await get(url, { headers: { range: 'bytes=-3' } })
  expect(last.bytes.toString()).toBe('789')
  const beyond = await get(url, { headers: { range: 'bytes=10-' } })
  expect([beyond.status, beyond.header('content-range')]).toEqual([416, 'bytes */10'])
  const older = await get(url, { headers: { range: 'bytes=2-4', 'if-range': '"older"' } })
  expect([older.status, older.bytes.toString()]).toEqual([200, '0123456789'])
})

it('streams a video that is larger than the file cache', async () => {
  const base = await startProcess(10_000)
  const film = randomBytes(8_000_000)
  await files.put('film.mp4', film)
  const { status, bytes } = await get(`${base}/uploads/film.mp4`)
  expect([status, bytes.equals(film)]).toEqual([200, true])
})

it('serves a document as a download', async () => {
  const base = await startProcess()
  await files.put('guide.pdf', Buffer.from('a document'))
  const { header, bytes } = await get(`${base}/uploads/guide.pdf`)
  expect([header('content-disposition'), bytes.toString()]).toEqual([
    'attachment; filename="guide.pdf"',
    'a document',
  ])
})

it.each(['/uploads/..%2fsecret.jpg', '/uploads/%ff', '/uploads/FERN.webp', '/uploads/a/b.webp'])(
  'rejects %s without a request to the bucket',
  async (url) => {
    const base = await startProcess()
    const before = (await sandbox.callsTo('s3')).length
    expect((await get(base + url)).status).toBe(404)
    expect((await sandbox.callsTo('s3')).length).toBe(before)
  },
)

it('serves cached images while the bucket fails, and responds 503 for others', async () => {
  const base = await startProcess()
  await files.put('known-640.webp', Buffer.from('known'))
  await files.put('unknown-640.webp', Buffer.from('unknown'))
  await get(`${base}/uploads/known-640.webp`)
  await sandbox.fault({ provider: 's3', fault: 'status', status: 503, times: 100 })
  expect((await get(`${base}/uploads/known-640.webp`)).bytes.toString()).toBe('known')
  const { status, header } = await get(`${base}/uploads/unknown-640.webp`)
  expect([status, header('retry-after'), header('cache-control'), header('etag')]).toEqual([
    503,
    '5',
    'no-store',
    null,
  ])
  await sandbox.clearFaults()
  resetCircuitBreakers()
  expect((await get(`${base}/uploads/unknown-640.webp`)).bytes.toString()).toBe('unknown')
})

it('responds 503 when the bucket hangs', async () => {
  const base = await startProcess(1_000_000, impatientFiles)
  await files.put('slow-640.webp', Buffer.from('slow'))
  await sandbox.fault({ provider: 's3', fault: 'latency', latencyMs: 20_000, times: 5 })
  expect((await get(`${base}/uploads/slow-640.webp`)).status).toBe(503)
})

it('closes the connection when the bucket cuts off a video, so that nobody caches half of it', async () => {
  const base = await startProcess()
  await files.put('half.mp4', randomBytes(1_000_000))
  await get(`${base}/uploads/half.mp4`, { method: 'HEAD' })
  await sandbox.fault({ provider: 's3', fault: 'truncated', match: { method: 'GET' } })
  await expect(get(`${base}/uploads/half.mp4`)).rejects.toThrow()
})

it('responds 404 for a file deleted after its metadata was read', async () => {
  const base = await startProcess()
  await files.put('gone.mp3', Buffer.from('0123456789'))
  await get(`${base}/uploads/gone.mp3`, { method: 'HEAD' })
  await files.delete('gone.mp3')
  const { status, header } = await get(`${base}/uploads/gone.mp3`)
  expect([status, header('cache-control'), header('accept-ranges')]).toEqual([
    404,
    'no-store',
    null,
  ])
})
