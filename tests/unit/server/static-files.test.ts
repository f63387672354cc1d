import { mkdirSync, mkdtempSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { FileIndex } from '@/server/file-index'
import { serveStaticFiles } from '@/server/static-files'

const folder = mkdtempSync(path.join(tmpdir(), 'files-'))
const uploads = path.join(folder, 'uploads')
const brand = path.join(folder, 'brand')
const chunks = path.join(folder, 'chunks')
for (const one of [uploads, brand, chunks]) mkdirSync(one)
writeFileSync(path.join(folder, 'secret.jpg'), 'secret')
symlinkSync(path.join(folder, 'secret.jpg'), path.join(uploads, 'link.jpg'))
writeFileSync(path.join(uploads, 'fern-640.webp'), 'a picture')
writeFileSync(path.join(uploads, 'talk.mp3'), '0123456789')
writeFileSync(path.join(uploads, 'guide.pdf'), 'a document')
writeFileSync(path.join(brand, 'leaf.svg'), `<svg>${'<path d="M0 0"/>'.repeat(100)}</svg>`)
writeFileSync(path.join(chunks, 'app.js'), 'plain')
writeFileSync(path.join(chunks, 'app.js.br'), 'brotli of the build')
writeFileSync(path.join(chunks, 'app.js.gz'), 'gzip of the build')

let server: Server
let base = ''
beforeAll(async () => {
  const serve = serveStaticFiles(
    { chunks, uploads, brand },
    { 'Strict-Transport-Security': 'max-age=1' },
  )
  server = createServer((req, res) => {
    if (!serve(req, res, (req.url ?? '').split('?', 1)[0] ?? '')) res.end('Next')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(
  () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    }),
)

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(base + url, {
    headers: { 'accept-encoding': 'identity', ...headers },
  })
  return {
    status: response.status,
    header: (name: string) => response.headers.get(name),
    text: await response.text(),
  }
}

it('an upload has its content type, is cached for a year, and can’t run scripts', async () => {
  const { status, header, text } = await get('/uploads/fern-640.webp')
  expect([status, text, header('content-type'), header('cache-control')]).toEqual([
    200,
    'a picture',
    'image/webp',
    'public, max-age=31536000, immutable',
  ])
  expect([
    header('content-security-policy'),
    header('x-content-type-options'),
    header('strict-transport-security'),
  ]).toEqual(["sandbox; default-src 'none'", 'nosniff', 'max-age=1'])
  expect(
    (await get('/uploads/fern-640.webp', { 'if-none-match': header('etag') ?? '' })).status,
  ).toBe(304)
})

it('a document is sent as a download', async () => {
  expect((await get('/uploads/guide.pdf')).header('content-disposition')).toBe(
    'attachment; filename="guide.pdf"',
  )
})

it.each([
  '/uploads/none.webp',
  '/uploads/..%2fsecret.jpg',
  '/uploads/link.jpg',
  '/uploads/%ff',
  '/uploads/FERN.webp',
  '/uploads/fern-640.webp.br',
])('%s is not found', async (url) => {
  expect((await get(url)).status).toBe(404)
})

it.each([
  '/brand/none.svg',
  '/_next/static/none.js',
  '/_next/static/..%2f..%2fsecret.jpg',
  '/products',
])('%s is left to Next.js', async (url) => {
  expect((await get(url)).text).toBe('Next')
})

it('an audio file supports Range and If-Range requests', async () => {
  const part = await get('/uploads/talk.mp3', { range: 'bytes=2-4' })
  expect([part.status, part.text, part.header('content-range')]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
  ])
  expect((await get('/uploads/talk.mp3', { range: 'bytes=-3' })).text).toBe('789')
  expect(
    (await get('/uploads/talk.mp3', { range: 'bytes=2-4', 'if-range': part.header('etag') ?? '' }))
      .status,
  ).toBe(206)
  expect(
    await get('/uploads/talk.mp3', { range: 'bytes=2-4', 'if-range': '"older"' }),
  ).toMatchObject({ status: 200, text: '0123456789' })
  const beyond = await get('/uploads/talk.mp3', { range: 'bytes=10-' })
  expect([beyond.status, beyond.header('content-range')]).toEqual([416, 'bytes */10'])
})

it.each([
  ['a whole request', {}, 'GET'],
  ['a request for a part', { range: 'bytes=2-4' }, 'GET'],
  ['a HEAD request', {}, 'HEAD'],
  ['a question whether it has changed', { 'if-none-match': '*' }, 'GET'],
])(
  'an upload that was deleted after it was sent is not found by %s',
  async (_, headers, method) => {
    const file = path.join(uploads, 'cropped.mp3')
    writeFileSync(file, '0123456789')
    expect((await get('/uploads/cropped.mp3')).text).toBe('0123456789')
    unlinkSync(file)
    const response = await fetch(`${base}/uploads/cropped.mp3`, { method, headers })
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
  },
)

it('an upload that is deleted between finding and reading it is not found', async () => {
  const file = path.join(uploads, 'brief.webp')
  writeFileSync(file, 'a picture')
  const entry = new FileIndex(uploads, { mayLoseFiles: true }).find('brief.webp')
  unlinkSync(file)
  expect(await entry?.open()).toBeNull()
})

it('chunks are sent as compressed by the build, and SVGs are compressed in memory', async () => {
  const raw = async (url: string, encoding: string) => {
    const response = await fetch(base + url, {
      headers: { 'accept-encoding': encoding },
      method: 'HEAD',
    })
    return [
      response.headers.get('content-encoding'),
      Number(response.headers.get('content-length')),
      response.headers.get('vary'),
    ]
  }
  expect(await raw('/_next/static/app.js', 'gzip, br')).toEqual([
    'br',
    'brotli of the build'.length,
    'Accept-Encoding',
  ])
  expect(await raw('/_next/static/app.js', 'gzip, br;q=0')).toEqual([
    'gzip',
    'gzip of the build'.length,
    'Accept-Encoding',
  ])
  expect(await raw('/_next/static/app.js', 'identity')).toEqual([
    null,
    'plain'.length,
    'Accept-Encoding',
  ])
  const [encoding, size] = await raw('/brand/leaf.svg', 'br')
  expect([encoding, Number(size) < 200]).toEqual(['br', true])
  expect((await get('/brand/leaf.svg', { 'accept-encoding': 'gzip' })).text).toContain('<svg>')
})
