import { randomUUID } from 'node:crypto'

import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import { getOrderHistory } from '@/modules/orders/queries/order-history'
import type { Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import type { PaymentMethod } from '@/platform/payment-methods'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string; code?: string; error?: string }
type Checkout = ReturnType<typeof makeCheckout>

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

const placeWith = (checkout: Checkout, paymentMethod: PaymentMethod, address = randomUUID()) =>
  call<Placed>('POST', '/order', {
    body: { ...checkout, paymentMethod },
    headers: { 'x-client-address': address },
  })
const open = async (checkout: Checkout, paymentMethod: PaymentMethod): Promise<Placed> => {
  const { status, body } = await placeWith(checkout, paymentMethod)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const capture = ({ id, key }: Placed, address = randomUUID()) =>
  call('POST', `/order/${id}/capture`, { body: { key }, headers: { 'x-client-address': address } })
const orderOf = async ({ orderNumber }: Placed) => {
  const [order] = await rowsOf<{
    id: number
    uuid: string
    status: string
    payment_state: string
    payment_method: string
  }>(sql`select id, uuid, status::text, payment_state::text, payment_method::text
    from orders where order_number = ${orderNumber}`)
  if (!order) throw new Error(`No order ${orderNumber}`)
  return order
}
const ledgerOf = (placed: Placed) =>
  rowsOf<{ status: string; method: string }>(
    sql`select p.status::text, p.method::text from payments p join orders o on o.id = p.order_id
      where o.order_number = ${placed.orderNumber} order by p.id`,
  )
const createsOf = async ({ orderNumber }: Placed) =>
  (await sandbox.calls()).filter(
    ({ method, path, body }) =>
      method === 'POST' &&
      /^\/v2\/checkout\/orders\??$/.test(path) &&
      JSON.stringify(body).includes(orderNumber),
  )
const capturesAtPayPal = async ({ orderNumber }: Placed) =>
  (await sandbox.ledger()).captures.filter((entry) => JSON.stringify(entry).includes(orderNumber))
const saveMethods = (paymentMethods: string[]) =>
  call('PUT', '/api/admin/settings', { as: owner, body: { paymentMethods } })

describe('the payment method', () => {
  it('determines the payment source at PayPal and is part of the request ID', async () => {
    const checkout = makeCheckout(tee)
    const paypal = await open(checkout, 'paypal')
    const venmo = await open(checkout, 'venmo')
    const card = await open(checkout, 'card')
    expect(new Set([paypal.id, venmo.id, card.id]).size).toBe(3)
    expect(new Set([paypal, venmo, card].map(({ orderNumber }) => orderNumber)).size).toBe(1)
    const { uuid } = await orderOf(card)
    const requests = await createsOf(card)
    expect(requests.map(({ headers }) => headers['paypal-request-id'])).toEqual([
      `c-${uuid}-paypal-1`,
      `c-${uuid}-venmo-2`,
      `c-${uuid}-card-3`,
    ])
    const context = {
      brand_name: 'Dayfern',
      user_action: 'PAY_NOW',
      shipping_preference: 'SET_PROVIDED_ADDRESS',
    }
    expect(
      requests.map(({ body }) => (body as { payment_source?: unknown }).payment_source),
    ).toMatchObject([
      { paypal: { experience_context: context } },
      { venmo: { experience_context: context } },
      undefined,
    ])
  })

  it('reuses the same payment when it is sent again', async () => {
    const checkout = makeCheckout(tee)
    const first = await open(checkout, 'venmo')
    expect((await open(checkout, 'venmo')).id).toBe(first.id)
    expect(await createsOf(first)).toHaveLength(1)
  })

  it('can be changed after approval, and only the last payment can be captured', async () => {
    const payload = await getTestPayload()
    const checkout = makeCheckout(tee)
    const left = await open(checkout, 'paypal')
    await sandbox.approve(left.id)
    const chosen = await open(checkout, 'venmo')
    expect(await capture(left)).toMatchObject({ status: 404 })
    const event = await applyPaymentEvent(
      { payload, payments: getProviders().payments },
      {
        eventType: 'CHECKOUT.ORDER.APPROVED',
        resource: { id: left.id, purchase_units: [{ custom_id: (await orderOf(left)).uuid }] },
      },
    )
    expect(event).toMatchObject({ status: 'processed' })
    expect(await capturesAtPayPal(chosen)).toEqual([])

    await sandbox.approve(chosen.id, 'ok', 'venmo')
    expect(await capture(chosen)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    const order = await orderOf(chosen)
    expect(order).toMatchObject({ status: 'paid', payment_method: 'venmo' })
    expect(await ledgerOf(chosen)).toEqual([{ status: 'completed', method: 'venmo' }])
    expect(await capturesAtPayPal(chosen)).toHaveLength(1)
    expect((await getOrderHistory(payload, order.id)).payments).toMatchObject([
      { provider: 'paypal', method: 'venmo', status: 'completed' },
    ])
  })

  it('can’t be changed during a capture or after the order is paid', async () => {
    const checkout = makeCheckout(tee)
    const placed = await open(checkout, 'paypal')
    await rowsOf(
      sql`update orders set payment_state = 'capturing', capture_lease_until = now() + interval '1 minute'
        where order_number = ${placed.orderNumber}`,
    )
    expect(await placeWith(checkout, 'venmo')).toMatchObject({
      status: 409,
      body: { code: 'payment_in_progress' },
    })
    expect(await orderOf(placed)).toMatchObject({ payment_method: 'paypal' })
    await rowsOf(
      sql`update orders set payment_state = 'created' where order_number = ${placed.orderNumber}`,
    )
    await sandbox.approve(placed.id)
    await capture(placed)
    expect(await placeWith(checkout, 'venmo')).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
  })

  it('can be changed when the first one was not used', async () => {
    const checkout = makeCheckout(tee)
    await open(checkout, 'card')
    const placed = await open(checkout, 'paypal')
    await sandbox.approve(placed.id)
    expect(await capture(placed)).toMatchObject({ status: 200 })
    expect(await ledgerOf(placed)).toEqual([{ status: 'completed', method: 'paypal' }])
  })

  it('is offered only if it is turned on in the settings', async () => {
    const { body: before } = await call<{ methods: string[] }>('GET', '/setup')
    expect(before.methods).toEqual(['paypal', 'card', 'venmo'])
    await saveMethods(['card'])
    expect((await call<{ methods: string[] }>('GET', '/setup')).body.methods).toEqual([
      'paypal',
      'card',
    ])
    const refused = await placeWith(makeCheckout(tee), 'venmo')
    expect(refused).toMatchObject({ status: 422, body: { code: 'payment_unavailable' } })
    expect(refused.body.error).toContain('Nothing was charged')
    await saveMethods(['venmo', 'card'])
    expect((await open(makeCheckout(tee), 'venmo')).id).toBeTruthy()
  })

  it('can be changed when PayPal refuses it for the account', async () => {
    const checkout = makeCheckout(tee)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders' },
      fault: 'status',
      status: 422,
      body: {
        name: 'UNPROCESSABLE_ENTITY',
        details: [{ issue: 'NOT_ENABLED_FOR_PAYMENT_SOURCE' }],
      },
      times: 1,
    })
    const refused = await placeWith(checkout, 'venmo')
    expect(refused).toMatchObject({ status: 422, body: { code: 'payment_unavailable' } })
    expect(refused.body.error).toContain('another way to pay')
    expect((await open(checkout, 'paypal')).id).toBeTruthy()
  })
})

