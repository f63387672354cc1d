import { randomUUID } from 'node:crypto'

import {
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful, forgetPrintful } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { pollPrintfulOrders } from '@/modules/fulfillment/actions/poll-printful-orders'
import { requestSubmission } from '@/modules/fulfillment/actions/request-submission'
import { getPrintOrder } from '@/modules/fulfillment/queries/print-queue'
import { getChangeRequest } from '@/modules/orders/queries/change-request'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import type { Product } from '@/payload-types'
import { getProviders } from '@/providers'

import { eventsOf, openPayment, pay, payDifference, refundsOf } from './paid-change'

type Placed = { id: string; orderNumber: string; key: string }
type Bought = Placed & { orderId: number; item: string }
type Failed = { code: string; error: string }
type Asked = Failed & { id: number; orderNumber: string }
type Payable = { orderNumber: string; key: string }

const sandbox = useSandbox()
let admin: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
  // M costs $32.00, S $28.00, XL $35.00, and XXL $38.00.
  tee = await makeProduct({
    name: 'Fern Tee',
    sizesAvailable: ['S', 'M', 'XL', 'XXL'],
    colorsAvailable: ['Pine', 'Bone'],
  })
  await setPrice('S', 2800)
  await setPrice('XL', 3500)
  await setPrice('XXL', 3800)
})
afterEach(() => sandbox.clearFaults())

const setPrice = (size: string, cents: number) =>
  rowsOf(sql`
    update products_variants set price_override_cents = ${cents} where _parent_id = ${tee.id} and size = ${size}`)
const setAvailable = (size: string, isAvailable: boolean) =>
  rowsOf(sql`
    update products_variants set available = ${isAvailable} where _parent_id = ${tee.id} and size = ${size}`)
const rowOf = async (orderNumber: string) => {
  const [row] = await rowsOf<{
    id: number
    item: string | null
    size: string | null
    status: string
    state: string | null
    requested: boolean | null
    total: number
    until: string | null
    street: string | null
    fulfillment: string | null
  }>(sql`
    select o.id, i.id as item, i.size, o.status, o.price_difference_state as state, o.total_cents::integer as total,
           o.price_difference_is_requested as requested, o.payable_until as until,
           o.shipping_address_address1 as street, o.fulfillment::text
      from orders o left join orders_items i on i._parent_id = o.id where o.order_number = ${orderNumber}`)
  if (!row) throw new Error(`No order ${orderNumber}`)
  return row
}
/** Buys one tee in M for $40.55, including shipping and tax. */
const buy = async (changes: Parameters<typeof makeCheckout>[1] = {}): Promise<Bought> => {
  const { body: placed } = await call<Placed>('POST', '/order', {
    body: makeCheckout(tee, changes),
  })
  expect((await pay(sandbox, placed)).status).toBe(200)
  await runWaitingJobs()
  const { id, item } = await rowOf(placed.orderNumber)
  return { ...placed, orderId: id, item: item ?? '' }
}
const ask = ({ orderId, item }: Bought, size = 'XL', charge = '3.24') =>
  call<Asked>('POST', `/api/admin/orders/${orderId}/items/${item}/request`, {
    as: admin,
    body: { size, color: 'Pine', charge },
  })
/** Asks the customer to pay for XL, and returns the number of the order for the difference. */
const asked = async (order: Bought): Promise<string> => {
  const { status, body } = await ask(order)
  expect([status, body.error]).toEqual([201, undefined])
  return body.orderNumber
}
const withdraw = ({ orderId }: Bought) =>
  call<Failed>('DELETE', `/api/admin/orders/${orderId}/change-request`, { as: admin })
const follow = ({ orderNumber, key }: Bought, amount = '3.24') =>
  call<Failed & { orderNumber: string; path: string }>(
    'POST',
    `/api/orders/${orderNumber}/change-request`,
    { body: { key, amount } },
  )
