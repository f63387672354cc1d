import { AsyncResource } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import {
  Agent,
  createServer,
  get as httpGet,
  type IncomingMessage,
  request,
  type Server,
} from 'node:http'
import { connect, type Socket } from 'node:net'

import { pipeToNodeResponse } from 'next/dist/server/pipe-readable.js'

import { sessionCookie } from '@/modules/accounts/rules/session-hint'
import { publicResponseHeader } from '@/platform/cache-tags'
import { noteIfDatabaseUnavailable } from '@/platform/database/unavailable'
import { resumeRequestBody } from '@/platform/observability/work-context'
import { Invalidations } from '@/server/cache-invalidation'
import { Pipeline } from '@/server/pipeline'
import { RenderLimit } from '@/server/render-limit'
import { RenderedResponse } from '@/server/rendered-response'
import { ResponseCache } from '@/server/response-cache'
import { rewriteUrl } from '@/server/rewrites'

const long = '<p>One Day at a Time</p>'.repeat(200)
const mark = '<meta name="page-status" content="404"/>'

let invalidations: Invalidations
let server: Server
let base = ''
let rendered: string[] = []
/** Renders of `/slow` that wait to be finished. */
let slow: { version: string; finish: () => void }[] = []
let price = 'old'
/** Requests for `/shared-render` that wait for the end of one render. */
let sharing: (() => void)[] = []
/** Uploads that wait for their body. */
let uploads: { received: () => number; letIn: () => void }[] = []

/** The length of `/stream`, and how much of it was rendered since the last request began. */
let streamedBytes = 0
let renderedBytes = 0

/** Random, so that the compressor can't make it shorter. */
const randomStream = (bytes: number): ReadableStream<Uint8Array> => {
  renderedBytes = 0
  return new ReadableStream({
    pull: (controller) => {
      if (renderedBytes >= bytes) return controller.close()
      controller.enqueue(randomBytes(65_536))
      renderedBytes += 65_536
    },
  })
}

/** The error of a query whose connection was cut. */
const cutConnection = Object.assign(
  new Error('terminating connection due to administrator command'),
  { code: '57P01' },
)

const receiveUpload = (req: IncomingMessage, res: RenderedResponse): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0
    // Next.js adds its listener before anything asks for the body.
    req.on('data', (part: Buffer) => (bytes += part.length))
    req.on('end', () => {
      res.end(String(bytes))
      resolve()
    })
    uploads.push({ received: () => bytes, letIn: AsyncResource.bind(resumeRequestBody) })
  })

