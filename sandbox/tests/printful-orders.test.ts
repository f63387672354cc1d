// @core
import { createHmac } from 'node:crypto'

import {
  type Harness,
  type Json,
  openReceiver,
  startHarness,
  type WebhookReceiver,
} from './harness'
import { eventually } from './support'

let harness: Harness
let receiver: WebhookReceiver
let variants: Json[]
beforeAll(async () => {
  harness = await startHarness(
    'printful',
    { authorization: 'Bearer sandbox-printful-token' },
    { printfulRetryMs: 5 },
  )
  receiver = await openReceiver()
  const [{ id }] = (await harness.call('GET', '/store/products?limit=1')).body.result
  variants = (await harness.call('GET', `/store/products/${id}`)).body.result.sync_variants
})
afterAll(async () => {
  await harness.stop()
  receiver.close()
})
beforeEach(async () => {
  await harness.control('POST', '/reset')
  receiver.arrivals.length = 0
  receiver.answerWith.length = 0
})

const RECIPIENT = {
  name: 'Jane Doe',
  address1: '19749 Dearborn St',
  city: 'Chatsworth',
  state_code: 'CA',
  country_code: 'US',
  zip: '91311',
}
const anOrder = (more: object = {}) => ({
  external_id: 'order-1',
  recipient: RECIPIENT,
  items: [
    { external_id: 'line-1', sync_variant_id: variants[0].id, quantity: 2, retail_price: '28.00' },
  ],
  ...more,
})
const create = (json: object = anOrder(), query = '') =>
  harness.call('POST', `/orders${query}`, { json })
const order = (id: number | string) => harness.call('GET', `/orders/${id}`)
const controlProvider = (id: number, action: string, more: object = {}) =>
  harness.controlProvider('POST', `/orders/${id}/${action}`, more)
const charges = async () => (await harness.controlProvider('GET', '/ledger')).charges as Json[]
const codeOf = (response: { status: number; body: Json }) => [
  response.status,
  response.body.error?.api_error_code,
]

test('an order is a draft until it is confirmed, and is charged only then', async () => {
  const { status, body } = await create()
  expect([status, body.result.status]).toEqual([200, 'draft'])
  expect(body.result).toMatchObject({
    external_id: 'order-1',
    recipient: { state_name: 'California', country_name: 'United States' },
    costs: { subtotal: '23.38', shipping: '6.95', tax: '2.20', total: '32.53' },
    retail_costs: { subtotal: '56.00' },
    items: [
      {
        sync_variant_id: variants[0].id,
        price: '11.69',
        retail_price: '28.00',
        discontinued: false,
      },
    ],
    shipments: [],
  })
  expect(await charges()).toEqual([])
  const confirmed = await harness.call('POST', `/orders/${body.result.id}/confirm`)
  expect(confirmed.body.result.status).toBe('pending')
  expect(await charges()).toEqual([expect.objectContaining({ kind: 'charge', amount: '32.53' })])
  expect(codeOf(await harness.call('POST', `/orders/${body.result.id}/confirm`))).toEqual([
    400,
    'OR-1',
  ])
})

test('an external id can be used only once, even after a cancellation', async () => {
  const { body } = await create()
  expect(codeOf(await create())).toEqual([400, 'OR-13'])
  expect((await order('@order-1')).body.result.id).toBe(body.result.id)
  const canceled = await harness.call('DELETE', `/orders/${body.result.id}`)
  expect([canceled.status, canceled.body.result.status]).toEqual([200, 'canceled'])
  expect(codeOf(await create())).toEqual([400, 'OR-13'])
  expect((await order('@order-1')).body.result.status).toBe('canceled')
  expect((await order('@order-2')).status).toBe(404)
})

test('an external id has at most 32 letters, digits, dashes, and underscores', async () => {
  expect(
    (await create(anOrder({ external_id: '3f2c0f6e-9d3b-4c55-8a61-0d2f7a1b9c3e' }))).status,
  ).toBe(400)
  expect((await create(anOrder({ external_id: 'a'.repeat(32) }))).status).toBe(200)
})

