// @core
import { randomUUID } from 'node:crypto'

import {
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import { captureOrder } from '@/modules/checkout/actions/capture-payment'
import { reconcilePayments } from '@/modules/checkout/actions/reconcile-payments'
import { giftCardRefusal } from '@/modules/gift-cards/rules'
import { recordRefunds } from '@/modules/orders/actions/record-refunds'
import { finishRefunds, refundOrder } from '@/modules/orders/actions/refund-order'
import type { Order, Product } from '@/payload-types'
import { getProviders } from '@/providers'
import type { RefundView } from '@/providers/interfaces'

type Placed = { id: string | null; orderNumber: string; key: string; total: string }
type Failed = { code: string; error: string; fields?: Record<string, string> }
type Card = { id: number; code: string }
type Entry = { kind: string; amount: string; orderNumber: string | null }

const sandbox = useSandbox()
let owner: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  tee = await makeProduct({ name: 'Fern Tee' })
})

const issue = async (amount: string): Promise<Card> => {
  const { status, body } = await call<Card>('POST', '/api/admin/gift-cards', {
    as: owner,
    body: { amount, note: 'A late package' },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
const readCard = async ({ id }: Card) =>
  (
    await call<{ balance: string; entries: Entry[] }>('GET', `/api/admin/gift-cards/${id}`, {
      as: owner,
    })
  ).body
const balanceOf = async (card: Card): Promise<string> => (await readCard(card)).balance
const place = ({ code }: Card, amount: string, checkoutId: string = randomUUID()) =>
  call<Placed & Failed>('POST', '/order', {
    body: { ...makeCheckout(tee, {}), checkoutId, giftCard: { code, amount } },
  })
const capture = ({ id, key }: Placed) =>
  call<{ status: string } & Failed>('POST', `/order/${id}/capture`, { body: { key } })
const readOrder = async (orderNumber: string): Promise<Order> => {
  const { docs } = await (
    await getTestPayload()
  ).find({ collection: 'orders', where: { orderNumber: { equals: orderNumber } }, depth: 0 })
  const [order] = docs
  if (!order) throw new Error(`No order ${orderNumber}`)
  return order
}
const paymentsOf = (orderId: number) =>
  rowsOf<{ kind: string; provider: string; status: string; cents: number }>(
    sql`select kind, provider, status, amount_cents::integer as cents from payments where order_id = ${orderId} order by id`,
  )
const refund = (orderId: number, amount: string, refundId: string = randomUUID()) =>
  call<{ status: string; amount: string } & Failed>('POST', `/api/admin/orders/${orderId}/refund`, {
    as: owner,
    body: { amount, reason: 'Wrong size', refundId },
  })

describe('a gift card at checkout', () => {
  it('pays its balance while PayPal charges exactly the rest', async () => {
    const card = await issue('25.00')
    const { status, body } = await place(card, '25.00')
    expect([status, body.total]).toEqual([200, '40.55'])
    expect(await balanceOf(card)).toBe('0.00')
    await sandbox.approve(body.id ?? '')
    expect((await capture(body)).body).toMatchObject({ status: 'COMPLETED' })
    const order = await readOrder(body.orderNumber)
    expect(order).toMatchObject({ status: 'paid', totalCents: 4055, giftCardCents: 2500 })
    expect(await paymentsOf(order.id)).toEqual([
      { kind: 'capture', provider: 'paypal', status: 'completed', cents: 1555 },
      { kind: 'gift-card', provider: 'gift-card', status: 'completed', cents: 2500 },
    ])
    expect((await readCard(card)).entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['take', '0.00'],
      ['reserve', '-25.00'],
      ['issue', '25.00'],
    ])
  })

  it('pays for a whole order without PayPal only once when the checkout is repeated', async () => {
    const card = await issue('100.00')
    const checkoutId = randomUUID()
    const [first, second] = await Promise.all([
      place(card, '40.55', checkoutId),
      place(card, '40.55', checkoutId),
    ])
    expect([first.status, second.status].toSorted()[0]).toBe(200)
    const again = await place(card, '40.55', checkoutId)
    expect(again.body.code).toBe('already_paid')
    const placed = first.status === 200 ? first.body : second.body
    expect(placed.id).toBeNull()
    const order = await readOrder(placed.orderNumber)
    expect(order).toMatchObject({ status: 'paid', paymentState: 'completed', paypalOrderId: null })
    expect(await paymentsOf(order.id)).toEqual([
      { kind: 'gift-card', provider: 'gift-card', status: 'completed', cents: 4055 },
    ])
    expect(await balanceOf(card)).toBe('59.45')
    expect(
      await rowsOf(sql`select 1 from order_events where order_id = ${order.id} and type = 'paid'`),
    ).toHaveLength(1)
  })

  it('returns the same error for unknown, disabled, and empty cards', async () => {
    const [disabled, empty] = await Promise.all([issue('50.00'), issue('40.55')])
    await call('PUT', `/api/admin/gift-cards/${disabled.id}`, {
      as: owner,
      body: { isActive: false },
    })
    expect((await place(empty, '40.55')).status).toBe(200)
    for (const code of ['ABCD-EFGH-JKMN-PQRS', 'nonsense', disabled.code, empty.code]) {
      const answers = [
        await call<Failed>('POST', '/api/gift-cards/check', { body: { code } }),
        await place({ id: 0, code }, '40.55'),
      ]
      for (const { status, body } of answers)
        expect([status, body.error]).toEqual([400, giftCardRefusal])
    }
  })

  it('rejects an amount that differs from what the card pays', async () => {
    const card = await issue('30.00')
    for (const amount of ['29.99', '30.01', '40.55', '0.00', '99.00'])
      expect((await place(card, amount)).body.code).toBe('totals_changed')
    expect(await balanceOf(card)).toBe('30.00')
  })

  it('pays for only one of two concurrent checkouts that exceed its balance', async () => {
    const card = await issue('50.00')
    const results = await Promise.all([place(card, '40.55'), place(card, '40.55')])
    const paid = await rowsOf<{ cents: number }>(
      sql`select coalesce(sum(amount_cents), 0)::integer as cents from payments where kind = 'gift-card' and order_id in (select id from orders where gift_card_id = ${card.id})`,
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(results.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: {
        code: 'totals_changed',
        error: 'The balance of this gift card has changed since you opened this page.',
      },
    })
    expect(paid).toEqual([{ cents: 4055 }])
    expect(await balanceOf(card)).toBe('9.45')
    expect(await rowsOf(sql`select status from orders where gift_card_id = ${card.id}`)).toEqual([
      { status: 'paid' },
    ])
  })

  it('pays for the order that it covers in one step: no order that begins meanwhile can take it', async () => {
    for (let round = 0; round < 5; round += 1) {
      await rowsOf(sql`truncate rate_limits`)
      const card = await issue('45.00')
      const giftCard = { code: card.code, amount: '45.00' }
      const items = [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 2 }]
      const [larger, covered] = await Promise.all([
        call<Placed & Failed>('POST', '/order', {
          body: { ...makeCheckout(tee, { items, amount: '69.12' }), giftCard },
        }),
        place(card, '40.55'),
      ])
      expect([covered.status, covered.body.error, covered.body.id]).toEqual([200, undefined, null])
      expect(await readOrder(covered.body.orderNumber)).toMatchObject({ status: 'paid' })
      // The other order was written first and closed, or it is refused. It is never charged.
      if (larger.status === 200) {
        await sandbox.approve(larger.body.id ?? '')
        expect((await capture(larger.body)).body.code).toBe('conflict')
        expect(await readOrder(larger.body.orderNumber)).toMatchObject({ status: 'cancelled' })
      } else expect([larger.status, larger.body.code]).toEqual([409, 'totals_changed'])
      expect(await balanceOf(card)).toBe('4.45')
    }
  })

  it('that covers an order uses up its discount with it, at the same moment only once', async () => {
    await call('POST', '/api/admin/discounts', {
      as: owner,
      body: { name: 'Last one', kind: 'percent', percent: 25, code: 'LAST-CARD', maxUses: 1 },
    })
    const cards = [await issue('50.00'), await issue('50.00')]
    const placed = await Promise.all(
      cards.map(({ code }) =>
        call<Placed & Failed>('POST', '/order', {
          body: {
            ...makeCheckout(tee, { amount: '31.91' }),
            discountCode: 'LAST-CARD',
            giftCard: { code, amount: '31.91' },
          },
        }),
      ),
    )
    expect(placed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await Promise.all(cards.map(balanceOf))).toSorted()).toEqual(['18.09', '50.00'])
    expect(
      await rowsOf(sql`
        select o.status from orders o join orders_discounts d on d._parent_id = o.id where d.code = 'LAST-CARD'`),
    ).toEqual([{ status: 'paid' }])
  })

  it('moves to a newer checkout, and the older one can’t be captured', async () => {
    const card = await issue('20.00')
    const older = (await place(card, '20.00')).body
    await sandbox.approve(older.id ?? '')
    const newer = await place(card, '20.00')
    expect(newer.status).toBe(200)
    expect((await capture(older)).body).toMatchObject({ code: 'conflict' })
    await sandbox.approve(newer.body.id ?? '')
    expect((await capture(newer.body)).body).toMatchObject({ status: 'COMPLETED' })
    expect(await balanceOf(card)).toBe('0.00')
  })

  it('gets its reserved amount back when the order is never paid', async () => {
    const payload = await getTestPayload()
    const card = await issue('20.00')
    const { orderNumber } = (await place(card, '20.00')).body
    const order = await readOrder(orderNumber)
    await rowsOf(
      sql`update orders set created_at = now() - interval '25 hours' where id = ${order.id}`,
    )
    await reconcilePayments({ payload, payments: getProviders().payments })
    expect((await readOrder(orderNumber)).status).toBe('cancelled')
    expect(await balanceOf(card)).toBe('20.00')
  })

  describe('gets its reserved amount back once, when staff cancel the order before its payment ends', () => {
    const setStatus = async (id: number, status: 'cancelled' | 'refunded' | 'pending') =>
      (
        await call('PUT', `/api/admin/orders/${id}`, {
          as: owner,
          body: { status, reason: 'They asked' },
        })
      ).status
    const cancel = (id: number) => setStatus(id, 'cancelled')
    const reservedOrder = async (funding: 'ok' | 'pending') => {
      const card = await issue('20.00')
      const { body } = await place(card, '20.00')
      await sandbox.approve(body.id ?? '', funding)
      const order = await readOrder(body.orderNumber)
      return { card, body, order, args: { payload: await getTestPayload(), ...getProviders() } }
    }
    const kindsOf = async (card: Card) => (await readCard(card)).entries.map(({ kind }) => kind)

    it('or set an order to refunded that was never paid', async () => {
      const { card, order } = await reservedOrder('ok')
      expect(await setStatus(order.id, 'refunded')).toBe(200)
      expect(await kindsOf(card)).toEqual(['release', 'reserve', 'issue'])
      expect(await balanceOf(card)).toBe('20.00')
    })

    it('and the order isn’t opened again, so that nobody pays only the rest and the card pays for another one', async () => {
      const { card, body, order } = await reservedOrder('ok')
      expect(await cancel(order.id)).toBe(200)
      expect(await setStatus(order.id, 'pending')).toBe(409)
      expect((await capture(body)).status).toBe(409)
      expect(await balanceOf(card)).toBe('20.00')
      expect((await place(card, '20.00')).status).toBe(200)
    })

    it.each(['cancelled', 'refunded'] as const)(
      'and PayPal then denies the pending rest (%s)',
      async (status) => {
        const { card, body, order, args } = await reservedOrder('pending')
        expect((await capture(body)).body.status).toBe('PENDING')
        expect(await setStatus(order.id, status)).toBe(200)
        // The money may still come in.
        expect(await balanceOf(card)).toBe('0.00')
        const [payment] = await rowsOf<{ id: string }>(
          sql`select provider_id as id from payments where order_id = ${order.id}`,
        )
        await sandbox.denyCapture(payment?.id ?? '')
        for (const _ of [1, 2])
          await applyPaymentEvent(args, {
            eventType: 'PAYMENT.CAPTURE.DENIED',
            resource: {
              id: payment?.id ?? '',
              supplementary_data: { related_ids: { order_id: body.id } },
            },
          })
        expect(await kindsOf(card)).toEqual(['release', 'reserve', 'issue'])
        expect(await balanceOf(card)).toBe('20.00')
        expect((await readOrder(body.orderNumber)).status).toBe(status)
      },
    )

    it('and the rest was never captured', async () => {
      const { card, order, args } = await reservedOrder('ok')
      await rowsOf(
        sql`update orders set payment_state = 'capturing', capture_lease_until = now() - interval '1 second' where id = ${order.id}`,
      )
      expect(await cancel(order.id)).toBe(200)
      expect(await balanceOf(card)).toBe('0.00')
      for (const _ of [1, 2]) await reconcilePayments(args)
      expect(await kindsOf(card)).toEqual(['release', 'reserve', 'issue'])
    })

    it('and PayPal answers late that the rest isn’t approved', async () => {
      const { card, body, order, args } = await reservedOrder('ok')
      const payments = {
        ...args.payments,
        captureOrder: async () => {
          await rowsOf(
            sql`update orders set capture_lease_until = now() - interval '1 second' where id = ${order.id}`,
          )
          expect(await cancel(order.id)).toBe(200)
          return { outcome: 'not_approved' as const }
        },
      }
      await expect(captureOrder({ ...args, payments }, body.id ?? '', body.key)).rejects.toThrow(
        'hasn’t been approved yet',
      )
      expect(await kindsOf(card)).toEqual(['release', 'reserve', 'issue'])
    })
  })
})