/** What the Next.js stand-in writes, by the path that it gets. */
const pages: Record<string, (req: IncomingMessage, res: RenderedResponse) => void | Promise<void>> =
  {
    '/long': (_, res) => void res.setHeader('x-nextjs-prerender', '1').end(long),
    '/in-pieces': (_, res) => {
      res.flushHeaders()
      res.write(long)
      res.end('the end')
    },
    '/cms/api/shop/list': (_, res) => {
      res
        .setHeader('Content-Type', 'application/json')
        .setHeader(publicResponseHeader, '1')
        .setHeader('ETag', 'W/"list"')
      res.flushHeaders()
      res.write('[1,')
      res.end('2]')
    },
    '/cms/api/shop/private': (_, res) =>
      void res.setHeader('Content-Type', 'application/json').end('{}'),
    '/cms/api/shop/in-one-piece': (req, res) => {
      res.setHeader('Content-Type', 'application/json')
      res.flushHeaders()
      res.write(JSON.stringify({ text: req.headers['x-long'] ? long : 'short' }))
      res.end()
    },
    '/cms/api/shop/cookie': (_, res) =>
      void res.setHeader('Set-Cookie', 'a=1').setHeader(publicResponseHeader, '1').end('{}'),
    '/account/nothing': (_, res) =>
      void res.setHeader('x-nextjs-prerender', '1').end(`<head>${mark}</head>`),
    '/orders/DF-1': (_, res) => {
      res.write(`<head>${mark}</head>`)
      res.end('<p>404 Page Not Found</p>')
    },
    '/orders/quoted': (_, res) =>
      void res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ text: mark })),
    '/slow': (_, res) =>
      new Promise((resolve) => {
        const version = price
        slow.push({
          version,
          finish: () => {
            res.setHeader('x-nextjs-prerender', '1').end(`${version} price`)
            resolve()
          },
        })
      }),
    '/stream': (_, res) => pipeToNodeResponse(randomStream(streamedBytes), res),
    '/known-to-next': (_, res) =>
      void res
        .setHeader('x-nextjs-prerender', '1')
        .setHeader('x-nextjs-cache', 'HIT')
        .end('from Next’s cache'),
    '/cut': (_, res) => {
      noteIfDatabaseUnavailable(new Error('Failed query', { cause: cutConnection }))
      res.writeHead(500)
      res.end('Something went wrong.')
    },
    '/account/orders': (_, res) => {
      noteIfDatabaseUnavailable(cutConnection)
      res.writeHead(307, { Location: '/auth/login' })
      res.end()
    },
    '/cms/api/shop/auth/user': (_, res) => {
      noteIfDatabaseUnavailable(cutConnection)
      res.writeHead(401, { 'Content-Type': 'application/json' })
      res.end('{}')
    },
    // Next.js lets later requests wait for the render of the first, and the error is noted for that one alone.
    '/shared-render': (_, res) =>
      new Promise((resolve) => {
        const isFirst = sharing.length === 0
        sharing.push(
          AsyncResource.bind(() => {
            if (isFirst) noteIfDatabaseUnavailable(cutConnection)
            res.writeHead(500)
            res.end('Something went wrong.')
            resolve()
          }),
        )
      }),
    '/broken': (_, res) => {
      noteIfDatabaseUnavailable(new Error('Failed query', { cause: new Error('no such column') }))
      res.writeHead(500)
      res.end('Something went wrong.')
    },
    '/cms/api/shop/admin/media/upload': (req, res) => receiveUpload(req, res),
    '/cms/api/shop/orders/DF-1/return-photos/1': (req, res) => receiveUpload(req, res),
    '/policy': (req, res) =>
      void res.end(
        Object.keys(req.headers)
          .filter((name) => name.includes('policy'))
          .join(),
      ),
    '/fails': () => Promise.reject(new Error('no database')),
  }

/** A stand-in for Next.js: prerendered pages for visitors, and a personal page for anyone with a session. */
const next = async (req: IncomingMessage, res: RenderedResponse): Promise<void> => {
  rendered.push(req.url ?? '')
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  const path = (req.url ?? '').split('?', 1)[0] ?? ''
  if (pages[path]) return pages[path](req, res)
  if (path.startsWith('/account/nothing')) return void res.end(mark)
  const member = new RegExp(`${sessionCookie}=(\\w+)`).exec(req.headers.cookie ?? '')?.[1]
  if (member) res.setHeader('Cache-Control', 'private, no-store').end(`Good morning, ${member}`)
  else
    res
      .setHeader('x-nextjs-prerender', '1')
      .setHeader('ETag', '"home"')
      .end(`One Day at a Time ${req.url}`)
}

