import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'

import { expect } from '@playwright/test'
import { query, test } from '@tests/support/browser'

import { queryPages } from '@/modules/shop/rules/query-pages'
import { invalidationChannel } from '@/platform/cache-tags'

/** Sends a request line exactly as written, which HTTP clients don't do. @returns the whole response as text */
const sendRaw = (requestLine: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(process.env.SHOP_URL ?? '')
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `${requestLine} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`,
      ),
    )
    const parts: Buffer[] = []
    socket.setTimeout(20_000, () =>
      reject(new Error('The connection stayed open without a response.')),
    )
    socket
      .on('data', (part) => parts.push(part))
      .on('error', reject)
      .on('close', () => resolve(Buffer.concat(parts).toString()))
  })
const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
const titleOf = (html: string): string | undefined => /<title>([^<]*)/.exec(html)?.[1]
const emptyCaches = async (): Promise<void> => {
  await query('select pg_notify($1, $2)', [invalidationChannel, '["*"]'])
}

for (const [visit, page] of [
  ['/products?search=&search=SHOP%20CLOSED', '/products'],
  ['/products?x=?&search=SHOP%20CLOSED', '/products'],
  ['/products?search=hoodie&search=SHOP%20CLOSED', '/products?search=hoodie'],
  ['/products?page=1&page=9', '/products'],
  ['/Products?search=SHOP%20CLOSED', '/Products'],
  ['/blog?search=&search=SHOP%20CLOSED', '/blog'],
  ['/reflections?tag=&tag=SHOP%20CLOSED', '/reflections'],
] as const) {
  test(`a visit to ${visit} doesn’t change what ${page} shows to others`, async () => {
    const before = titleOf(await sendRaw(`GET ${page}`))
    await emptyCaches()
    await sendRaw(`GET ${visit}`)
    const response = await sendRaw(`GET ${page}`)
    expect(titleOf(response)).toBe(before)
    expect(response).not.toContain('SHOP CLOSED')
  })
}

test(
  'a nonce in a request header doesn’t get into a cached page',
  { tag: '@core' },
  async ({ request }) => {
    for (const name of ['Content-Security-Policy', 'Content-Security-Policy-Report-Only']) {
      const page = `/products?search=${name}`
      const headers = { [name]: "script-src 'nonce-hidden4me'" }
      // A search is cached from its second request.
      await request.get(page, { headers })
      await request.get(page, { headers })
      const response = await request.get(page)
      expect(response.status()).toBe(200)
      expect(await response.text()).not.toContain('hidden4me')
    }
  },
)

test(
  'a fragment in a request line is rejected and doesn’t change the cached page',
  { tag: '@core' },
  async () => {
    expect(statusOf(await sendRaw('GET /products?#&page=2'))).toBe(400)
    const [first, second] = [await sendRaw('GET /products'), await sendRaw('GET /products?page=2')]
    expect(titleOf(second)).not.toBe(titleOf(first))
  },
)

test(
  'an invalid request target gets 400, and the connection is closed',
  { tag: '@core' },
  async () => {
    for (const target of ['http://[', '*', '/%', 'mailto:someone'])
      expect(statusOf(await sendRaw(`GET ${target}`))).toBe(400)
  },
)

test(
  'a repeated query parameter of a public endpoint is rejected',
  { tag: '@core' },
  async ({ request }) => {
    const repeated = await request.get(`/api/products?page=90000${'&limit=1'.repeat(300)}`)
    expect(repeated.status()).toBe(400)
    expect(
      (await request.get(`/api/products?${'limit=1&'.repeat(1200)}`)).status(),
    ).toBeGreaterThanOrEqual(400)
  },
)

test(
  'the internal folders behind pages with a query are not reachable by URL',
  { tag: '@core' },
  async ({ request }) => {
    for (const { folder, parameters } of queryPages) {
      const url = `${folder}/${parameters.map((name) => `${name}-`).join('/')}`
      expect([(await request.get(url)).status(), url]).toEqual([404, url])
    }
  },
)

test('HEAD returns the same status as GET for pages and public endpoints, whether cached or not', async ({
  request,
}) => {
  for (const url of ['/tribe', '/no-such-page', '/api/categories', '/api/products/999999']) {
    await emptyCaches()
    const status = (await request.get(url)).status()
    expect([(await request.head(url)).status(), url]).toEqual([status, url])
    await emptyCaches()
    expect([(await request.head(url)).status(), url]).toEqual([status, url])
  }
})

test(
  'an address over the render limit gets 429, but not for cached pages and API calls',
  { tag: '@core' },
  async ({ request }) => {
    // scripts/test.mjs sets the limit to 300. Paths without a page are the cheapest to render.
    const network = `192.0.${1 + Math.floor(Math.random() * 250)}`
    const from = (host: number) => ({
      headers: { 'X-Forwarded-For': `${network}.${host}:${Math.floor(Math.random() * 60_000)}` },
    })
    const flood = async (): Promise<void> => {
      const paths = Array.from({ length: 400 }, (_, index) => `/flood-${Date.now()}-${index}`)
      const statuses: number[] = []
      while (paths.length > 0 && !statuses.includes(429))
        statuses.push(
          ...(await Promise.all(
            paths.splice(0, 20).map(async (url) => (await request.get(url, from(77))).status()),
          )),
        )
      expect(statuses).toContain(429)
      expect(statuses.filter((status) => status !== 404 && status !== 429)).toEqual([])
    }
    const cached = '/products?price=over-50&sort=price-high'
    // Again if the minute was over before the end, or a test that runs beside this one emptied the cache between two visits.
    await expect(async () => {
      await flood()
      const refused = await request.get('/products?search=one-more-flood', from(77))
      expect([
        refused.status(),
        Number(refused.headers()['retry-after']) > 0,
        await refused.text(),
      ]).toEqual([429, true, expect.stringContaining('Please wait a minute')])
      expect((await request.get(cached, from(78))).status()).toBe(200)
      expect((await request.get(cached, from(77))).status()).toBe(200)
      expect((await request.get('/api/categories', from(77))).status()).toBe(200)
      // The minute isn't over: what was served in it came from the cache.
      expect((await request.get('/products?search=one-more-flood', from(77))).status()).toBe(429)
    }).toPass()
  },
)

test('the connection stays usable after a body is rejected without being read', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, body: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        `${process.env.SHOP_URL}${path}`,
        {
          method,
          agent,
          timeout: 15_000,
          headers: { 'content-type': 'application/json', 'content-length': body.length },
        },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        },
      )
      sent
        .on('error', reject)
        .on('timeout', () => sent.destroy(new Error(`${method} ${path} got no response.`)))
      sent.end(body)
    })
  try {
    expect(await send('POST', '/order', 'x'.repeat(2_000_000))).toBe(413)
    expect(await send('POST', '/order', '{}')).toBe(400)
    expect(await send('POST', '/products', 'x'.repeat(2_000_000))).toBe(405)
    expect(await send('GET', '/api/categories', '')).toBe(200)
  } finally {
    agent.destroy()
  }
})
