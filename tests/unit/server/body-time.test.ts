import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { bodyTimeLimit, limitBodyTime } from '@/server/request-body'

let server: Server
const received: string[] = []
beforeAll(async () => {
  server = createServer((req, res) => {
    limitBodyTime(req, 300)
    req.on('data', (chunk: Buffer) => received.push(chunk.toString()))
    req.on('end', () => res.end('thanks'))
  })
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends one part of a body every 20 ms. @returns the status of the response */
const send = (parts: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const req = request({ port, method: 'POST', path: '/' }, (res) => {
      clearInterval(timer)
      resolve(res.statusCode)
    })
    req.on('error', reject)
    let sent = 0
    const timer = setInterval(() => {
      sent += 1
      if (sent <= parts) req.write('x')
      else {
        clearInterval(timer)
        req.end()
      }
    }, 20)
  })

it('a body that arrives in time is read, and a slow one is rejected with 408', async () => {
  expect(await send(3)).toBe(200)
  expect(received.join('')).toBe('xxx')
  expect(await send(1000)).toBe(408)
})

it('uploads may take 15 minutes, and other bodies one minute', () => {
  expect(bodyTimeLimit('/api/admin/media')).toBe(900_000)
  expect(bodyTimeLimit('/cms/api/media')).toBe(900_000)
  expect(bodyTimeLimit('/cms/api/media-other')).toBe(60_000)
  const photo = '/api/orders/DF-1/return-photos/0f8e2a6c-5b8d-4c1e-9f3a-1c2d3e4f5a6b'
  expect(bodyTimeLimit(photo)).toBe(900_000)
  expect(bodyTimeLimit('/api/orders/DF-1/returns')).toBe(60_000)
  expect(bodyTimeLimit('/order')).toBe(60_000)
})
