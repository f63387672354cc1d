import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { createX } from '@/providers/x/client'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  resetCircuitBreakers()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a service that responds with what `answer` returns for the path and the query of a request. */
async function startService(
  answer: (path: string, query: URLSearchParams) => unknown,
): Promise<string> {
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
    res
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer(pathname, searchParams)))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('finds a post on X whose links X replaced by its own, also one without https://', async () => {
  const baseUrl = await startService(() => ({
    data: [
      { id: '2', text: 'Slow tees &amp; hoodies: (https://t.co/a1b2) and https://t.co/c3d4' },
      { id: '1', text: 'Other tees &amp; hoodies: (https://t.co/e5f6) and https://t.co/a7b8' },
    ],
  }))
  const x = createX({ id: 'app', secret: 'secret', baseUrl })
  const found = await x.findPost(
    { accountId: '7', accountName: '@dayfern', access: 'token' },
    {
      text: 'Slow tees & hoodies: (dayfern.example) and https://dayfern.example/products',
      card: null,
      pictures: [],
    },
    {},
    new Date(0),
  )
  expect(found).toEqual({ id: '2', url: 'https://x.com/dayfern/status/2' })
})
