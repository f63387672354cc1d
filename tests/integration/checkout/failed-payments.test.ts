// @core
import { randomUUID } from 'node:crypto'

import { makeCheckout, makeProduct } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import { settlePayment } from '@/modules/checkout/actions/settle-payment'
import { finishRefunds } from '@/modules/orders/actions/refund-order'
import { getNewestRefusal, listAdminOrders } from '@/modules/orders/queries/admin-orders'
import { orderListQuery } from '@/modules/orders/schemas/admin-orders'
import { countDeclinesInAnHour } from '@/modules/shop/queries/declined-payments'
import { countToDo } from '@/modules/shop/queries/to-do'
import type { Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string }
type OrderRow = {
  id: number
  uuid: string
  status: string
  payment_state: string
  is_leased: boolean
}

const sandbox = useSandbox()
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct()
})
afterEach(async () => {
  await sandbox.clearFaults()
  resetCircuitBreakers()
})

const place = async (email?: string) => {
  const checkout = makeCheckout(tee)
  const body = email ? { ...checkout, customer: { ...checkout.customer, email } } : checkout
  return (await call<Placed>('POST', '/order', { body })).body
}
const capture = (placed: Placed) =>
  call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
/** As the page does when the payment window ends without an approval. */
const closeWindow = ({ id, key }: Placed) =>
  call('POST', `/order/${id}/capture`, { body: { key, isWindowClosed: true } })
const orderOf = async (placed: Placed): Promise<OrderRow> => {
  const [row] = await rowsOf<OrderRow>(
    sql`select id, uuid, status::text, payment_state::text, capture_lease_until is not null as is_leased
      from orders where order_number = ${placed.orderNumber}`,
  )
  if (!row) throw new Error(`No order ${placed.orderNumber}`)
  return row
}
const changeOrder = (
  placed: Placed,
  state: string,
  createdMinutesAgo: number,
  status = 'pending',
) =>
  rowsOf(sql`update orders set payment_state = ${state}, status = ${status},
    capture_lease_until = now() - interval '1 second',
    created_at = now() - make_interval(mins => ${createdMinutesAgo}) where order_number = ${placed.orderNumber}`)
const eventsOf = async (placed: Placed) =>
  (
    await rowsOf<{ type: string }>(
      sql`select e.type from order_events e join orders o on o.id = e.order_id
        where o.order_number = ${placed.orderNumber} order by e.id`,
    )
  ).map(({ type }) => type)
const reconcile = async () => runJob(await getTestPayload(), 'reconcile-payments', {})
const capturesAtPayPal = async (placed: Placed) =>
  (await sandbox.calls()).filter(({ path }) => path === `/v2/checkout/orders/${placed.id}/capture`)
    .length
const rejectCaptures = (issue: string, status = 422) =>
  sandbox.fault({
    provider: 'paypal',
    match: { method: 'POST', path: '/v2/checkout/orders/.*/capture' },
    fault: 'status',
    status,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] },
    times: 99,
  })

