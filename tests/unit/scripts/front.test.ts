import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

let server: Server
let base = ''
let rendered = 0

/** Stands in for Next: the prerendered page for visitors, a page of their own for whoever has a session. */
const next = (req: IncomingMessage, res: ServerResponse): void => {
  rendered += 1
  if (/^\/(account|auth)\/nothing|^\/orders\//.test(req.url ?? '')) return nothing(req, res)
  const person = /payload-token=(\w+)/.exec(req.headers.cookie ?? '')?.[1]
  res.setHeader('Content-Type', 'text/html')
  if (person) res.setHeader('Cache-Control', 'private, no-store')
  else {
    res.setHeader('x-nextjs-prerender', '1')
    res.setHeader('ETag', '"the-front-page"')
  }
  if (req.url === '/long') return void res.end(long)
  res.end(person ? `Good morning, ${person}` : 'One Day at a Time')
}

const long = '<p>One Day at a Time</p>'.repeat(200)
const mark = '<meta name="page-status" content="404"/>'
/** A page about nothing: prerendered where nobody's session matters, in pieces where it does; and an answer that only quotes the mark. */
const nothing = (req: IncomingMessage, res: ServerResponse): void => {
  if (req.url === '/orders/quoted') {
    res.setHeader('Content-Type', 'application/json')
    res.end(`{"said":"${mark}"}`)
    return
  }
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  if (req.url === '/account/nothing') {
    res.setHeader('x-nextjs-prerender', '1')
    res.end(`<head>${mark}</head>`)
    return
  }
  res.write(`<head>${mark}</head>`)
  res.end('<p>404 Page Not Found</p>')
}

beforeAll(async () => {
  const { front } = (await import('../../../scripts/front.mjs' as string)) as { front: (req: IncomingMessage, res: ServerResponse) => boolean }
  server = createServer((req, res) => { if (!front(req, res)) next(req, res) })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => {
  server.close(resolve)
  server.closeAllConnections()
}))

const get = async (path: string, person?: string): Promise<[string, string | null]> => {
  const answer = await fetch(base + path, { headers: person ? { cookie: `dayfern-person=1; payload-token=${person}` } : {} })
  return [await answer.text(), answer.headers.get('cache-control')]
}
const forVisitors = ['One Day at a Time', 'public, max-age=0, must-revalidate']

it('answers visitors from the kept front page and never mixes it up with those of members', async () => {
  expect(await get('/')).toEqual(forVisitors)
  rendered = 0
  for (let turn = 0; turn < 10; turn += 1) {
    const [visitor, wren, june, tagged] = await Promise.all([get('/'), get('/', 'wren'), get('/', 'june'), get('/?utm_source=letter', 'wren')])
    expect(visitor).toEqual(forVisitors)
    expect(wren).toEqual(['Good morning, wren', 'private, no-store'])
    expect(june).toEqual(['Good morning, june', 'private, no-store'])
    expect(tagged).toEqual(wren)
  }
  expect(rendered).toBe(30) // members only: no visitor's request reached Next
})

it.each([['/account/nothing', 404], ['/orders/DF-1', 404], ['/auth/nothing', 404], ['/orders/quoted', 200]])('%s, a page about nothing or one that only says so, answers %d', async (path, status) => {
  for (const encoding of ['gzip', 'identity']) {
    const answer = await fetch(base + path, { headers: { 'accept-encoding': encoding } })
    expect([answer.status, (await answer.text()).includes('404')]).toEqual([status, true])
    expect((await fetch(base + path, { method: 'HEAD', headers: { 'accept-encoding': encoding } })).status).toBe(status)
  }
})

it('a kept page is sent as small as the browser can read it, and is the same page each time', async () => {
  const asked = async (encoding: string) => {
    const answer = await fetch(`${base}/long`, { headers: { 'accept-encoding': encoding } })
    return [answer.headers.get('content-encoding'), await answer.text()] as const
  }
  expect(await asked('gzip, br')).toEqual(['gzip', long]) // brotli is made meanwhile
  while ((await asked('gzip, deflate, br'))[0] !== 'br');
  expect(await Promise.all(['gzip, br', 'br', 'gzip', 'gzip, br;q=0', 'identity'].map(asked))).toEqual([['br', long], ['br', long], ['gzip', long], ['gzip', long], [null, long]])
})
