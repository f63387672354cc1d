// @core
import { randomUUID } from 'node:crypto'

import { address, customer, makeCheckout, makePerson, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import type { Order, Product } from '@/payload-types'

type Placed = { id: string; orderNumber: string; key: string; total: string }
type Captured = { status: string; orderNumber: string; code?: string }

const sandbox = useSandbox()
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct({ name: 'Fern Tee' })
})
afterEach(() => sandbox.clearFaults())

const place = async (changes: Parameters<typeof makeCheckout>[1] = {}) => {
  const answer = await call<Placed>('POST', '/order', { body: makeCheckout(tee, changes) })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const capture = (placed: Placed) =>
  call<Captured>('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
const orderOf = async (placed: Placed) => {
  const [order] = await rowsOf<{
    id: number
    status: string
    payment_state: string
    total_cents: string
    payment_attempt: string
  }>(
    sql`select id, status, payment_state, total_cents, payment_attempt from orders where order_number = ${placed.orderNumber}`,
  )
  if (!order) throw new Error('No such order')
  return order
}
const capturesOf = (placed: Placed) =>
  rowsOf<{ status: string; amount_cents: string }>(sql`
  select p.status, p.amount_cents from payments p join orders o on o.id = p.order_id where o.order_number = ${placed.orderNumber} and p.kind = 'capture'`)
const typesOf = async (placed: Placed) =>
  (
    await rowsOf<{ type: string }>(sql`
  select e.type from order_events e join orders o on o.id = e.order_id where o.order_number = ${placed.orderNumber} order by e.id`)
  ).map(({ type }) => type)
const jobsFor = (name: string) =>
  rowsOf<{ key: string }>(sql`select key from graphile_worker.jobs where task_identifier = ${name}`)
/** Returns the POST requests that the fake PayPal received, oldest first. */
const requestsTo = async (path: RegExp) =>
  (await sandbox.calls()).filter((request) => request.method === 'POST' && path.test(request.path))
const createRequests = () => requestsTo(/^\/v2\/checkout\/orders\??$/)
const createRequestsFor = async (orderNumber: string) =>
  (await createRequests()).filter(({ body }) => JSON.stringify(body).includes(orderNumber))
const captureRequestsFor = (placed: Placed) =>
  requestsTo(new RegExp(`^/v2/checkout/orders/${placed.id}/capture`))
const requestIds = (requests: { headers: Record<string, string> }[]) =>
  requests.map(({ headers }) => headers['paypal-request-id'])
const rowOf = async (placed: Pick<Placed, 'orderNumber'>) =>
  (
    await rowsOf<{ uuid: string; tax_cents: string; shipping_cents: string }>(
      sql`select uuid, tax_cents, shipping_cents from orders where order_number = ${placed.orderNumber}`,
    )
  )[0]
const atPayPal = async (placed: Pick<Placed, 'orderNumber'>) => {
  const ledger = await sandbox.ledger()
  const belongs = (entry: unknown) => JSON.stringify(entry).includes(placed.orderNumber)
  return { orders: ledger.orders.filter(belongs), captures: ledger.captures.filter(belongs) }
}

describe('placing an order', () => {
  it('stores the order with its items and totals and opens the payment', async () => {
    const placed = await place()
    const payload = await getTestPayload()
    const {
      docs: [order],
    } = await payload.find({
      collection: 'orders',
      where: { orderNumber: { equals: placed.orderNumber } },
      depth: 0,
    })
    expect(order).toMatchObject({
      status: 'pending',
      paymentState: 'created',
      subtotalCents: 3200,
      shippingCents: 599,
      taxCents: 256,
      totalCents: 4055,
      email: customer.email,
      paypalOrderId: placed.id,
      newsletterSubscribe: false,
    } satisfies Partial<Order>)
    expect(order?.items).toMatchObject([
      { name: 'Fern Tee', size: 'M', color: 'Pine', unitPriceCents: 3200, quantity: 1 },
    ])
    expect(placed.total).toBe('40.55')
  })

  it('sends PayPal the amounts, the order number, the reference, and the address', async () => {
    const placed = await place({
      items: [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 2 }],
      amount: '69.12',
    })
    const [request, ...others] = await createRequestsFor(placed.orderNumber)
    const uuid = (await rowOf(placed))?.uuid ?? ''
    const usd = (value: string) => ({ currency_code: 'USD', value })
    expect(others).toEqual([])
    expect(request?.status).toBe(201)
    expect(request?.headers['paypal-request-id']).toBe(`c-${uuid}-paypal-1`)
    expect(request?.body).toMatchObject({ intent: 'CAPTURE' })
    expect((request?.body as { purchase_units: unknown }).purchase_units).toEqual([
      {
        reference_id: 'default',
        custom_id: uuid,
        invoice_id: `${placed.orderNumber}-${uuid.slice(0, 8)}`,
        description: `Dayfern order ${placed.orderNumber}`,
        soft_descriptor: 'DAYFERN',
        amount: {
          ...usd('69.12'),
          breakdown: { item_total: usd('64.00'), shipping: usd('0.00'), tax_total: usd('5.12') },
        },
        items: [
          {
            name: 'Fern Tee (Pine, M)',
            sku: `${tee.slug?.toUpperCase()}-PINE-M`,
            quantity: '2',
            category: 'PHYSICAL_GOODS',
            unit_amount: usd('32.00'),
          },
        ],
        shipping: {
          type: 'SHIPPING',
          name: { full_name: 'Wren Okafor' },
          address: {
            address_line_1: '18 Alder Lane',
            admin_area_2: 'Ojai',
            admin_area_1: 'CA',
            postal_code: '93023',
            country_code: 'US',
          },
        },
      },
    ])
    expect((await atPayPal(placed)).orders).toMatchObject([{ id: placed.id }])
  })

  it('rejects a wrong amount with the correct totals and stores no order', async () => {
    const before = await rowsOf(sql`select count(*) from orders`)
    const answer = await call('POST', '/order', { body: makeCheckout(tee, { amount: '1.00' }) })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'totals_changed',
      totals: { subtotal: '32.00', shipping: '5.99', tax: '2.56', total: '40.55' },
    })
    expect(await rowsOf(sql`select count(*) from orders`)).toEqual(before)
  })

  it('reports lines with an inactive product, an unknown size, or an unknown product', async () => {
    const off = await makeProduct({ isActive: false })
    for (const [line, status] of [
      [{ productId: off.id, size: 'M', color: 'Pine', quantity: 1 }, 'gone'],
      [{ productId: tee.id, size: '5XL', color: 'Pine', quantity: 1 }, 'unavailable'],
      [{ productId: 999_999, size: 'M', color: 'Pine', quantity: 1 }, 'gone'],
    ] as const) {
      const answer = await call('POST', '/order', { body: makeCheckout(tee, { items: [line] }) })
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'totals_changed', lines: [{ status }] })
    }
  })

  it('returns 400 for a request without items', async () => {
    const answer = await call('POST', '/order', {
      body: { amount: '40.55', currency: 'USD', intent: 'CAPTURE' },
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'invalid',
      fields: { items: 'Please send the order’s items.' },
    })
  })

  it('creates one order and one payment when a checkout is repeated, even ten times at once', async () => {
    const body = makeCheckout(tee, { checkoutId: randomUUID() })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call<Placed>('POST', '/order', { body })),
    )
    const good = answers.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThan(0)
    const again = await call<Placed>('POST', '/order', { body })
    expect(again.status).toBe(200)
    expect(new Set([...good, again].map(({ body: { id } }) => id)).size).toBe(1)
    expect(
      await rowsOf(sql`select id from orders where checkout_id = ${body.checkoutId}`),
    ).toHaveLength(1)
    expect((await atPayPal(again.body)).orders).toMatchObject([{ id: again.body.id }])
  })

  it('rejects the same checkout with different contents', async () => {
    const body = makeCheckout(tee)
    await call('POST', '/order', { body })
    const answer = await call('POST', '/order', {
      body: { ...body, customer: { ...customer, city: 'Ventura' } },
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('charges no tax in a state that doesn’t tax clothing', async () => {
    const placed = await place({
      amount: '37.99',
      customer: { ...customer, stateCode: 'PA', zip: '15213' },
    })
    expect(placed.total).toBe('37.99')
    expect(await rowOf(placed)).toMatchObject({ tax_cents: '0', shipping_cents: '599' })
  })

  it('returns 503 when PayPal is down, and the same checkout works once it is back', async () => {
    const body = makeCheckout(tee)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders' },
      fault: 'status',
      status: 503,
      times: 3,
    })
    const refused = await call('POST', '/order', { body })
    expect(refused).toMatchObject({
      status: 503,
      body: {
        code: 'provider_unavailable',
        error: 'PayPal isn’t responding. Please try again in a moment.',
      },
    })
    const [order] = await rowsOf<{ order_number: string; payment_state: string }>(
      sql`select order_number, payment_state from orders where checkout_id = ${body.checkoutId}`,
    )
    expect(order?.payment_state).toBe('none')
    expect(await atPayPal({ orderNumber: order?.order_number ?? '' })).toEqual({
      orders: [],
      captures: [],
    })
    expect((await call('POST', '/order', { body })).status).toBe(200)
  })

  it('returns 503 without retrying when PayPal sends a 429 with a long Retry-After', async () => {
    const body = makeCheckout(tee)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders' },
      fault: 'status',
      status: 429,
      retryAfter: 30,
      times: 1,
    })
    const before = await createRequests()
    expect(await call('POST', '/order', { body })).toMatchObject({
      status: 503,
      body: {
        code: 'provider_unavailable',
        error: 'PayPal is busy right now. Please wait a minute and try again.',
      },
    })
    expect((await createRequests()).slice(before.length)).toMatchObject([{ fault: 'status' }])
    expect((await call('POST', '/order', { body })).status).toBe(200)
  })

  it('retries a lost response with the same request ID and opens one payment', async () => {
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders' },
      fault: 'reset-after',
      times: 1,
    })
    const placed = await place()
    const ids = requestIds(await createRequestsFor(placed.orderNumber))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect((await atPayPal(placed)).orders).toHaveLength(1)
  })

  it('assigns the order of a signed-in customer to their account', async () => {
    const person = await makePerson('customer')
    const answer = await call<Placed>('POST', '/order', { as: person, body: makeCheckout(tee) })
    const [row] = await rowsOf<{ customer_id: number }>(
      sql`select customer_id from orders where order_number = ${answer.body.orderNumber}`,
    )
    expect(row?.customer_id).toBe(person.user.id)
  })

  it('stores a separate billing address', async () => {
    const placed = await place({ billing: { ...address, firstName: 'June', city: 'Fresno' } })
    const [row] = await rowsOf<{
      billing_address_first_name: string
      shipping_address_first_name: string
    }>(
      sql`select billing_address_first_name, shipping_address_first_name from orders where order_number = ${placed.orderNumber}`,
    )
    expect(row).toEqual({ billing_address_first_name: 'June', shipping_address_first_name: 'Wren' })
  })
})