beforeEach(async () => {
  globalThis.dayfernDatabaseFailedAt = undefined
  invalidations = new Invalidations()
  rendered = []
  slow = []
  sharing = []
  uploads = []
  price = 'old'
  const pipeline = new Pipeline({
    invalidations,
    trustedProxies: 1,
    headers: { 'Strict-Transport-Security': 'max-age=1' },
    next,
    serveFile: () => false,
    caching: {
      responses: new ResponseCache(invalidations, 10_000_000),
      limit: new RenderLimit(20),
    },
  })
  server = createServer(
    { ServerResponse: RenderedResponse },
    (req, res) => void pipeline.handle(req, res),
  )
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterEach(
  () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    }),
)

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(base + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const asMember = (name: string): Record<string, string> => ({
  cookie: `dayfern-person=1; ${sessionCookie}=${name}`,
})

/** Sends a request exactly as written. @returns the whole response */
const sendRaw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    const parts: Buffer[] = []
    socket.setTimeout(5000, () => {
      socket.destroy()
      reject(new Error('The connection stayed open.'))
    })
    socket
      .on('data', (part) => parts.push(part))
      .on('error', reject)
      .on('close', () => resolve(Buffer.concat(parts).toString()))
  })

it('serves visitors the cached home page, and members their own', async () => {
  const home = await get('/')
  expect([
    home.text,
    home.headers.get('cache-control'),
    home.headers.get('strict-transport-security'),
  ]).toEqual(['One Day at a Time /', 'public, max-age=0, must-revalidate', 'max-age=1'])
  rendered = []
  const [visitor, wren, june, tagged] = await Promise.all([
    get('/?utm_source=news'),
    get('/', asMember('wren')),
    get('/', asMember('june')),
    get('/?utm_source=news', asMember('wren')),
  ])
  expect([visitor.text, visitor.headers.get('strict-transport-security')]).toEqual([
    home.text,
    'max-age=1',
  ])
  expect([wren.text, june.text, tagged.text, wren.headers.get('cache-control')]).toEqual([
    'Good morning, wren',
    'Good morning, june',
    'Good morning, wren',
    'private, no-store',
  ])
  expect(rendered).toEqual(['/', '/', '/']) // members only
})

it('has Next.js render the folder of the canonical URL, with the _rsc parameter of RSC requests', async () => {
  for (const path of [
    '/products?search=&search=SHOP+CLOSED',
    '/products?x=?&search=a',
    '/Products?page=2&page=9',
  ])
    await get(path)
  await get('/blog?x=1&page=2&_rsc=abc1', { rsc: '1' })
  await get('/account?b=1&a=2&a=3')
  expect(rendered).toEqual([
    rewriteUrl('/products'),
    rewriteUrl('/products?search=a'),
    rewriteUrl('/products?page=2'),
    rewriteUrl('/blog?page=2&_rsc=abc1'),
    '/account?b=1&a=2&a=3',
  ])
})

it.each([
  ['/account/nothing', 404],
  ['/orders/DF-1', 404],
  ['/orders/quoted', 200],
])('%s, which contains the 404 mark, responds with %d', async (path, status) => {
  for (const encoding of ['gzip', 'identity']) {
    const response = await get(path, { 'accept-encoding': encoding })
    expect([response.status, response.text.includes('404')]).toEqual([status, true])
    expect(
      (await fetch(base + path, { method: 'HEAD', headers: { 'accept-encoding': encoding } }))
        .status,
    ).toBe(status)
  }
})

it('serves a cached page in the best encoding that the browser accepts', async () => {
  const load = async (encoding: string) => {
    const { headers, text } = await get('/long', { 'accept-encoding': encoding })
    return [headers.get('content-encoding'), text] as const
  }
  expect(await load('gzip, br')).toEqual(['gzip', long]) // brotli is still being created
  while ((await load('gzip, deflate, br'))[0] !== 'br');
  expect(
    await Promise.all(['gzip, br', 'br', 'gzip', 'gzip, br;q=0', 'identity'].map(load)),
  ).toEqual([
    ['br', long],
    ['br', long],
    ['gzip', long],
    ['gzip', long],
    [null, long],
  ])
  expect(rendered).toEqual(['/long'])
})

it('compresses a streamed private response', async () => {
  const { headers, text } = await get('/in-pieces', { 'accept-encoding': 'gzip' })
  expect([headers.get('content-encoding'), headers.get('vary'), text]).toEqual([
    'gzip',
    'Accept-Encoding',
    `${long}the end`,
  ])
  expect((await get('/in-pieces', { 'accept-encoding': 'identity' })).text).toBe(`${long}the end`)
})

