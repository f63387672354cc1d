// @core
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

import { submitToPrintful } from '@/modules/fulfillment/actions/submit-order'
import { countPrintQueue } from '@/modules/fulfillment/queries/print-queue'
import { holdDisputedOrder } from '@/modules/orders/actions/hold-disputed-order'
import { recordRefunds } from '@/modules/orders/actions/record-refunds'
import { finishRefunds } from '@/modules/orders/actions/refund-order'
import { countToDo } from '@/modules/shop/queries/to-do'
import type { Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { getProviders } from '@/providers'

type Placed = { id: string | null; orderNumber: string; key: string }
type Bought = { id: number; orderNumber: string; key: string }
type Answer = { status: string; amount: string; code: string; error: string }

const total = '40.55'
const sandbox = useSandbox()
const printful = () => getProviders().printful({ token: 'sandbox-printful-token' })
let admin: TestPerson
let colleague: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  ;[admin, colleague] = await Promise.all([makePerson('admin'), makePerson('admin')])
  const { products } = await printful().listProducts(0, 1)
  const theirs = await printful().getProduct(products[0]?.id ?? '')
  const variant = theirs?.variants.find(({ size, color }) => size === 'M' && color === 'Black')
  tee = await makeProduct({
    name: 'Fern Tee',
    sizesAvailable: ['M'],
    colorsAvailable: ['Black'],
    variants: [
      {
        size: 'M',
        color: 'Black',
        sku: 'TEE-M',
        available: true,
        printfulVariantId: variant?.id ?? null,
      },
    ],
  })
})
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.clearFaults()
  await sandbox.control('printful', 'POST', '/settings', { limits: false, progressMs: 0 })
  await forgetPrintful()
  await connectPrintful()
  // The fake Printful restarts its order ids after a reset.
  await rowsOf(sql`update orders set printful_order_id = null, status = 'cancelled'`)
})
afterAll(forgetPrintful)

const buy = async (giftCard?: { code: string; amount: string }): Promise<Bought> => {
  const items = [{ productId: tee.id, size: 'M', color: 'Black', quantity: 1 }]
  const { body: placed } = await call<Placed>('POST', '/order', {
    body: { ...makeCheckout(tee), items, ...(giftCard ? { giftCard } : {}) },
  })
  if (placed.id) {
    await sandbox.approve(placed.id)
    await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
  }
  const [row] = await rowsOf<{ id: number }>(sql`
    select id from orders where order_number = ${placed.orderNumber} and payment_state = 'completed'`)
  if (!row) throw new Error(`The order was not paid: ${JSON.stringify(placed)}`)
  return { ...placed, id: row.id }
}
const submit = async ({ id }: Bought) =>
  submitToPrintful({ payload: await getTestPayload(), printful: printful() }, id, {
    byHand: true,
    accept: true,
  })
const failAtPrintful = (method: string, path: string, fault: Record<string, unknown>) =>
  sandbox.fault({
    provider: 'printful',
    match: { method, path },
    fault: 'status',
    times: 99,
    ...fault,
  })
const restorePrintful = async () => {
  await sandbox.clearFaults()
  resetCircuitBreakers()
}
/** An order whose draft waits at Printful, for the shop or for staff. */
const held = async (
  fulfillment: 'draft' | 'on-hold' = 'draft',
  card?: Parameters<typeof buy>[0],
) => {
  const order = await buy(card)
  await failAtPrintful('POST', '/orders/\\d+/confirm', { status: 503 })
  await submit(order)
  await restorePrintful()
  await rowsOf(sql`
    update orders set fulfillment = ${fulfillment}, fulfillment_lease_until = null where id = ${order.id}`)
  return order
}
const sent = async (): Promise<Bought> => {
  const order = await buy()
  expect(await submit(order)).toMatchObject({ outcome: 'sent' })
  return order
}
const cancel = (order: Bought, { as = admin, left = total } = {}) =>
  call<Answer>('POST', `/api/admin/orders/${order.id}/cancel`, { as, body: { left } })
const cancelOnPrintful = (order: Bought) =>
  call<Answer>('POST', `/api/admin/printful/orders/${order.id}/cancel`, { as: admin })