describe('a declined card', () => {
  it('reported with status 201 leaves the order unpaid, and the next card is a new payment', async () => {
    const checkout = makeCheckout(tee)
    const placed = await open(checkout, 'card')
    await sandbox.approve(placed.id, 'card-decline', 'card')
    expect(await capture(placed)).toMatchObject({ status: 422, body: { code: 'payment_declined' } })
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'declined' })
    const again = await open(checkout, 'card')
    expect(again.orderNumber).toBe(placed.orderNumber)
    expect(again.id).not.toBe(placed.id)
    await sandbox.approve(again.id, 'ok', 'card')
    expect(await capture(again)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await ledgerOf(again)).toEqual([
      { status: 'declined', method: 'card' },
      { status: 'completed', method: 'card' },
    ])
  })

  it('whose response is lost is retried with the same request ID and stays declined', async () => {
    const placed = await open(makeCheckout(tee), 'card')
    await sandbox.approve(placed.id, 'card-decline', 'card')
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' },
      fault: 'reset-after',
      times: 1,
    })
    expect(await capture(placed)).toMatchObject({ status: 422, body: { code: 'payment_declined' } })
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'declined' })
    const { uuid } = await orderOf(placed)
    const ids = (await sandbox.calls())
      .filter(({ path }) => path === `/v2/checkout/orders/${placed.id}/capture`)
      .map(({ headers }) => headers['paypal-request-id'])
    expect(ids).toEqual([`k-${uuid}-1`, `k-${uuid}-1`])
  })

  it.each(['capture', 'create'])(
    'leaves the order unpaid when the 201 of %s says COMPLETED but its capture failed',
    async (step) => {
      const checkout = makeCheckout(tee)
      const failed = {
        id: `FAILED${Date.now()}`,
        status: 'FAILED',
        amount: { currency_code: 'USD', value: '40.55' },
        seller_receivable_breakdown: {
          gross_amount: { currency_code: 'USD', value: '40.55' },
          paypal_fee: { currency_code: 'USD', value: '1.50' },
        },
      }
      const isCreate = step === 'create'
      const placed = isCreate ? null : await open(checkout, 'card')
      const id = placed?.id ?? `CREATED${Date.now()}`
      const answer = (customId: string) => ({
        id,
        status: 'COMPLETED',
        purchase_units: [{ custom_id: customId, payments: { captures: [failed] } }],
      })
      await sandbox.fault({
        provider: 'paypal',
        match: { method: 'POST', path: isCreate ? '/v2/checkout/orders' : `.*/${id}/capture` },
        fault: 'status',
        status: 201,
        body: answer(placed ? (await orderOf(placed)).uuid : ''),
        times: 1,
      })
      const opened = placed ?? (await open(checkout, 'card'))
      expect(opened.id).toBe(id)
      expect((await capture(opened)).status).toBeGreaterThanOrEqual(400)
      expect(await orderOf(opened)).toMatchObject({ status: 'pending' })
      expect((await ledgerOf(opened)).filter(({ status }) => status === 'completed')).toEqual([])
    },
  )

  it('pauses cards for the checkout after three declines, while PayPal still works', async () => {
    const checkout = makeCheckout(tee)
    for (let card = 0; card < 3; card += 1) {
      const placed = await open(checkout, 'card')
      await sandbox.approve(placed.id, 'card-decline', 'card')
      expect((await capture(placed)).status).toBe(422)
    }
    const refused = await placeWith(checkout, 'card')
    expect(refused).toMatchObject({ status: 422, body: { code: 'payment_unavailable' } })
    expect(refused.body.error).toContain('Nothing was charged. Please pay with PayPal')
    const placed = await open(checkout, 'paypal')
    await sandbox.approve(placed.id)
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('pauses cards for the client address after declines in five checkouts', async () => {
    const address = randomUUID()
    for (let cart = 0; cart < 5; cart += 1) {
      const { body: placed } = await placeWith(makeCheckout(tee), 'card', address)
      await sandbox.approve(placed.id, 'card-decline', 'card')
      expect((await capture(placed, address)).status).toBe(422)
    }
    const before = (await sandbox.calls()).length
    expect(await placeWith(makeCheckout(tee), 'card', address)).toMatchObject({
      status: 422,
      body: { code: 'payment_unavailable' },
    })
    expect(await sandbox.calls()).toHaveLength(before)
    expect((await placeWith(makeCheckout(tee), 'venmo', address)).status).toBe(200)
    expect((await placeWith(makeCheckout(tee), 'card')).status).toBe(200)
  })
})

