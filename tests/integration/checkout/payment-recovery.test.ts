// @core
import { randomUUID } from 'node:crypto'

import { jest } from '@jest/globals'
import { makeCheckout, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { receiveWebhooks } from '@tests/support/receivers/webhooks'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { adoptPayments } from '@/modules/checkout/actions/adopt-payments'
import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import { settlePayment } from '@/modules/checkout/actions/settle-payment'
import { recordRefunds } from '@/modules/orders/actions/record-refunds'
import { listAdminOrders } from '@/modules/orders/queries/admin-orders'
import { orderListQuery } from '@/modules/orders/schemas/admin-orders'
import { getRangeTotals } from '@/modules/shop/queries/sales-stats'
import { countToDo } from '@/modules/shop/queries/to-do'
import type { Product } from '@/payload-types'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string }

const sandbox = useSandbox()
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct()
})
afterEach(() => sandbox.clearFaults())

const place = async () => (await call<Placed>('POST', '/order', { body: makeCheckout(tee) })).body
const capture = (placed: Placed) =>
  call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
const orderOf = async (placed: Placed) =>
  (
    await rowsOf<{ id: number; uuid: string; status: string; payment_state: string }>(
      sql`select id, uuid, status, payment_state from orders where order_number = ${placed.orderNumber}`,
    )
  )[0]
const capturesOf = (placed: Placed) =>
  rowsOf<{ status: string }>(sql`
  select p.status from payments p join orders o on o.id = p.order_id where o.order_number = ${placed.orderNumber} and p.kind = 'capture'`)
const eventsOf = async (placed: Placed) =>
  (
    await rowsOf<{ type: string }>(sql`
  select e.type from order_events e join orders o on o.id = e.order_id where o.order_number = ${placed.orderNumber} order by e.id`)
  ).map(({ type }) => type)
const reconcile = async () => runJob(await getTestPayload(), 'reconcile-payments', {})
const workInbox = async () => {
  const payload = await getTestPayload()
  for (const { id } of await rowsOf<{ id: number }>(
    sql`select id from webhook_events where status = 'received' order by id`,
  ))
    await runJob(payload, 'process-webhook-event', { eventId: id })
}

describe('after a restore from a backup', () => {
  const adopt = async (since: Date) =>
    adoptPayments(
      { payload: await getTestPayload(), payments: getProviders().payments },
      since,
      new Date(),
    )
  const pay = async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    expect((await capture(placed)).status).toBe(200)
    return placed
  }

  it('records lost payments, reports lost orders, and doesn’t reuse order numbers', async () => {
    const since = new Date()
    const [kept, unpaid, lost] = [await pay(), await pay(), await pay()]
    const [payment] = await rowsOf<{ id: string; invoice: string }>(
      sql`select p.provider_id as id, o.order_number || '-' || left(o.uuid, 8) as invoice from payments p join orders o on o.id = p.order_id where o.order_number = ${lost.orderNumber}`,
    )
    // At the time of the backup, the second order was unpaid and the third didn’t exist yet.
    await rowsOf(
      sql`delete from payments using orders where orders.id = payments.order_id and order_number in (${unpaid.orderNumber}, ${lost.orderNumber})`,
    )
    await rowsOf(
      sql`update orders set status = 'pending', payment_state = 'created', paid_at = null, paypal_transaction_id = null where order_number = ${unpaid.orderNumber}`,
    )
    await rowsOf(
      sql`update orders set uuid = gen_random_uuid()::text, order_number = 'GONE', paypal_order_id = null where order_number = ${lost.orderNumber}`,
    )
    await rowsOf(sql`select setval('order_numbers', ${Number(kept.orderNumber.slice(3))})`)

    const report = await adopt(since)
    expect(report).toMatchObject({ found: 3, adopted: [unpaid.orderNumber] })
    expect(report.missing).toEqual([
      expect.objectContaining({ id: payment?.id, invoiceId: payment?.invoice, amountCents: 4055 }),
    ])
    expect(await orderOf(unpaid)).toMatchObject({ status: 'paid', payment_state: 'completed' })
    expect(Number((await place()).orderNumber.slice(3))).toBeGreaterThan(
      Number(lost.orderNumber.slice(3)),
    )
    expect(await adopt(since)).toMatchObject({ found: 3, adopted: [] })
  })

  it('lists each payment of several months once and excludes refunds', async () => {
    const placed = await pay()
    const [payment] = await rowsOf<{ id: string }>(
      sql`select p.provider_id as id from payments p join orders o on o.id = p.order_id where o.order_number = ${placed.orderNumber}`,
    )
    await getProviders().payments.refundCapture(payment?.id ?? '', 100, 'r-adopt-1')
    const found = await getProviders().payments.listPayments(
      new Date(Date.now() - 100 * 24 * 60 * 60 * 1000),
      new Date(),
    )
    expect(found.filter(({ id }) => id === payment?.id)).toHaveLength(1)
    expect(found.every(({ amountCents }) => amountCents === 4055)).toBe(true)
  })
})