/** Presses the button on the order's page, and returns the order that is to be paid. */
const followed = async (order: Bought, amount?: string): Promise<Payable> => {
  const { status, body } = await follow(order, amount)
  expect([status, body.error]).toEqual([200, undefined])
  return { orderNumber: body.orderNumber, key: body.path.replace(/^.*key=/, '') }
}
const payRequest = async (payable: Payable) => {
  await payDifference(sandbox, payable)
  await runWaitingJobs()
}
const sizeOf = async ({ orderNumber }: Bought) => (await rowOf(orderNumber)).size
const viewOf = async ({ orderNumber, key }: Bought) =>
  getOrderByKey(await getTestPayload(), orderNumber, key)
const offerOf = async (order: Bought) => (await viewOf(order))?.changeRequest
/** How often the order's page says that a change isn't offered anymore. */
const endsShown = async (order: Bought) =>
  (await viewOf(order))?.events.filter(({ type }) => type === 'change_request_ended').length
const endedBecause = async ({ orderNumber }: Bought) =>
  (await eventsOf(orderNumber, 'change_request_ended')).map(({ message }) => message)
const requestsOf = ({ orderId }: Bought) =>
  rowsOf(sql`select id from orders where price_difference_order_id = ${orderId}`)
/** What staff were notified of since the order was paid. */
const answersTo = ({ orderId }: Bought) =>
  rowsOf<{ title: string; path: string }>(sql`
    select title, path from staff_notifications
     where order_id = ${orderId} and event_key not like 'order:%' order by id`)
const reconcile = async () => runJob(await getTestPayload(), 'reconcile-payments', {})

