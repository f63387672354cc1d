import { randomUUID } from 'node:crypto'

import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import type { Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import type { PaymentMethod } from '@/platform/payment-methods'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string; total: string; due: string }
type Checkout = ReturnType<typeof makeCheckout>
type Wallet = 'apple_pay' | 'google_pay'

const file = '7b2276657273696f6e223a312c22707370496422'
const fileUrl = '/.well-known/apple-developer-merchantid-domain-association'
const sandbox = useSandbox()
let tee: Product
let owner: TestPerson
const save = (body: Record<string, unknown>) =>
  call('PUT', '/api/admin/settings', { as: owner, body })
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct()
  owner = await makePerson('super_admin')
  await save({
    paymentMethods: ['card', 'venmo', 'apple_pay', 'google_pay'],
    appleDomainFile: file,
  })
})
afterEach(async () => {
  await sandbox.clearFaults()
  resetCircuitBreakers()
})

const place = (checkout: Checkout, paymentMethod: PaymentMethod) =>
  call<Placed>('POST', '/order', {
    body: { ...checkout, paymentMethod },
    headers: { 'x-client-address': randomUUID() },
  })
const open = async (checkout: Checkout, paymentMethod: PaymentMethod): Promise<Placed> => {
  const { status, body } = await place(checkout, paymentMethod)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const capture = ({ id, key }: Placed) =>
  call('POST', `/order/${id}/capture`, {
    body: { key },
    headers: { 'x-client-address': randomUUID() },
  })
const orderOf = async ({ orderNumber }: Placed) => {
  const [order] = await rowsOf<{ uuid: string; status: string; payment_state: string }>(
    sql`select uuid, status::text, payment_state::text from orders where order_number = ${orderNumber}`,
  )
  if (!order) throw new Error(`No order ${orderNumber}`)
  return order
}
const ledgerOf = ({ orderNumber }: Placed) =>
  rowsOf<{ status: string; method: string }>(
    sql`select p.status::text, p.method::text from payments p join orders o on o.id = p.order_id
      where o.order_number = ${orderNumber} order by p.id`,
  )
const createOf = async ({ orderNumber }: Placed) =>
  (await sandbox.calls()).findLast(
    ({ method, path, body }) =>
      method === 'POST' &&
      /^\/v2\/checkout\/orders\??$/.test(path) &&
      JSON.stringify(body).includes(orderNumber),
  )
const capturesAsked = async ({ id }: Placed) =>
  (await sandbox.calls()).filter(({ path }) => path === `/v2/checkout/orders/${id}/capture`)
const approvedEvent = async (placed: Placed) =>
  applyPaymentEvent(
    { payload: await getTestPayload(), payments: getProviders().payments },
    {
      eventType: 'CHECKOUT.ORDER.APPROVED',
      resource: { id: placed.id, purchase_units: [{ custom_id: (await orderOf(placed)).uuid }] },
    },
  )

describe('the Apple domain association file', () => {
  it('is served exactly as entered in the settings', async () => {
    await save({ appleDomainFile: `${file}\n` })
    const response = await call('GET', fileUrl)
    expect(response.status).toBe(200)
    expect(response.body).toBe(`${file}\n`)
    await save({ appleDomainFile: file })
  })

  it('must be plain ASCII text of a limited length', async () => {
    expect(await save({ appleDomainFile: 'tëxt' })).toMatchObject({ status: 400 })
    expect(await save({ appleDomainFile: 'x'.repeat(20_001) })).toMatchObject({ status: 400 })
  })

  it('turns off Apple Pay while it is missing', async () => {
    await save({ appleDomainFile: '  ' })
    expect((await call('GET', fileUrl)).status).toBe(404)
    const setup = await call<{ methods: string[]; googlePayUrl: string }>('GET', '/setup')
    expect(setup.body.methods).toEqual(['paypal', 'google_pay', 'card', 'venmo'])
    expect(setup.body.googlePayUrl).toMatch(/\/google-pay\/pay\.js$/)
    expect(await place(makeCheckout(tee), 'apple_pay')).toMatchObject({
      status: 422,
      body: { code: 'payment_unavailable' },
    })
    await save({ appleDomainFile: file })
    expect((await call<{ methods: string[] }>('GET', '/setup')).body.methods).toContain('apple_pay')
  })
})

describe.each(['apple_pay', 'google_pay'] as const)('%s', (wallet: Wallet) => {
  it('opens a separate payment for the order with the method in its request ID', async () => {
    const checkout = makeCheckout(tee)
    const paypal = await open(checkout, 'paypal')
    const placed = await open(checkout, wallet)
    expect(placed.orderNumber).toBe(paypal.orderNumber)
    expect(placed.id).not.toBe(paypal.id)
    expect(placed.due).toBe(checkout.amount)
    const { uuid } = await orderOf(placed)
    const request = await createOf(placed)
    expect(request?.headers['paypal-request-id']).toBe(`c-${uuid}-${wallet}-2`)
    expect((request?.body as { payment_source?: unknown }).payment_source).toEqual(
      wallet === 'apple_pay'
        ? undefined
        : { google_pay: { attributes: { verification: { method: 'SCA_WHEN_REQUIRED' } } } },
    )
    expect((await open(checkout, wallet)).id).toBe(placed.id)
  })

  it('is captured once when two captures are requested at the same time', async () => {
    const placed = await open(makeCheckout(tee), wallet)
    await sandbox.approve(placed.id, 'ok', wallet)
    const [first, second] = await Promise.all([capture(placed), capture(placed)])
    // The one that waits for the other answers after five seconds at the latest, without a result.
    expect([
      [200, 200],
      [200, 202],
    ]).toContainEqual([first.status, second.status].sort())
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment_state: 'completed' })
    expect(await ledgerOf(placed)).toEqual([{ status: 'completed', method: wallet }])
  })

  it('can be followed by another payment for the same order after a decline', async () => {
    const checkout = makeCheckout(tee)
    const placed = await open(checkout, wallet)
    await sandbox.approve(placed.id, 'card-decline', wallet)
    expect(await capture(placed)).toMatchObject({ status: 422, body: { code: 'payment_declined' } })
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'declined' })
    const again = await open(checkout, wallet)
    expect(again.id).not.toBe(placed.id)
    const paypal = await open(checkout, 'paypal')
    await sandbox.approve(paypal.id)
    expect(await capture(paypal)).toMatchObject({ status: 200 })
    expect(await ledgerOf(paypal)).toEqual([
      { status: 'declined', method: wallet },
      { status: 'completed', method: 'paypal' },
    ])
  })

  it('can’t be captured after it was canceled, even when another payment is opened', async () => {
    const checkout = makeCheckout(tee)
    const left = await open(checkout, wallet)
    expect(await capture(left)).toMatchObject({
      status: 422,
      body: { code: 'payment_not_approved' },
    })
    const chosen = await open(checkout, 'paypal')
    expect(await capture(left)).toMatchObject({ status: 404 })
    expect((await orderOf(chosen)).status).toBe('pending')
  })

  it('is charged once when the response to its capture is lost', async () => {
    const placed = await open(makeCheckout(tee), wallet)
    await sandbox.approve(placed.id, 'ok', wallet)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' },
      fault: 'reset-after',
      times: 1,
    })
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    const ids = (await capturesAsked(placed)).map(({ headers }) => headers['paypal-request-id'])
    expect(new Set(ids).size).toBe(1)
    expect(await ledgerOf(placed)).toHaveLength(1)
  })

  it('is captured once by the webhook when the buyer leaves after approving', async () => {
    const placed = await open(makeCheckout(tee), wallet)
    await sandbox.approve(placed.id, 'ok', wallet)
    expect(await approvedEvent(placed)).toMatchObject({ status: 'processed' })
    expect(await capture(placed)).toMatchObject({ status: 200 })
    expect(await approvedEvent(placed)).toMatchObject({ status: 'processed' })
    expect(await orderOf(placed)).toMatchObject({ status: 'paid' })
    expect(await ledgerOf(placed)).toEqual([{ status: 'completed', method: wallet }])
  })
})

