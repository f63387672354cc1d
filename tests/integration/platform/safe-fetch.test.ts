// @core
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ProviderError } from '@/platform/http/provider-error'
import { createSafeFetch } from '@/platform/http/safe-fetch'

let origin = ''
let hits = 0
const paths: Record<string, RequestListener> = {
  '/picture': (_, res) => res.end(Buffer.alloc(1000, 1)),
  '/once': (_, res) => res.writeHead(302, { Location: '/picture' }).end(),
  '/round': (_, res) => res.writeHead(302, { Location: '/round' }).end(),
  '/inside': (_, res) =>
    res.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/file': (_, res) => res.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
  '/endless': (_, res) => {
    const timer = setInterval(() => res.write(Buffer.alloc(50_000)), 1)
    res.on('close', () => clearInterval(timer))
  },
  '/slow': (_, res) => {
    res.write('a')
  },
  '/gone': (_, res) => res.writeHead(404).end(),
  '/down': (_, res) => res.writeHead(503).end(),
}
const server = createServer((req, res) => {
  hits += 1
  ;(paths[req.url ?? ''] as RequestListener)(req, res)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const troubleOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: ProviderError) => error.details.kind,
  )
const within = (more: Partial<Parameters<typeof createSafeFetch>[0]> = {}) =>
  createSafeFetch({ provider: 'Test', hosts: ['cdn.example'], origins: [origin], ...more })

it('downloads a file from an allowed origin, including through a redirect', async () => {
  expect(await within()(`${origin}/picture`)).toHaveLength(1000)
  expect(await within()(`${origin}/once`)).toHaveLength(1000)
})

it('rejects redirects to other addresses and endless redirects', async () => {
  for (const path of ['/inside', '/file', '/round'])
    expect([path, await troubleOf(within()(`${origin}${path}`))]).toEqual([path, 'refused'])
})

it('stops when a file is too large or too slow', async () => {
  expect(await troubleOf(within({ maxBytes: 200_000 })(`${origin}/endless`))).toBe('refused')
  expect(await troubleOf(within({ timeoutMs: 150 })(`${origin}/slow`))).toBe('down')
})

it('distinguishes a missing file from a temporary failure', async () => {
  expect(await troubleOf(within()(`${origin}/gone`))).toBe('refused')
  expect(await troubleOf(within()(`${origin}/down`))).toBe('down')
})

it('sends no request to other hosts, however the address is written', async () => {
  const before = hits
  const port = new URL(origin).port
  const forms = [
    `http://localhost:${port}/picture`,
    `http://[::1]:${port}/picture`,
    `http://2130706433:${Number(port) + 1}/`,
    `http://0177.0.0.1:${Number(port) + 1}/`,
    'https://169.254.169.254/',
    'https://[::ffff:127.0.0.1]/',
    'https://cdn.example.evil.example/',
    'https://evilcdn.example/',
    'https://user:word@cdn.example/',
    'https://cdn.example:8443/',
    'http://cdn.example/',
    'ftp://cdn.example/',
    'javascript:alert(1)',
    'not an address',
    '',
    `https://cdn.example@127.0.0.1:${port}/`,
  ]
  for (const form of forms)
    expect([form, await troubleOf(within()(form))]).toEqual([form, 'refused'])
  expect(hits).toBe(before)
})

it('does not connect to this computer through an allowed host name', async () => {
  const before = hits
  // Every name below localhost resolves to this computer.
  expect(
    await troubleOf(
      createSafeFetch({ provider: 'Test', hosts: ['localhost'] })('https://cdn.localhost/picture'),
    ),
  ).toBe('down')
  expect(hits).toBe(before)
})
