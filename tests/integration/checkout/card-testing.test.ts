import { randomUUID } from 'node:crypto'

import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import type { Product } from '@/payload-types'
import type { PaymentMethod } from '@/platform/payment-methods'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string; error?: string }

const sandbox = useSandbox()
let tee: Product
let owner: TestPerson
const saveMethods = (paymentMethods: string[]) =>
  call('PUT', '/api/admin/settings', { as: owner, body: { paymentMethods } })
const allMethods = ['card', 'venmo', 'card_fields', 'paylater', 'apple_pay', 'google_pay']
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct()
  owner = await makePerson('super_admin')
  await call('PUT', '/api/admin/settings', {
    as: owner,
    body: { paymentMethods: allMethods, appleDomainFile: '7b22' },
  })
})

const placeWith = (
  checkout: ReturnType<typeof makeCheckout>,
  paymentMethod: PaymentMethod,
  address = randomUUID(),
) =>
  call<Placed>('POST', '/order', {
    body: { ...checkout, paymentMethod },
    headers: { 'x-client-address': address },
  })
const open = async (...args: Parameters<typeof placeWith>): Promise<Placed> => {
  const { status, body } = await placeWith(...args)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const capture = ({ id, key }: Placed, address = randomUUID()) =>
  call<{ error?: string }>('POST', `/order/${id}/capture`, {
    body: { key },
    headers: { 'x-client-address': address },
  })
const orderOf = async ({ orderNumber }: Placed) => {
  const [order] = await rowsOf<{ uuid: string; status: string; payment_state: string }>(
    sql`select uuid, status::text, payment_state::text from orders where order_number = ${orderNumber}`,
  )
  if (!order) throw new Error(`No order ${orderNumber}`)
  return order
}
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
const failedCheck = {
  liability_shift: 'NO',
  three_d_secure: { enrollment_status: 'Y', authentication_status: 'N' },
}
const declined = { status: 422, body: { code: 'payment_declined' } }
const unavailable = { status: 422, body: { code: 'payment_unavailable' } }
const unpaid = { status: 'pending', payment_state: 'declined' }

it.each(['paypal', 'paylater', 'card'] as const)(
  'a card that a script enters for a payment opened as %s isn’t charged when its bank refuses it, by the page or the webhook',
  async (method) => {
    for (const isWebhook of [false, true]) {
      const placed = await open(makeCheckout(tee), method)
      await sandbox.enterCard(placed.id, failedCheck)
      if (isWebhook) await approvedEvent(placed)
      else {
        const refused = await capture(placed)
        expect(refused).toMatchObject(declined)
        expect(refused.body.error).toContain('Nothing was charged')
      }
      expect(await orderOf(placed)).toMatchObject(unpaid)
      expect(await capturesAsked(placed)).toEqual([])
    }
  },
)

// Before the other tests: their declines count for the whole shop.
it('the webhook charges a card that no page counted, but not while many payments are declined', async () => {
  const [quiet, busy, account] = [
    await open(makeCheckout(tee), 'paypal'),
    await open(makeCheckout(tee), 'paypal'),
    await open(makeCheckout(tee), 'paypal'),
  ]
  await sandbox.enterCard(quiet.id)
  await approvedEvent(quiet)
  expect(await orderOf(quiet)).toMatchObject({ status: 'paid' })
  await rowsOf(sql`insert into order_events (order_id, type, message, actor)
    select id, 'declined', 'The payment was declined', 'PayPal' from orders, generate_series(1, 10)
    where order_number = ${quiet.orderNumber}`)
  await sandbox.enterCard(busy.id)
  await approvedEvent(busy)
  expect(await orderOf(busy)).toMatchObject(unpaid)
  expect(await capturesAsked(busy)).toEqual([])
  await sandbox.approve(account.id)
  await approvedEvent(account)
  expect(await orderOf(account)).toMatchObject({ status: 'paid' })
})

it.each(['paypal', 'paylater', 'card'] as const)(
  'a card in a payment opened as %s isn’t tried any more after three declines in one order, and a PayPal account still pays it',
  async (method) => {
    const checkout = makeCheckout(tee)
    for (let card = 0; card < 3; card += 1) {
      const placed = await open(checkout, method)
      await sandbox.approve(placed.id, 'card-decline', 'card')
      expect(await capture(placed)).toMatchObject(declined)
    }
    if (method === 'card') expect(await placeWith(checkout, method)).toMatchObject(unavailable)
    else {
      const fourth = await open(checkout, method)
      await sandbox.approve(fourth.id, 'ok', 'card')
      const refused = await capture(fourth)
      expect(refused).toMatchObject(unavailable)
      expect(refused.body.error).toContain('Nothing was charged. Please pay with PayPal')
      expect(await capturesAsked(fourth)).toEqual([])
      expect(await orderOf(fourth)).toMatchObject(unpaid)
    }
    const paypal = await open(checkout, 'paypal')
    await sandbox.approve(paypal.id)
    expect(await capture(paypal)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  },
)

it('a payment that stays open after a decline takes no fourth card either', async () => {
  const placed = await open(makeCheckout(tee), 'card')
  for (let card = 0; card < 3; card += 1) {
    await sandbox.approve(placed.id, 'decline', 'card')
    expect(await capture(placed)).toMatchObject(declined)
  }
  await sandbox.approve(placed.id, 'ok', 'card')
  expect(await capture(placed)).toMatchObject(unavailable)
  expect(await capturesAsked(placed)).toHaveLength(3)
})

it('a guest’s card in PayPal’s own window is charged when no bank was asked, also with cards turned off', async () => {
  const placed = await open(makeCheckout(tee), 'paypal')
  await saveMethods(['venmo'])
  await sandbox.enterCard(placed.id)
  expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  const refused = await open(makeCheckout(tee), 'paypal')
  await sandbox.enterCard(refused.id, failedCheck)
  expect(await capture(refused)).toMatchObject(declined)
  expect(await capturesAsked(refused)).toEqual([])
  await saveMethods(allMethods)
})

it.each(['card', 'card_fields'] as const)(
  'a %s payment that was open when the owner turned cards off isn’t charged, by the page or the webhook',
  async (method) => {
    const checkout = makeCheckout(tee)
    const placed = await open(checkout, method)
    const left = await open(makeCheckout(tee), method)
    for (const { id } of [placed, left]) await sandbox.enterCard(id)
    await saveMethods(['venmo'])
    const refused = await capture(placed)
    expect(refused).toMatchObject(unavailable)
    expect(refused.body.error).toContain('Nothing was charged. Please choose another way to pay')
    await approvedEvent(left)
    for (const one of [placed, left]) {
      expect(await capturesAsked(one)).toEqual([])
      expect(await orderOf(one)).toMatchObject(unpaid)
    }
    const paypal = await open(checkout, 'paypal')
    await sandbox.approve(paypal.id)
    expect(await capture(paypal)).toMatchObject({ status: 200 })
    await saveMethods(allMethods)
  },
)

it.each(['venmo', 'apple_pay', 'google_pay'] as const)(
  'a typed card is never charged for a payment opened as %s',
  async (method) => {
    const placed = await open(makeCheckout(tee), method)
    await sandbox.enterCard(placed.id)
    expect(await capture(placed)).toMatchObject(declined)
    expect(await capturesAsked(placed)).toEqual([])
    expect(await orderOf(placed)).toMatchObject(unpaid)
  },
)

it('cards of payments opened as PayPal count for their address, and a PayPal account still pays there', async () => {
  const address = randomUUID()
  for (let cart = 0; cart < 5; cart += 1) {
    const placed = await open(makeCheckout(tee), 'paypal', address)
    await sandbox.approve(placed.id, 'card-decline', 'card')
    expect(await capture(placed, address)).toMatchObject(declined)
  }
  expect(await placeWith(makeCheckout(tee), 'card', address)).toMatchObject(unavailable)
  const sixth = await open(makeCheckout(tee), 'paypal', address)
  await sandbox.enterCard(sixth.id)
  expect(await capture(sixth, address)).toMatchObject(unavailable)
  expect(await capturesAsked(sixth)).toEqual([])
  const account = await open(makeCheckout(tee), 'paypal', address)
  await sandbox.approve(account.id)
  expect(await capture(account, address)).toMatchObject({ status: 200 })
})