describe('a Google Pay card', () => {
  const result = (enrollment: string, authentication: string, liabilityShift: string) => ({
    liability_shift: liabilityShift,
    three_d_secure: { enrollment_status: enrollment, authentication_status: authentication },
  })

  it.each([
    ['Y', 'Y', 'POSSIBLE'],
    ['Y', 'A', 'POSSIBLE'],
  ])('is charged when the bank’s 3-D Secure result is %s %s %s', async (...answer) => {
    const placed = await open(makeCheckout(tee), 'google_pay')
    await sandbox.enterCard(placed.id, result(...answer), 'google_pay')
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it.each([
    ['Y', 'N', 'NO'],
    ['Y', 'U', 'UNKNOWN'],
    ['Y', 'D', 'POSSIBLE'],
  ])('is never charged when the bank’s 3-D Secure result is %s %s %s', async (...answer) => {
    const placed = await open(makeCheckout(tee), 'google_pay')
    await sandbox.enterCard(placed.id, result(...answer), 'google_pay')
    await approvedEvent(placed)
    expect(await capture(placed)).not.toMatchObject({ status: 200 })
    expect(await capturesAsked(placed)).toEqual([])
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'declined' })
  })

  it('is charged without a 3-D Secure result, even when verification is required for typed cards', async () => {
    await save({ verifyEveryCard: true })
    const placed = await open(makeCheckout(tee), 'google_pay')
    await sandbox.enterCard(placed.id, undefined, 'google_pay')
    expect(await capture(placed)).toMatchObject({ status: 200 })
    await save({ verifyEveryCard: false })
  })
})