describe('asking the customer to pay for a change', () => {
  it('emails the link of the order, whose page shows the change, and makes it once it is paid', async () => {
    const order = await buy()
    const request = await asked(order)
    await runWaitingJobs()
    expect(await rowOf(request)).toMatchObject({
      status: 'pending',
      state: 'open',
      requested: true,
      total: 324,
    })
    const mails = await sandbox.mails(customer.email)
    const mail = mails.filter(({ subject }) => subject.includes(order.orderNumber))
    expect(mail.map(({ subject }) => subject)).toEqual([
      `A change to order ${order.orderNumber} for $3.24`,
    ])
    expect(mail[0]?.text).toContain(
      `We can change Fern Tee from Pine, M to Pine, XL in order ${order.orderNumber}. It costs $3.24 more.`,
    )
    expect(mail[0]?.text).toContain(`/orders/${order.orderNumber}?key=${order.key}`)
    expect(await offerOf(order)).toMatchObject({
      change: 'Fern Tee from Pine, M to Pine, XL in your order',
      askedCents: 324,
      costCents: 324,
    })
    expect(await sizeOf(order)).toBe('M')

    const payable = await followed(order)
    expect(payable.orderNumber).toBe(request)
    await payRequest(payable)
    expect(await rowOf(request)).toMatchObject({ status: 'delivered', state: 'applied' })
    expect(await sizeOf(order)).toBe('XL')
    expect(await eventsOf(order.orderNumber, 'item_changed')).toHaveLength(1)
    expect(await offerOf(order)).toBeNull()
    expect(await endedBecause(order)).toEqual([])
    await runJob(await getTestPayload(), 'apply-paid-swap', { orderId: (await rowOf(request)).id })
    expect(await answersTo(order)).toEqual([
      {
        title: `The customer paid for the change to ${order.orderNumber}`,
        path: `/admin/orders/${order.orderId}`,
      },
    ])
    expect(await eventsOf(order.orderNumber, 'change_requested')).toMatchObject([
      {
        message: 'Asked the customer to pay $3.24 for a change',
        reason: `Fern Tee: Pine, M would be Pine, XL. Order ${request} is for the difference.`,
      },
    ])
    expect(
      await rowsOf(sql`
        select action from audit_events where subject_type = 'order' and subject_id = ${String(order.orderId)}
           and action like 'order.change%'`),
    ).toEqual([{ action: 'order.change_requested' }])
  })

  it('asks once, however often staff click, and refuses a second request until the first is withdrawn', async () => {
    const order = await buy()
    const answers = await Promise.all([1, 2, 3].map(() => ask(order)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await requestsOf(order)).toHaveLength(1)
    await runWaitingJobs()
    expect(
      (await sandbox.mails(customer.email)).filter(({ subject }) =>
        subject.includes(order.orderNumber),
      ),
    ).toHaveLength(1)
    const second = await ask(order, 'XXL', '6.48')
    expect([second.status, second.body.error]).toEqual([
      409,
      'The customer was already asked to pay for a change to this order. Withdraw that request first.',
    ])
    expect((await withdraw(order)).status).toBe(200)
    expect((await ask(order, 'XXL', '6.48')).status).toBe(201)
  })

  it('is refused for another price than the one shown, what costs no more, and orders that are being printed', async () => {
    const order = await buy()
    expect((await ask(order, 'XL', '3.00')).body.code).toBe('version_conflict')
    expect((await ask(order, 'S', '0.00')).body.code).toBe('version_conflict')
    expect((await ask({ ...order, item: 'nothing' })).status).toBe(404)
    await rowsOf(sql`update orders set fulfillment = 'submitted', status = 'processing', printful_order_id = 'p-1'
      where id = ${order.orderId}`)
    expect((await ask(order)).body.error).toMatch('Printing has begun')
    expect(await requestsOf(order)).toEqual([])
  })

  it('needs the draft on Printful to be canceled first, and says so', async () => {
    const order = await buy({
      amount: '37.99',
      customer: { ...customer, city: 'Philadelphia', stateCode: 'PA', zip: '19103' },
    })
    await rowsOf(sql`update orders set fulfillment = 'draft', printful_order_id = ${`p-${order.orderId}`}
      where id = ${order.orderId}`)
    const obstacle = 'To ask the customer to pay for it, cancel the order on Printful first.'
    const refused = await ask(order, 'XL', '3.00')
    expect([refused.status, refused.body.error]).toEqual([409, obstacle])
    const { body: check } = await call<{ note: string; charge: string }>(
      'POST',
      `/api/admin/orders/${order.orderId}/address/check`,
      {
        as: admin,
        body: {
          firstName: 'Wren',
          lastName: 'Okafor',
          address1: '200 Cedar Street',
          city: 'Ventura',
          stateCode: 'CA',
          zip: '93001',
        },
      },
    )
    expect(check.charge).toBe('0.00')
    expect(check.note).toContain(`The customer isn’t charged for it. ${obstacle}`)
    expect(await requestsOf(order)).toEqual([])
    // Printful doesn't cancel what failed there.
    await rowsOf(sql`update orders set fulfillment = 'failed' where id = ${order.orderId}`)
    expect((await ask(order, 'XL', '3.00')).body.error).toMatch('an order that failed at Printful')
    await rowsOf(sql`update orders set fulfillment = 'canceled' where id = ${order.orderId}`)
    expect((await ask(order, 'XL', '3.00')).status).toBe(201)
    await payRequest(await followed(order, '3.00'))
    expect(await sizeOf(order)).toBe('XL')
  })

  it('also works for an order that the shop holds, before the printer has it', async () => {
    const order = await buy()
    await rowsOf(sql`update orders set fulfillment = 'on-hold' where id = ${order.orderId}`)
    await asked(order)
    await payRequest(await followed(order))
    expect(await sizeOf(order)).toBe('XL')
  })

  it('asks for an address, and keeps it off the timeline', async () => {
    const order = await buy({
      amount: '37.99',
      customer: { ...customer, city: 'Philadelphia', stateCode: 'PA', zip: '19103' },
    })
    const address = {
      firstName: 'Wren',
      lastName: 'Okafor',
      address1: '200 Cedar Street',
      city: 'Ventura',
      stateCode: 'CA',
      zip: '93001',
    }
    const { body: check } = await call<{ note: string; charge: string }>(
      'POST',
      `/api/admin/orders/${order.orderId}/address/check`,
      { as: admin, body: address },
    )
    expect(check.charge).toBe('2.56')
    expect(check.note).not.toContain('isn’t charged')
    const request = await call<Asked>(
      'POST',
      `/api/admin/orders/${order.orderId}/address/request`,
      { as: admin, body: { ...address, charge: check.charge } },
    )
    expect(request.status).toBe(201)
    const [event] = await eventsOf(order.orderNumber, 'change_requested')
    expect(event?.reason).not.toContain('Cedar')
    expect((await offerOf(order))?.change).toBe(
      'the shipping address for your order to 200 Cedar Street, Ventura, CA 93001',
    )
    await withdraw(order)
    expect((await rowOf(request.body.orderNumber)).street).toBeNull()

    await call('POST', `/api/admin/orders/${order.orderId}/address/request`, {
      as: admin,
      body: { ...address, charge: check.charge },
    })
    await payRequest(await followed(order, check.charge))
    expect((await rowOf(order.orderNumber)).street).toBe('200 Cedar Street')
  })
})

describe('a request to pay for a change', () => {
  it('can be withdrawn, and then not be paid', async () => {
    const order = await buy()
    const request = await asked(order)
    const payable = await followed(order)
    const { body: payment } = await openPayment(payable)
    expect((await withdraw(order)).status).toBe(200)
    expect((await withdraw(order)).status).toBe(200)
    expect(await offerOf(order)).toBeNull()
    expect((await follow(order)).body.error).toMatch('no longer offered')
    expect((await pay(sandbox, { id: payment.id, key: payable.key })).status).toBe(409)
    expect((await openPayment(payable)).body.code).toBe('link_expired')
    expect(await rowOf(request)).toMatchObject({ status: 'cancelled', state: 'open' })
    expect(await endedBecause(order)).toEqual(['The request to pay for a change was withdrawn'])
    expect(await answersTo(order)).toEqual([])
    expect(await sizeOf(order)).toBe('M')
  })

  it('can’t be withdrawn while the customer is paying', async () => {
    const order = await buy()
    const request = await asked(order)
    await rowsOf(
      sql`update orders set payment_state = 'capturing', capture_lease_until = now() + interval '1 minute' where order_number = ${request}`,
    )
    expect((await withdraw(order)).body.error).toMatch('The customer is paying')
    expect((await ask(order)).body.error).toMatch('is paying')
    expect(await offerOf(order)).toBeNull()
    expect(await getChangeRequest(await getTestPayload(), order.orderId, 'it')).toMatchObject({
      isBeingPaid: true,
    })
  })

  it('ends at its deadline, of which the order’s timeline tells', async () => {
    const order = await buy()
    const request = await asked(order)
    const days = Date.parse((await rowOf(request)).until ?? '') - Date.now()
    expect(days / 86_400_000).toBeGreaterThan(2.9)
    expect(days / 86_400_000).toBeLessThan(4.1)
    const payable = await followed(order)
    await rowsOf(
      sql`update orders set payable_until = now() - interval '2 hours' where order_number = ${request}`,
    )
    expect(await offerOf(order)).toBeNull()
    // At once, not only when it is closed later, and then once.
    expect(await endsShown(order)).toBe(1)
    expect((await openPayment(payable)).body.code).toBe('link_expired')
    await reconcile()
    expect(await endsShown(order)).toBe(1)
    expect((await rowOf(request)).status).toBe('cancelled')
    expect(await endedBecause(order)).toEqual(['The customer didn’t pay for the change in time'])
    await reconcile()
    expect(await answersTo(order)).toMatchObject([
      { title: `The customer didn’t pay for the change to ${order.orderNumber}` },
    ])
    expect((await ask(order)).status).toBe(201)
  })

  it('ends when staff send the order to the printer', async () => {
    const order = await buy()
    const request = await asked(order)
    await requestSubmission(await getTestPayload(), {
      actor: { id: admin.user.id, role: 'admin' },
      actorName: 'Juniper',
      orderId: order.orderId,
    })
    expect((await rowOf(request)).status).toBe('cancelled')
    expect(await endedBecause(order)).toEqual([
      'Printing began before the customer paid for the change',
    ])
    await rowsOf(sql`update orders set fulfillment = 'none' where id = ${order.orderId}`)
  })

  it('ends with its order, and a payment that was begun isn’t captured', async () => {
    const order = await buy()
    const request = await asked(order)
    const payable = await followed(order)
    const { body: payment } = await openPayment(payable)
    await call('POST', `/api/orders/${order.orderNumber}/cancel`, { body: { key: order.key } })
    expect((await pay(sandbox, { id: payment.id, key: payable.key })).body.error).toMatch(
      'can no longer be changed this way. Nothing was charged.',
    )
    await reconcile()
    expect((await rowOf(request)).status).toBe('cancelled')
    expect(await endedBecause(order)).toHaveLength(1)
  })

  it('ends when its item is changed in another way, and when it is refunded', async () => {
    const changed = await buy()
    const first = await asked(changed)
    const { status } = await call(
      'PUT',
      `/api/orders/${changed.orderNumber}/items/${changed.item}`,
      { body: { key: changed.key, size: 'M', color: 'Bone', refund: '0.00' } },
    )
    expect(status).toBe(200)
    expect((await rowOf(first)).status).toBe('cancelled')
    expect(await endedBecause(changed)).toHaveLength(1)
    expect(await answersTo(changed)).toMatchObject([
      { title: `The customer didn’t pay for the change to ${changed.orderNumber}` },
    ])

    const refunded = await buy()
    const second = await asked(refunded)
    const refund = await call('POST', `/api/admin/orders/${refunded.orderId}/refund-lines`, {
      as: admin,
      body: {
        lines: [{ itemId: refunded.item, quantity: 1 }],
        amount: '34.56',
        reason: 'A seam gave',
        refundId: randomUUID(),
      },
    })
    expect(refund.status).toBe(200)
    expect((await rowOf(second)).status).toBe('cancelled')
    expect(await answersTo(refunded)).toEqual([])
  })

  it('is what the customer pays who chooses the same change on their own', async () => {
    const order = await buy()
    const request = await asked(order)
    const { body } = await call<{ orderNumber: string }>(
      'POST',
      `/api/orders/${order.orderNumber}/items/${order.item}/paid-swap`,
      { body: { key: order.key, size: 'XL', color: 'Pine', amount: '3.24' } },
    )
    expect(body.orderNumber).toBe(request)
  })

  it('is paid once, although the customer pays in two tabs', async () => {
    const order = await buy()
    const request = await asked(order)
    const payables = await Promise.all([followed(order), followed(order)])
    const opened = await Promise.all(payables.map(openPayment))
    expect(new Set(opened.map(({ body }) => body.id)).size).toBe(1)
    const [{ key }] = payables
    const id = opened[0]?.body.id ?? ''
    await sandbox.approve(id)
    await Promise.all([1, 2].map(() => call('POST', `/order/${id}/capture`, { body: { key } })))
    await runWaitingJobs()
    expect(await eventsOf(order.orderNumber, 'item_changed')).toHaveLength(1)
    expect(await refundsOf(request)).toEqual([])
    expect((await follow(order)).status).toBe(409)
  })

  it('is refunded if printing began before the change was made, and staff hear of it', async () => {
    const order = await buy()
    const request = await asked(order)
    const payable = await followed(order)
    const { body: payment } = await openPayment(payable)
    await pay(sandbox, { id: payment.id, key: payable.key })
    await rowsOf(sql`update orders set fulfillment = 'submitted', status = 'processing'
      where id = ${order.orderId}`)
    await runWaitingJobs()
    expect(await rowOf(request)).toMatchObject({ state: 'refused' })
    expect(await refundsOf(request)).toHaveLength(1)
    expect(await answersTo(order)).toMatchObject([
      { title: `The change to ${order.orderNumber} couldn’t be made` },
    ])
  })

  it('can still be paid after PayPal declined a payment', async () => {
    const order = await buy()
    await asked(order)
    const payable = await followed(order)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] },
      times: 1,
    })
    const { body: payment } = await openPayment(payable)
    expect((await pay(sandbox, { id: payment.id, key: payable.key })).status).toBe(422)
    expect(await offerOf(order)).toMatchObject({ costCents: 324 })
    await payRequest(await followed(order))
    expect(await sizeOf(order)).toBe('XL')
  })
})