describe('capturing a payment', () => {
  it('marks the order as paid once and queues the receipt', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    expect(await capture(placed)).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED', orderNumber: placed.orderNumber },
    })
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment_state: 'completed' })
    expect(await capturesOf(placed)).toEqual([{ status: 'completed', amount_cents: '4055' }])
    expect(await typesOf(placed)).toEqual(['placed', 'paid'])
    const order = await orderOf(placed)
    expect(await jobsFor('send-order-received')).toContainEqual({
      key: `order-received:${order.id}`,
    })
  })

  it('returns the first result for a second capture', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await capture(placed)
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await capturesOf(placed)).toHaveLength(1)
  })

  it('charges once for twenty concurrent captures', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => capture(placed)))
    expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true)
    expect(await capturesOf(placed)).toHaveLength(1)
    expect(await typesOf(placed)).toEqual(['placed', 'paid'])
    expect((await atPayPal(placed)).captures).toHaveLength(1)
  })

  it('returns the same 404 for a wrong key, no key, and an unknown payment', async () => {
    const placed = await place()
    const answers = await Promise.all([
      call('POST', `/order/${placed.id}/capture`, { body: { key: 'f'.repeat(32) } }),
      call('POST', `/order/${placed.id}/capture`, { body: {} }),
      call('POST', '/order/ABCDEFGH123456789/capture', { body: { key: placed.key } }),
    ])
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size,
    ).toBe(1)
    expect(answers[0]?.status).toBe(404)
  })

  it('accepts the checkout cookie instead of the key', async () => {
    const answer = await call<Placed>('POST', '/order', { body: makeCheckout(tee) })
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/)
    await sandbox.approve(answer.body.id)
    const captured = await call('POST', `/order/${answer.body.id}/capture`, {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
    expect(captured).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('gives the order’s link to the browser that paid, and to nobody else', async () => {
    const buyer = await makePerson('customer')
    const stranger = await makePerson('customer')
    const buy = async (headers?: Record<string, string>) => {
      const answer = await call<Placed>('POST', '/order', { body: makeCheckout(tee), headers })
      const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      return { ...answer.body, cookie, path: `/order/${answer.body.orderNumber}/link` }
    }
    const linkOf = async ({ path }: { path: string }, ...cookies: string[]) => {
      const { status, headers, body } = await call<{ path: string | null }>('GET', path, {
        headers: { cookie: cookies.join('; ') },
      })
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      return body.path
    }
    const pay = async (placed: Placed) => {
      await sandbox.approve(placed.id)
      expect((await capture(placed)).status).toBe(200)
    }
    const asGuest = await buy()
    expect(await linkOf(asGuest, asGuest.cookie)).toBeNull()
    await pay(asGuest)
    expect(await linkOf(asGuest, asGuest.cookie)).toBe(
      `/orders/${asGuest.orderNumber}?key=${asGuest.key}`,
    )
    expect(await linkOf(asGuest)).toBeNull()
    expect(await linkOf(asGuest, `dayfern-checkout=${'f'.repeat(32)}`)).toBeNull()

    // Another tab begins an order before this one's buyer goes back.
    const inOtherTab = await buy({ cookie: asGuest.cookie })
    expect(await linkOf(asGuest, inOtherTab.cookie)).toContain(asGuest.key)
    expect(await linkOf(inOtherTab, inOtherTab.cookie)).toBeNull()
    await pay(inOtherTab)
    expect(await linkOf(inOtherTab, inOtherTab.cookie)).toContain(inOtherTab.key)

    const asBuyer = await buy({ cookie: buyer.cookie })
    await pay(asBuyer)
    expect(await linkOf(asBuyer, asBuyer.cookie, buyer.cookie)).toContain(asBuyer.key)
    expect(await linkOf(asBuyer, asBuyer.cookie, stranger.cookie)).toBeNull()
    expect(await linkOf(asBuyer, asBuyer.cookie)).toBeNull()
  })

  it('rejects an unapproved payment and captures it once it is approved', async () => {
    const placed = await place()
    expect(await capture(placed)).toMatchObject({
      status: 422,
      body: { code: 'payment_not_approved' },
    })
    await sandbox.approve(placed.id)
    expect((await capture(placed)).status).toBe(200)
  })

  it('leaves the order pending after a decline and allows another attempt', async () => {
    const placed = await place()
    await sandbox.approve(placed.id, 'decline')
    expect(await capture(placed)).toMatchObject({ status: 422, body: { code: 'payment_declined' } })
    expect(await orderOf(placed)).toMatchObject({
      status: 'pending',
      payment_state: 'declined',
      payment_attempt: '2',
    })
    expect((await capture(placed)).status).toBe(200)
    expect(await typesOf(placed)).toEqual(['placed', 'declined', 'paid'])
    const uuid = (await rowOf(placed))?.uuid
    expect(requestIds(await captureRequestsFor(placed))).toEqual([`k-${uuid}-1`, `k-${uuid}-2`])
  })

  it('reports a pending payment and doesn’t submit the order to the printer', async () => {
    const placed = await place()
    await sandbox.approve(placed.id, 'pending')
    expect(await capture(placed)).toMatchObject({ status: 202, body: { status: 'PENDING' } })
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'pending' })
    expect(await capturesOf(placed)).toEqual([{ status: 'pending', amount_cents: '4055' }])
    expect(await typesOf(placed)).toEqual(['placed', 'payment_pending'])
    const { id } = await orderOf(placed)
    expect(await jobsFor('submit-order')).not.toContainEqual({ key: `submit-order:${id}` })
  })

  it('retries a lost capture response with the same request ID', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' },
      fault: 'reset-after',
      times: 1,
    })
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await capturesOf(placed)).toHaveLength(1)
    const uuid = (await rowOf(placed))?.uuid
    expect(requestIds(await captureRequestsFor(placed))).toEqual([`k-${uuid}-1`, `k-${uuid}-1`])
  })

  it.each(['truncated', 'no-content-type', 'html', 'malformed'])(
    'survives an unreadable response (%s) without losing the payment',
    async (fault) => {
      const placed = await place()
      await sandbox.approve(placed.id)
      await sandbox.fault({
        provider: 'paypal',
        match: { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' },
        fault,
        times: 1,
      })
      await capture(placed)
      expect((await capture(placed)).status).toBeLessThan(300)
      expect(await capturesOf(placed)).toHaveLength(1)
    },
  )

  it('does not charge for a product deactivated after approval', async () => {
    const product = await makeProduct()
    const placed = await place({
      items: [{ productId: product.id, size: 'M', color: 'Pine', quantity: 1 }],
    })
    await sandbox.approve(placed.id)
    const payload = await getTestPayload()
    await payload.update({ collection: 'products', id: product.id, data: { isActive: false } })
    const answer = await capture(placed)
    expect(answer).toMatchObject({ status: 409, body: { code: 'totals_changed' } })
    expect(await capturesOf(placed)).toHaveLength(0)
    expect((await atPayPal(placed)).captures).toEqual([])
  })

  it('keeps the quoted price for half an hour after a price increase', async () => {
    const product = await makeProduct()
    const placed = await place({
      items: [{ productId: product.id, size: 'M', color: 'Pine', quantity: 1 }],
    })
    await sandbox.approve(placed.id)
    const payload = await getTestPayload()
    await payload.update({ collection: 'products', id: product.id, data: { basePriceCents: 9900 } })
    expect((await capture(placed)).status).toBe(200)
    expect(await capturesOf(placed)).toEqual([{ status: 'completed', amount_cents: '4055' }])
  })

  it('rejects a capture after half an hour when the price has increased', async () => {
    const product = await makeProduct()
    const placed = await place({
      items: [{ productId: product.id, size: 'M', color: 'Pine', quantity: 1 }],
    })
    await sandbox.approve(placed.id)
    const payload = await getTestPayload()
    await payload.update({ collection: 'products', id: product.id, data: { basePriceCents: 9900 } })
    await rowsOf(
      sql`update orders set created_at = now() - interval '31 minutes' where order_number = ${placed.orderNumber}`,
    )
    expect(await capture(placed)).toMatchObject({ status: 409, body: { code: 'totals_changed' } })
    expect(await capturesOf(placed)).toHaveLength(0)
  })

  it('returns the order number and key for a checkout that is already paid', async () => {
    const body = makeCheckout(tee)
    const { body: placed } = await call<Placed>('POST', '/order', { body })
    await sandbox.approve(placed.id)
    await capture(placed)
    expect(await call('POST', '/order', { body })).toMatchObject({
      status: 409,
      body: { code: 'already_paid', orderNumber: placed.orderNumber, key: placed.key },
    })
  })
})

