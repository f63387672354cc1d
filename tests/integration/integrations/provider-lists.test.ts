import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { createLinkedIn } from '@/providers/linkedin/client'
import { createPrintful } from '@/providers/printful/client'
import { resetRateLimits } from '@/providers/printful/rate-limiter'
import { createX } from '@/providers/x/client'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  resetCircuitBreakers()
  resetRateLimits()
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

it('finds the store of a Printful account with more stores than a page of twenty', async () => {
  const stores = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    type: 'native',
    name: `Store ${index + 1}`,
  }))
  const baseUrl = await startService((_, query) => ({
    code: 200,
    result: stores.slice(0, Number(query.get('limit') ?? 20)),
    paging: { total: stores.length },
  }))
  const printful = createPrintful({ token: 'account-token', storeId: '27', baseUrl })
  expect(await printful.getStore()).toMatchObject({ id: '27', name: 'Store 27' })
})

it('lists more company pages on LinkedIn than a page of ten', async () => {
  const roles = Array.from({ length: 14 }, (_, index) => ({
    role: 'ADMINISTRATOR',
    organization: `urn:li:organization:${index + 1}`,
    state: 'APPROVED',
  }))
  const baseUrl = await startService((path, query) => {
    if (path === '/v2/userinfo') return { sub: 'june', name: 'June' }
    if (path === '/rest/organizationAcls')
      return { elements: roles.slice(0, Number(query.get('count') ?? 10)) }
    return { localizedName: `Company ${path.split('/').at(-1)}` }
  })
  const linkedIn = createLinkedIn('202607')({ id: 'app', secret: 'secret', baseUrl })
  const accounts = await linkedIn.listAccounts({
    accessToken: 'token',
    expiresAt: null,
    refreshToken: null,
    refreshExpiresAt: null,
    scopes: [],
  })
  expect(accounts.map(({ name }) => name)).toEqual([
    ...roles.map((_, index) => `Company ${index + 1}`),
    'June',
  ])
})

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