describe('when the shop stops before recording a capture', () => {
  it('the reconciler finds the payment and marks the order as paid once', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    const order = await orderOf(placed)
    // This is the state after a killed process: the order is claimed and captured at PayPal but nothing is recorded.
    await rowsOf(
      sql`update orders set payment_state = 'capturing', capture_lease_until = now() - interval '1 second' where id = ${order?.id ?? 0}`,
    )
    await getProviders().payments.captureOrder(placed.id, `k-${order?.uuid}-1`)
    await reconcile()
    await reconcile()
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment_state: 'completed' })
    expect(await capturesOf(placed)).toEqual([{ status: 'completed' }])
    expect(await eventsOf(placed)).toEqual(['placed', 'paid'])
  })

  it('a buyer who retries during the capture is told that it is in progress', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await rowsOf(
      sql`update orders set payment_state = 'capturing', capture_lease_until = now() + interval '60 seconds' where order_number = ${placed.orderNumber}`,
    )
    expect(await capture(placed)).toMatchObject({ status: 202, body: { status: 'WORKING' } })
  })

  it('the reconciler makes a requested capture that never reached PayPal', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await rowsOf(
      sql`update orders set payment_state = 'capturing', capture_lease_until = now() - interval '1 second' where order_number = ${placed.orderNumber}`,
    )
    await reconcile()
    expect(await orderOf(placed)).toMatchObject({ status: 'paid' })
  })

  it('the reconciler ignores an approved order without a requested capture', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await rowsOf(
      sql`update orders set updated_at = now() - interval '11 minutes' where order_number = ${placed.orderNumber}`,
    )
    await reconcile()
    expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'created' })
    expect(await capturesOf(placed)).toEqual([])
  })

  it('the reconciler cancels a checkout that was not paid within a day', async () => {
    const placed = await place()
    await rowsOf(
      sql`update orders set created_at = now() - interval '25 hours', updated_at = now() - interval '25 hours' where order_number = ${placed.orderNumber}`,
    )
    await reconcile()
    expect(await orderOf(placed)).toMatchObject({ status: 'cancelled' })
    expect(await eventsOf(placed)).toEqual(['placed', 'cancelled'])
  })
})

describe('a payment that does not match its order', () => {
  it.each([
    ['a different amount', { amountCents: 100 }],
    ['a different currency', { currency: 'EUR' }],
    ['a reference to another order', { reference: 'someone-else' }],
  ])('does not mark the order as paid: %s', async (_, wrong) => {
    const placed = await place()
    const order = await orderOf(placed)
    const payload = await getTestPayload()
    const fitting = {
      id: `CAP${Math.random().toString(36).slice(2).toUpperCase()}`,
      status: 'completed' as const,
      amountCents: 4055,
      currency: 'USD',
      feeCents: null,
      reason: null,
      reference: order?.uuid ?? '',
    }
    if ('currency' in wrong)
      await expect(
        settlePayment(payload, { id: order?.id ?? 0 }, { ...fitting, ...wrong }),
      ).rejects.toThrow()
    else
      expect(await settlePayment(payload, { id: order?.id ?? 0 }, { ...fitting, ...wrong })).toBe(
        'mismatch',
      )
    expect((await orderOf(placed))?.status).toBe('pending')
  })
})

