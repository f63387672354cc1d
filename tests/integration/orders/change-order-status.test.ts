import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'

import { updateOrder } from '@/modules/orders/actions/update-order'
import { createOrderKey, hashOrderKey } from '@/modules/orders/order-access-key'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import type { OrderStatus } from '@/modules/orders/rules/order-status'
import { getSalesReport } from '@/modules/shop/queries/sales-reports'
import { getRangeTotals } from '@/modules/shop/queries/sales-stats'
import { AppError } from '@/platform/errors'
import { addDays } from '@/platform/time-zones'

type Row = {
  status: OrderStatus
  version: number
  payment_state: string
  paid: boolean
  notes: string | null
}
type Event = { type: string; message: string; actor: string; reason: string | null }
type Payment = {
  kind: string
  provider: string
  provider_id: string
  status: string
  amount: number
  reason: string | null
}

const orderRow = async (id: number): Promise<Row | undefined> =>
  (
    await rowsOf<Row>(
      sql`select status, version::integer as version, payment_state, paid_at is not null as paid, notes from orders where id = ${id}`,
    )
  )[0]
const eventsOf = (id: number): Promise<Event[]> =>
  rowsOf<Event>(
    sql`select type, message, actor, reason from order_events where order_id = ${id} order by id`,
  )
const paymentsOf = (id: number): Promise<Payment[]> =>
  rowsOf<Payment>(
    sql`select kind, provider, provider_id, status, amount_cents::integer as amount, reason from payments where order_id = ${id} order by id`,
  )

const change = async (
  id: number,
  status: OrderStatus,
  {
    reason,
    version,
    actor = 'Marisol Reyes',
  }: { reason?: string; version?: number; actor?: string } = {},
): Promise<boolean> =>
  updateOrder({ payload: await getTestPayload(), id, version, actor, change: { status, reason } })
