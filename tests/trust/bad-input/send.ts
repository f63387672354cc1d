import http from 'node:http'

import type { Trust } from '../shop'
import type { BadRequest } from './generate'

export type Reply = { status: number; body: string; type: string; milliseconds: number }

const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
const timeoutMs = 20_000

/**
 * Sends a request as it is written; `fetch` would repair the path and refuse some methods.
 * @returns status 0 when there was no answer in time or the connection broke
 */
export function sendRaw(
  { shop }: Trust,
  { method, path, raw, headers }: BadRequest,
  { cookie, address }: { cookie?: string; address: string },
): Promise<Reply> {
  const { hostname, port } = new URL(shop.url)
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, body: string, type = ''): void =>
      resolve({ status, body, type, milliseconds: performance.now() - startedAt })
    const request = http.request(
      {
        hostname,
        port,
        method,
        // Node refuses characters that a client of another kind may send.
        path: path.replace(/[^\x21-\x7e]/g, '%20'),
        agent,
        timeout: timeoutMs,
        headers: {
          Origin: shop.url,
          'X-Forwarded-For': address,
          ...(raw === undefined
            ? {}
            : {
                'Content-Type': 'application/json',
                'Content-Length': String(Buffer.byteLength(raw)),
              }),
          ...(cookie ? { Cookie: cookie } : {}),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          end(
            response.statusCode ?? 0,
            Buffer.concat(parts).toString('utf8'),
            response.headers['content-type'],
          ),
        )
        response.on('error', () => end(0, 'the answer was cut'))
      },
    )
    request.on('error', (error) => end(0, error.message))
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.end(raw)
  })
}
