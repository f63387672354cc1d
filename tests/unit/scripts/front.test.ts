import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

let server: Server
let base = ''
let rendered = 0

/** Stands in for Next: the prerendered page for visitors, a page of their own for whoever has a session. */
const next = (req: IncomingMessage, res: ServerResponse): void => {
  rendered += 1
  const person = /payload-token=(\w+)/.exec(req.headers.cookie ?? '')?.[1]
  res.setHeader('Content-Type', 'text/html')
  if (person) res.setHeader('Cache-Control', 'private, no-store')
  else {
    res.setHeader('x-nextjs-prerender', '1')
    res.setHeader('ETag', '"the-front-page"')
  }
  res.end(person ? `Good morning, ${person}` : 'One Day at a Time')
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