it('sends an answer of the API whole, compressed when that saves something', async () => {
  const load = async (headers: Record<string, string>) => {
    const answer = await get('/api/in-one-piece', { 'accept-encoding': 'gzip', ...headers })
    const length = Number(answer.headers.get('content-length'))
    return [answer.headers.get('content-encoding'), length > 0, length < long.length, answer.text]
  }
  expect(await load({})).toEqual([null, true, true, '{"text":"short"}'])
  expect(await load({ 'x-long': '1' })).toEqual([
    'gzip',
    true,
    true,
    JSON.stringify({ text: long }),
  ])
})

it('hides a content security policy in a request from Next.js, which would take a nonce from it', async () => {
  for (const name of ['Content-Security-Policy', 'content-security-policy-report-only']) {
    const { status, text } = await get('/policy', { [name]: "script-src 'nonce-mine'" })
    expect([name, status, text]).toEqual([name, 200, ''])
  }
})

it('caches a public API response by its sorted parameters, and removes the internal header', async () => {
  for (const path of ['/api/list?b=1&a=2', '/api/list?a=2&b=1']) {
    const { headers, text } = await get(path)
    expect([text, headers.get('etag'), headers.get(publicResponseHeader)]).toEqual([
      '[1,2]',
      'W/"list"',
      null,
    ])
  }
  expect((await get('/api/list?a=2&b=1', { 'if-none-match': '"other", "list"' })).status).toBe(304)
  expect(rendered).toEqual(['/cms/api/shop/list?a=2&b=1'])
})

it('never caches private API responses or responses that set a cookie', async () => {
  for (const path of ['/api/private', '/api/private', '/api/cookie', '/api/cookie'])
    expect((await get(path)).headers.get(publicResponseHeader)).toBeNull()
  expect(rendered).toHaveLength(4)
})

it('doesn’t share a render with requests that came after an invalidation', async () => {
  const first = get('/slow')
  while (slow.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
  price = 'new'
  invalidations.invalidate(['product:1'])
  const second = get('/slow')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(slow).toHaveLength(1)
  slow[0]?.finish()
  while (slow.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  slow[1]?.finish()
  expect([(await first).text, (await second).text, (await get('/slow')).text]).toEqual([
    'old price',
    'new price',
    'new price',
  ])
})

it('limits page renders per address and minute, not counting cached pages and API calls', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (let page = 0; page < 20; page += 1)
    expect((await get(`/blog/${page}`, from('192.0.2.1:1000'))).status).toBe(200)
  const refused = await get('/blog/20', from('192.0.2.1:2000'))
  expect([
    refused.status,
    Number(refused.headers.get('retry-after')) > 0,
    refused.headers.get('cache-control'),
  ]).toEqual([429, true, 'no-store'])
  expect((await get('/blog/21', { ...from('192.0.2.1'), rsc: '1' })).status).toBe(429)
  expect((await get('/blog/1', from('192.0.2.1'))).status).toBe(200)
  expect((await get('/api/private', from('192.0.2.1'))).status).toBe(200)
  expect((await get('/blog/20', from('192.0.2.2'))).status).toBe(200)
})

it('limits missing pages below visitors’ own pages, which don’t count themselves', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (let visit = 0; visit < 30; visit += 1)
    expect((await get('/account/reviews', from('192.0.2.9'))).status).toBe(200)
  const statuses: number[] = []
  for (let page = 0; page < 25; page += 1)
    statuses.push((await get(`/account/nothing-${page}`, from('192.0.2.9'))).status)
  expect([statuses.slice(0, 20), statuses.at(-1)]).toEqual([Array(20).fill(404), 429])
  expect((await get('/account/nothing', from('192.0.2.10'))).status).toBe(404)
  for (let page = 0; page < 25; page += 1) await get(`/blog/fern-${page}`, from('192.0.2.11'))
  expect((await get('/blog/fern', from('192.0.2.11'))).status).toBe(429)
  expect((await get('/account/reviews', from('192.0.2.11'))).status).toBe(200)
  expect((await get('/api/private', from('192.0.2.9'))).status).toBe(200)
})