describe('a request whose price has changed', () => {
  afterEach(async () => {
    await setPrice('XL', 3500)
    await setAvailable('XL', true)
  })

  it('isn’t charged at the old price, and is paid at the new one that the customer has seen', async () => {
    const order = await buy()
    const request = await asked(order)
    const payable = await followed(order)
    const { body: payment } = await openPayment(payable)
    await setPrice('XL', 3600)
    const old = await pay(sandbox, { id: payment.id, key: payable.key })
    expect([old.status, old.body.error]).toEqual([
      410,
      `The price of this change is now $4.32, not $3.24. Nothing was charged. You can pay the new price on the page for order ${order.orderNumber}.`,
    ])
    expect(await offerOf(order)).toMatchObject({ askedCents: 324, costCents: 432 })
    expect((await follow(order)).body.code).toBe('version_conflict')
    const renewed = await followed(order, '4.32')
    expect(renewed.orderNumber).not.toBe(request)
    expect((await followed(order, '4.32')).orderNumber).toBe(renewed.orderNumber)
    const [before, after] = [await rowOf(request), await rowOf(renewed.orderNumber)]
    expect(before.status).toBe('cancelled')
    expect(after).toMatchObject({ total: 432, requested: true, until: before.until })
    await payRequest(renewed)
    expect(await sizeOf(order)).toBe('XL')
    expect(await eventsOf(order.orderNumber, 'change_repriced')).toMatchObject([
      { message: 'The price of the change is now $4.32, not $3.24' },
    ])
  })

  it('can’t be paid once the size is out of stock', async () => {
    const order = await buy()
    await asked(order)
    const payable = await followed(order)
    await setAvailable('XL', false)
    expect((await openPayment(payable)).body.error).toMatch('can no longer be changed this way')
    expect(await offerOf(order)).toMatchObject({ askedCents: 324, costCents: null })
    expect((await follow(order)).body.error).toMatch('no longer available')
    expect(await sizeOf(order)).toBe('M')
  })
})

