// @core
import { randomUUID } from 'node:crypto'

import {
  address,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { type PaymentSource, paymentSources } from '@tests/support/fixtures/payment-sources'
import { forgetWaitingJobs, runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import type { Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { type PaymentMethod, paymentMethods } from '@/platform/payment-methods'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string; error?: string }
type Checkout = ReturnType<typeof makeCheckout>
/**
 * Opens a payment of one order, again or for another way to pay. `reference`: the reference sent to PayPal, if not the
 * order's number.
 */
type Payable = { open: (method: PaymentMethod) => Promise<Placed>; reference?: string }

/** A declined card is answered with 201, a declined account with 422. */
const cardSources: readonly PaymentSource[] = ['card', 'apple_pay', 'google_pay']

const sandbox = useSandbox()
let tee: Product
let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct({ sizesAvailable: ['M', 'XL'] })
  await rowsOf(
    sql`update products_variants set price_override_cents = 3500 where _parent_id = ${tee.id} and size = 'XL'`,
  )
  owner = await makePerson('super_admin')
  await call('PUT', '/api/admin/settings', {
    as: owner,
    body: {
      paymentMethods: ['card', 'venmo', 'card_fields', 'paylater', 'apple_pay', 'google_pay'],
      appleDomainFile: '7b22',
      expressCheckout: true,
    },
  })
})
afterEach(async () => {
  await sandbox.clearFaults()
  resetCircuitBreakers()
})

const post = <Body = Placed>(path: string, body: object) =>
  call<Body>('POST', path, { body, headers: { 'x-client-address': randomUUID() } })