describe('a payment window that is closed', () => {
  const notApproved = { status: 422, body: { code: 'payment_not_approved' } }

  it('after a decline charges nothing, although PayPal still calls the payment approved', async () => {
    const payload = await getTestPayload()
    const placed = await place()
    await sandbox.approve(placed.id)
    await rejectCaptures('INSTRUMENT_DECLINED')
    expect(await capture(placed)).toMatchObject({ status: 422, body: { code: 'payment_declined' } })
    await sandbox.clearFaults()
    const captures = await capturesAtPayPal(placed)
    expect(await closeWindow(placed)).toMatchObject(notApproved)
    await applyPaymentEvent(
      { payload, payments: getProviders().payments },
      { eventType: 'CHECKOUT.ORDER.APPROVED', resource: { id: placed.id } },
    )
    expect(await capturesAtPayPal(placed)).toBe(captures)
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
    expect(await eventsOf(placed)).toEqual(['placed', 'declined'])
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('before the approval asks for no capture; after it, the payment is captured', async () => {
    const placed = await place()
    expect(await closeWindow(placed)).toMatchObject(notApproved)
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'created', is_leased: false })
    await sandbox.approve(placed.id)
    expect(await closeWindow(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await capturesAtPayPal(placed)).toBe(1)
    expect(await closeWindow(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('while PayPal can’t be reached leaves the order as it was', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'GET', path: '/v2/checkout/orders/.*' },
      fault: 'status',
      status: 503,
      times: 99,
    })
    expect((await closeWindow(placed)).status).toBeGreaterThanOrEqual(500)
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'created', is_leased: false })
    await sandbox.clearFaults()
    resetCircuitBreakers()
    expect(await closeWindow(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('after a decline and a try without an approval still charges nothing by itself', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await rejectCaptures('INSTRUMENT_DECLINED')
    await capture(placed)
    await sandbox.clearFaults()
    await rejectCaptures('ORDER_NOT_APPROVED')
    expect(await capture(placed)).toMatchObject(notApproved)
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
  })
})

describe('a payment that PayPal refuses', () => {
  it('because of the shop’s account is reported to the buyer and staff and not charged later', async () => {
    const payload = await getTestPayload()
    const placed = await place()
    await sandbox.approve(placed.id)
    await rejectCaptures('PAYEE_ACCOUNT_RESTRICTED')
    const before = await countToDo(payload)
    const refused = await capture(placed)
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'payment_unavailable',
        error: expect.stringContaining('You haven’t been charged.') as string,
      },
    })
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
    expect(await eventsOf(placed)).toEqual(['placed', 'payment_refused'])
    expect(await getNewestRefusal(payload)).toBe('PAYEE_ACCOUNT_RESTRICTED')
    expect((await countToDo(payload)).refusedPayments).toBe(before.refusedPayments + 1)
    const { orders } = await listAdminOrders(
      payload,
      orderListQuery.parse({ search: placed.orderNumber, issue: 'payment' }),
    )
    expect(orders).toHaveLength(1)

    await sandbox.clearFaults()
    const captures = await capturesAtPayPal(placed)
    await rowsOf(
      sql`update orders set updated_at = now() - interval '11 minutes' where order_number = ${placed.orderNumber}`,
    )
    await reconcile()
    const approved = await applyPaymentEvent(
      { payload, payments: getProviders().payments },
      { eventType: 'CHECKOUT.ORDER.APPROVED', resource: { id: placed.id } },
    )
    expect(approved.status).toBe('processed')
    expect(await capturesAtPayPal(placed)).toBe(captures)
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'declined' })
  })

  it('because of the shop’s account can be retried once the account works', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await rejectCaptures('TRANSACTION_RECEIVING_LIMIT_EXCEEDED')
    await capture(placed)
    await sandbox.clearFaults()
    expect(await capture(placed)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment_state: 'completed' })
  })

  it('when it is started returns a payment error instead of a server error', async () => {
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'PAYEE_NOT_ENABLED' }] },
      times: 9,
    })
    const body = makeCheckout(tee)
    expect(await call('POST', '/order', { body })).toMatchObject({
      status: 422,
      body: { code: 'payment_unavailable' },
    })
    await sandbox.clearFaults()
    expect((await call('POST', '/order', { body })).status).toBe(200)
  })

  it('because of the address returns an error for the field and isn’t blamed on the account', async () => {
    const payload = await getTestPayload()
    const before = (await countToDo(payload)).refusedPayments
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'POSTAL_CODE_REQUIRED' }] },
      times: 1,
    })
    expect(await call('POST', '/order', { body: makeCheckout(tee) })).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { 'customer.zip': expect.any(String) as string } },
    })
    expect((await countToDo(payload)).refusedPayments).toBe(before)
  })
})