describe('printing', () => {
  beforeAll(() => connectPrintful())
  afterEach(() => setAutoSubmit(false))
  afterAll(forgetPrintful)
  const queued = ({ orderId }: Bought) =>
    rowsOf(sql`
      select 1 from graphile_worker._private_jobs where key = ${`submit-order:${orderId}`}`)
  const poll = async () => {
    const payload = await getTestPayload()
    await pollPrintfulOrders({
      payload,
      printful: getProviders().printful({ token: 'sandbox-printful-token' }),
    })
  }
  const setAutoSubmit = async (isOn: boolean) =>
    (await getTestPayload()).updateGlobal({
      slug: 'shop-settings',
      data: { printfulAutoSubmit: isOn },
    })

  it('waits for the customer, and goes on when the request ends', async () => {
    const payload = await getTestPayload()
    const order = await buy()
    const request = await asked(order)
    await setAutoSubmit(true)
    await rowsOf(sql`
      update orders set paid_at = now() - interval '5 days', created_at = now() - interval '3 days'
       where id = ${order.orderId} or order_number = ${request}`)
    await runJob(payload, 'submit-order', { orderId: order.orderId })
    expect((await rowOf(order.orderNumber)).fulfillment).toBe('none')
    await poll()
    expect(await queued(order)).toEqual([])
    const until = Date.parse((await rowOf(request)).until ?? '')
    const waits = (await getPrintOrder(payload, order.orderId))?.graceUntil ?? ''
    expect(Date.parse(waits)).toBe(until)

    await withdraw(order)
    expect((await getPrintOrder(payload, order.orderId))?.graceUntil).toBeNull()
    await poll()
    expect(await queued(order)).toHaveLength(1)
    const old = await buy()
    await rowsOf(
      sql`update orders set paid_at = now() - interval '5 days', fulfillment = 'none' where id = ${old.orderId}`,
    )
    await asked(old)
    await withdraw(old)
    await poll()
    expect(await queued(old)).toEqual([])
    // Its product isn't linked, so the submission is held, but it isn't waiting for anyone.
    await runJob(payload, 'submit-order', { orderId: order.orderId })
    expect((await rowOf(order.orderNumber)).fulfillment).toBe('on-hold')
  })

  it('also waits while the payment is under way, and goes on after the change', async () => {
    const payload = await getTestPayload()
    const order = await buy()
    await asked(order)
    const payable = await followed(order)
    const { body: payment } = await openPayment(payable)
    await pay(sandbox, { id: payment.id, key: payable.key })
    await runJob(payload, 'submit-order', { orderId: order.orderId })
    expect((await rowOf(order.orderNumber)).fulfillment).toBe('none')
    await runWaitingJobs()
    expect(await sizeOf(order)).toBe('XL')
    await runJob(payload, 'submit-order', { orderId: order.orderId })
    expect((await rowOf(order.orderNumber)).fulfillment).toBe('on-hold')
  })
})