const ours = async ({ id }: Bought) => {
  const [row] = await rowsOf<{ status: string; fulfillment: string | null; leased: boolean }>(sql`
    select status::text, fulfillment::text, fulfillment_lease_until > now() is true as leased
      from orders where id = ${id}`)
  return row
}
const theirId = async ({ id }: Bought): Promise<string> => {
  const [row] = await rowsOf<{ id: string }>(
    sql`select printful_order_id as id from orders where id = ${id}`,
  )
  return row?.id ?? ''
}
const theirs = async (order: Bought) =>
  (await printful().getOrder({ id: await theirId(order) }))?.status
const atPrintful = async (order: Bought, step: string) =>
  sandbox.control('printful', 'POST', `/orders/${await theirId(order)}/${step}`, {})
const refundsOf = ({ id }: Bought) =>
  rowsOf<{ provider: string; status: string; cents: number }>(sql`
    select provider, status, amount_cents::integer as cents from payments
     where order_id = ${id} and kind = 'refund' order by id`)
const inFull = [{ provider: 'paypal', status: 'completed', cents: 4055 }]
const cancellationsOf = ({ id }: Bought) =>
  rowsOf<{ message: string; actor: string }>(sql`
    select message, actor from order_events where order_id = ${id} and type = 'cancelled'`)
const charges = async () =>
  (
    await sandbox.control<{ charges: { kind: string }[] }>('printful', 'GET', '/ledger')
  ).charges.map(({ kind }) => kind)
const itemIdOf = async ({ id }: Bought) =>
  (await rowsOf<{ id: string }>(sql`select id from orders_items where _parent_id = ${id}`))[0]?.id
const leaseRanOut = ({ id }: Bought) =>
  rowsOf(
    sql`update orders set fulfillment_lease_until = now() - interval '1 second' where id = ${id}`,
  )
const expectRefunded = async (order: Bought) => {
  expect(await ours(order)).toMatchObject({ status: 'refunded', leased: false })
  expect(await refundsOf(order)).toEqual(inFull)
  expect(await cancellationsOf(order)).toHaveLength(1)
}
const expectUntouched = async (order: Bought, status = 'paid') => {
  expect((await ours(order))?.status).toBe(status)
  expect(await refundsOf(order)).toEqual([])
  expect(await cancellationsOf(order)).toEqual([])
}

