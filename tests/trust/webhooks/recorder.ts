import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A signed webhook as PayPal sent it. */
export type Delivery = { id: string; raw: string; headers: Record<string, string> }

const passedOn = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('paypal-') || name === 'content-type')
      .map(([name, value]) => [name, String(value)]),
  )

/** Stands in for the shop while PayPal delivers, so that a suite can deliver later, in an order of its own. */
export async function recordDeliveries(): Promise<{
  url: string
  deliveries: Delivery[]
  stop: () => Promise<void>
}> {
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const { id } = JSON.parse(raw) as { id: string }
        deliveries.push({ id, raw, headers: passedOn(request.headers) })
        response.writeHead(200).end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    deliveries,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
