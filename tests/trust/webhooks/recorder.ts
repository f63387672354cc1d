import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook as a provider sent it. `path` is the shop's; it has the secret of providers that don't sign. */
export type Delivery = { path: string; raw: string; headers: Record<string, string> }

const passedOn = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('paypal-') || name === 'content-type')
      .map(([name, value]) => [name, String(value)]),
  )

/** Stands in for the shop while a provider delivers, so that a suite can deliver later, in an order of its own. */
export async function recordDeliveries(): Promise<{
  origin: string
  deliveries: Delivery[]
  stop: () => Promise<void>
}> {
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        // Mailchimp asks whether the address answers before it takes it.
        if (request.method === 'POST')
          deliveries.push({
            path: request.url ?? '/',
            raw: Buffer.concat(parts).toString('utf8'),
            headers: passedOn(request.headers),
          })
        response.writeHead(200).end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