describe('staff who cancel an order with a refund', () => {
  it('cancel one that was never sent to Printful, and the customer gets the email about the refund', async () => {
    const order = await buy()
    expect(await cancel(order)).toMatchObject({
      status: 200,
      body: { status: 'completed', amount: total },
    })
    await expectRefunded(order)
    expect(await cancellationsOf(order)).toEqual([
      { message: 'Canceled by the shop', actor: expect.stringMatching('^Test admin') },
    ])
    expect(
      await rowsOf(sql`
        select action from audit_events where subject_type = 'order' and subject_id = ${String(order.id)} order by id`),
    ).toEqual([{ action: 'order.canceled' }, { action: 'order.refunded' }])
    await runWaitingJobs()
    const emails = (await sandbox.mails(customer.email)).filter(
      ({ subject, text }) => /refund/i.test(subject) && text.includes(order.orderNumber),
    )
    expect(emails).toHaveLength(1)
  })

  it.each(['draft', 'on-hold'] as const)(
    'cancel its draft at Printful first (%s)',
    async (state) => {
      const order = await held(state)
      expect((await cancel(order)).status).toBe(200)
      await expectRefunded(order)
      expect([await theirs(order), (await ours(order))?.fulfillment]).toEqual([
        'canceled',
        'canceled',
      ])
      expect(await charges()).toEqual([])
      expect(
        await rowsOf(sql`
        select reason from order_events where order_id = ${order.id} and type = 'printer:canceled'`),
      ).toEqual([{ reason: 'Canceled by the shop.' }])
    },
  )

  it('cancel one that Printful has charged but not begun, and Printful returns its charge', async () => {
    const order = await sent()
    expect(await ours(order)).toMatchObject({ status: 'processing', fulfillment: 'submitted' })
    expect((await cancel(order)).status).toBe(200)
    await expectRefunded(order)
    expect(await theirs(order)).toBe('canceled')
    expect(await charges()).toEqual(['charge', 'refund'])
  })

  it('cancel one whose charge failed at Printful, which doesn’t cancel such orders', async () => {
    const order = await buy()
    await sandbox.control('printful', 'POST', '/settings', { billing: 'decline' })
    await submit(order)
    expect((await ours(order))?.fulfillment).toBe('failed')
    expect((await cancel(order)).status).toBe(200)
    await expectRefunded(order)
    expect([await theirs(order), (await ours(order))?.fulfillment]).toEqual(['failed', 'canceled'])
  })

  it('cancel a draft whose number at Printful was lost', async () => {
    const order = await held()
    const id = await theirId(order)
    await rowsOf(sql`
      update orders set fulfillment = 'submitting', printful_order_id = null where id = ${order.id}`)
    expect((await cancel(order)).status).toBe(200)
    await expectRefunded(order)
    expect([await theirId(order), await theirs(order)]).toEqual([id, 'canceled'])
  })

  it('cancel one that Printful no longer has, and the timeline says that nothing was canceled there', async () => {
    const order = await held()
    await rowsOf(sql`update orders set printful_order_id = '999999999' where id = ${order.id}`)
    expect((await cancel(order)).status).toBe(200)
    await expectRefunded(order)
    expect(await ours(order)).toMatchObject({ fulfillment: 'canceled' })
    expect(
      await rowsOf(
        sql`select reason from order_events where order_id = ${order.id} and type = 'cancelled'`,
      ),
    ).toEqual([
      {
        reason:
          'Printful has no order 999999999 in the connected store, so nothing was canceled there.',
      },
    ])
  })

  it('change nothing when it is in production, and are told so', async () => {
    const order = await sent()
    await atPrintful(order, 'start')
    const refused = await cancel(order)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This order is already in production and can’t be canceled. Contact Printful support to see if they can stop it.',
    ])
    await expectUntouched(order, 'processing')
    expect(await ours(order)).toMatchObject({ fulfillment: 'in-production', leased: false })
    expect((await cancel(order)).body.error).toMatch('This order is being printed')
    expect(await theirs(order)).toBe('inprocess')
  })

  it('change nothing when production begins just before Printful is asked to cancel', async () => {
    const order = await sent()
    await failAtPrintful('DELETE', '/orders/\\d+', {
      fault: 'latency',
      latencyMs: 15_000,
      times: 1,
    })
    const [refused] = await Promise.all([
      cancel(order),
      sandbox.beforeLateAnswer(() => atPrintful(order, 'start')),
    ])
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringMatching('already in production'),
    ])
    await expectUntouched(order, 'processing')
    expect(await ours(order)).toMatchObject({ fulfillment: 'in-production', leased: false })
  })

  it('change nothing when Printful itself holds it, or Printful isn’t connected', async () => {
    const order = await sent()
    await atPrintful(order, 'hold')
    const refused = await cancel(order)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Printful refused: This order cannot be canceled: it is onhold.',
    ])
    await forgetPrintful()
    expect((await cancel(order)).body.error).toMatch('Connect Printful first')
    await expectUntouched(order, 'processing')
    expect(await ours(order)).toMatchObject({ leased: false })
  })

  it('cancel it once when Printful’s answers are lost', async () => {
    const order = await held()
    await failAtPrintful('DELETE', '/orders/\\d+', { fault: 'reset-after' })
    expect((await cancel(order)).status).toBe(200)
    await expectRefunded(order)
    expect(await theirs(order)).toBe('canceled')
  })

  it('change nothing while nobody knows what Printful did, and can continue once its lease ran out', async () => {
    const order = await held()
    await failAtPrintful('DELETE', '/orders/\\d+', { status: 503 })
    expect(await cancel(order)).toMatchObject({
      status: 503,
      body: { code: 'provider_unavailable' },
    })
    await restorePrintful()
    await expectUntouched(order)
    expect((await cancel(order)).body.error).toMatch('right now. Try again in a few')
    await leaseRanOut(order)
    expect((await cancel(order)).status).toBe(200)
    await expectRefunded(order)
    expect(await theirs(order)).toBe('canceled')
  })

  it('refund it once, however often they ask', async () => {
    const order = await held()
    for (let times = 0; times < 3; times += 1)
      expect(await cancel(order)).toMatchObject({ status: 200, body: { amount: total } })
    await expectRefunded(order)
  })

  it('refund it once when two of them cancel it at the same time', async () => {
    for (const order of [await held(), await buy()]) {
      const answers = await Promise.all([cancel(order), cancel(order, { as: colleague })])
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      await expectRefunded(order)
    }
  })

  it('refund what is left of one that was partly refunded, and only the amount that they saw', async () => {
    const order = await held()
    await call('POST', `/api/admin/orders/${order.id}/refund`, {
      as: admin,
      body: { amount: '10.00', reason: 'A late package', refundId: randomUUID() },
    })
    expect(await cancel(order)).toMatchObject({
      status: 409,
      body: {
        code: 'version_conflict',
        error: 'There’s now $30.55 left to refund. Check the order and try again.',
      },
    })
    expect([await theirs(order), (await ours(order))?.status]).toEqual(['draft', 'paid'])
    expect((await cancel(order, { left: '30.55' })).status).toBe(200)
    expect((await refundsOf(order)).map(({ cents }) => cents)).toEqual([1000, 3055])
    expect((await ours(order))?.status).toBe('refunded')
  })

  it('give a gift card back its part', async () => {
    const { body: card } = await call<{ id: number; code: string }>(
      'POST',
      '/api/admin/gift-cards',
      { as: await makePerson('super_admin'), body: { amount: '25.00', note: 'A late package' } },
    )
    const order = await held('draft', { code: card.code, amount: '25.00' })
    expect((await cancel(order)).status).toBe(200)
    expect(await refundsOf(order)).toEqual([
      { provider: 'paypal', status: 'completed', cents: 1555 },
      { provider: 'gift-card', status: 'completed', cents: 2500 },
    ])
    expect((await ours(order))?.status).toBe('refunded')
  })

  it('cancel it although PayPal doesn’t answer, and the refund follows', async () => {
    const order = await held()
    await sandbox.fault({
      provider: 'paypal',
      match: { path: '/v2/payments/captures' },
      fault: 'status',
      status: 500,
      times: 99,
    })
    expect((await cancel(order)).body).toEqual({ status: 'pending', amount: total })
    expect(await ours(order)).toEqual({
      status: 'cancelled',
      fulfillment: 'canceled',
      leased: false,
    })
    await restorePrintful()
    await rowsOf(sql`
      update payments set created_at = now() - interval '3 minutes' where order_id = ${order.id} and kind = 'refund'`)
    await finishRefunds({ payload: await getTestPayload(), payments: getProviders().payments })
    await expectRefunded(order)
  })

  it('are told that it is canceled but not refunded when PayPal refuses the refund', async () => {
    const order = await held()
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_TIME_LIMIT_EXCEEDED' }] },
    })
    const answer = await cancel(order)
    expect([answer.status, answer.body.error]).toEqual([
      409,
      expect.stringMatching('The order is canceled, but \\$40.55 wasn’t refunded'),
    ])
    expect(await ours(order)).toMatchObject({ status: 'cancelled', leased: false })
  })

  it('can’t do so once it was shipped or canceled by its status, or nothing is left to refund', async () => {
    const order = await buy()
    await rowsOf(sql`update orders set status = 'shipped' where id = ${order.id}`)
    expect((await cancel(order)).body.error).toMatch('it was shipped or canceled')
    await expectUntouched(order, 'shipped')
    await rowsOf(sql`update orders set status = 'paid' where id = ${order.id}`)
    await call('POST', `/api/admin/orders/${order.id}/refund`, {
      as: admin,
      body: { amount: total, reason: 'A late package', refundId: randomUUID() },
    })
    expect((await cancel(order, { left: '0.00' })).body.error).toBe(
      'There’s now $0.00 left to refund. Check the order and try again.',
    )
  })
})

