import { randomUUID } from 'node:crypto'

import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import type { Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { getProviders } from '@/providers'

type Opened = { id: string; key: string; total: string }
type Placed = { id: string; orderNumber: string; key: string }

const sandbox = useSandbox()
let tee: Product
let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct()
  owner = await makePerson('super_admin')
})
afterEach(async () => {
  await sandbox.clearFaults()
  resetCircuitBreakers()
})

const post = <Body>(path: string, body: object) =>
  call<Body>('POST', path, { body, headers: { 'x-client-address': randomUUID() } })
/** Returns the cart of a checkout without its customer. */
const cartOf = ({ checkoutId, items }: ReturnType<typeof makeCheckout>) => ({ checkoutId, items })
const place = { stateCode: 'CA', zip: '93023', countryCode: 'US' }
const openExpress = async (checkout = makeCheckout(tee)) => {
  const { status, body } = await post<Opened>('/order/express', cartOf(checkout))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { checkout, express: body }
}
/** Opens an express payment, prices it for the buyer's address as PayPal's window would, and approves it. */
const approveExpress = async () => {
  const { checkout, express } = await openExpress()
  const { key, id } = express
  const priced = await post<{ total: string }>(`/order/express/${id}/address`, {
    key,
    ...cartOf(checkout),
    place,
  })
  expect(priced.status).toBe(200)
  await sandbox.approve(id)
  return { checkout: { ...checkout, amount: priced.body.total }, express: { id, key } }
}
const placeExpress = (checkout: object, { id, key }: { id: string; key: string }) =>
  post<Placed & { code?: string; error?: string }>('/order', {
    ...checkout,
    paymentMethod: 'paypal_express',
    expressPayment: { id, key },
  })
const capture = ({ id, key }: Placed) => post(`/order/${id}/capture`, { key })
const ordersOf = ({ checkoutId }: { checkoutId: string }) =>
  rowsOf<{ order_number: string; status: string; payment_state: string; payment_method: string }>(
    sql`select order_number, status::text, payment_state::text, payment_method::text
      from orders where checkout_id = ${checkoutId}`,
  )
const paymentAtPayPal = async (id: string) => {
  const order = (await sandbox.ledger()).orders.find((one) => one.id === id)
  return order as unknown as {
    status: string
    purchase_units: {
      custom_id: string
      invoice_id?: string
      amount: { value: string }
      shipping?: { address: { address_line_1: string } }
    }[]
  }
}

