import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { getCustomerOrder, getLatestOrder } from '@/modules/orders/queries/get-customer-order'
import { listCustomerOrders } from '@/modules/orders/queries/list-customer-orders'
import { env } from '@/platform/env'

let wren: TestPerson
let sol: TestPerson
const day = (number: number): string => new Date(Date.UTC(2026, 4, number)).toISOString()

beforeAll(async () => {
  await getTestPayload()
  ;[wren, sol] = await Promise.all([makePerson('customer'), makePerson('customer')])
})
beforeEach(() => rowsOf(sql`truncate orders restart identity cascade`))

it('lists a customer’s own orders with their items, newest first', async () => {
  const tee = await makeProduct()
  const older = await makeOrder({
    customer: wren.user.id,
    status: 'shipped',
    createdAt: day(1),
    items: [
      {
        product: tee.id,
        name: 'Fern Tee',
        image: '/uploads/fern',
        size: 'M',
        color: 'Pine',
        unitPriceCents: 1600,
        quantity: 2,
      },
    ],
  })
  const newer = await makeOrder({ customer: wren.user.id, createdAt: day(2) })
  await makeOrder({ customer: sol.user.id, createdAt: day(3) })
  await makeOrder({ createdAt: day(4) })
  const { body, headers } = await call('GET', '/api/account/orders', { as: wren })
  expect(body).toEqual([
    {
      orderNumber: newer.orderNumber,
      status: 'pending',
      paymentState: 'none',
      createdAt: '2026-05-02T00:00:00Z',
      total: '40.55',
      quantity: 1,
      items: [{ name: 'Fern Tee', image: null }],
    },
    {
      orderNumber: older.orderNumber,
      status: 'shipped',
      paymentState: 'none',
      createdAt: '2026-05-01T00:00:00Z',
      total: '40.55',
      quantity: 2,
      items: [{ name: 'Fern Tee', image: `${env.SERVER_URL}/uploads/fern-320.webp` }],
    },
  ])
  expect(headers.get('x-total-count')).toBe('2')
})

it('shows ten orders per page and returns the number of pages', async () => {
  for (let number = 1; number <= 11; number += 1)
    await makeOrder({ customer: wren.user.id, createdAt: day(number) })
  const payload = await getTestPayload()
  expect(await listCustomerOrders(payload, wren.user.id, 1)).toMatchObject({
    total: 11,
    page: 1,
    pages: 2,
    orders: { length: 10 },
  })
  expect(
    (await listCustomerOrders(payload, wren.user.id, 2)).orders.map(({ createdAt }) => createdAt),
  ).toEqual(['2026-05-01T00:00:00Z'])
  expect((await listCustomerOrders(payload, wren.user.id, 3)).orders).toEqual([])
  expect(await listCustomerOrders(payload, sol.user.id, 1)).toEqual({
    orders: [],
    total: 0,
    page: 1,
    pages: 1,
  })
  expect((await call('GET', '/api/account/orders?page=0', { as: wren })).status).toBe(400)
})

it('shows an order only to its buyer and as not found to others', async () => {
  const order = await makeOrder({
    customer: wren.user.id,
    status: 'paid',
    trackingNumber: 'LOCAL-7',
    trackingUrl: 'javascript:alert(1)',
  })
  const payload = await getTestPayload()
  expect(await getCustomerOrder(payload, order.orderNumber, wren.user.id)).toMatchObject({
    orderNumber: order.orderNumber,
    shipments: [
      {
        carrier: null,
        trackingNumber: 'LOCAL-7',
        trackingUrl: null,
        isReplacement: false,
        contents: [],
      },
    ],
    items: [{ name: 'Fern Tee', productId: null }],
  })
  for (const number of [order.orderNumber, 'DF-999999', 'x'])
    expect(await getCustomerOrder(payload, number, sol.user.id)).toBeNull()
  const path = `/api/account/orders/${order.orderNumber}`
  expect((await call('GET', path, { as: wren })).body).toEqual({
    orderNumber: order.orderNumber,
    status: 'paid',
    paymentState: 'none',
  })
  expect((await call('GET', path, { as: sol })).status).toBe(404)
})