const postWell = async <Body = Placed>(path: string, body: object): Promise<Body> => {
  const answer = await post<Body>(path, body)
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
/** The buyer has PayPal ask for the address, and approves what the order costs there. */
const openExpress = async (checkout: Checkout): Promise<Placed> => {
  const { checkoutId, items } = checkout
  const { id, key } = await postWell('/order/express', { checkoutId, items })
  const place = { stateCode: 'CA', zip: '93023', countryCode: 'US' }
  await postWell(`/order/express/${id}/address`, { key, checkoutId, items, place })
  await sandbox.approve(id)
  return postWell('/order', {
    ...checkout,
    paymentMethod: 'paypal_express',
    expressPayment: { id, key },
  })
}
const open = (paymentMethod: PaymentMethod, checkout = makeCheckout(tee)): Promise<Placed> =>
  paymentMethod === 'paypal_express'
    ? openExpress(checkout)
    : postWell('/order', { ...checkout, paymentMethod })
const approve = ({ id }: Placed, method: PaymentMethod) =>
  sandbox.approve(id, 'ok', paymentSources[method])

const atCheckout = async (method: PaymentMethod): Promise<Payable> => {
  const checkout = makeCheckout(tee)
  return {
    open: (chosen) => open(chosen, checkout),
    reference: method === 'paypal_express' ? `express-${checkout.checkoutId}` : undefined,
  }
}
/** By the link of an order, as its page pays it. */
const payByLink = (orderNumber: string, key: string) => async (paymentMethod: PaymentMethod) => ({
  ...(await postWell(`/api/orders/${orderNumber}/payment`, { key, paymentMethod })),
  key,
})
const keyIn = (text = ''): string => /key=([a-f0-9]{32})/.exec(text)?.[1] ?? ''
/** Staff send the customer of a draft its payment link. */
const byPaymentLink = async (): Promise<Payable> => {
  await forgetWaitingJobs()
  const { countryCode: _, ...shippingAddress } = address
  const email = `${randomUUID()}@example.com`
  const { body: draft } = await call<{ id: number; total: string }>(
    'POST',
    '/api/admin/draft-orders',
    { as: owner, body: { email, shippingAddress, items: makeCheckout(tee).items } },
  )
  const { body: sent } = await call<Placed>('POST', `/api/admin/draft-orders/${draft.id}/send`, {
    as: owner,
    body: { total: draft.total },
  })
  await runWaitingJobs()
  const [mail] = await sandbox.mails(email)
  return { open: payByLink(sent.orderNumber, keyIn(mail?.text)) }
}
/** The buyer of a paid order chooses a size that costs more. */
const asDifference = async (): Promise<Payable> => {
  const { id, key, orderNumber } = await open('paypal')
  await sandbox.approve(id)
  expect((await post(`/order/${id}/capture`, { key })).status).toBe(200)
  const [item] = await rowsOf<{ id: string }>(sql`select i.id from orders_items i
    join orders o on o.id = i._parent_id where o.order_number = ${orderNumber}`)
  const { body } = await post<{ orderNumber: string; path: string }>(
    `/api/orders/${orderNumber}/items/${item?.id}/paid-swap`,
    { key, size: 'XL', color: 'Pine', amount: '3.24' },
  )
  return { open: payByLink(body.orderNumber, keyIn(body.path)) }
}
/** A gift card pays a part at checkout, and PayPal the rest. */
const withGiftCard = async (): Promise<Payable> => {
  const { body: card } = await call<{ code: string }>('POST', '/api/admin/gift-cards', {
    as: owner,
    body: { amount: '25.00', note: 'A late package' },
  })
  const checkout = makeCheckout(tee)
  const giftCard = { code: card.code, amount: '25.00' }
  return { open: (paymentMethod) => postWell('/order', { ...checkout, giftCard, paymentMethod }) }
}

type Way = [name: string, method: PaymentMethod, prepare: () => Promise<Payable>]
const ways: Way[] = [
  ...paymentMethods.map((method): Way => [method, method, () => atCheckout(method)]),
  ['card by a payment link', 'card', byPaymentLink],
  ['venmo for a price difference', 'venmo', asDifference],
  ['apple_pay with a gift card', 'apple_pay', withGiftCard],
]

const capture = ({ id, key }: Placed) =>
  post<{ status: string; error?: string }>(`/order/${id}/capture`, { key })
const loseAnswerOf = (path: string) =>
  sandbox.fault({
    provider: 'paypal',
    match: { method: 'POST', path },
    fault: 'reset-after',
    times: 1,
  })
const captureCall = '/v2/checkout/orders/[^/]+/capture'

const orderOf = async ({ orderNumber }: Placed) => {
  const [order] = await rowsOf<{
    id: number
    uuid: string
    status: string
    payment_state: string
    payment_attempt: string
  }>(sql`select id, uuid, status::text, payment_state::text, payment_attempt
    from orders where order_number = ${orderNumber}`)
  if (!order) throw new Error(`No order ${orderNumber}`)
  return order
}
const ledgerOf = ({ orderNumber }: Placed) =>
  rowsOf<{ status: string; method: string }>(sql`select p.status::text, p.method::text
    from payments p join orders o on o.id = p.order_id
    where o.order_number = ${orderNumber} and p.kind = 'capture' order by p.id`)
const requestIdsOf = async (path: RegExp, contains: string) =>
  (await sandbox.calls())
    .filter((one) => one.method === 'POST' && path.test(one.path))
    .filter(({ path: at, body }) => `${at} ${JSON.stringify(body)}`.includes(contains))
    .map(({ headers }) => headers['paypal-request-id'])
const capturesAtPayPal = async ({ orderNumber }: Placed) =>
  (await sandbox.ledger()).captures.filter((entry) => JSON.stringify(entry).includes(orderNumber))

/** One payment at PayPal that isn't declined, one in the ledger, one step of the order, and one receipt. */
const expectPaidOnce = async (placed: Placed, method: PaymentMethod) => {
  const { id, ...order } = await orderOf(placed)
  expect(order).toMatchObject({ status: 'paid', payment_state: 'completed' })
  expect((await ledgerOf(placed)).filter(({ status }) => status !== 'declined')).toEqual([
    { status: 'completed', method },
  ])
  expect(
    (await capturesAtPayPal(placed)).filter(({ status }) => status !== 'DECLINED'),
  ).toHaveLength(1)
  expect(
    await rowsOf(sql`select 1 from order_events where order_id = ${id} and type = 'paid'`),
  ).toHaveLength(1)
  expect(
    await rowsOf(
      sql`select 1 from graphile_worker._private_jobs where payload->>'orderId' = ${String(id)}
        and key = ${`order-received:${id}`}`,
    ),
  ).toHaveLength(1)
}

const deliver = async (placed: Placed, type: 'APPROVED' | 'COMPLETED') => {
  const { uuid } = await orderOf(placed)
  const [captured] = await capturesAtPayPal(placed)
  return applyPaymentEvent(
    { payload: await getTestPayload(), payments: getProviders().payments },
    type === 'APPROVED'
      ? {
          eventType: 'CHECKOUT.ORDER.APPROVED',
          resource: { id: placed.id, purchase_units: [{ custom_id: uuid }] },
        }
      : {
          eventType: 'PAYMENT.CAPTURE.COMPLETED',
          resource: {
            id: captured?.id,
            custom_id: uuid,
            supplementary_data: { related_ids: { order_id: placed.id } },
          },
        },
  )
}
const captureAtPayPal = async (placed: Placed) => {
  const { uuid, payment_attempt: attempt } = await orderOf(placed)
  await getProviders().payments.captureOrder(placed.id, `k-${uuid}-${attempt}`)
}
/** The state that a process leaves when it's killed during a capture. */
const leaveCapturing = ({ orderNumber }: Placed) =>
  rowsOf(sql`update orders set payment_state = 'capturing',
    capture_lease_until = now() - interval '1 second' where order_number = ${orderNumber}`)
const reconcile = async () => runJob(await getTestPayload(), 'reconcile-payments', {})

// Every combination of this table is possible, so none is left out.
describe.each(ways)('%s', (_, method, prepare) => {
  const openApproved = async (): Promise<Placed> => {
    const placed = await (await prepare()).open(method)
    await approve(placed, method)
    return placed
  }

  it('is captured once when the buyer has approved it, however often the page asks', async () => {
    const placed = await openApproved()
    const answers = await Promise.all([capture(placed), capture(placed), capture(placed)])
    // Those that wait for the first one to capture it answer after five seconds at the latest, without a result.
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 202)).toEqual([])
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    await expectPaidOnce(placed, method)
  })

  it('that is declined charges nothing, says so, and leaves the order payable another way', async () => {
    const source: PaymentSource = paymentSources[method]
    const payable = await prepare()
    const placed = await payable.open(method)
    await sandbox.approve(
      placed.id,
      cardSources.includes(source) ? 'card-decline' : 'decline',
      source,
    )
    const declined = await capture(placed)
    expect(declined).toMatchObject({ status: 422, body: { code: 'payment_declined' } })
    expect(declined.body.error).toContain('Nothing was charged')
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'declined' })
    expect((await ledgerOf(placed)).filter(({ status }) => status !== 'declined')).toEqual([])

    const other = method === 'venmo' ? 'paypal' : 'venmo'
    const next = await payable.open(other)
    expect(next.orderNumber).toBe(placed.orderNumber)
    expect(next.id).not.toBe(placed.id)
    await approve(next, other)
    expect(await capture(next)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    await expectPaidOnce(next, other)
  })

  it('is opened and paid once when the answer to its creation is lost', async () => {
    const { open: openPayment, reference } = await prepare()
    await loseAnswerOf('/v2/checkout/orders')
    const placed = await openPayment(method)
    const ids = await requestIdsOf(/^\/v2\/checkout\/orders\??$/, reference ?? placed.orderNumber)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    await approve(placed, method)
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    await expectPaidOnce(placed, method)
  })

  it('is paid once when the answer to its capture is lost', async () => {
    const placed = await openApproved()
    await loseAnswerOf(captureCall)
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    const ids = await requestIdsOf(/\/capture$/, placed.id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    await expectPaidOnce(placed, method)
  })

  it('is found by the reconciler when the process was killed after PayPal had captured it', async () => {
    const placed = await openApproved()
    await leaveCapturing(placed)
    await captureAtPayPal(placed)
    await reconcile()
    await reconcile()
    await expectPaidOnce(placed, method)
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('is captured by the reconciler when the process was killed before PayPal heard of it', async () => {
    const placed = await openApproved()
    await leaveCapturing(placed)
    await reconcile()
    await reconcile()
    await expectPaidOnce(placed, method)
  })

  it('that no page captured is settled once by its webhooks, each of them twice, approval first', async () => {
    const placed = await openApproved()
    for (const type of ['APPROVED', 'APPROVED', 'COMPLETED', 'COMPLETED'] as const)
      expect(await deliver(placed, type)).toMatchObject({ status: 'processed' })
    await expectPaidOnce(placed, method)
  })

  it('that PayPal captured is settled once by its webhooks, each of them twice, approval last', async () => {
    const placed = await openApproved()
    await captureAtPayPal(placed)
    for (const type of ['COMPLETED', 'APPROVED', 'COMPLETED', 'APPROVED'] as const)
      expect(await deliver(placed, type)).toMatchObject({ status: 'processed' })
    await expectPaidOnce(placed, method)
  })

  it('that PayPal holds is settled once by its webhooks when it goes through, each of them twice', async () => {
    const placed = await (await prepare()).open(method)
    await sandbox.approve(placed.id, 'pending', paymentSources[method])
    expect(await capture(placed)).toMatchObject({ status: 202, body: { status: 'PENDING' } })
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'pending' })
    const [held] = await capturesAtPayPal(placed)
    await sandbox.completeCapture(held?.id ?? '')
    for (const type of ['COMPLETED', 'APPROVED', 'COMPLETED', 'APPROVED'] as const)
      expect(await deliver(placed, type)).toMatchObject({ status: 'processed' })
    await expectPaidOnce(placed, method)
  })

  it('is settled once when the page and both webhooks arrive together', async () => {
    const placed = await openApproved()
    await captureAtPayPal(placed)
    const [answer] = await Promise.all([
      capture(placed),
      deliver(placed, 'COMPLETED'),
      deliver(placed, 'APPROVED'),
    ])
    expect(answer).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    await expectPaidOnce(placed, method)
  })
})

// An express payment is approved before there is an order (express-checkout.test.ts).
it.each(ways.filter(([, method]) => method !== 'paypal_express'))(
  '%s whose window is closed before the approval charges nothing, and can still be approved',
  async (_, method, prepare) => {
    const placed = await (await prepare()).open(method)
    // More often than an order may have declined cards.
    for (let times = 0; times < 4; times += 1)
      expect(await capture(placed)).toMatchObject({
        status: 422,
        body: { code: 'payment_not_approved' },
      })
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'created' })
    expect(await ledgerOf(placed)).toEqual([])
    await approve(placed, method)
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    await expectPaidOnce(placed, method)
  },
)
