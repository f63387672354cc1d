import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ProviderError } from '@/platform/http/provider-error'
import { crc32, createWebhookVerifier } from '@/providers/paypal/webhook'

import { selfSignedCertificate } from '../../../sandbox/paypal/webhooks/certificate'

/** Stands in for PayPal's certificate host. Anyone can send a webhook that names any certificate on it. */
let server: Server
let requested: string[] = []
let status = 404
let text = 'not a certificate'
let open = 0
let maxOpen = 0
beforeAll(async () => {
  server = createServer((req, res) => {
    requested.push(req.url ?? '')
    open += 1
    maxOpen = Math.max(maxOpen, open)
    setTimeout(() => {
      open -= 1
      res.writeHead(status).end(text)
    }, 5)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  requested = []
  maxOpen = 0
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
  expect(maxOpen).toBe(1)
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

describe('a signed webhook', () => {
  const dayMs = 86_400_000
  const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = newKeys()
  const body = '{"id":"WH-2"}'
  const deliver = ({
    validForDays: [from, until] = [-1, 1],
    signer = keys.privateKey,
    webhookId = 'WH-1',
    received = body,
  }: {
    validForDays?: [number, number]
    signer?: typeof keys.privateKey
    webhookId?: string
    received?: string
  }) => {
    status = 200
    text = selfSignedCertificate(
      keys,
      { commonName: 'messageverificationcerts.paypal.com', organization: 'PayPal' },
      { from: new Date(Date.now() + from * dayMs), until: new Date(Date.now() + until * dayMs) },
    )
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const time = new Date().toISOString()
    const message = `WH-T-1|${time}|${webhookId}|${crc32(Buffer.from(body))}`
    return createWebhookVerifier({ webhookId: 'WH-1', environment: 'demo', baseUrl })(
      new Headers({
        'paypal-transmission-id': 'WH-T-1',
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(message), signer).toString(
          'base64',
        ),
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${baseUrl}/v1/notifications/certs/CERT-1`,
      }),
      Buffer.from(received),
    )
  }

  it('is accepted', async () => {
    expect(await deliver({})).toBe(true)
  })

  it.each<[string, Parameters<typeof deliver>[0]]>([
    ['its certificate has expired', { validForDays: [-2, -1] }],
    ['its certificate isn’t valid yet', { validForDays: [1, 2] }],
    ['the key isn’t the certificate’s', { signer: newKeys().privateKey }],
    ['it was signed for another webhook', { webhookId: 'WH-2' }],
    ['its body was changed', { received: '{"id":"WH-3"}' }],
  ])('is rejected if %s', async (_, change) => {
    expect(await deliver(change)).toBe(false)
  })
})