describe('an express payment', () => {
  it('requests the buyer’s details from PayPal without creating an order', async () => {
    const { checkout, express } = await openExpress()
    const request = (await sandbox.calls()).findLast(
      ({ method, path }) => method === 'POST' && /^\/v2\/checkout\/orders\??$/.test(path),
    )
    expect(request?.headers['paypal-request-id']).toMatch(`x-${checkout.checkoutId}-`)
    expect(request?.body).toMatchObject({
      payment_source: {
        paypal: {
          experience_context: { user_action: 'CONTINUE', shipping_preference: 'GET_FROM_FILE' },
        },
      },
    })
    expect(JSON.stringify(request?.body)).not.toContain('"shipping":{"type"')
    expect(await ordersOf(checkout)).toEqual([])
    const again = await post<Opened>('/order/express', cartOf(checkout))
    expect(again.body.id).toBe(express.id)
  })

  it('is not captured before the buyer confirms the total, even if PayPal reports approval', async () => {
    const { checkout, express } = await approveExpress()
    const result = await applyPaymentEvent(
      { payload: await getTestPayload(), payments: getProviders().payments },
      {
        eventType: 'CHECKOUT.ORDER.APPROVED',
        resource: {
          id: express.id,
          purchase_units: [{ custom_id: `express-${checkout.checkoutId}` }],
        },
      },
    )
    expect(result).toMatchObject({ status: 'ignored' })
    expect((await paymentAtPayPal(express.id)).status).toBe('APPROVED')
    expect(await ordersOf(checkout)).toEqual([])
  })

  it('is repriced by the shop’s rules for the address chosen in PayPal’s window', async () => {
    const { checkout, express } = await openExpress()
    const priced = await post<{ total: string }>(`/order/express/${express.id}/address`, {
      key: express.key,
      ...cartOf(checkout),
      place,
    })
    expect(priced.body.total).toBe(checkout.amount)
    expect(Number(priced.body.total)).toBeGreaterThan(Number(express.total))
    const [unit] = (await paymentAtPayPal(express.id)).purchase_units
    expect(unit?.amount.value).toBe(checkout.amount)
  })

  it('counts discount codes with those of the cart, so that nobody finds one by repricing it', async () => {
    const { checkout, express } = await openExpress()
    const headers = { 'x-client-address': `guessing ${checkout.checkoutId}` }
    const reprice = async (code: object): Promise<number> =>
      (
        await call('POST', `/order/express/${express.id}/address`, {
          body: { key: express.key, ...cartOf(checkout), place, ...code },
          headers,
        })
      ).status
    expect(await reprice({ discountCode: 'GUESS1' })).toBe(200)
    const counted = await rowsOf(
      sql`update rate_limits set points = 60 where key like ${`discount-codes%${headers['x-client-address']}`} returning 1`,
    )
    expect(counted).toHaveLength(1)
    expect([await reprice({ discountCode: 'GUESS2' }), await reprice({})]).toEqual([429, 200])
  })

  it.each([
    ['place.countryCode', { ...place, countryCode: 'CA' }],
    ['place.stateCode', { ...place, stateCode: 'ON' }],
    ['place.zip', { ...place, zip: '10001' }],
  ])('rejects an address with an invalid %s and keeps the price', async (field, wrong) => {
    const { checkout, express } = await openExpress()
    const refused = await post<{ fields: object }>(`/order/express/${express.id}/address`, {
      key: express.key,
      ...cartOf(checkout),
      place: wrong,
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields)).toEqual([field])
    const [unit] = (await paymentAtPayPal(express.id)).purchase_units
    expect(unit?.amount.value).toBe(express.total)
  })

  it('returns the buyer’s details only with its key and only after approval', async () => {
    const { checkout, express } = await openExpress()
    const buyerPath = `/order/express/${express.id}/buyer`
    expect(await post(buyerPath, { key: express.key })).toMatchObject({
      status: 422,
      body: { code: 'payment_unavailable' },
    })
    await sandbox.approve(express.id)
    expect((await post(buyerPath, { key: '0'.repeat(32) })).status).toBe(404)
    expect(
      (
        await post(`/order/express/${express.id}/address`, {
          key: '0'.repeat(32),
          ...cartOf(checkout),
          place,
        })
      ).status,
    ).toBe(404)
    expect((await post(buyerPath, { key: express.key })).body).toEqual({
      approved: express.total,
      buyer: {
        email: 'buyer@personal.example.com',
        phone: '8055550142',
        firstName: 'Riley',
        lastName: 'Demo',
        address1: '18 Alder Lane',
        address2: '',
        city: 'Ojai',
        stateCode: 'CA',
        zip: '93023',
      },
    })
  })

  it('becomes the payment of one order and is settled once', async () => {
    const { checkout, express } = await approveExpress()
    const [first, second] = await Promise.all([
      placeExpress(checkout, express),
      placeExpress(checkout, express),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body).toEqual(second.body)
    expect(first.body.id).toBe(express.id)
    const { purchase_units: units } = await paymentAtPayPal(express.id)
    expect(units[0]).toMatchObject({
      invoice_id: expect.stringContaining(first.body.orderNumber) as string,
      amount: { value: checkout.amount },
    })
    expect(await capture(first.body)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await capture(first.body)).toMatchObject({ status: 200 })
    expect(await ordersOf(checkout)).toMatchObject([
      { status: 'paid', payment_state: 'completed', payment_method: 'paypal_express' },
    ])
    expect(
      await rowsOf(
        sql`select p.status::text, p.method::text from payments p join orders o on o.id = p.order_id
          where o.order_number = ${first.body.orderNumber}`,
      ),
    ).toEqual([{ status: 'completed', method: 'paypal_express' }])
  })

  it('never grows once it is approved, and the same window can be opened again', async () => {
    const { checkout, express } = await approveExpress()
    const [line] = checkout.items
    const more = { ...cartOf(checkout), items: [{ ...line, quantity: 3 }] }
    expect(
      await post(`/order/express/${express.id}/address`, { key: express.key, ...more, place }),
    ).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const [unit] = (await paymentAtPayPal(express.id)).purchase_units
    expect(unit?.amount.value).toBe(checkout.amount)
    const same = { key: express.key, ...cartOf(checkout), place }
    expect((await post(`/order/express/${express.id}/address`, same)).status).toBe(200)
  })

  it('can’t be repriced once it pays for an order', async () => {
    const { checkout, express } = await approveExpress()
    const placed = await placeExpress(checkout, express)
    const address = { key: express.key, ...cartOf(checkout), place }
    expect(await post(`/order/express/${express.id}/address`, address)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await capture(placed.body)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'paid', payment_state: 'completed' }])
  })

  it('never exceeds the approved amount, and the order can be paid another way', async () => {
    const { checkout, express } = await openExpress()
    await sandbox.approve(express.id)
    const refused = await placeExpress(checkout, express)
    expect(refused).toMatchObject({ status: 422, body: { code: 'payment_unavailable' } })
    expect(refused.body.error).toContain('Nothing was charged')
    const [unit] = (await paymentAtPayPal(express.id)).purchase_units
    expect(unit?.amount.value).toBe(express.total)
    const placed = await post<Placed>('/order', { ...checkout, paymentMethod: 'paypal' })
    expect(placed.status).toBe(200)
    await sandbox.approve(placed.body.id)
    expect(await capture(placed.body)).toMatchObject({ status: 200 })
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  it('can’t be used if it is unapproved, has a wrong key, or already pays for another order', async () => {
    const open = await openExpress()
    expect(await placeExpress(open.checkout, open.express)).toMatchObject({
      body: { code: 'payment_unavailable' },
    })
    const { checkout, express } = await approveExpress()
    expect((await placeExpress(checkout, { ...express, key: '0'.repeat(32) })).status).toBe(404)
    expect((await placeExpress(checkout, express)).status).toBe(200)
    const other = { ...makeCheckout(tee), amount: checkout.amount }
    expect(await placeExpress(other, express)).toMatchObject({ body: { code: 'conflict' } })
    expect(await post('/order', { ...other, paymentMethod: 'paypal_express' })).toMatchObject({
      status: 400,
    })
  })

  it('is replaced by a new payment after it is declined', async () => {
    const { checkout, express } = await approveExpress()
    await sandbox.approve(express.id, 'decline')
    const placed = await placeExpress(checkout, express)
    expect(await capture(placed.body)).toMatchObject({
      status: 422,
      body: { code: 'payment_declined' },
    })
    const paypal = await post<Placed>('/order', { ...checkout, paymentMethod: 'paypal' })
    expect(paypal.body.id).not.toBe(express.id)
    await sandbox.approve(paypal.body.id)
    expect(await capture(paypal.body)).toMatchObject({ status: 200 })
  })

  it.each(['decline', 'ok'] as const)(
    'is the one that is charged when the order has an earlier one (%s)',
    async (funding) => {
      const { checkout, express } = await approveExpress()
      await sandbox.approve(express.id, funding)
      const first = await placeExpress(checkout, express)
      if (funding === 'decline') expect((await capture(first.body)).status).toBe(422)
      // After a reload, PayPal's window asks with another payment.
      const { express: next } = await approveExpress()
      const placed = await placeExpress(checkout, next)
      expect(placed.body).toMatchObject({ id: next.id, orderNumber: first.body.orderNumber })
      expect((await placeExpress(checkout, next)).body.id).toBe(next.id)
      expect(await capture(placed.body)).toMatchObject({
        status: 200,
        body: { status: 'COMPLETED' },
      })
      expect((await capture(first.body)).status).toBe(404)
      expect((await paymentAtPayPal(express.id)).status).toBe('APPROVED')
      expect(await ordersOf(checkout)).toMatchObject([{ status: 'paid' }])
    },
  )

  it('isn’t exchanged for another one while it is being captured', async () => {
    const { checkout, express } = await approveExpress()
    const { body } = await placeExpress(checkout, express)
    await rowsOf(sql`update orders set payment_state = 'capturing',
      capture_lease_until = now() + interval '1 hour' where order_number = ${body.orderNumber}`)
    const { express: next } = await approveExpress()
    expect(await placeExpress(checkout, next)).toMatchObject({
      status: 409,
      body: { code: 'payment_in_progress' },
    })
  })

  it('is made once when the responses to its update and capture are lost', async () => {
    const { checkout, express } = await approveExpress()
    for (const match of [
      { method: 'PATCH', path: '/v2/checkout/orders/[^/]+' },
      { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' },
    ])
      await sandbox.fault({ provider: 'paypal', match, fault: 'reset-after', times: 1 })
    const placed = await placeExpress(checkout, express)
    expect(placed.status).toBe(200)
    expect(await capture(placed.body)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  it('is captured by the webhook when the buyer leaves after placing the order', async () => {
    const { checkout, express } = await approveExpress()
    await placeExpress(checkout, express)
    const [unit] = (await paymentAtPayPal(express.id)).purchase_units
    await applyPaymentEvent(
      { payload: await getTestPayload(), payments: getProviders().payments },
      {
        eventType: 'CHECKOUT.ORDER.APPROVED',
        resource: { id: express.id, purchase_units: [{ custom_id: unit?.custom_id }] },
      },
    )
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'paid' }])
  })

  it('can’t be opened or used while it is turned off in the settings', async () => {
    const { checkout, express } = await approveExpress()
    const save = (expressCheckout: boolean) =>
      call('PUT', '/api/admin/settings', { as: owner, body: { expressCheckout } })
    await save(false)
    const off = { status: 422, body: { code: 'payment_unavailable' } }
    expect(await post('/order/express', cartOf(makeCheckout(tee)))).toMatchObject(off)
    expect(await placeExpress(checkout, express)).toMatchObject(off)
    await save(true)
    expect((await placeExpress(checkout, express)).status).toBe(200)
  })
})
