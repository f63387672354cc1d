import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ProviderError } from '@/platform/http/provider-error'
import { createWebhookVerifier } from '@/providers/paypal/webhook'

/** Stands in for PayPal's certificate host. Anyone can send a webhook that names any certificate on it. */
let server: Server
let requested: string[] = []
let status = 404
let open = 0
let mostOpen = 0
beforeAll(async () => {
  server = createServer((req, res) => {
    requested.push(req.url ?? '')
    open += 1
    mostOpen = Math.max(mostOpen, open)
    setTimeout(() => {
      open -= 1
      res.writeHead(status).end('not a certificate')
    }, 5)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  requested = []
  mostOpen = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const newVerifier = () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const verify = createWebhookVerifier({ webhookId: 'WH-1', environment: 'demo', baseUrl })
  return (certificate: string): Promise<boolean | 'unavailable'> =>
    verify(
      new Headers({
        'paypal-transmission-id': 'x',
        'paypal-transmission-time': 'x',
        'paypal-transmission-sig': 'AAAA',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${baseUrl}/v1/notifications/certs/${certificate}`,
      }),
      Buffer.from('{}'),
    ).catch((error: unknown) => {
      if (error instanceof ProviderError) return 'unavailable' as const
      throw error
    })
}

it('sixty forged webhooks cause only ten requests to PayPal, one at a time', async () => {
  status = 404
  const deliver = newVerifier()
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => deliver(`CERT-${n}`)))
  expect(requested).toHaveLength(10)
  expect(mostOpen).toBe(1)
  expect(answers.filter((answer) => answer === false)).toHaveLength(10)
  expect(answers.filter((answer) => answer === 'unavailable')).toHaveLength(50)
})

it('a certificate that PayPal doesn’t have is requested once, and its webhooks are rejected', async () => {
  status = 404
  const deliver = newVerifier()
  for (let n = 0; n < 20; n += 1) expect(await deliver('CERT-1')).toBe(false)
  expect(requested).toHaveLength(1)
})

it('a webhook isn’t rejected when PayPal fails, and the certificate is requested again', async () => {
  status = 503
  const deliver = newVerifier()
  expect(await deliver('CERT-1')).toBe('unavailable')
  expect(await deliver('CERT-1')).toBe('unavailable')
  expect(requested).toHaveLength(2)
})