describe('the receipt', () => {
  it('is emailed once with the items, totals, and the order link', async () => {
    const email = `receipt-${Date.now()}@example.com`
    const placed = await place({ customer: { ...customer, email } })
    await sandbox.approve(placed.id)
    await capture(placed)
    const payload = await getTestPayload()
    const { id: orderId } = await orderOf(placed)
    await runJob(payload, 'send-order-received', { orderId })
    await runJob(payload, 'send-order-received', { orderId })
    const mails = await sandbox.mails(email)
    expect(mails).toHaveLength(1)
    for (const text of [
      'Fern Tee (Pine · M · Qty 1): $32.00',
      'Subtotal: $32.00',
      'Shipping: $5.99',
      'Tax: $2.56',
      'Total: $40.55',
    ])
      expect(mails[0]?.text).toContain(text)
    expect(mails[0]?.text).toContain(`/orders/${placed.orderNumber}?key=${placed.key}`)
    expect(mails[0]?.subject).not.toMatch(/recover|sober/i)
    expect(await typesOf(placed)).toEqual(['placed', 'paid', 'mail:order-received'])
  })

  it('is sent by a retry when the mail server was down', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await capture(placed)
    const payload = await getTestPayload()
    const { id: orderId } = await orderOf(placed)
    await sandbox
      .fault({ provider: 'smtp', fault: 'reset-before', times: 1 })
      .catch(() => sandbox.fault({ provider: 'mail', fault: 'reset-before', times: 1 }))
    await expect(runJob(payload, 'send-order-received', { orderId })).rejects.toThrow()
    await runJob(payload, 'send-order-received', { orderId })
    expect(await typesOf(placed)).toContain('mail:order-received')
  })
})