describe('an order paid in part or in full by gift card', () => {
  it('is refunded through PayPal up to its charge and then to the card', async () => {
    const card = await issue('25.00')
    const { body } = await place(card, '25.00')
    await sandbox.approve(body.id ?? '')
    await capture(body)
    const { id } = await readOrder(body.orderNumber)

    const refundId = randomUUID()
    for (const _ of [1, 2]) {
      expect((await refund(id, '20.00', refundId)).status).toBe(200)
      expect(await balanceOf(card)).toBe('4.45')
    }
    expect((await refund(id, '20.56')).status).toBe(400)
    expect((await refund(id, '20.55')).status).toBe(200)
    expect(await balanceOf(card)).toBe('25.00')
    expect((await paymentsOf(id)).filter(({ kind }) => kind === 'refund')).toEqual([
      { kind: 'refund', provider: 'paypal', status: 'completed', cents: 1555 },
      { kind: 'refund', provider: 'gift-card', status: 'completed', cents: 445 },
      { kind: 'refund', provider: 'gift-card', status: 'completed', cents: 2055 },
    ])
    expect((await readOrder(body.orderNumber)).status).toBe('refunded')
  })

  it('refunds nothing to the card when PayPal refuses its part', async () => {
    const card = await issue('25.00')
    const { body } = await place(card, '25.00')
    await sandbox.approve(body.id ?? '')
    await capture(body)
    const { id } = await readOrder(body.orderNumber)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'status',
      status: 422,
      times: 1,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_NOT_PERMITTED' }] },
    })
    expect((await refund(id, '40.55')).status).toBeGreaterThanOrEqual(400)
    await sandbox.clearFaults()
    expect(await balanceOf(card)).toBe('0.00')
    expect((await paymentsOf(id)).filter(({ kind }) => kind === 'refund')).toEqual([
      { kind: 'refund', provider: 'paypal', status: 'failed', cents: 1555 },
      { kind: 'refund', provider: 'gift-card', status: 'failed', cents: 2500 },
    ])
    expect((await refund(id, '40.55')).status).toBe(200)
    expect(await balanceOf(card)).toBe('25.00')
  })

  it('is refunded once when PayPal’s response is lost', async () => {
    const payload = await getTestPayload()
    const card = await issue('25.00')
    const { body } = await place(card, '25.00')
    await sandbox.approve(body.id ?? '')
    await capture(body)
    const { id } = await readOrder(body.orderNumber)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'reset-after',
      times: 10,
    })
    await refund(id, '40.55')
    await sandbox.clearFaults()
    await rowsOf(
      sql`update payments set created_at = now() - interval '5 minutes' where order_id = ${id} and kind = 'refund'`,
    )
    for (const _ of [1, 2]) await finishRefunds({ payload, payments: getProviders().payments })
    expect((await paymentsOf(id)).filter(({ kind }) => kind === 'refund')).toEqual([
      { kind: 'refund', provider: 'paypal', status: 'completed', cents: 1555 },
      { kind: 'refund', provider: 'gift-card', status: 'completed', cents: 2500 },
    ])
    expect(await balanceOf(card)).toBe('25.00')
  })

  describe('and refunded while PayPal’s part is pending', () => {
    /** Refunds all of an order; PayPal's part is pending. `onRefund` runs before the shop has PayPal's response. */
    const refundPending = async (
      onRefund?: (orderId: number, part: RefundView) => Promise<void>,
    ) => {
      const payload = await getTestPayload()
      const { payments } = getProviders()
      const card = await issue('25.00')
      const { body } = await place(card, '25.00')
      await sandbox.approve(body.id ?? '')
      await capture(body)
      const { id: orderId } = await readOrder(body.orderNumber)
      const parts: RefundView[] = []
      const status = 'pending' as const
      const slow: typeof payments = {
        ...payments,
        refundCapture: async (...request) => {
          const [captureId, amountCents] = request
          const part = { id: randomUUID(), captureId, amountCents, currency: 'USD', status }
          parts.push(part)
          await onRefund?.(orderId, part)
          return { outcome: 'refunded', refund: part }
        },
      }
      const request = {
        orderId,
        amountCents: 4055,
        reason: 'Wrong size',
        refundId: randomUUID(),
        actor: 'buyer' as const,
        actorName: 'buyer',
      }
      expect(await refundOrder({ payload, payments: slow }, request)).toMatchObject({
        status: 'pending',
      })
      const [part] = parts
      if (!part) throw new Error('PayPal was never asked')
      const record = (status: RefundView['status']) =>
        recordRefunds(payload, orderId, [{ ...part, status }])
      return { card, orderId, record }
    }
    const statusesOf = async (orderId: number) =>
      (await paymentsOf(orderId))
        .filter(({ kind }) => kind === 'refund')
        .map(({ provider, status, cents }) => [provider, status, cents])
    const eventsOf = async (orderId: number) =>
      (
        await rowsOf<{ message: string }>(
          sql`select message from order_events where order_id = ${orderId} and type in ('refund', 'refund_failed', 'refunded') order by id`,
        )
      ).map(({ message }) => message)

    it('gives the card its part when PayPal’s part is completed, once', async () => {
      const { card, orderId, record } = await refundPending()
      expect(await statusesOf(orderId)).toEqual([
        ['paypal', 'pending', 1555],
        ['gift-card', 'pending', 2500],
      ])
      expect(await balanceOf(card)).toBe('0.00')
      expect((await refund(orderId, '1.00')).status).toBe(400)
      await rowsOf(
        sql`update payments set created_at = '2026-01-31T12:00:00Z' where order_id = ${orderId} and kind = 'refund'`,
      )
      for (const _ of [1, 2]) await record('completed')
      // Reports count both parts on the day they were completed.
      expect(
        await rowsOf(
          sql`select 1 from payments where order_id = ${orderId} and kind = 'refund' and created_at > now() - interval '1 hour'`,
        ),
      ).toHaveLength(2)
      await record('failed')
      const payload = await getTestPayload()
      const parts = await rowsOf<{ id: number }>(
        sql`select id from payments where order_id = ${orderId} and kind = 'refund'`,
      )
      for (const { id: paymentId } of parts)
        await runJob(payload, 'send-order-refunded', { paymentId })
      const [order] = await rowsOf<{ number: string }>(
        sql`select order_number as number from orders where id = ${orderId}`,
      )
      const orderNumber = order?.number ?? ''
      const subject = `Your order was refunded. Order ${orderNumber}`
      const texts = (await sandbox.mails(customer.email))
        .filter((mail) => mail.subject === subject)
        .map(({ text }) => text)
      expect(texts).toHaveLength(2)
      for (const sentence of [
        `We refunded $15.55 for order ${orderNumber} to your original payment method. It can take your bank 3–5 business days to post it. The other $25.00 goes to your gift card.`,
        `We refunded $25.00 for order ${orderNumber} to your gift card. You can use it again right away. The other $15.55 goes to your original payment method.`,
      ])
        expect(texts.filter((text) => text.includes(sentence))).toHaveLength(1)
      expect(await statusesOf(orderId)).toEqual([
        ['paypal', 'completed', 1555],
        ['gift-card', 'completed', 2500],
      ])
      expect(await balanceOf(card)).toBe('25.00')
      expect(await eventsOf(orderId)).toEqual([
        'Refunded $15.55',
        'Refunded $25.00 to the gift card',
        'Refunded in full',
      ])
    })

    it('gives the card nothing when PayPal’s part fails, and can be refunded again', async () => {
      const { card, orderId, record } = await refundPending()
      for (const _ of [1, 2]) await record('failed')
      expect(await statusesOf(orderId)).toEqual([
        ['paypal', 'failed', 1555],
        ['gift-card', 'failed', 2500],
      ])
      expect(await balanceOf(card)).toBe('0.00')
      expect(await eventsOf(orderId)).toEqual(['The refund didn’t go through; no money was sent'])
      expect((await refund(orderId, '40.55')).status).toBe(200)
      expect(await balanceOf(card)).toBe('25.00')
    })

    it.each([
      ['completed', '25.00'],
      ['failed', '0.00'],
    ] as const)(
      'ends both parts alike when PayPal’s event that it %s arrives before its response',
      async (status, balance) => {
        const payload = await getTestPayload()
        const { card, orderId } = await refundPending((id, part) =>
          recordRefunds(payload, id, [{ ...part, status }]),
        )
        expect((await statusesOf(orderId)).toSorted()).toEqual([
          ['gift-card', status, 2500],
          ['paypal', status, 1555],
        ])
        expect(await balanceOf(card)).toBe(balance)
      },
    )
  })

  it('records only the rest as a manual payment when staff mark it as paid', async () => {
    const card = await issue('25.00')
    const { id } = await readOrder((await place(card, '25.00')).body.orderNumber)
    const marked = await call('PUT', `/api/admin/orders/${id}`, {
      as: owner,
      body: { status: 'paid', reason: 'Paid by check' },
    })
    expect(marked.status).toBe(200)
    expect(await paymentsOf(id)).toEqual([
      { kind: 'gift-card', provider: 'gift-card', status: 'completed', cents: 2500 },
      { kind: 'manual', provider: 'manual', status: 'completed', cents: 1555 },
    ])
  })

  it('is refunded to the card when its buyer cancels it', async () => {
    const card = await issue('40.55')
    const { orderNumber, key } = (await place(card, '40.55')).body
    const canceled = await call('POST', `/api/orders/${orderNumber}/cancel`, { body: { key } })
    expect(canceled.status).toBe(200)
    expect(await balanceOf(card)).toBe('40.55')
    expect((await readOrder(orderNumber)).status).toBe('refunded')
  })
})