describe('a card entered on the checkout page', () => {
  beforeAll(() => saveMethods(['card', 'venmo', 'card_fields', 'paylater']))
  afterAll(() => saveMethods(['card', 'venmo']))
  const verifyEveryCard = (isOn: boolean) =>
    call('PUT', '/api/admin/settings', { as: owner, body: { verifyEveryCard: isOn } })
  const result = (enrollment: string, authentication: string, liabilityShift: string) => ({
    liability_shift: liabilityShift,
    three_d_secure: {
      enrollment_status: enrollment,
      ...(authentication === '-' ? {} : { authentication_status: authentication }),
    },
  })
  const capturesAsked = async ({ id }: Placed) =>
    (await sandbox.calls()).filter(({ path }) => path === `/v2/checkout/orders/${id}/capture`)

  it('opens a card payment without card details and with the 3-D Secure mode from the settings', async () => {
    const placed = await open(makeCheckout(tee), 'card_fields')
    await verifyEveryCard(true)
    const strict = await open(makeCheckout(tee), 'card_fields')
    await verifyEveryCard(false)
    for (const [of, method] of [
      [placed, 'SCA_WHEN_REQUIRED'],
      [strict, 'SCA_ALWAYS'],
    ] as const) {
      const [request] = await createsOf(of)
      expect((request?.body as { payment_source: unknown }).payment_source).toEqual({
        card: {
          attributes: { verification: { method } },
          experience_context: {
            return_url: expect.stringMatching(/\/checkout$/) as string,
            cancel_url: expect.stringMatching(/\/checkout$/) as string,
          },
        },
      })
    }
  })

  it.each([
    ['Y', 'Y', 'POSSIBLE'],
    ['Y', 'A', 'POSSIBLE'],
    ['N', '-', 'NO'],
    ['B', '-', 'NO'],
  ])('is charged when the bank’s 3-D Secure result is %s %s %s', async (...answer) => {
    const placed = await open(makeCheckout(tee), 'card_fields')
    await sandbox.enterCard(placed.id, result(...answer))
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await ledgerOf(placed)).toEqual([{ status: 'completed', method: 'card_fields' }])
  })

  it.each([
    ['Y', 'N', 'NO', 'Your bank couldn’t verify this card'],
    ['Y', 'R', 'NO', 'Your bank couldn’t verify this card'],
    ['Y', 'U', 'UNKNOWN', 'We couldn’t check this card with your bank'],
    ['Y', 'C', 'UNKNOWN', 'We couldn’t check this card with your bank'],
    ['U', '-', 'UNKNOWN', 'We couldn’t check this card with your bank'],
    ['Y', 'D', 'POSSIBLE', 'We couldn’t check this card with your bank'],
  ])('is never charged when the bank’s 3-D Secure result is %s %s %s', async (...row) => {
    const payload = await getTestPayload()
    const [enrollment, authentication, shift, words] = row
    const checkout = makeCheckout(tee)
    const placed = await open(checkout, 'card_fields')
    await sandbox.enterCard(placed.id, result(enrollment, authentication, shift))
    const event = {
      eventType: 'CHECKOUT.ORDER.APPROVED',
      resource: { id: placed.id, purchase_units: [{ custom_id: (await orderOf(placed)).uuid }] },
    }
    const isBrowserFirst = authentication === 'N'
    const refused = isBrowserFirst ? await capture(placed) : null
    await applyPaymentEvent({ payload, payments: getProviders().payments }, event)
    if (refused)
      expect(refused).toMatchObject({
        status: 422,
        body: {
          code: 'payment_declined',
          error: expect.stringContaining(`${words}. Nothing was charged.`) as string,
        },
      })
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'declined' })
    expect(await capturesAsked(placed)).toEqual([])

    const again = await open(checkout, 'card_fields')
    expect(again.id).not.toBe(placed.id)
    await sandbox.enterCard(again.id)
    expect(await capture(again)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('is charged without a 3-D Secure result, unless every card must be verified', async () => {
    await verifyEveryCard(true)
    const checkout = makeCheckout(tee)
    const placed = await open(checkout, 'card_fields')
    await sandbox.enterCard(placed.id)
    expect(await capture(placed)).toMatchObject({ status: 422, body: { code: 'payment_declined' } })
    await verifyEveryCard(false)
    const again = await open(checkout, 'card_fields')
    await sandbox.enterCard(again.id)
    expect(await capture(again)).toMatchObject({ status: 200 })
  })

  it('is charged once when the response to its capture is lost', async () => {
    const placed = await open(makeCheckout(tee), 'card_fields')
    await sandbox.enterCard(placed.id, result('Y', 'Y', 'POSSIBLE'))
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' },
      fault: 'reset-after',
      times: 1,
    })
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await capturesAtPayPal(placed)).toHaveLength(1)
  })

  it('stays pending while its 3-D Secure result is unavailable, until the reconciler checks it', async () => {
    const placed = await open(makeCheckout(tee), 'card_fields')
    await sandbox.enterCard(placed.id, result('Y', 'N', 'NO'))
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'GET', path: '/v2/checkout/orders/.*' },
      fault: 'status',
      status: 503,
      times: 9,
    })
    expect(await capture(placed)).toMatchObject({ status: 202, body: { status: 'WORKING' } })
    expect(await capturesAsked(placed)).toEqual([])
    await sandbox.clearFaults()
    resetCircuitBreakers()
    await rowsOf(
      sql`update orders set capture_lease_until = now() - interval '1 second' where order_number = ${placed.orderNumber}`,
    )
    await runJob(await getTestPayload(), 'reconcile-payments', {})
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'declined' })
    expect(await capturesAsked(placed)).toEqual([])
  })

  it('returns what to correct when it is declined', async () => {
    const placed = await open(makeCheckout(tee), 'card_fields')
    await sandbox.payPal(`/orders/${placed.id}/approve`, {
      source: 'card',
      funding: 'card-decline',
      responseCode: '5400',
    })
    expect(await capture(placed)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('Check the card’s expiration date') as string },
    })
  })
})
