import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { call } from '@tests/support/request'

/** Starts a server that passes the sandbox’s webhooks to the shop’s router. */
export function receiveWebhooks(path: string) {
  let server: Server
  const statuses: number[] = []
  const requests: { raw: Buffer; headers: Record<string, string> }[] = []
  beforeAll(async () => {
    server = createServer((req, res) => {
      const parts: Buffer[] = []
      req
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(req.headers)
              .filter(([name]) => name.startsWith('paypal-') || name === 'content-type')
              .map(([name, value]) => [name, String(value)]),
          )
          const request = {
            raw: Buffer.concat(parts),
            headers: { ...headers, 'sec-fetch-site': 'none' },
          }
          requests.push(request)
          call('POST', path, request).then(
            ({ status }) => {
              statuses.push(status)
              res.writeHead(status).end()
            },
            () => res.writeHead(500).end(),
          )
        })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    statuses: () => statuses,
    /** Returns the requests as they were passed on, to send them again. */
    requests: () => requests,
    /** Polls until the query returns rows, because the sandbox delivers asynchronously. A test has a minute. */
    until: async <Row>(readRows: () => Promise<Row[]>): Promise<Row[]> => {
      for (let attempt = 0; attempt < 1000; attempt += 1) {
        const rows = await readRows()
        if (rows.length > 0) return rows
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('Nothing was delivered')
    },
  }
}