describe('an order that is canceled on Printful alone', () => {
  it('stays paid, once and again, also when Printful’s answer is lost', async () => {
    const order = await held()
    await failAtPrintful('DELETE', '/orders/\\d+', { fault: 'reset-after' })
    for (let times = 0; times < 2; times += 1)
      expect((await cancelOnPrintful(order)).status).toBe(200)
    await expectUntouched(order)
    expect([await theirs(order), (await ours(order))?.fulfillment]).toEqual([
      'canceled',
      'canceled',
    ])
    expect((await cancel(order)).status).toBe(200)
    await expectRefunded(order)
  })

  it('stays there in production, and when it failed', async () => {
    const order = await sent()
    await atPrintful(order, 'start')
    expect((await cancelOnPrintful(order)).body.error).toMatch('already in production')
    expect((await ours(order))?.fulfillment).toBe('in-production')
    const failed = await sent()
    await atPrintful(failed, 'fail')
    expect((await cancelOnPrintful(failed)).body.error).toBe(
      'Printful doesn’t cancel failed orders. It won’t make or charge this one.',
    )
    expect((await ours(failed))?.fulfillment).toBe('failed')
  })

  it('must have been sent there', async () => {
    expect((await cancelOnPrintful(await buy())).body.error).toBe(
      'This order hasn’t been sent to Printful.',
    )
  })
})

