import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { listAdminOrders, orderSearchText } from '@/modules/orders/queries/admin-orders'
import { orderListQuery } from '@/modules/orders/schemas/admin-orders'

type OrderAnswer = {
  id: number
  orderNumber: string
  status: string
  version: number
  total: string
  notes: string | null
  error?: string
  code?: string
}

let admin: TestPerson
let editor: TestPerson
let customer: TestPerson

beforeAll(async () => {
  await getTestPayload()
  ;[admin, editor, customer] = await Promise.all([
    makePerson('admin'),
    makePerson('editor'),
    makePerson('customer'),
  ])
})

describe('access to orders', () => {
  it.each([
    ['GET', '/api/admin/orders'],
    ['GET', '/api/admin/orders/1'],
    ['PUT', '/api/admin/orders/1'],
  ])('%s %s returns 401 to visitors and 403 to customers and editors', async (method, path) => {
    const body = method === 'PUT' ? { status: 'paid' } : undefined
    expect(await call(method, path, { body })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    })
    for (const person of [customer, editor])
      expect(await call(method, path, { as: person, body })).toMatchObject({
        status: 403,
        body: { code: 'forbidden', error: 'You need the Admin role to do this.' },
      })
  })

  it('returns 401 to a deactivated admin', async () => {
    const former = await makePerson('admin', { isActive: false })
    expect((await call('GET', '/api/admin/orders', { as: former })).status).toBe(401)
  })

  it('rejects a cross-site change', async () => {
    const order = await makeOrder()
    const answer = await call('PUT', `/api/admin/orders/${order.id}`, {
      as: admin,
      body: { notes: 'x' },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('GET /api/admin/orders', () => {
  beforeAll(async () => {
    await rowsOf(sql`truncate orders restart identity cascade`)
    const day = (number: number): string => new Date(Date.UTC(2026, 5, number)).toISOString()
    const name = (firstName: string, lastName: string) => ({
      shippingAddress: { firstName, lastName, city: 'Ojai', stateCode: 'CA' },
    })
    await makeOrder({
      orderNumber: 'DF-1',
      status: 'paid',
      email: 'ada@example.com',
      createdAt: day(1),
      ...name('Ada', 'Quill'),
    })
    await makeOrder({
      orderNumber: 'DF-2',
      status: 'paid',
      email: 'bea_50%@example.com',
      createdAt: day(3),
      ...name('Bea', 'O’Hara'),
    })
    await makeOrder({
      orderNumber: 'DF-3',
      status: 'shipped',
      email: 'cal@example.org',
      createdAt: day(2),
      subtotalCents: 10_000,
      totalCents: 10_855,
      ...name('Cal', 'Whitaker'),
    })
  })
  const numbers = async (query: string): Promise<string[]> =>
    (await call<OrderAnswer[]>('GET', `/api/admin/orders${query}`, { as: admin })).body.map(
      ({ orderNumber }) => orderNumber,
    )

  it('returns an array of orders with integer IDs, money as decimal strings, and items with prices', async () => {
    const { body, status } = await call<OrderAnswer[]>('GET', '/api/admin/orders?search=DF-1', {
      as: admin,
    })
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(Number),
        orderNumber: 'DF-1',
        paidAt: null,
        status: 'paid',
        version: 1,
        paymentState: 'none',
        email: 'ada@example.com',
        total: '40.55',
        subtotal: '32.00',
        discount: '0.00',
        discounts: '',
        shippingCost: '5.99',
        tax: '2.56',
        createdAt: '2026-06-01T00:00:00.000Z',
        shippingAddress: {
          firstName: 'Ada',
          lastName: 'Quill',
          address1: '',
          address2: '',
          city: 'Ojai',
          stateCode: 'CA',
          zip: '',
          countryCode: '',
          phone: '',
        },
        package: { isGift: false, recipient: null, note: null, senderName: null },
        billingAddress: expect.objectContaining({ firstName: 'Ada' }),
        billingSameAsShipping: true,
        shippingMethod: 'standard',
        paypalTransactionId: null,
        trackingNumber: null,
        printfulOrderId: null,
        fulfillment: 'none',
        fulfillmentNote: null,
        refunded: '0.00',
        giftCard: '0.00',
        purchasedGiftCards: '0.00',
        payableUntil: null,
        notes: null,
        kind: 'order',
        paymentMethods: [],
        taxCertificate: null,
        taxedState: 'CA',
        replacesId: null,
        priceDifference: null,
        items: [
          {
            id: expect.any(String),
            productId: null,
            name: 'Fern Tee',
            image: null,
            size: 'M',
            color: 'Pine',
            sku: 'FERN-PINE-M',
            unitPrice: '32.00',
            quantity: 1,
            refundedQuantity: 0,
          },
        ],
      },
    ])
  })

  it('lists the newest first by default and sorts by age and total', async () => {
    expect(await numbers('')).toEqual(['DF-2', 'DF-3', 'DF-1'])
    expect(await numbers('?sort=oldest')).toEqual(['DF-1', 'DF-3', 'DF-2'])
    expect(await numbers('?sort=total-high&limit=1')).toEqual(['DF-3'])
  })

  it('searches by number, email, and name, in any word order and case', async () => {
    expect(await numbers('?search=df-3')).toEqual(['DF-3'])
    expect(await numbers('?search=example.org')).toEqual(['DF-3'])
    expect(await numbers('?search=quill%20ADA')).toEqual(['DF-1'])
    expect(await numbers('?search=ada%20whitaker')).toEqual([])
  })

  it('treats % and _ in a search as literal characters', async () => {
    expect(await numbers('?search=_50%25')).toEqual(['DF-2'])
    expect(await numbers('?search=%25%25%25')).toEqual([])
  })

  it('filters by status and returns the total count and links to other pages', async () => {
    const { body, headers } = await call<OrderAnswer[]>(
      'GET',
      '/api/admin/orders?status=paid&limit=1&page=1',
      { as: admin },
    )
    expect(body).toHaveLength(1)
    expect(headers.get('x-total-count')).toBe('2')
    expect(headers.get('link')).toContain('status=paid&limit=1&page=2>; rel="next"')
    expect(headers.get('link')).not.toContain('rel="prev"')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('counts the search results by status, regardless of the status filter', async () => {
    const payload = await getTestPayload()
    const shown = orderListQuery.parse({ limit: 25, status: 'paid' })
    expect(await listAdminOrders(payload, shown)).toMatchObject({
      total: 2,
      pages: 1,
      counts: { '': 3, paid: 2, shipped: 1, pending: 0 },
    })
    expect(await listAdminOrders(payload, { ...shown, search: 'example.org' })).toMatchObject({
      total: 0,
      orders: [],
      counts: { '': 1, paid: 0, shipped: 1 },
    })
  })

  it('filters orders that are on hold, and exports the same orders as the list', async () => {
    const file = async (query: string): Promise<string[]> =>
      [
        ...String(
          (await call<string>('GET', `/api/admin/orders/export${query}`, { as: admin })).body,
        ).matchAll(/DF-\d/g),
      ].map(String)
    expect(await numbers('?issue=on-hold')).toEqual([])
    await rowsOf(
      sql`update orders set fulfillment = 'on-hold', printful_order_id = '4711' || id where order_number in ('DF-1', 'DF-3')`,
    )
    expect([await numbers('?issue=on-hold'), await file('?issue=on-hold')]).toEqual([
      ['DF-3', 'DF-1'],
      ['DF-3', 'DF-1'],
    ])
    expect([
      await numbers('?issue=on-hold&status=paid'),
      await file('?issue=on-hold&status=paid'),
    ]).toEqual([['DF-1'], ['DF-1']])
    expect(await file('')).toEqual(['DF-2', 'DF-3', 'DF-1'])
    await rowsOf(sql`update orders set fulfillment = 'none'`)
  })

  it('returns an empty array beyond the last page', async () => {
    expect(await numbers('?page=9')).toEqual([])
  })

  it.each(['?limit=101', '?limit=0', '?page=0', '?status=lost', '?issue=bad', '?where[email]=x'])(
    'rejects %s',
    async (query) => {
      expect((await call('GET', `/api/admin/orders${query}`, { as: admin })).status).toBe(400)
    },
  )

  it('finds one order among many and can use the trigram index', async () => {
    await rowsOf(sql`
      insert into orders (order_number, uuid, checkout_id, access_key_hash, email, shipping_address_first_name, shipping_address_last_name)
      select 'DF-X' || n, 'u' || n, 'c' || n, 'h', 'buyer' || n || '@example.com', 'First' || n, 'Last' || n from generate_series(1, 2000) n`)
    expect(await numbers('?search=buyer1711')).toEqual(['DF-X1711'])
    const payload = await getTestPayload()
    const plan = await payload.db.drizzle.transaction(async (tx) => {
      // With this few rows a sequential scan is faster, so it is disabled to check that the expression matches the index.
      await tx.execute(sql`set local enable_seqscan = off`)
      const { rows } = await tx.execute(
        sql`explain select id from orders where ${orderSearchText} ilike '%buyer1711%'`,
      )
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
    expect(plan).toContain('orders_find_trgm')
  })
})

describe('GET /api/admin/orders/:id', () => {
  it('includes the payments and the timeline, newest first', async () => {
    const order = await makeOrder({ status: 'paid' }, { captured: true })
    await call('PUT', `/api/admin/orders/${order.id}`, {
      as: admin,
      body: { status: 'processing' },
    })
    await call('PUT', `/api/admin/orders/${order.id}`, { as: admin, body: { status: 'shipped' } })
    const { body } = await call('GET', `/api/admin/orders/${order.id}`, { as: admin })
    expect(body).toMatchObject({
      orderNumber: order.orderNumber,
      total: '40.55',
      payments: [{ kind: 'capture', amount: '40.55', status: 'completed' }],
      events: [{ type: 'shipped' }, { type: 'processing' }],
    })
  })

  it('returns 404 for a missing order and 400 for an invalid ID', async () => {
    expect((await call('GET', '/api/admin/orders/999999', { as: admin })).status).toBe(404)
    expect((await call('GET', '/api/admin/orders/one', { as: admin })).status).toBe(400)
  })
})

describe('PUT /api/admin/orders/:id', () => {
  it('returns the changed order with its new version and the name of the staff member', async () => {
    const order = await makeOrder({ status: 'paid' }, { captured: true })
    const { status, body } = await call('PUT', `/api/admin/orders/${order.id}`, {
      as: admin,
      body: { status: 'processing', notes: 'Fold it neatly', version: 1 },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'processing',
      notes: 'Fold it neatly',
      version: 2,
      events: [{ actor: `Test ${admin.user.username}` }],
    })
  })

  it('returns 422 with the field when an unusual status change has no reason', async () => {
    const order = await makeOrder({ status: 'delivered' }, { captured: true })
    expect(
      await call('PUT', `/api/admin/orders/${order.id}`, {
        as: admin,
        body: { status: 'pending' },
      }),
    ).toMatchObject({
      status: 422,
      body: { code: 'reason_required', fields: { reason: expect.any(String) } },
    })
  })

  it('returns 409 with the current version', async () => {
    const order = await makeOrder({ version: 3 })
    expect(
      await call('PUT', `/api/admin/orders/${order.id}`, {
        as: admin,
        body: { notes: 'x', version: 2 },
      }),
    ).toMatchObject({ status: 409, body: { code: 'version_conflict', version: 3 } })
  })

  it.each([
    [{}],
    [{ version: 1 }],
    [{ reason: 'why' }],
    [{ status: 'lost' }],
    [{ status: 'paid', total: '0.01' }],
    [{ notes: 'x'.repeat(5001) }],
    [{ notes: 'x', version: 0 }],
  ])('rejects an empty, invalid, or excessive body (case %#)', async (body) => {
    const order = await makeOrder()
    expect((await call('PUT', `/api/admin/orders/${order.id}`, { as: admin, body })).status).toBe(
      400,
    )
  })

  it('rejects an admin’s change through Payload’s own REST API', async () => {
    const order = await makeOrder()
    expect(
      (await call('PATCH', `/cms/api/orders/${order.id}`, { as: admin, body: { status: 'paid' } }))
        .status,
    ).toBe(403)
  })
})