it('lists every shipment in transit with its items, even while the order is still processing', async () => {
  const shipment = (id: string, changes: object = {}) => ({
    id,
    carrier: 'USPS',
    trackingNumber: `9400-${id}`,
    trackingUrl: `https://carrier.example/${id}`,
    shippedAt: null,
    isReshipment: false,
    lines: [],
    ...changes,
  })
  const itemIds = ['a', 'b'].map((digit) => digit.repeat(24))
  const line = (index: number, quantity: number) => ({ id: itemIds[index], quantity })
  const item = { quantity: 2, unitPriceCents: 3200 }
  const order = await makeOrder({
    customer: wren.user.id,
    status: 'processing',
    items: [
      { ...item, id: itemIds[0], name: 'Fern Tee', size: 'M', color: 'Pine' },
      { ...item, id: itemIds[1], name: 'Fern Tote', size: 'One Size', color: 'Default' },
    ],
    trackingNumber: '9400-2',
    trackingUrl: 'https://carrier.example/2',
    shipments: [
      shipment('1', { lines: [line(0, 2), line(1, 1)] }),
      shipment('2', { trackingUrl: 'http://carrier.example/2' }),
      shipment('3', { isReturned: true }),
      shipment('4', { isReshipment: true, trackingNumber: null, carrier: null, trackingUrl: null }),
    ] as never,
  })
  expect(
    (await getCustomerOrder(await getTestPayload(), order.orderNumber, wren.user.id))?.shipments,
  ).toEqual([
    {
      carrier: 'USPS',
      trackingNumber: '9400-1',
      trackingUrl: 'https://carrier.example/1',
      isReplacement: false,
      contents: ['2 × Fern Tee (Pine, M)', 'Fern Tote'],
    },
    {
      carrier: 'USPS',
      trackingNumber: '9400-2',
      trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94002',
      isReplacement: false,
      contents: [],
    },
    { carrier: null, trackingNumber: null, trackingUrl: null, isReplacement: true, contents: [] },
  ])
})

it('does not show a guest’s order to a customer with the same email address', async () => {
  const order = await makeOrder({ email: wren.user.email ?? '', status: 'paid' })
  expect(await getCustomerOrder(await getTestPayload(), order.orderNumber, wren.user.id)).toBeNull()
})

it('returns the newest paid order that isn’t canceled as the latest order', async () => {
  const payload = await getTestPayload()
  expect(await getLatestOrder(payload, wren.user.id)).toBeNull()
  const shipped = await makeOrder({ customer: wren.user.id, status: 'shipped', createdAt: day(1) })
  await makeOrder({ customer: wren.user.id, status: 'cancelled', createdAt: day(2) })
  await makeOrder({ customer: wren.user.id, status: 'pending', createdAt: day(3) })
  await makeOrder({ customer: sol.user.id, status: 'paid', createdAt: day(4) })
  expect((await getLatestOrder(payload, wren.user.id))?.orderNumber).toBe(shipped.orderNumber)
})

it('knows what was refunded of an order, in the list and as the latest one', async () => {
  const payload = await getTestPayload()
  const order = await makeOrder(
    { customer: wren.user.id, status: 'delivered', createdAt: day(1) },
    { captured: true },
  )
  await makeOrder({ customer: wren.user.id, createdAt: day(2) }, { captured: true })
  const refund = (providerId: string, status: 'completed' | 'pending', amountCents: number) =>
    payload.create({
      collection: 'payments',
      data: {
        order: order.id,
        kind: 'refund',
        provider: 'paypal',
        providerId,
        status,
        amountCents,
        currency: 'USD',
      },
    })
  await refund('REFUND-1', 'completed', 1000)
  await refund('REFUND-2', 'completed', 55)
  await refund('REFUND-3', 'pending', 500)
  const { orders } = await listCustomerOrders(payload, wren.user.id, 1)
  expect(orders.map(({ refundedCents }) => refundedCents)).toEqual([0, 1055])
  expect((await getLatestOrder(payload, wren.user.id))?.refundedCents).toBe(1055)
})

it('reports which items of an order can still be bought when ordering again', async () => {
  const tee = await makeProduct()
  const gone = await makeProduct({ isActive: false })
  const order = await makeOrder({
    customer: wren.user.id,
    status: 'delivered',
    items: [tee, gone].map(({ id, name }) => ({
      product: id,
      name,
      size: 'M',
      color: 'Pine',
      unitPriceCents: 1600,
      quantity: 1,
    })),
  })
  const { items } = (await getCustomerOrder(
    await getTestPayload(),
    order.orderNumber,
    wren.user.id,
  )) ?? { items: [] }
  const { body } = await call<{ lines: { productId: number; status: string }[] }>(
    'POST',
    '/api/cart/check',
    {
      body: {
        items: items.map(({ productId, size, color, quantity }) => ({
          productId,
          size,
          color,
          quantity,
        })),
      },
    },
  )
  expect(body.lines.map(({ productId, status }) => [productId, status])).toEqual([
    [tee.id, 'ok'],
    [gone.id, 'gone'],
  ])
})