const soon = new Date(Date.now() + 86_400_000).toISOString()
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describe('changing the status of an order', () => {
  it('sets the status, increments the version, and records who did it on the timeline', async () => {
    const order = await makeOrder({ status: 'paid' }, { captured: true })
    await change(order.id, 'processing', { version: 1 })
    expect(await orderRow(order.id)).toMatchObject({ status: 'processing', version: 2 })
    expect(await eventsOf(order.id)).toEqual([
      {
        type: 'processing',
        message: 'Status changed from Paid to Processing',
        actor: 'Marisol Reyes',
        reason: null,
      },
    ])
  })

  it('does nothing when the order already has the status', async () => {
    const order = await makeOrder({ status: 'shipped' }, { captured: true })
    await change(order.id, 'shipped')
    expect(await orderRow(order.id)).toMatchObject({ status: 'shipped', version: 1 })
    expect(await eventsOf(order.id)).toEqual([])
  })

  it.each([
    ['delivered', 'pending'],
    ['cancelled', 'paid'],
    ['paid', 'shipped'],
    ['pending', 'paid'],
    ['refunded', 'processing'],
  ] as const)('requires a reason to change from %s to %s', async (from, to) => {
    const order = await makeOrder({ status: from }, { captured: true })
    expect(await codeOf(change(order.id, to))).toBe('reason_required')
    expect(await codeOf(change(order.id, to, { reason: '   ' }))).toBe('reason_required')
    expect(await orderRow(order.id)).toMatchObject({ status: from, version: 1 })
    await change(order.id, to, { reason: 'The package came back' })
    expect(await orderRow(order.id)).toMatchObject({ status: to, version: 2 })
    expect(await eventsOf(order.id)).toMatchObject([{ type: to, reason: 'The package came back' }])
  })

  it('notes when an order was shipped and delivered, until the status goes back', async () => {
    const order = await makeOrder({ status: 'processing' }, { captured: true })
    const dates = async () => {
      const [row] = await rowsOf<{ shipped: string | null; delivered: string | null }>(
        sql`select shipped_at as shipped, delivered_at as delivered from orders where id = ${order.id}`,
      )
      return row
    }
    const undo = { reason: 'A slip' }
    await change(order.id, 'shipped')
    const shipped = (await dates())?.shipped
    expect(await dates()).toEqual({ shipped: expect.any(String), delivered: null })
    await change(order.id, 'delivered')
    expect(await dates()).toEqual({ shipped, delivered: expect.any(String) })
    await change(order.id, 'refunded', { reason: 'Sent back' })
    expect(await dates()).toEqual({ shipped, delivered: expect.any(String) })
    await change(order.id, 'shipped', undo)
    expect(await dates()).toEqual({ shipped, delivered: null })
    await updateOrder({
      payload: await getTestPayload(),
      id: order.id,
      actor: 'June',
      change: { notes: 'Asked twice' },
    })
    expect(await dates()).toEqual({ shipped, delivered: null })
    await change(order.id, 'processing', undo)
    expect(await dates()).toEqual({ shipped: null, delivered: null })
  })

  it('keeps the day on which the printer shipped an order', async () => {
    const shippedAt = '2026-01-02T18:00:00.000Z'
    const order = await makeOrder(
      { status: 'shipped', fulfillment: 'shipped', shippedAt },
      { captured: true },
    )
    await change(order.id, 'processing', { reason: 'The carrier lost it' })
    await change(order.id, 'shipped')
    expect(
      await rowsOf(sql`select 1 from orders where id = ${order.id} and shipped_at = ${shippedAt}`),
    ).toHaveLength(1)
  })

  it('records a manual payment of the full total when an order without a capture becomes paid', async () => {
    const order = await makeOrder({ status: 'pending' })
    await change(order.id, 'paid', { reason: 'Paid in cash at the market' })
    expect(await paymentsOf(order.id)).toEqual([
      {
        kind: 'manual',
        provider: 'manual',
        provider_id: `manual-${order.uuid}`,
        status: 'completed',
        amount: 4055,
        reason: 'Paid in cash at the market',
      },
    ])
    expect(await orderRow(order.id)).toMatchObject({
      status: 'paid',
      payment_state: 'completed',
      paid: true,
    })
    expect(await eventsOf(order.id)).toMatchObject([
      { message: 'Marked as paid; $40.55 recorded as a manual payment' },
    ])
  })

  it('records no second payment when an order with a payment becomes paid again', async () => {
    const captured = await makeOrder({ status: 'cancelled' }, { captured: true })
    await change(captured.id, 'paid', { reason: 'Cancelled by mistake' })
    expect(await paymentsOf(captured.id)).toMatchObject([{ kind: 'capture' }])

    const manual = await makeOrder({ status: 'pending' })
    for (const status of ['paid', 'pending', 'paid'] as const)
      await change(manual.id, status, { reason: 'To and fro' })
    expect(await paymentsOf(manual.id)).toMatchObject([{ kind: 'manual' }])
  })

  it('tells the buyer that an order was canceled only while it is', async () => {
    const order = await makeOrder({ status: 'paid' }, { captured: true })
    const [row] = await rowsOf<{ uuid: string; number: string }>(sql`
      select uuid, order_number as number from orders where id = ${order.id}`)
    const key = createOrderKey(row?.uuid ?? '')
    await rowsOf(sql`
      update orders set access_key_hash = ${hashOrderKey(key)} where id = ${order.id}`)
    const seen = async (): Promise<string[]> => {
      const view = await getOrderByKey(await getTestPayload(), row?.number ?? '', key)
      return view?.events.map(({ type }) => type) ?? []
    }
    await change(order.id, 'cancelled')
    expect(await seen()).toContain('cancelled')
    await change(order.id, 'paid', { reason: 'Undone' })
    expect(await seen()).not.toContain('cancelled')
    expect((await eventsOf(order.id)).map(({ type }) => type)).toContain('cancelled')
  })

  it('marks a free order as paid without recording a payment', async () => {
    const order = await makeOrder({
      subtotalCents: 0,
      shippingCents: 0,
      taxCents: 0,
      totalCents: 0,
    })
    await change(order.id, 'paid', { reason: 'A present' })
    expect(await paymentsOf(order.id)).toEqual([])
    expect(await orderRow(order.id)).toMatchObject({
      status: 'paid',
      payment_state: 'completed',
      paid: true,
    })
  })

  it('notes on the timeline that marking an order as refunded sends no money', async () => {
    const order = await makeOrder({ status: 'delivered' }, { captured: true })
    await change(order.id, 'refunded', { reason: 'Sent back' })
    expect(await eventsOf(order.id)).toMatchObject([
      { type: 'refunded', message: 'Marked as refunded; no money was sent' },
    ])
    expect(await paymentsOf(order.id)).toHaveLength(1)
  })

  it('records a manual payment as refunded by hand, until the status is corrected', async () => {
    const payload = await getTestPayload()
    const today = new Date().toISOString().slice(0, 10)
    const range = { from: addDays(today, -2), to: addDays(today, 2) }
    const books = async () => {
      const { totals } = await getSalesReport(payload, 'tax', range)
      const { revenueCents } = await getRangeTotals(payload, range)
      return { revenue: revenueCents, tax: Number(totals.due) }
    }
    const before = await books()
    const paidByHand = { revenue: before.revenue + 4055, tax: before.tax + 256 }
    const order = await makeOrder({ status: 'pending' })
    await change(order.id, 'paid', { reason: 'Cash at the market' })
    await change(order.id, 'delivered', { reason: 'Handed over' })
    expect(await books()).toEqual(paidByHand)

    await change(order.id, 'refunded', { reason: 'Gave the cash back' })
    expect(await change(order.id, 'refunded', { reason: 'Gave the cash back' })).toBe(false)
    expect(await paymentsOf(order.id)).toMatchObject([
      { kind: 'manual', status: 'completed' },
      {
        ...{ kind: 'refund', provider: 'manual', status: 'completed', amount: 4055 },
        reason: 'Gave the cash back',
      },
    ])
    expect((await eventsOf(order.id)).at(-1)).toMatchObject({
      type: 'refunded',
      message: 'Marked as refunded; $40.55 recorded as refunded manually',
    })
    expect(await books()).toEqual(before)

    await change(order.id, 'delivered', { reason: 'It was another order' })
    expect((await eventsOf(order.id)).at(-1)?.message).toBe(
      'Status changed from Refunded to Delivered; the manually recorded refund was reversed',
    )
    expect(await books()).toEqual(paidByHand)
    await change(order.id, 'refunded', { reason: 'Now it was this one' })
    expect(await books()).toEqual(before)
    expect((await paymentsOf(order.id)).map(({ status }) => status)).toEqual([
      'completed',
      'failed',
      'completed',
    ])
  })

  it('rejects a change while the payment is being captured', async () => {
    const order = await makeOrder({
      paymentState: 'capturing',
      captureLeaseUntil: new Date(Date.now() + 60_000).toISOString(),
    })
    expect(await codeOf(change(order.id, 'cancelled'))).toBe('conflict')
    expect(await orderRow(order.id)).toMatchObject({ status: 'pending', version: 1 })
    const after = await makeOrder({
      captureLeaseUntil: new Date(Date.now() - 60_000).toISOString(),
    })
    expect(await codeOf(change(after.id, 'cancelled'))).toBe('done')
  })

  it.each(['capturing', 'pending'] as const)(
    'rejects a manual payment but allows canceling while the PayPal payment is %s',
    async (paymentState) => {
      const order = await makeOrder({ paymentState })
      expect(await codeOf(change(order.id, 'paid', { reason: 'Cash' }))).toBe('conflict')
      expect(await paymentsOf(order.id)).toEqual([])
      expect(await codeOf(change(order.id, 'cancelled'))).toBe('done')
    },
  )

  it.each([
    ['a pending payment', { paymentState: 'pending' }, true],
    ['a pending payment by link', { paymentState: 'pending', payableUntil: soon }, true],
    ['a payment that doesn’t match', { paymentState: 'mismatch' }, true],
    ['a payment link that nobody used', { paymentState: 'none', payableUntil: soon }, true],
    ['a checkout that was never paid', { paymentState: 'created' }, false],
  ] as const)(
    'tells the buyer that an order was canceled if they wait for it: %s',
    async (_, data, isTold) => {
      const order = await makeOrder(data)
      await change(order.id, 'cancelled')
      expect(
        await rowsOf(
          sql`select 1 from graphile_worker.jobs where key = ${`order-canceled:${order.id}`}`,
        ),
      ).toHaveLength(isTold ? 1 : 0)
    },
  )

  it('rejects an outdated version and writes nothing', async () => {
    const order = await makeOrder({ status: 'paid', version: 4 }, { captured: true })
    expect(await codeOf(change(order.id, 'processing', { version: 3 }))).toBe('version_conflict')
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid', version: 4 })
    expect(await eventsOf(order.id)).toEqual([])
  })

  it('lets only one of two concurrent changes to the same version succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await makeOrder({ status: 'paid' }, { captured: true })
      const outcomes = await Promise.all([
        codeOf(change(order.id, 'processing', { version: 1, actor: 'June' })),
        codeOf(change(order.id, 'cancelled', { version: 1, actor: 'Marisol' })),
      ])
      expect(outcomes.sort()).toEqual(['done', 'version_conflict'])
      expect(await orderRow(order.id)).toMatchObject({ version: 2 })
      expect(await eventsOf(order.id)).toHaveLength(1)
    }
  })

  it('records one payment when an order is marked as paid several times at once without a version', async () => {
    const order = await makeOrder()
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => codeOf(change(order.id, 'paid', { reason: 'Cash' }))),
    )
    expect(outcomes).toEqual(['done', 'done', 'done', 'done'])
    expect(await paymentsOf(order.id)).toHaveLength(1)
    expect(await eventsOf(order.id)).toHaveLength(1)
  })

  it('writes nothing when writing the timeline fails', async () => {
    const order = await makeOrder({ status: 'pending' })
    await rowsOf(
      sql`alter table order_events add constraint refuse_everything check (false) not valid`,
    )
    try {
      expect(await codeOf(change(order.id, 'paid', { reason: 'Cash' }))).not.toBe('done')
    } finally {
      await rowsOf(sql`alter table order_events drop constraint refuse_everything`)
    }
    expect(await orderRow(order.id)).toMatchObject({
      status: 'pending',
      version: 1,
      payment_state: 'none',
    })
    expect(await paymentsOf(order.id)).toEqual([])
  })

  it('rejects an order that doesn’t exist', async () => {
    expect(await codeOf(change(999_999, 'paid'))).toBe('not_found')
  })
})