describe('a capture without a recorded result', () => {
  it('is declined once the quote has expired, and the buyer gets one email that nothing was charged', async () => {
    const email = 'left-alone@example.com'
    const placed = await place(email)
    await sandbox.approve(placed.id)
    await changeOrder(placed, 'capturing', 40)
    const payload = await getTestPayload()
    const declines = await countDeclinesInAnHour(payload)
    await reconcile()
    await reconcile()
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
    expect(await capturesAtPayPal(placed)).toBe(0)
    // No bank declined it, so it doesn't look like someone who tests cards.
    expect(await countDeclinesInAnHour(payload)).toBe(declines)
    await runWaitingJobs()
    const mails = await sandbox.mails(email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your payment didn’t go through. Order ${placed.orderNumber}`,
    ])
    expect(mails[0]?.text).toContain('You haven’t been charged.')
  })

  it('and the promised email survive a worker that ends before it is queued', async () => {
    const email = 'still-promised@example.com'
    const placed = await place(email)
    await changeOrder(placed, 'capturing', 40)
    await rowsOf(
      sql`create function refuse_failed_email() returns trigger language plpgsql as $$ begin raise 'not queued'; end $$`,
    )
    await rowsOf(
      sql`create trigger refuse_failed_email before insert on graphile_worker._private_jobs for each row
        when (new.key like 'payment-failed:%') execute function refuse_failed_email()`,
    )
    try {
      await reconcile()
    } finally {
      await rowsOf(sql`drop function refuse_failed_email cascade`)
    }
    await reconcile()
    await runWaitingJobs()
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
    expect((await sandbox.mails(email)).map(({ subject }) => subject)).toEqual([
      `Your payment didn’t go through. Order ${placed.orderNumber}`,
    ])
  })

  it('sends the promised email, too, when PayPal’s event says first that it was declined', async () => {
    const email = 'event-was-first@example.com'
    const checkout = makeCheckout(tee)
    const customer = { ...checkout.customer, email }
    const body = { ...checkout, customer, paymentMethod: 'card' }
    const { body: placed } = await call<Placed>('POST', '/order', { body })
    await sandbox.approve(placed.id, 'card-decline', 'card')
    const { payments } = getProviders()
    await payments.captureOrder(placed.id, `k-${(await orderOf(placed)).uuid}-1`)
    await changeOrder(placed, 'capturing', 5)
    const event = { eventType: 'PAYMENT.CAPTURE.DECLINED', resource: { id: placed.id } }
    await applyPaymentEvent({ payload: await getTestPayload(), payments }, event)
    await reconcile()
    await runWaitingJobs()
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
    expect((await sandbox.mails(email)).map(({ subject }) => subject)).toEqual([
      `Your payment didn’t go through. Order ${placed.orderNumber}`,
    ])
  })

  it('is declined at once and not checked again when the order was canceled', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await changeOrder(placed, 'capturing', 1, 'cancelled')
    await reconcile()
    expect(await orderOf(placed)).toMatchObject({ status: 'cancelled', payment_state: 'declined' })
    const reads = (await sandbox.calls()).filter(({ path }) => path.includes(placed.id)).length
    await reconcile()
    expect((await sandbox.calls()).filter(({ path }) => path.includes(placed.id))).toHaveLength(
      reads,
    )
  })

  it('is counted for staff when it stays unconfirmed for too long', async () => {
    const payload = await getTestPayload()
    const placed = await place()
    const before = (await countToDo(payload)).unconfirmedPayments
    await changeOrder(placed, 'capturing', 50)
    expect((await countToDo(payload)).unconfirmedPayments).toBe(before + 1)
    await changeOrder(placed, 'declined', 50)
  })
})

describe('a payment whose buyer never came back from PayPal', () => {
  const subjectsTo = async (email: string) => {
    await runWaitingJobs()
    return (await sandbox.mails(email)).map(({ subject }) => subject)
  }
  const failedEmail = ({ orderNumber }: Placed) =>
    `Your payment didn’t go through. Order ${orderNumber}`
  const deliver = async (eventType: string, placed: Placed) =>
    applyPaymentEvent(
      { payload: await getTestPayload(), payments: getProviders().payments },
      { eventType, resource: { id: placed.id } },
    )
  const reportApproval = (placed: Placed) => deliver('CHECKOUT.ORDER.APPROVED', placed)
  const expireLease = (placed: Placed) =>
    rowsOf(
      sql`update orders set capture_lease_until = now() - interval '1 second' where order_number = ${placed.orderNumber}`,
    )
  const placeByCard = async (email: string) => {
    const checkout = makeCheckout(tee)
    const customer = { ...checkout.customer, email }
    const body = { ...checkout, customer, paymentMethod: 'card' }
    return (await call<Placed>('POST', '/order', { body })).body
  }

  it.each(['decline', 'card-decline'] as const)(
    'and that fails (%s) sends one email, however often PayPal reports it',
    async (funding) => {
      const email = `never-back-${funding}@example.com`
      const placed = funding === 'decline' ? await place(email) : await placeByCard(email)
      await sandbox.approve(placed.id, funding, funding === 'decline' ? 'paypal' : 'card')
      await reportApproval(placed)
      expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
      await reportApproval(placed)
      expect(await subjectsTo(email)).toEqual([failedEmail(placed)])
      await reportApproval(placed)
      await reconcile()
      expect(await subjectsTo(email)).toEqual([failedEmail(placed)])
      expect((await sandbox.mails(email))[0]?.text).toContain('You haven’t been charged.')
    },
  )

  it('and that the shop’s account can’t take sends one email', async () => {
    const email = 'never-back-refused@example.com'
    const placed = await place(email)
    await sandbox.approve(placed.id)
    await rejectCaptures('PAYEE_ACCOUNT_RESTRICTED')
    await reportApproval(placed)
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined' })
    expect(await subjectsTo(email)).toEqual([failedEmail(placed)])
  })

  it('and that goes through sends no such email', async () => {
    const email = 'never-back-paid@example.com'
    const placed = await place(email)
    await sandbox.approve(placed.id)
    await reportApproval(placed)
    expect(await orderOf(placed)).toMatchObject({ status: 'paid' })
    expect(await subjectsTo(email)).toEqual([expect.not.stringContaining('didn’t go through')])
  })

  it('gets one email although the worker ended before it queued it', async () => {
    const email = 'never-back-killed@example.com'
    const placed = await place(email)
    await sandbox.approve(placed.id, 'decline')
    await rowsOf(
      sql`create function refuse_failed_email() returns trigger language plpgsql as $$ begin raise 'not queued'; end $$`,
    )
    await rowsOf(
      sql`create trigger refuse_failed_email before insert on graphile_worker._private_jobs for each row
        when (new.key like 'payment-failed:%') execute function refuse_failed_email()`,
    )
    try {
      await reportApproval(placed)
    } finally {
      await rowsOf(sql`drop function refuse_failed_email cascade`)
    }
    expect(await capturesAtPayPal(placed)).toBe(0)
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'capturing', is_leased: true })
    await expireLease(placed)
    await reconcile()
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
    expect(await subjectsTo(email)).toEqual([failedEmail(placed)])
  })

  it('gets one email when the answer was lost and PayPal’s event says that it was declined', async () => {
    const email = 'never-back-unknown@example.com'
    const placed = await placeByCard(email)
    await sandbox.approve(placed.id, 'card-decline', 'card')
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders/.*/capture' },
      fault: 'reset-after',
      times: 99,
    })
    expect((await reportApproval(placed)).note).toBe('Captured automatically: WORKING.')
    await sandbox.clearFaults()
    resetCircuitBreakers()
    await deliver('PAYMENT.CAPTURE.DECLINED', placed)
    await reportApproval(placed)
    await reconcile()
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined' })
    expect(await subjectsTo(email)).toEqual([failedEmail(placed)])
  })

  it('and that was approved too late sends one email, unless the cart was paid with another order', async () => {
    const late = async (email: string, cartId: string) => {
      const standard = makeCheckout(tee)
      const customer = { ...standard.customer, email }
      const body = { ...standard, customer, cartId }
      const placed = (await call<Placed>('POST', '/order', { body })).body
      await sandbox.approve(placed.id)
      return placed
    }
    const [left, other] = ['too-late@example.com', 'paid-again@example.com']
    const first = await late(left, randomUUID())
    const cart = randomUUID()
    const [second, third] = [await late(other, cart), await late(other, cart)]
    for (const placed of [first, second]) {
      await changeOrder(placed, 'created', 40)
      expect((await reportApproval(placed)).note).toContain('Approved too late')
    }
    expect((await capture(third)).status).toBe(200)
    expect(await subjectsTo(left)).toEqual([failedEmail(first)])
    expect(await subjectsTo(other)).toEqual([expect.not.stringContaining('didn’t go through')])
    expect([await capturesAtPayPal(first), await capturesAtPayPal(second)]).toEqual([0, 0])
  })
})

describe('a capture that PayPal denied', () => {
  /** Denies the pending capture of an order. @returns a function that sends its webhook again */
  const deny = async (placed: Placed) => {
    const [payment] = await rowsOf<{ provider_id: string }>(
      sql`select p.provider_id from payments p join orders o on o.id = p.order_id
        where o.order_number = ${placed.orderNumber} order by p.id desc limit 1`,
    )
    const id = payment?.provider_id ?? ''
    await sandbox.denyCapture(id)
    const denied = async () =>
      applyPaymentEvent(
        { payload: await getTestPayload(), payments: getProviders().payments },
        {
          eventType: 'PAYMENT.CAPTURE.DENIED',
          resource: { id, supplementary_data: { related_ids: { order_id: placed.id } } },
        },
      )
    await denied()
    return denied
  }
  const capturedAndDenied = async (email?: string) => {
    const standard = makeCheckout(tee)
    const checkout = email ? { ...standard, customer: { ...standard.customer, email } } : standard
    const { body: placed } = await call<Placed>('POST', '/order', { body: checkout })
    await sandbox.approve(placed.id, 'pending')
    await capture(placed)
    return { placed, checkout, denied: await deny(placed) }
  }

  it('tells the buyer, who was told that it was on its way, in one email', async () => {
    const email = 'denied-later@example.com'
    const { placed, denied } = await capturedAndDenied(email)
    await runWaitingJobs()
    await denied()
    await runWaitingJobs()
    const mails = await sandbox.mails(email)
    const failed = mails.filter(({ subject }) => subject.includes('didn’t go through'))
    expect(failed.map(({ subject }) => subject)).toEqual([
      `Your payment didn’t go through. Order ${placed.orderNumber}`,
    ])
  })

  it('tells the buyer again when the next payment of the order fails, too', async () => {
    const email = 'denied-twice@example.com'
    const { placed, checkout } = await capturedAndDenied(email)
    await runWaitingJobs()
    const { body: again } = await call<Placed>('POST', '/order', { body: checkout })
    expect(again.orderNumber).toBe(placed.orderNumber)
    await sandbox.approve(again.id, 'pending')
    await capture(again)
    await runWaitingJobs()
    await deny(again)
    await runWaitingJobs()
    const mails = await sandbox.mails(email)
    const subjects = mails.map(
      ({ subject }) => /still processing|didn’t go through/.exec(subject)?.[0],
    )
    // The first payment was denied before its email was sent.
    expect(subjects).toEqual(['didn’t go through', 'still processing', 'didn’t go through'])
  })

  it('sends no email about it while the next payment is under way', async () => {
    const email = 'denied-and-paid@example.com'
    const { checkout } = await capturedAndDenied(email)
    const { body: again } = await call<Placed>('POST', '/order', { body: checkout })
    await sandbox.approve(again.id, 'pending')
    await capture(again)
    await runWaitingJobs()
    const mails = await sandbox.mails(email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Thank you, Wren. Your payment is still processing.',
    ])
  })

  it('that was never pending is told on the page only', async () => {
    const email = 'declined-at-once@example.com'
    const placed = await place(email)
    await sandbox.approve(placed.id, 'decline')
    expect((await capture(placed)).status).toBe(422)
    await applyPaymentEvent(
      { payload: await getTestPayload(), payments: getProviders().payments },
      { eventType: 'CHECKOUT.ORDER.APPROVED', resource: { id: placed.id } },
    )
    await runWaitingJobs()
    expect(await sandbox.mails(email)).toEqual([])
  })

  it('can’t be captured again, but its order can be paid with a new payment', async () => {
    const { placed, checkout } = await capturedAndDenied()
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined' })
    expect(await capture(placed)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'declined', is_leased: false })
    const { body: again } = await call<Placed>('POST', '/order', { body: checkout })
    expect(again).toMatchObject({ orderNumber: placed.orderNumber })
    expect(again.id).not.toBe(placed.id)
    await sandbox.approve(again.id)
    expect(await capture(again)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  it('doesn’t revert a paid order to unpaid', async () => {
    const payload = await getTestPayload()
    const placed = await place()
    await sandbox.approve(placed.id)
    await capture(placed)
    const order = await orderOf(placed)
    const denied = {
      id: `DENIED${order.id}`,
      status: 'declined' as const,
      amountCents: 4055,
      currency: 'USD',
      feeCents: null,
      reason: 'DENIED',
      reference: order.uuid,
    }
    expect(await settlePayment(payload, order, denied)).toBe('completed')
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment_state: 'completed' })
  })
})

it('a decline that is processed late leaves the payment alone that the buyer opened since', async () => {
  const checkout = makeCheckout(tee)
  const open = async (paymentMethod: string) =>
    (await call<Placed>('POST', '/order', { body: { ...checkout, paymentMethod } })).body
  const card = await open('card')
  await sandbox.approve(card.id, 'card-decline', 'card')
  const { payments } = getProviders()
  const { uuid } = await orderOf(card)
  await payments.captureOrder(card.id, `k-${uuid}-1`)
  await sandbox.fault({
    provider: 'paypal',
    match: { method: 'GET', path: `/v2/checkout/orders/${card.id}` },
    fault: 'latency',
    when: 'after',
    latencyMs: 7500,
  })
  const event = { eventType: 'PAYMENT.CAPTURE.DECLINED', resource: { id: card.id } }
  const late = applyPaymentEvent({ payload: await getTestPayload(), payments }, event)
  await sandbox.faultMet()
  expect((await capture(card)).status).toBe(422)
  const venmo = await open('venmo')
  await sandbox.approve(venmo.id, 'ok', 'venmo')
  await sandbox.clearFaults()
  expect((await late).status).toBe('processed')
  expect(await orderOf(venmo)).toMatchObject({ payment_state: 'created' })
  expect(await eventsOf(venmo)).toEqual(['placed', 'declined'])
  expect(await capture(venmo)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
})

it('accepts payment for an order whose number repeats after a restore', async () => {
  const placed = await place()
  await sandbox.approve(placed.id)
  await capture(placed)
  const number = Number(placed.orderNumber.slice(3))
  await rowsOf(
    sql`update orders set order_number = ${`OLD-${number}`} where order_number = ${placed.orderNumber}`,
  )
  const [sequence] = await rowsOf<{ last_value: string }>(sql`select last_value from order_numbers`)
  await rowsOf(sql`select setval('order_numbers', ${number - 1})`)
  const again = await place()
  expect(again.orderNumber).toBe(placed.orderNumber)
  await sandbox.approve(again.id)
  expect(await capture(again)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  await rowsOf(
    sql`update orders set order_number = ${`NEW-${number}`} where order_number = ${again.orderNumber}`,
  )
  await rowsOf(sql`select setval('order_numbers', ${Number(sequence?.last_value)})`)
})

it('completes a pending PayPal refund without its webhook', async () => {
  const payload = await getTestPayload()
  const placed = await place()
  await sandbox.approve(placed.id)
  await capture(placed)
  const order = await orderOf(placed)
  const [payment] = await rowsOf<{ provider_id: string }>(
    sql`select provider_id from payments where order_id = ${order.id} and kind = 'capture'`,
  )
  await sandbox.refund(payment?.provider_id ?? '', '10.00')
  const { refunds } = (await getProviders().payments.getOrder(placed.id)) ?? { refunds: [] }
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, request_id, status, amount_cents, currency, updated_at, created_at)
      values (${order.id}, 'refund', 'paypal', ${refunds[0]?.id ?? ''}, ${`r-${order.uuid}`}, 'pending', 1000, 'USD', now() - interval '11 minutes', now() - interval '11 minutes')`,
  )
  await finishRefunds({ payload, payments: getProviders().payments })
  expect(
    await rowsOf(
      sql`select status::text, amount_cents::int from payments where order_id = ${order.id} and kind = 'refund'`,
    ),
  ).toEqual([{ status: 'completed', amount_cents: 1000 }])
})
