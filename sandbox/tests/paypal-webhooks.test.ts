// @core
import { verify, X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'

import { anOrder, eventually, type PayPalBody, type Rig, startRig, usd } from './support'

interface Delivery {
  path: string
  headers: Record<string, string>
  raw: Buffer
  event: {
    id: string
    event_type: string
    resource_type: string
    resource: PayPalBody
    links: { rel: string }[]
  }
}

let rig: Rig
let shop: Server
let shopUrl: string
let received: Delivery[] = []
let answerWith: number[] = []

beforeAll(async () => {
  shop = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      received.push({
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        raw,
        event: JSON.parse(raw.toString()) as Delivery['event'],
      })
      response.writeHead(answerWith.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`
  rig = await startRig('sandbox-test-webhooks', { webhookUrl: shopUrl, webhookRetryMs: 20 })
})
afterAll(async () => {
  await rig.stop()
  shop.close()
})
beforeEach(async () => {
  await rig.control('POST', '/reset')
  received = []
  answerWith = []
})

const settings = (change: object) => rig.control('POST', '/paypal/webhooks/settings', change)
const types = () => received.map((delivery) => delivery.event.event_type)
const arrival = (type: string) =>
  eventually(() => received.find((delivery) => delivery.event.event_type === type))

async function certificateOf(delivery: Delivery): Promise<X509Certificate> {
  const answer = await fetch(delivery.headers['paypal-cert-url'] ?? '')
  return new X509Certificate(await answer.text())
}

/** Verifies the signature as PayPal documents it: `id|time|webhookId|crc32` of the raw bytes. */
async function isGenuine(
  delivery: Delivery,
  webhookId: string,
  raw = delivery.raw,
): Promise<boolean> {
  const { headers } = delivery
  const message = `${headers['paypal-transmission-id']}|${headers['paypal-transmission-time']}|${webhookId}|${crc32(raw)}`
  const signature = Buffer.from(headers['paypal-transmission-sig'] ?? '', 'base64')
  return verify(
    'RSA-SHA256',
    Buffer.from(message),
    (await certificateOf(delivery)).publicKey,
    signature,
  )
}

test('approval, capture, and refund each send an event in PayPal’s format', async () => {
  const capture = await rig.paid()
  await rig.paypal.refund(capture.id, { amount: usd('5.00') })
  const approved = await arrival('CHECKOUT.ORDER.APPROVED')
  const completed = await arrival('PAYMENT.CAPTURE.COMPLETED')
  const refunded = await arrival('PAYMENT.CAPTURE.REFUNDED')

  expect(approved.event).toMatchObject({
    event_version: '1.0',
    resource_version: '2.0',
    resource_type: 'checkout-order',
  })
  expect(approved.event.resource).toMatchObject({
    status: 'APPROVED',
    purchase_units: [{ custom_id: 'order-1' }],
  })
  expect(approved.event.links.map((link) => link.rel)).toEqual(['self', 'resend'])
  expect(completed.event.resource).toMatchObject({
    id: capture.id,
    status: 'COMPLETED',
    custom_id: 'order-1',
    amount: usd('47.50'),
  })
  expect(completed.event.resource.supplementary_data?.related_ids.order_id).toBe(
    approved.event.resource.id,
  )
  expect(refunded.event).toMatchObject({
    resource_type: 'refund',
    resource: { amount: usd('5.00') },
  })
  expect(refunded.event.resource.links.find((link) => link.rel === 'up')?.href).toContain(
    capture.id,
  )
})

test('a pending capture sends PENDING, and DENIED when the bank declines it', async () => {
  const id = await rig.approved(anOrder(), { funding: 'pending' })
  await rig.paypal.captureOrder(id)
  const { event } = await arrival('PAYMENT.CAPTURE.PENDING')
  await rig.control('POST', `/paypal/captures/${event.resource.id}/deny`)
  expect((await arrival('PAYMENT.CAPTURE.DENIED')).event.resource.status).toBe('DECLINED')
})

test('a delivery can be verified offline with its certificate, but not after a change', async () => {
  await rig.approved()
  const delivery = await arrival('CHECKOUT.ORDER.APPROVED')
  const certificate = await certificateOf(delivery)
  expect(delivery.headers['paypal-auth-algo']).toBe('SHA256withRSA')
  expect(delivery.headers['paypal-cert-url']).toMatch(
    /\/v1\/notifications\/certs\/CERT-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}$/,
  )
  expect(certificate.subject).toContain('CN=messageverificationcerts.sandbox.paypal.com')
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now())

  expect(await isGenuine(delivery, 'WH-SANDBOX')).toBe(true)
  expect(await isGenuine(delivery, delivery.event.id)).toBe(false)
  expect(
    await isGenuine(delivery, 'WH-SANDBOX', Buffer.concat([delivery.raw, Buffer.from(' ')])),
  ).toBe(false)
})

test('online verification covers the raw event and returns FAILURE with status 200', async () => {
  await rig.approved()
  const delivery = await arrival('CHECKOUT.ORDER.APPROVED')
  const postback = async (event: string) => {
    const { headers } = delivery
    const fields = JSON.stringify({
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: 'WH-SANDBOX',
    })
    const answer = await rig.raw(
      'POST',
      '/v1/notifications/verify-webhook-signature',
      `${fields.slice(0, -1)}, "webhook_event": ${event} }`,
    )
    return [answer.status, ((await answer.json()) as PayPalBody).verification_status]
  }
  expect(await postback(delivery.raw.toString())).toEqual([200, 'SUCCESS'])
  expect(await postback(delivery.raw.toString().replace('47.50', '47.5'))).toEqual([200, 'FAILURE'])
  expect((await rig.raw('POST', '/v1/notifications/verify-webhook-signature', '{}')).status).toBe(
    400,
  )
})

test('a forged delivery cannot be verified with its certificate', async () => {
  await settings({ forge: true })
  await rig.approved()
  expect(await isGenuine(await arrival('CHECKOUT.ORDER.APPROVED'), 'WH-SANDBOX')).toBe(false)
})

test('a rejected delivery is sent again until it is accepted', async () => {
  answerWith = [500, 503]
  await rig.approved()
  await eventually(() => received.length === 3)
  expect(new Set(received.map((delivery) => delivery.event.id)).size).toBe(1)
  const { undelivered } = await eventually(async () => {
    const ledger = await rig.control<{ undelivered: unknown[] }>('GET', '/paypal/ledger')
    return ledger.undelivered.length === 0 && ledger
  })
  expect(undelivered).toEqual([])
})

test('duplicates are extra copies of the same event', async () => {
  await settings({ duplicates: 4 })
  await rig.approved()
  await eventually(() => received.length === 5)
  expect(new Set(received.map((delivery) => delivery.event.id)).size).toBe(1)
})

test('nothing is sent while paused; a flush delivers everything and reports the results', async () => {
  await settings({ paused: true, delayMs: 0 })
  await rig.paid()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(received).toEqual([])
  const { deliveries } = await rig.control<{ deliveries: { eventType: string; status: number }[] }>(
    'POST',
    '/paypal/webhooks/flush',
  )
  expect(deliveries).toMatchObject([
    { eventType: 'CHECKOUT.ORDER.APPROVED', status: 200, attempts: 1 },
    { eventType: 'PAYMENT.CAPTURE.COMPLETED', status: 200, attempts: 1 },
  ])
})

test('shuffled events arrive newest first', async () => {
  await settings({ shuffle: true })
  await rig.paid()
  await eventually(() => received.length === 2)
  expect(types()).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'])
})

test('an event can be delivered again', async () => {
  await rig.approved()
  const { event } = await arrival('CHECKOUT.ORDER.APPROVED')
  await rig.control('POST', '/paypal/webhooks/redeliver', { eventId: event.id })
  await eventually(() => received.length === 2)
  expect(received[1]?.event.id).toBe(event.id)
})

test('another subscription gets only its event types, signed with its own id', async () => {
  const created = await rig.raw(
    'POST',
    '/v1/notifications/webhooks',
    JSON.stringify({ url: `${shopUrl}/own`, event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }] }),
  )
  const { id } = (await created.json()) as PayPalBody
  expect(created.status).toBe(201)
  await rig.paid()
  const own = await eventually(() => received.find((delivery) => delivery.path === '/hook/own'))
  expect(own.event.event_type).toBe('PAYMENT.CAPTURE.COMPLETED')
  expect(await isGenuine(own, id)).toBe(true)

  const { webhooks } = (await (await rig.raw('GET', '/v1/notifications/webhooks')).json()) as {
    webhooks: { id: string }[]
  }
  expect(webhooks.map((webhook) => webhook.id).sort()).toEqual([id, 'WH-SANDBOX'].sort())
  expect((await rig.raw('DELETE', `/v1/notifications/webhooks/${id}`)).status).toBe(204)
  expect((await rig.raw('GET', `/v1/notifications/webhooks/${id}`)).status).toBe(404)
})

test('past events can be listed and resent through the API', async () => {
  await rig.approved()
  const { event } = await arrival('CHECKOUT.ORDER.APPROVED')
  const { events } = (await (await rig.raw('GET', '/v1/notifications/webhooks-events')).json()) as {
    events: { id: string }[]
  }
  expect(events.map((one) => one.id)).toEqual([event.id])
  expect(
    (await rig.raw('POST', `/v1/notifications/webhooks-events/${event.id}/resend`)).status,
  ).toBe(202)
  await eventually(() => received.length === 2)
})

test('a simulated event is sent to the given URL and signed with the literal id', async () => {
  const sent = await rig.raw(
    'POST',
    '/v1/notifications/simulate-event',
    JSON.stringify({ url: shopUrl, event_type: 'PAYMENT.CAPTURE.COMPLETED' }),
  )
  const { id } = (await sent.json()) as { id: string }
  const delivery = await arrival('PAYMENT.CAPTURE.COMPLETED')
  expect([
    sent.status,
    delivery.event.id,
    delivery.event.resource_type,
    await isGenuine(delivery, 'WEBHOOK_ID'),
    await isGenuine(delivery, 'WH-SANDBOX'),
  ]).toEqual([202, id, 'capture', true, false])
  expect(
    (await rig.raw('POST', '/v1/notifications/simulate-event', JSON.stringify({ event_type: 'X' })))
      .status,
  ).toBe(400)
  expect(sent.headers.get('paypal-debug-id')).toMatch(/^[0-9a-f]{13}$/)
})