describe('the notice about a payment that does not match', () => {
  const settle = async (placed: Placed, change: object = {}) => {
    const order = await orderOf(placed)
    const captured = {
      id: `CAP${randomUUID()}`,
      status: 'completed' as const,
      amountCents: 3000,
      currency: 'USD',
      feeCents: null,
      reason: null,
      reference: order?.uuid ?? '',
      ...change,
    }
    return settlePayment(await getTestPayload(), { id: order?.id ?? 0 }, captured)
  }
  const refund = async (
    placed: Placed,
    cents: number,
    status: 'pending' | 'completed',
    captureId: string | null = null,
  ) =>
    recordRefunds(await getTestPayload(), (await orderOf(placed))?.id ?? 0, [
      { id: `REF${randomUUID()}`, captureId, status, amountCents: cents, currency: 'USD' },
    ])
  /** How many Home names, and whether the list names this one. */
  const noticed = async (placed: Placed) => {
    const payload = await getTestPayload()
    const { mismatchedPayments } = await countToDo(payload)
    const query = orderListQuery.parse({ issue: 'payment', search: placed.orderNumber })
    return [mismatchedPayments, (await listAdminOrders(payload, query)).total]
  }

  it('ends once the payment is refunded, or is being refunded', async () => {
    const placed = await place()
    const [before = 0] = await noticed(placed)
    expect(await settle(placed)).toBe('mismatch')
    expect(await noticed(placed)).toEqual([before + 1, 1])
    await refund(placed, 1000, 'completed')
    expect(await noticed(placed)).toEqual([before + 1, 1])
    await refund(placed, 2000, 'pending')
    expect(await noticed(placed)).toEqual([before, 0])
    expect(await orderOf(placed)).toMatchObject({ payment_state: 'mismatch' })
  })

  it.each([false, true])(
    'stays for a second, equal payment until PayPal has refunded all of that one (first refunded: %s)',
    async (isFirstRefunded) => {
      const placed = await place()
      const [before = 0] = await noticed(placed)
      const [first, second] = [`CAP${randomUUID()}`, `CAP${randomUUID()}`]
      const equal = { amountCents: 4055 }
      expect(await settle(placed, { ...equal, id: first })).toBe('completed')
      expect(await settle(placed, { ...equal, id: second })).toBe('mismatch')
      expect(await noticed(placed)).toEqual([before + 1, 1])
      if (isFirstRefunded) await refund(placed, 4055, 'completed', first)
      await refund(placed, 2000, 'completed', second)
      expect(await noticed(placed)).toEqual([before + 1, 1])
      for (let time = 0; time < 2; time += 1) {
        await settle(placed, { ...equal, id: second, status: 'refunded' })
        await refund(placed, 2055, 'completed', second)
      }
      expect(await noticed(placed)).toEqual([before, 0])
      // The refund of the second payment doesn't belong to the order, so it doesn't make the order refunded.
      const status = isFirstRefunded ? 'refunded' : 'paid'
      expect(await orderOf(placed)).toMatchObject({ status, payment_state: 'completed' })
      const events = await eventsOf(placed)
      expect(events.filter((type) => type === 'mismatch_refunded')).toHaveLength(1)
    },
  )

  it('ends once PayPal declines a second payment that it held', async () => {
    const placed = await place()
    const [before = 0] = await noticed(placed)
    const second = { amountCents: 4055, id: `CAP${randomUUID()}` }
    expect(await settle(placed, { amountCents: 4055 })).toBe('completed')
    expect(await settle(placed, { ...second, status: 'pending' })).toBe('mismatch')
    expect(await noticed(placed)).toEqual([before + 1, 1])
    for (let time = 0; time < 2; time += 1) await settle(placed, { ...second, status: 'declined' })
    expect(await noticed(placed)).toEqual([before, 0])
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment_state: 'completed' })
    const events = await eventsOf(placed)
    expect(events.filter((type) => type === 'mismatch_declined')).toHaveLength(1)
  })
})