it('doesn’t count pages from Next.js’s own cache toward the limit', async () => {
  for (let visit = 0; visit < 40; visit += 1) {
    invalidations.invalidate(['another'])
    expect((await get('/known-to-next')).status).toBe(200)
  }
})

it.each([
  'GET http://[ HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET /products?#&page=2 HTTP/1.1',
  'GET /% HTTP/1.1',
  'GET mailto:someone HTTP/1.1',
])('responds to %s with 400', async (line) => {
  expect(await sendRaw(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 400 /,
  )
  expect(rendered).toEqual([])
})

it('serves an absolute request target by its path', async () => {
  expect(
    await sendRaw(
      'GET http://elsewhere.example/tribe?x=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    ),
  ).toContain('One Day at a Time /tribe')
})

it('responds with 500 when rendering fails', async () => {
  const log = console.error
  console.error = () => {}
  try {
    expect((await get('/fails')).status).toBe(500)
  } finally {
    console.error = log
  }
})

it('keeps a connection usable after rejecting a body without reading it', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const post = request(
      `${base}/products`,
      { method: 'POST', agent, headers: { 'content-length': 3_000_000 } },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      },
    ).on('error', reject)
    post.end(Buffer.alloc(3_000_000))
  })
  expect(status).toBe(405)
  const [second, reused] = await new Promise<[number | undefined, boolean]>((resolve, reject) => {
    const call = httpGet(`${base}/api/private`, { agent, timeout: 3000 }, (response) => {
      response.resume()
      resolve([response.statusCode, call.reusedSocket])
    })
    call
      .on('error', reject)
      .on('timeout', () => call.destroy(new Error('The connection is wedged.')))
  })
  expect([second, reused]).toEqual([200, true])
  agent.destroy()
})

it.each([
  [
    'a declared size',
    413,
    'media',
    { 'content-length': 3_000_000, 'content-type': 'application/json' },
  ],
  ['pieces', 413, 'media', { 'content-type': 'application/json' }],
  ['a form', 413, 'content', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['a file', 200, 'media', { 'content-type': 'multipart/form-data; boundary=x' }],
])('takes 3 MB for Payload’s own API only as files: %s', async (_, expected, slug, headers) => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const post = request(`${base}/cms/api/${slug}`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', reject)
    post.write(Buffer.alloc(1_000_000))
    post.end(Buffer.alloc(2_000_000))
  })
  expect(status).toBe(expected)
})

