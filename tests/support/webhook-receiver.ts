import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { call } from './request'

/** A small door for the sandbox's webhooks: what is delivered here goes through the shop's real router. */
export function deliveriesTo(path: string) {
  let server: Server
  const statuses: number[] = []
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
          call('POST', path, {
            raw: Buffer.concat(parts),
            headers: { ...headers, 'sec-fetch-site': 'none' },
          }).then(
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
    /** Asks until there is something; the sandbox delivers when it likes. */
    until: async <Row>(ask: () => Promise<Row[]>): Promise<Row[]> => {
      for (let tries = 0; tries < 200; tries += 1) {
        const rows = await ask()
        if (rows.length > 0) return rows
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('Nothing was delivered')
    },
  }
}