test('an order with missing or invalid values is rejected and not created', async () => {
  const bad: [object, number][] = [
    [{ recipient: undefined }, 400],
    [{ items: [] }, 400],
    [{ items: 'all' }, 431],
    [{ recipient: { ...RECIPIENT, state_code: undefined } }, 400],
    [{ recipient: { ...RECIPIENT, country_code: 'ZZ' } }, 400],
    [{ items: [{ sync_variant_id: 1, quantity: 1 }] }, 400],
    [{ items: [{ quantity: 1 }] }, 400],
    [{ items: [{ sync_variant_id: variants[0].id, quantity: 1001 }] }, 400],
    [{ items: [{ sync_variant_id: variants[0].id, variant_id: 71_001, quantity: 1 }] }, 400],
    [{ shipping: 'BY_OWL' }, 400],
    [
      {
        items: [1, 2].map(() => ({
          external_id: 'same',
          sync_variant_id: variants[0].id,
          quantity: 1,
        })),
      },
      400,
    ],
  ]
  for (const [change, status] of bad)
    expect([change, (await create(anOrder(change))).status]).toEqual([change, status])
  expect(
    (
      await harness.call('POST', '/orders', {
        body: '{oops',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(430)
  expect((await harness.call('GET', '/orders')).body.paging.total).toBe(0)
})

test('confirm=1 and confirm=true confirm immediately, unless costs are calculated asynchronously', async () => {
  expect((await create(anOrder(), '?confirm=1')).body.result.status).toBe('pending')
  expect((await create(anOrder({ external_id: 'b' }), '?confirm=true')).body.result.status).toBe(
    'pending',
  )
  await harness.controlProvider('POST', '/settings', { asyncCosts: 1 })
  const { result } = (await create(anOrder({ external_id: 'c' }), '?confirm=1')).body
  expect([result.status, result.costs]).toEqual(['onhold', null])
  await controlProvider(result.id, 'unhold')
  expect((await order(result.id)).body.result).toMatchObject({
    status: 'draft',
    costs: { total: '32.53' },
  })
})

test('update_existing changes a draft but no later status', async () => {
  await create()
  const changed = await create(
    anOrder({ items: [{ external_id: 'line-1', sync_variant_id: variants[1].id, quantity: 1 }] }),
    '?update_existing=1',
  )
  expect(changed.body.result.items).toEqual([
    expect.objectContaining({ quantity: 1, sync_variant_id: variants[1].id }),
  ])
  await harness.call('POST', `/orders/${changed.body.result.id}/confirm`)
  expect(codeOf(await create(anOrder(), '?update_existing=1'))).toEqual([400, 'OR-1'])
  expect(
    codeOf(await harness.call('PUT', '/orders/@order-1', { json: { recipient: RECIPIENT } })),
  ).toEqual([400, 'OR-1'])
})

test('an update replaces the items of a draft, and known ones keep their id', async () => {
  const tee = { external_id: 'line-1', sync_variant_id: variants[0].id, quantity: 2 }
  const hat = { external_id: 'line-2', sync_variant_id: variants[1].id, quantity: 1 }
  const { result: draft } = (await create(anOrder({ items: [tee, hat] }))).body
  const put = (items: object[]) => harness.call('PUT', `/orders/${draft.id}`, { json: { items } })
  const idsOf = ({ items }: Json) => items.map(({ id }: Json) => id)
  const swapped = { ...tee, sync_variant_id: variants[2].id }
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await put([swapped, hat])
    expect([status, body.result.status, idsOf(body.result)]).toEqual([200, 'draft', idsOf(draft)])
    expect(body.result.items).toMatchObject([swapped, hat])
  }
  const unnamed = { sync_variant_id: variants[2].id, quantity: 2 }
  const renamed = (await put([{ ...unnamed, external_id: 'line-3' }, hat])).body.result
  expect(renamed.items).toHaveLength(2)
  expect(idsOf(draft)).not.toContain(renamed.items[0].id)
  const byId = (await put([{ ...unnamed, id: renamed.items[0].id }])).body.result
  expect(idsOf(byId)).toEqual([renamed.items[0].id])
  expect(byId.recipient).toMatchObject(RECIPIENT)
  expect(Number(byId.costs.total)).toBeLessThan(Number(renamed.costs.total))
})

test('invalid items, or items of an order that is no longer a draft, are rejected without changes', async () => {
  const { result: draft } = (await create()).body
  const [{ id }] = draft.items
  const item = { sync_variant_id: variants[1].id, quantity: 2 }
  const put = (items: unknown) => harness.call('PUT', `/orders/${draft.id}`, { json: { items } })
  for (const items of [
    [],
    [{ quantity: 1 }],
    [{ ...item, sync_variant_id: 1 }],
    [{ ...item, id: id + 1000 }],
    [
      { ...item, id },
      { ...item, external_id: 'line-1' },
    ],
    [
      { ...item, external_id: 'line-1' },
      { ...item, external_id: 'line-1' },
    ],
  ])
    expect([items, (await put(items)).status]).toEqual([items, 400])
  const unchanged = (await order(draft.id)).body.result
  expect(unchanged.items).toEqual(draft.items)
  await harness.call('POST', `/orders/${draft.id}/confirm`)
  expect(codeOf(await put([{ ...item, external_id: 'line-1' }]))).toEqual([400, 'OR-1'])
  await controlProvider(draft.id, 'hold')
  expect(codeOf(await put([{ ...item, external_id: 'line-1' }]))).toEqual([400, 'OR-1'])
  expect((await order(draft.id)).body.result.items).toEqual(draft.items)
})

test('a declined card fails the order after the confirmation, and the order can be corrected', async () => {
  await harness.controlProvider('POST', '/settings', { billing: 'decline' })
  const { id } = (await create()).body.result
  expect((await harness.call('POST', `/orders/${id}/confirm`)).status).toBe(200)
  expect((await order(id)).body.result).toMatchObject({
    status: 'failed',
    error: 'Your payment method was declined.',
  })
  expect(await charges()).toEqual([])
  await harness.controlProvider('POST', '/settings', { billing: 'ok' })
  expect(
    (
      await harness.call('PUT', `/orders/${id}?confirm=1`, {
        json: { recipient: { ...RECIPIENT, city: 'Reseda' } },
      })
    ).body.result.status,
  ).toBe('pending')
})

test('a pending order can be canceled and is refunded, but not one in production', async () => {
  const { id } = (await create(anOrder(), '?confirm=1')).body.result
  expect((await harness.call('DELETE', `/orders/${id}`)).body.result.status).toBe('canceled')
  expect((await charges()).map((one) => one.kind)).toEqual(['charge', 'refund'])
  const other = (await create(anOrder({ external_id: 'b' }), '?confirm=1')).body.result.id
  await controlProvider(other, 'start')
  expect((await harness.call('DELETE', `/orders/${other}`)).status).toBe(400)
  await expect(controlProvider(other, 'review')).rejects.toThrow('409')
})

test('estimated costs are numbers; shipping rates are strings and require catalog ids', async () => {
  expect(
    (await harness.call('POST', '/orders/estimate-costs', { json: anOrder() })).body.result.costs,
  ).toMatchObject({ total: 32.53, shipping: 6.95, digitization: '0.00' })
  const rates = (item: object, recipient: object = RECIPIENT) =>
    harness.call('POST', '/shipping/rates', { json: { recipient, items: [item] } })
  const { body } = await rates({ variant_id: '71001', quantity: 2 })
  expect(body.result[0]).toMatchObject({
    id: 'STANDARD',
    rate: '6.95',
    currency: 'USD',
    minDeliveryDays: 4,
  })
  expect(body.result[1].minDeliveryDays).toBeUndefined()
  expect((await rates({ external_variant_id: variants[0].external_id, quantity: 1 })).status).toBe(
    200,
  )
  expect((await rates({ variant_id: variants[0].id, quantity: 1 })).status).toBe(400)
  expect(codeOf(await rates({ variant_id: 71_001, quantity: 1 }, { country_code: 'XX' }))).toEqual([
    400,
    'SH-1',
  ])
  for (let times = 0; times < 5; times += 1)
    expect((await rates({ variant_id: 71_001, quantity: 101 })).status).toBe(200)
  expect((await rates({ variant_id: 71_001, quantity: 101 })).status).toBe(429)
  expect(
    (await harness.call('GET', '/countries')).body.result.find((one: Json) => one.code === 'US')
      .states,
  ).toContainEqual({ code: 'VT', name: 'Vermont' })
})

const listen = (types: string[]) =>
  harness.call('POST', '/webhooks', { json: { url: receiver.url, types } })
const webhookEvents = () => receiver.arrivals.map((arrival) => JSON.parse(arrival.raw))
const heard = (type: string) =>
  eventually(() => webhookEvents().find((event) => event.type === type))

test('v1 webhooks are unsigned and contain the whole order, one per shipment', async () => {
  expect((await listen(['order_shipped'])).status).toBe(400)
  const types = ['order_created', 'order_updated', 'package_shipped', 'package_returned']
  expect((await listen(types)).body.result).toMatchObject({ url: receiver.url, types })
  const { result } = (await create(anOrder(), '?confirm=1')).body
  await controlProvider(result.id, 'start')
  await controlProvider(result.id, 'ship', { items: [{ itemId: result.items[0].id, quantity: 1 }] })
  expect((await order(result.id)).body.result.status).toBe('partial')
  await controlProvider(result.id, 'ship')
  expect((await order(result.id)).body.result).toMatchObject({
    status: 'fulfilled',
    shipments: [{ reshipment: false }, { reshipment: false }],
  })
  await controlProvider(result.id, 'ship')
  const parcels = await eventually(() => {
    const shipped = webhookEvents().filter((event) => event.type === 'package_shipped')
    return shipped.length === 3 && shipped
  })
  expect(parcels.filter((event) => event.data.shipment.reshipment)).toHaveLength(1)
  expect(parcels[0]).toMatchObject({
    retries: 0,
    store: 13500001,
    created: expect.any(Number),
    data: { order: { external_id: 'order-1' } },
  })
  await controlProvider(result.id, 'return')
  expect((await heard('package_returned')).data).toMatchObject({
    reason: expect.any(String),
    shipment: { id: expect.any(Number) },
  })
  expect(receiver.arrivals.some((arrival) => 'x-pf-webhook-signature' in arrival.headers)).toBe(
    false,
  )
  expect(webhookEvents().filter((event) => event.type === 'order_failed')).toEqual([])
})

test('a webhook is retried until it is accepted, with a count of the retries', async () => {
  await listen(['order_created'])
  receiver.answerWith.push(500, 302)
  await create()
  await eventually(() => receiver.arrivals.length === 3)
  expect(webhookEvents().map((event) => event.retries)).toEqual([0, 1, 2])
})

test('v2 webhooks sign the raw body with a hex key that is shown once and changes with each subscription', async () => {
  const json = {
    default_url: receiver.url,
    events: [{ type: 'shipment_sent' }, { type: 'order_created', url: `${receiver.url}/created` }],
  }
  const { data } = (await harness.call('POST', '/v2/webhooks', { json })).body
  expect(data.secret_key).toMatch(/^[0-9a-f]{64}$/)
  expect((await harness.call('GET', '/v2/webhooks')).body.data.secret_key).toBeUndefined()
  const { id } = (await create(anOrder(), '?confirm=1')).body.result
  await controlProvider(id, 'ship')
  const arrival = await eventually(() =>
    receiver.arrivals.find((one) => one.raw.includes('shipment_sent')),
  )
  const mac = createHmac('sha256', Buffer.from(data.secret_key, 'hex'))
    .update(arrival.raw)
    .digest('hex')
  expect(arrival.headers['x-pf-webhook-signature']).toBe(mac)
  expect(arrival.headers['x-pf-webhook-public-key']).toBe(data.public_key)
  expect(JSON.parse(arrival.raw)).toMatchObject({
    occurred_at: expect.stringMatching(/Z$/),
    store_id: 13500001,
    data: { order: { id, external_id: 'order-1' }, shipment: { reshipment: false } },
  })
  expect(receiver.arrivals.some((one) => one.path === '/hook/created')).toBe(true)
  expect((await harness.call('POST', '/v2/webhooks', { json })).body.data.secret_key).not.toBe(
    data.secret_key,
  )
  expect((await harness.call('GET', '/v2/webhooks/nonsense')).body).toMatchObject({
    status: 404,
    title: 'NotFound',
  })
})

test('webhooks can be forged, paused, duplicated, and redelivered', async () => {
  const { data } = (
    await harness.call('POST', '/v2/webhooks', {
      json: { default_url: receiver.url, events: [{ type: 'order_created' }] },
    })
  ).body
  await harness.controlProvider('POST', '/webhooks/forge', {})
  await harness.controlProvider('POST', '/webhooks/settings', { paused: true, duplicates: 2 })
  await create()
  const { deliveries } = await harness.controlProvider('POST', '/webhooks/flush')
  expect(deliveries).toHaveLength(3)
  const [arrival] = receiver.arrivals
  expect(arrival?.headers['x-pf-webhook-signature']).not.toBe(
    createHmac('sha256', Buffer.from(data.secret_key, 'hex'))
      .update(arrival?.raw ?? '')
      .digest('hex'),
  )
  await harness.controlProvider('POST', '/webhooks/redeliver', { eventId: deliveries[0].eventId })
  await harness.controlProvider('POST', '/webhooks/settings', { paused: false })
  await eventually(() => receiver.arrivals.length === 6)
})

test('stock webhooks are sent only for the requested catalog products', async () => {
  await harness.call('POST', '/webhooks', {
    json: {
      url: receiver.url,
      types: ['stock_updated'],
      params: { stock_updated: { product_ids: [71] } },
    },
  })
  await harness.controlProvider('POST', '/stock', { variantIds: [146_001], status: 'discontinued' })
  await harness.controlProvider('POST', '/stock', { variantIds: [71_001], status: 'out_of_stock' })
  const { data } = await heard('stock_updated')
  expect(data).toMatchObject({
    product_id: 71,
    variant_stock: { out: expect.arrayContaining([71_001]), discontinued: expect.any(Array) },
  })
  expect(receiver.arrivals).toHaveLength(1)
})

test('a confirmed order is fulfilled automatically if a pace is set', async () => {
  await harness.controlProvider('POST', '/settings', { progressMs: 30 })
  const { id } = (await create(anOrder(), '?confirm=1')).body.result
  await eventually(async () => (await order(id)).body.result.status === 'fulfilled')
})

test('an order exists although the connection was cut after its creation, and is found by its external id', async () => {
  await harness.fault({ fault: 'reset-after', match: { method: 'POST', path: '/orders' } })
  await expect(create()).rejects.toThrow()
  expect((await order('@order-1')).body.result.status).toBe('draft')
  expect(codeOf(await create())).toEqual([400, 'OR-13'])
})