describe('changing notes and tracking numbers', () => {
  it('saves both and records only the tracking number on the timeline', async () => {
    const payload = await getTestPayload()
    const order = await makeOrder({ status: 'processing' }, { captured: true })
    await updateOrder({
      payload,
      id: order.id,
      actor: 'June',
      change: { notes: ' Gift, no invoice ', trackingNumber: '9400 1' },
    })
    expect(await orderRow(order.id)).toMatchObject({
      notes: 'Gift, no invoice',
      version: 2,
      status: 'processing',
    })
    expect(await eventsOf(order.id)).toMatchObject([
      { type: 'tracking', message: 'Tracking number 9400 1', actor: 'June' },
    ])
    await updateOrder({
      payload,
      id: order.id,
      actor: 'June',
      change: { notes: '', trackingNumber: null },
    })
    expect(await orderRow(order.id)).toMatchObject({ notes: null, version: 3 })
    expect(await eventsOf(order.id)).toMatchObject([{}, { message: 'Tracking number removed' }])
  })

  it('saves no notes when the status change in the same call is rejected', async () => {
    const payload = await getTestPayload()
    const order = await makeOrder({ status: 'delivered' }, { captured: true })
    expect(
      await codeOf(
        updateOrder({
          payload,
          id: order.id,
          actor: 'June',
          change: { status: 'pending', notes: 'Lost?' },
        }),
      ),
    ).toBe('reason_required')
    expect(await orderRow(order.id)).toMatchObject({ notes: null, version: 1 })
  })
})