describe('an order that stopped before printing', () => {
  /** Counts what waits for staff: the stages of the Printful screen, Home, and the filters of the list of orders. */
  const stopped = async () => {
    const payload = await getTestPayload()
    const [stages, toDo] = [await countPrintQueue(payload), await countToDo(payload)]
    const listed = async (issue: string) =>
      (await call<unknown[]>('GET', `/api/admin/orders?issue=${issue}`, { as: admin })).body.length
    return {
      held: [stages['on-hold'], toDo.ordersOnHold, await listed('on-hold')],
      failed: [stages.failed, toDo.failedSubmissions, await listed('failed')],
    }
  }
  const refundAtPayPal = async ({ id }: Bought) =>
    recordRefunds(await getTestPayload(), id, [
      {
        ...{ id: `HELD${id}`, captureId: null, status: 'completed' },
        ...{ amountCents: 4055, currency: 'USD' },
      },
    ])

  it.each([
    ['PayPal refunds it', refundAtPayPal],
    ['staff cancel it', cancel],
  ])('is on hold for a case at PayPal until %s', async (_, end) => {
    const before = await stopped()
    const order = await buy()
    const dispute = { type: 'disputed', reason: `PP-${order.id}`, message: 'A case' } as const
    await holdDisputedOrder(await getTestPayload(), order.id, dispute)
    expect(await stopped()).toEqual({ ...before, held: before.held.map((count) => count + 1) })
    await end(order)
    expect(await stopped()).toEqual(before)
  })

  it('no longer counts as failed once it is refunded, unless Printful has it', async () => {
    const before = await stopped()
    const [order, known] = [await buy(), await buy()]
    await rowsOf(
      sql`update orders set fulfillment = 'failed' where id in (${order.id}, ${known.id})`,
    )
    await rowsOf(sql`update orders set printful_order_id = '4711' where id = ${known.id}`)
    expect(await stopped()).toEqual({ ...before, failed: before.failed.map((count) => count + 2) })
    await refundAtPayPal(order)
    await refundAtPayPal(known)
    expect(await stopped()).toEqual({ ...before, failed: before.failed.map((count) => count + 1) })
  })

  it('isn’t put on hold for a case when there’s nothing left to print', async () => {
    const order = await buy()
    await call('POST', `/api/admin/orders/${order.id}/refund-lines`, {
      as: admin,
      body: {
        lines: [{ itemId: await itemIdOf(order), quantity: 1 }],
        amount: '34.56',
        reason: 'A seam gave',
        refundId: randomUUID(),
      },
    })
    const dispute = { type: 'disputed', reason: `PP-${order.id}`, message: 'A case' } as const
    await holdDisputedOrder(await getTestPayload(), order.id, dispute)
    expect(await ours(order)).toMatchObject({ status: 'paid', fulfillment: 'none' })
  })
})