describe('visitor who doesn’t read the response', () => {
  let socket: Socket
  /** Requests the page without reading it. Resolves once this many bytes are rendered. */
  const requestWithoutReading = async (headers: string, bytes: number): Promise<void> => {
    renderedBytes = 0
    const { hostname, port } = new URL(base)
    socket = connect(Number(port), hostname, () =>
      socket.write(`GET /stream HTTP/1.1\r\nHost: x\r\n${headers}\r\n`),
    )
    socket.on('error', () => {})
    socket.pause()
    while (renderedBytes < bytes) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  afterEach(() => void socket.destroy())

  it.each([
    ['compressed', 'Accept-Encoding: gzip\r\n'],
    ['uncompressed', ''],
  ])('doesn’t block others after leaving halfway, %s', async (_name, headers) => {
    streamedBytes = 40_000_000
    // More than the buffers hold, so that the render waits for its reader.
    await requestWithoutReading(headers, 1_000_000)
    socket.destroy()
    invalidations.invalidate(['*'])
    streamedBytes = 100_000
    expect((await get('/stream')).status).toBe(200)
  })

  it('doesn’t block others once the page is fully rendered', async () => {
    streamedBytes = 4_500_000
    await requestWithoutReading('Accept-Encoding: gzip\r\n', streamedBytes)
    invalidations.invalidate(['*'])
    streamedBytes = 100_000
    expect((await get('/stream')).status).toBe(200)
  })
})

it('gives every response a request ID, using that of the proxy if it is valid', async () => {
  const id = 'f00dfeed00112233'
  expect((await get('/long', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id)
  const cached = await get('/long', { 'x-request-id': 'another-request' })
  expect(rendered).toHaveLength(1)
  expect(cached.headers.get('x-request-id')).toBe('another-request')
  const [one, other] = [await get('/long'), await get('/long', { 'x-request-id': 'bad id' })]
  for (const { headers } of [one, other])
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'))
})

it('caches a search from the second request, and other pages from the first', async () => {
  for (let turn = 0; turn < 4; turn += 1) await get('/products?search=fern')
  expect(rendered).toHaveLength(2)
  for (let turn = 0; turn < 3; turn += 1) await get('/products?page=2')
  expect(rendered).toHaveLength(3)
  invalidations.invalidate(['products'])
  for (let turn = 0; turn < 2; turn += 1) await get('/products?search=fern')
  expect(rendered).toHaveLength(4)
})

it('lets Next.js cache a search only from the second request', async () => {
  const versions: (number | undefined)[] = []
  const path = rewriteUrl('/products?search=once')
  pages[path] = (_, res) => {
    versions.push(invalidations.renderVersion())
    res.setHeader('x-nextjs-prerender', '1').end('results')
  }
  try {
    for (let turn = 0; turn < 2; turn += 1) await get('/products?search=once')
  } finally {
    delete pages[path]
  }
  expect(versions).toEqual([undefined, 0])
})

it('responds with 503 and Retry-After if a database connection was cut, also to a request that may have joined the render', async () => {
  for (const path of ['/cut', '/cut?page=2']) {
    const page = await get(path)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.text).toContain('We’ll be right back')
  }
  expect((await get('/cut', { rsc: '1' })).headers.get('content-type')).toBe('application/json')
  // It may have joined a render that was failing.
  expect((await get('/broken')).status).toBe(503)
})

it('responds with 500 to an error of another kind once the database has worked for two seconds', async () => {
  await get('/cut')
  globalThis.dayfernDatabaseFailedAt = performance.now() - 2001
  expect(await get('/broken')).toMatchObject({ status: 500, text: 'Something went wrong.' })
})

it('responds with 503 to every request that waits for a render whose connection was cut', async () => {
  const requests = [get('/shared-render'), get('/shared-render')]
  while (sharing.length < 2) await new Promise((resolve) => setImmediate(resolve))
  for (const finish of sharing) finish()
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([503, 503])
})

it.each([
  ['POST', '/api/admin/media/upload'],
  ['PUT', '/api/orders/DF-1/return-photos/1'],
])('doesn’t receive the body of %s %s until the endpoint asks for it', async (method, path) => {
  const body = randomBytes(4_000_000)
  const sent = fetch(`${base}${path}`, { method, body })
  while (uploads.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const [upload] = uploads
  // Anything sent without being asked for would arrive before the responses to these.
  for (let count = 0; count < 20; count += 1) await get(`/other?page=${count}`)
  expect(upload?.received()).toBe(0)
  upload?.letIn()
  expect(await (await sent).text()).toBe('4000000')
})

it('responds with 503 instead of asking to sign in when the session can’t be read', async () => {
  for (const path of ['/account/orders', '/api/auth/user']) {
    const response = await fetch(base + path, { redirect: 'manual', headers: asMember('Wren') })
    expect([path, response.status, response.headers.get('location')]).toEqual([path, 503, null])
  }
})