describe('webhooks', () => {
  const deliveries = receiveWebhooks('/api/webhooks/paypal')
  beforeAll(() => sandbox.webhooks({ url: deliveries.url(), duplicates: 0, paused: false }))

  const recorded = { status: 'processed', note: 'The payment was already recorded.' }
  const approvalOf = async (placed: Placed) => {
    const [event] = await deliveries.until(() =>
      rowsOf<{ id: number }>(
        sql`select id from webhook_events where event_type = 'CHECKOUT.ORDER.APPROVED' and body::text like ${`%${placed.id}%`}`,
      ),
    )
    return event?.id ?? 0
  }
  const stateOf = async (eventId: number) =>
    (
      await rowsOf<{ status: string; note: string | null }>(
        sql`select status, note from webhook_events where id = ${eventId}`,
      )
    )[0]

  it('store a repeated signed delivery once and settle an order the browser left', async () => {
    await sandbox.webhooks({ url: deliveries.url(), duplicates: 3, shuffle: true })
    const placed = await place()
    await sandbox.approve(placed.id)
    const order = await orderOf(placed)
    await getProviders().payments.captureOrder(placed.id, `k-${order?.uuid}-1`)
    await sandbox.flushWebhooks()
    await deliveries.until(() =>
      rowsOf(sql`select id from webhook_events where event_type = 'PAYMENT.CAPTURE.COMPLETED'`),
    )
    expect(deliveries.statuses().every((status) => status === 200)).toBe(true)
    expect(
      await rowsOf(sql`select event_id from webhook_events group by event_id having count(*) > 1`),
    ).toEqual([])
    await workInbox()
    expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment_state: 'completed' })
    expect(await eventsOf(placed)).toEqual(['placed', 'paid'])
    await sandbox.webhooks({ duplicates: 0, shuffle: false })
  })

  it('capture an approved payment when the tab was closed', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await deliveries.until(() =>
      rowsOf(
        sql`select id from webhook_events where event_type = 'CHECKOUT.ORDER.APPROVED' and status = 'received' and body::text like ${`%${placed.id}%`}`,
      ),
    )
    await workInbox()
    expect(await orderOf(placed)).toMatchObject({ status: 'paid' })
  })

  it('leave an approval to the browser for a minute, and ask nothing once that has paid', async () => {
    const [left, paid] = [await place(), await place()]
    for (const placed of [left, paid]) await sandbox.approve(placed.id)
    const ids = [await approvalOf(left), await approvalOf(paid)]
    expect((await capture(paid)).status).toBe(200)
    const jobs = () =>
      rowsOf(
        sql`select key from graphile_worker.jobs where key in (${`webhook:${ids[0]}`}, ${`webhook:${ids[1]}`})`,
      )
    await reconcile()
    expect(await jobs()).toEqual([])
    await rowsOf(
      sql`update webhook_events set created_at = now() - interval '61 seconds' where id in (${ids[0] ?? 0}, ${ids[1] ?? 0})`,
    )
    await reconcile()
    expect(await jobs()).toEqual([{ key: `webhook:${ids[0]}` }])
    expect(await stateOf(ids[0] ?? 0)).toMatchObject({ status: 'received' })
    expect(await stateOf(ids[1] ?? 0)).toEqual(recorded)
  })

  it('need neither a job nor PayPal for a capture that the shop has recorded', async () => {
    await sandbox.webhooks({ paused: true })
    const placed = await place()
    await sandbox.approve(placed.id)
    expect((await capture(placed)).status).toBe(200)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'GET', path: '/v2/checkout/orders/[^/]+' },
      fault: 'status',
      status: 500,
      times: 20,
    })
    await sandbox.flushWebhooks()
    const [event] = await deliveries.until(() =>
      rowsOf<{ id: number }>(
        sql`select e.id from webhook_events e join orders o on o.paypal_transaction_id = e.body ->> 'id' where o.order_number = ${placed.orderNumber}`,
      ),
    )
    const eventId = event?.id ?? 0
    expect(await stateOf(eventId)).toEqual(recorded)
    expect(
      await rowsOf(sql`select 1 from graphile_worker.jobs where key = ${`webhook:${eventId}`}`),
    ).toEqual([])
    // As if it had arrived before the shop recorded the capture.
    await rowsOf(
      sql`update webhook_events set status = 'received', note = null where id = ${eventId}`,
    )
    await runJob(await getTestPayload(), 'process-webhook-event', { eventId })
    expect(await stateOf(eventId)).toEqual(recorded)
    expect(await eventsOf(placed)).toEqual(['placed', 'paid'])
    await sandbox.webhooks({ paused: false })
  })

  describe('for an approval that PayPal doesn’t know at the capture yet', () => {
    const notApprovedYet = (times: number) =>
      sandbox.fault({
        provider: 'paypal',
        match: { method: 'POST', path: '/v2/checkout/orders/[^/]+/capture' },
        fault: 'status',
        status: 422,
        body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_NOT_APPROVED' }] },
        times,
      })
    const work = async (eventId: number) =>
      runJob(await getTestPayload(), 'process-webhook-event', { eventId })

    it('try again later and capture once', async () => {
      const placed = await place()
      await sandbox.approve(placed.id)
      const eventId = await approvalOf(placed)
      await notApprovedYet(2)
      for (const _ of [1, 2]) {
        await expect(work(eventId)).rejects.toMatchObject({
          details: { retryable: true, issue: 'ORDER_NOT_APPROVED' },
        })
        expect(await stateOf(eventId)).toMatchObject({ status: 'received' })
        expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'created' })
      }
      await work(eventId)
      await work(eventId)
      expect(await stateOf(eventId)).toMatchObject({ status: 'processed' })
      expect(await orderOf(placed)).toMatchObject({ status: 'paid', payment_state: 'completed' })
      expect(await capturesOf(placed)).toEqual([{ status: 'completed' }])
    })

    it('leave the payment to the customer who captures it between two tries', async () => {
      const placed = await place()
      await sandbox.approve(placed.id)
      const eventId = await approvalOf(placed)
      await notApprovedYet(2)
      await expect(work(eventId)).rejects.toThrow('ORDER_NOT_APPROVED')
      expect(await capture(placed)).toMatchObject({
        status: 422,
        body: { code: 'payment_not_approved' },
      })
      expect((await capture(placed)).status).toBe(200)
      await work(eventId)
      expect(await capturesOf(placed)).toEqual([{ status: 'completed' }])
    })

    it('stop trying ten minutes after the approval', async () => {
      const placed = await place()
      await sandbox.approve(placed.id)
      const eventId = await approvalOf(placed)
      await notApprovedYet(1)
      await rowsOf(
        sql`update webhook_events set created_at = now() - interval '11 minutes' where id = ${eventId}`,
      )
      await work(eventId)
      expect(await stateOf(eventId)).toEqual({
        status: 'processed',
        note: 'The payment hasn’t been approved yet. Nothing was charged.',
      })
      expect(await orderOf(placed)).toMatchObject({ status: 'pending', payment_state: 'created' })
    })
  })

  describe('for a contested payment', () => {
    const paid = async () => {
      const placed = await place()
      await sandbox.approve(placed.id)
      await capture(placed)
      const [{ id: captureId } = { id: '' }] = await rowsOf<{ id: string }>(
        sql`select paypal_transaction_id as id from orders where order_number = ${placed.orderNumber}`,
      )
      return { placed, captureId }
    }
    const arrived = async (type: string, captureId: string) => {
      await deliveries.until(() =>
        rowsOf(
          sql`select id from webhook_events where event_type = ${type} and body::text like ${`%${captureId}%`}`,
        ),
      )
      await workInbox()
    }
    /** As if the response to the capture had been lost, or the shop had been restored from a backup. */
    const forgetPayment = async ({ orderNumber }: Placed): Promise<void> => {
      await rowsOf(
        sql`delete from payments using orders where orders.id = payments.order_id and order_number = ${orderNumber}`,
      )
      await rowsOf(
        sql`update orders set status = 'pending', payment_state = 'created', paid_at = null, paypal_transaction_id = null where order_number = ${orderNumber}`,
      )
    }
    const printing = async (placed: Placed) =>
      (
        await rowsOf<{ fulfillment: string | null; note: string | null }>(
          sql`select fulfillment::text, fulfillment_note as note from orders where order_number = ${placed.orderNumber}`,
        )
      )[0]
    const isListed = async (placed: Placed) => {
      const { orders } = await listAdminOrders(
        await getTestPayload(),
        orderListQuery.parse({ search: placed.orderNumber, issue: 'contested' }),
      )
      return orders.length === 1
    }

    it('put the order on hold and list it for staff until the dispute is closed', async () => {
      const { placed, captureId } = await paid()
      const before = (await countToDo(await getTestPayload())).contestedPayments
      const { dispute_id: disputeId } = await sandbox.payPal<{ dispute_id: string }>('/disputes', {
        captureId,
      })
      await arrived('CUSTOMER.DISPUTE.CREATED', captureId)
      await sandbox.payPal('/disputes', { captureId, disputeId, event: 'UPDATED' })
      await arrived('CUSTOMER.DISPUTE.UPDATED', captureId)
      expect(await eventsOf(placed)).toEqual(['placed', 'paid', 'disputed'])
      expect(await printing(placed)).toEqual({
        fulfillment: 'on-hold',
        note: expect.stringMatching(/contested at PayPal/) as string,
      })
      expect(
        await rowsOf(
          sql`select 1 from graphile_worker.jobs where key = ${`submit-order:${(await orderOf(placed))?.id}`}`,
        ),
      ).toEqual([])
      expect([
        await isListed(placed),
        (await countToDo(await getTestPayload())).contestedPayments,
      ]).toEqual([true, before + 1])
      await sandbox.payPal('/disputes', { captureId, disputeId, event: 'RESOLVED' })
      await arrived('CUSTOMER.DISPUTE.RESOLVED', captureId)
      expect(await eventsOf(placed)).toEqual(['placed', 'paid', 'disputed', 'dispute-closed'])
      expect(await isListed(placed)).toBe(false)
    })

    it.each([
      ['CUSTOMER.DISPUTE.CREATED', 'disputed', '/disputes', false],
      ['PAYMENT.CAPTURE.REVERSED', 'reversed', '/captures/:id/reverse', true],
    ])(
      'apply %s that arrives before the shop knows of the payment',
      async (type, event, path, isInPath) => {
        const { placed, captureId } = await paid()
        await forgetPayment(placed)
        await sandbox.payPal(path.replace(':id', captureId), isInPath ? {} : { captureId })
        await arrived(type, captureId)
        expect(await eventsOf(placed)).toEqual(['placed', 'paid', 'paid', event])
        expect(await capturesOf(placed)).toEqual([{ status: 'completed' }])
        expect([(await printing(placed))?.fulfillment, await isListed(placed)]).toEqual([
          'on-hold',
          true,
        ])
      },
    )

    it('are tried again while PayPal doesn’t answer, and ignored if the payment is another app’s', async () => {
      const captures = { method: 'GET', path: '/v2/payments/captures/[^/]+' }
      const apply = async () =>
        applyPaymentEvent(
          { payload: await getTestPayload(), payments: getProviders().payments },
          {
            eventType: 'CUSTOMER.DISPUTE.CREATED',
            resource: {
              dispute_id: 'PP-D-2',
              disputed_transactions: [{ seller_transaction_id: 'ELSEWHERE' }],
            },
          },
        )
      await sandbox.fault({
        provider: 'paypal',
        match: captures,
        fault: 'status',
        status: 503,
        times: 9,
      })
      await expect(apply()).rejects.toThrow('PayPal')
      await sandbox.clearFaults()
      await sandbox.fault({
        provider: 'paypal',
        match: captures,
        fault: 'status',
        status: 403,
        body: { name: 'NOT_AUTHORIZED', details: [{ issue: 'PERMISSION_DENIED' }] },
      })
      expect((await apply()).status).toBe('ignored')
    })

    it.each([
      [{}, 'failed'],
      [{ dispute_id: 'PP-D-1' }, 'ignored'],
      [{ dispute_id: 'PP-D-1', disputed_transactions: [{}] }, 'ignored'],
      [
        { dispute_id: 'PP-D-1', disputed_transactions: [{ seller_transaction_id: 'NOBODYS' }] },
        'ignored',
      ],
    ])('do not process a dispute about no order of the shop: %j', async (resource, status) => {
      const applied = await applyPaymentEvent(
        { payload: await getTestPayload(), payments: getProviders().payments },
        { eventType: 'CUSTOMER.DISPUTE.CREATED', resource },
      )
      expect(applied.status).toBe(status)
    })

    it('record a reversal once and put the order on hold', async () => {
      const { placed, captureId } = await paid()
      const { id } = await sandbox.payPal<{ id: string }>(`/captures/${captureId}/reverse`, {})
      await arrived('PAYMENT.CAPTURE.REVERSED', captureId)
      await rowsOf(
        sql`update webhook_events set status = 'received' where body->>'id' = ${id} and event_type = 'PAYMENT.CAPTURE.REVERSED'`,
      )
      await workInbox()
      expect(await eventsOf(placed)).toEqual(['placed', 'paid', 'reversed'])
      expect([(await printing(placed))?.fulfillment, await isListed(placed)]).toEqual([
        'on-hold',
        true,
      ])
    })
  })

  it('ignore a payment made elsewhere with the same PayPal account', async () => {
    const applied = await applyPaymentEvent(
      { payload: await getTestPayload(), payments: getProviders().payments },
      { eventType: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'ELSEWHERE', custom_id: 'x' } },
    )
    expect(applied.status).toBe('ignored')
  })

  it('reject a delivery without a signature and store nothing', async () => {
    const before = await rowsOf(sql`select count(*) from webhook_events`)
    const answer = await call('POST', '/api/webhooks/paypal', {
      body: { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} },
    })
    expect(answer.status).toBe(401)
    expect(await rowsOf(sql`select count(*) from webhook_events`)).toEqual(before)
  })

  it('reject a delivery signed with another key than the certificate’s, and accept it once it is genuine', async () => {
    const placed = await place()
    const stored = () =>
      rowsOf(sql`select id from webhook_events where body::text like ${`%${placed.id}%`}`)
    try {
      await sandbox.webhooks({ paused: true, forge: true })
      await sandbox.approve(placed.id)
      const sent = await sandbox.payPal<{ deliveries: { status: number }[] }>('/webhooks/flush', {})
      expect(sent.deliveries.map(({ status }) => status)).toContain(401)
      expect(sent.deliveries.filter(({ status }) => status !== 401)).toEqual([])
      expect(await stored()).toEqual([])
    } finally {
      await sandbox.webhooks({ forge: false, paused: false })
    }
    await deliveries.until(stored)
  })

  it('reject a genuine delivery whose body was changed by one byte', async () => {
    const placed = await place()
    const stored = sql`select id from webhook_events where body::text like ${`%${placed.id}%`}`
    await sandbox.approve(placed.id)
    await deliveries.until(() => rowsOf(stored))
    const genuine = deliveries.requests().find(({ raw }) => raw.includes(placed.id))
    const replay = (raw = '') =>
      call('POST', '/api/webhooks/paypal', { raw, headers: genuine?.headers })
    const text = genuine?.raw.toString() ?? ''
    const before = await rowsOf(stored)
    // A version number, so that the body stays valid in every other respect.
    const changed = text.replace('"event_version":"1.0"', '"event_version":"1.1"')
    expect(changed).not.toBe(text)
    expect((await replay(changed)).status).toBe(401)
    expect((await replay(text)).status).toBe(200)
    expect(await rowsOf(stored)).toEqual(before)
  })

  it('reject a certificate from another host without fetching it', async () => {
    const headers = {
      'paypal-transmission-id': 'x',
      'paypal-transmission-time': new Date().toISOString(),
      'paypal-transmission-sig': 'AAAA',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://evil.example/v1/notifications/certs/CERT-1',
    }
    const fetching = jest.spyOn(globalThis, 'fetch')
    expect((await call('POST', '/api/webhooks/paypal', { body: {}, headers })).status).toBe(401)
    expect(fetching).not.toHaveBeenCalled()
    fetching.mockRestore()
  })

  it('mark an order as paid when its pending payment completes, but not when it is denied', async () => {
    for (const [act, expected] of [
      ['complete', { status: 'paid', payment_state: 'completed' }],
      ['deny', { status: 'pending', payment_state: 'declined' }],
    ] as const) {
      const placed = await place()
      await sandbox.approve(placed.id, 'pending')
      await capture(placed)
      const [row] = await rowsOf<{ provider_id: string }>(
        sql`select p.provider_id from payments p join orders o on o.id = p.order_id where o.order_number = ${placed.orderNumber}`,
      )
      await (act === 'complete'
        ? sandbox.completeCapture(row?.provider_id ?? '')
        : sandbox.denyCapture(row?.provider_id ?? ''))
      await deliveries.until(() =>
        rowsOf(
          sql`select id from webhook_events where body::text like ${`%${row?.provider_id}%`} and event_type in ('PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED')`,
        ),
      )
      await workInbox()
      expect(await orderOf(placed)).toMatchObject(expected)
    }
  })

  it('count a pending payment on the day it completes, as its order', async () => {
    const payload = await getTestPayload()
    const placed = await place()
    await sandbox.approve(placed.id, 'pending')
    await capture(placed)
    const order = await orderOf(placed)
    for (const table of ['orders', 'payments'])
      await rowsOf(
        sql`update ${sql.raw(table)} set created_at = created_at - interval '40 days' where ${sql.raw(table === 'orders' ? 'id' : 'order_id')} = ${order?.id}`,
      )
    const day = (offset: number): string =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const read = (from: number, to: number) =>
      getRangeTotals(payload, { from: day(from), to: day(to) })
    const [earlier, now] = [await read(-50, -30), await read(-2, 2)]
    const [row] = await rowsOf<{ id: string }>(
      sql`select provider_id as id from payments where order_id = ${order?.id}`,
    )
    await sandbox.completeCapture(row?.id ?? '')
    await deliveries.until(() =>
      rowsOf(
        sql`select id from webhook_events where body::text like ${`%${row?.id}%`} and event_type = 'PAYMENT.CAPTURE.COMPLETED'`,
      ),
    )
    await workInbox()
    expect(await read(-50, -30)).toEqual(earlier)
    expect(await read(-2, 2)).toEqual({
      revenueCents: now.revenueCents + 4055,
      orders: now.orders + 1,
    })
  })

  it('record refunds made at PayPal and mark the order as refunded once all is refunded', async () => {
    const placed = await place()
    await sandbox.approve(placed.id)
    await capture(placed)
    const [row] = await rowsOf<{ provider_id: string }>(
      sql`select p.provider_id from payments p join orders o on o.id = p.order_id where o.order_number = ${placed.orderNumber}`,
    )
    const refundsOf = (cents: number) =>
      rowsOf(
        sql`select p.id from payments p join orders o on o.id = p.order_id
          where o.order_number = ${placed.orderNumber} and p.kind = 'refund' and p.amount_cents = ${cents}`,
      )
    await sandbox.refund(row?.provider_id ?? '', '10.55')
    await deliveries.until(async () => {
      await workInbox()
      return refundsOf(1055)
    })
    expect(await orderOf(placed)).toMatchObject({ status: 'paid' })
    await sandbox.refund(row?.provider_id ?? '', '30.00')
    await deliveries.until(async () => {
      await workInbox()
      return refundsOf(3000)
    })
    expect(await orderOf(placed)).toMatchObject({ status: 'refunded' })
  })
})
