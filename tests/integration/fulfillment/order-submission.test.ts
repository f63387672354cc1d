// @core
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful, forgetPrintful } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { settlePayment } from '@/modules/checkout/actions/settle-payment'
import { reloadPrintfulOrder } from '@/modules/fulfillment/actions/apply-printful-event'
import { pollPrintfulOrders } from '@/modules/fulfillment/actions/poll-printful-orders'
import { type SubmitOptions, submitToPrintful } from '@/modules/fulfillment/actions/submit-order'
import {
  countPrintQueue,
  getPrintOrder,
  listPrintQueue,
} from '@/modules/fulfillment/queries/print-queue'
import { holdDisputedOrder } from '@/modules/orders/actions/hold-disputed-order'
import { updateOrder } from '@/modules/orders/actions/update-order'
import { countOrdersToSubmit } from '@/modules/orders/queries/admin-orders'
import type { Order, Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { removeJob } from '@/platform/job-queue'
import { getProviders } from '@/providers'

const sandbox = useSandbox()
type Theirs = {
  id: number
  external_id: string
  status: string
  items: { sync_variant_id: number; quantity: number; external_id: string }[]
  recipient: { name: string; state_code: string }
  retail_costs: Record<string, string | null> | null
  gift: { message: string } | null
  packing_slip: Record<string, string> | null
}
type Ledger = { orders: Theirs[]; charges: { orderId: number; kind: string; amount: string }[] }
type Ours = {
  fulfillment: string
  note: string | null
  printful: string | null
  status: string
  cost: number | null
  lease: Date | null
  attempt: string
}

const printful = () => getProviders().printful({ token: 'sandbox-printful-token' })
const submit = async (order: Order, how: SubmitOptions = {}) =>
  submitToPrintful({ payload: await getTestPayload(), printful: printful() }, order.id, how)
const ledger = () => sandbox.control<Ledger>('printful', 'GET', '/ledger')
const charged = async () => (await ledger()).charges.filter(({ kind }) => kind === 'charge')
const ours = async (order: Order) =>
  (
    await rowsOf<Ours>(sql`
  select fulfillment::text, fulfillment_note as note, printful_order_id as printful, status::text, fulfillment_cost_cents::integer as cost, case when fulfillment_lease_until > now() then fulfillment_lease_until end as lease, fulfillment_attempt as attempt from orders where id = ${order.id}`)
  )[0] as Ours
const timeline = (order: Order) =>
  rowsOf<{ type: string; message: string }>(
    sql`select type, message from order_events where order_id = ${order.id} order by id`,
  )
/** Expires the lease of an order, as if its process had died. */
const expireLease = (order: Order) =>
  rowsOf(
    sql`update orders set fulfillment_lease_until = now() - interval '1 second' where id = ${order.id}`,
  )

let product: Product
let variantId: string
/** Creates a paid order of two tees that Printful prints. */
const paid = (data: Partial<Order> = {}) =>
  makeOrder(
    {
      status: 'paid',
      subtotalCents: 6400,
      discountCents: 0,
      shippingCents: 0,
      taxCents: 512,
      totalCents: 6912,
      items: [
        {
          product: product.id,
          name: product.name,
          size: 'M',
          color: 'Black',
          sku: 'TEE-M',
          unitPriceCents: 3200,
          quantity: 2,
        },
      ],
      ...data,
    },
    { captured: true },
  )

const prepare = async () => {
  await sandbox.reset()
  await sandbox.clearFaults()
  await sandbox.control('printful', 'POST', '/settings', { limits: false, progressMs: 0 })
  await forgetPrintful()
  await connectPrintful()
  // The fake Printful reuses its order IDs after a reset, so earlier orders must not keep theirs.
  await rowsOf(sql`update orders set printful_order_id = null, status = 'cancelled'`)
}
beforeAll(async () => {
  await prepare()
  const { products } = await printful().listProducts(0, 1)
  const tee = await printful().getProduct(products[0]?.id ?? '')
  const variant = tee?.variants.find(({ size, color }) => size === 'M' && color === 'Black')
  variantId = variant?.id ?? ''
  product = await makeProduct({
    sizesAvailable: ['M'],
    colorsAvailable: ['Black'],
    variants: [
      { size: 'M', color: 'Black', sku: 'TEE-M', available: true, printfulVariantId: variantId },
    ],
  })
})
beforeEach(prepare)
afterAll(forgetPrintful)

/** Expects one order at Printful that was charged once and is linked to ours. */
const expectOneOrder = async (order: Order) => {
  const { orders } = await ledger()
  expect(orders).toHaveLength(1)
  expect(await charged()).toHaveLength(1)
  expect(await ours(order)).toMatchObject({
    fulfillment: 'submitted',
    printful: String(orders[0]?.id),
    status: 'processing',
    lease: null,
  })
}

it('sends a gift with the recipient, note, and plain sender name but without prices', async () => {
  const order = await paid({
    isGift: true,
    giftRecipient: 'Grandma June',
    giftNote: 'Proud of you.',
    senderName: 'DF Apparel',
  })
  expect(await submit(order)).toMatchObject({ outcome: 'sent' })
  const {
    orders: [theirs],
  } = await ledger()
  expect(theirs).toMatchObject({
    recipient: { name: 'Grandma June' },
    gift: { message: 'Proud of you.' },
    packing_slip: { custom_order_id: order.orderNumber, store_name: 'DF Apparel' },
  })
  expect(theirs?.retail_costs?.tax ?? null).toBeNull()
})

it('submits the items, address, and prices once, with a 32-character external ID', async () => {
  const order = await paid()
  expect(await submit(order)).toEqual({
    outcome: 'sent',
    message: `Order ${order.orderNumber} was submitted to Printful.`,
  })
  const {
    orders: [theirs],
  } = await ledger()
  expect(theirs).toMatchObject({
    external_id: order.uuid.replaceAll('-', ''),
    status: 'pending',
    recipient: { name: 'Wren Okafor', state_code: 'CA' },
    items: [
      {
        sync_variant_id: Number(variantId),
        quantity: 2,
        external_id: String(order.items?.[0]?.id),
      },
    ],
    retail_costs: { subtotal: '64.00', shipping: '0.00', tax: '5.12' },
  })
  await expectOneOrder(order)
  expect((await ours(order)).cost).toBeGreaterThan(2338)
  expect((await timeline(order)).map(({ type }) => type)).toEqual([
    'printer:draft',
    'printer:submitted',
    'processing',
  ])
  // A second submission finds the order at Printful.
  expect(await submit(order)).toMatchObject({
    outcome: 'sent',
    message: expect.stringContaining('already'),
  })
  await expectOneOrder(order)
})

it('submits an item whose size and color are named One Size and Default', async () => {
  const tote = await makeProduct({
    sizesAvailable: ['One Size'],
    colorsAvailable: ['Default'],
    variants: [
      { size: 'One Size', color: 'Default', available: true, printfulVariantId: variantId },
    ],
  })
  const order = await paid({
    items: [
      {
        product: tote.id,
        name: tote.name,
        size: 'One Size',
        color: 'Default',
        sku: 'TOTE',
        unitPriceCents: 3200,
        quantity: 2,
      },
    ],
  })
  expect(await submit(order)).toMatchObject({ outcome: 'sent' })
})

it('creates one order for ten concurrent submissions', async () => {
  const order = await paid()
  const results = await Promise.all([...Array(10)].map(() => submit(order)))
  expect(results.filter(({ outcome }) => outcome === 'sent').length).toBeGreaterThanOrEqual(1)
  await expectOneOrder(order)
})

it('creates one order when ten submissions each find an expired lease', async () => {
  const order = await paid()
  await sandbox.fault({
    provider: 'printful',
    match: { method: 'POST', path: '/orders$' },
    fault: 'latency',
    latencyMs: 300,
    times: 10,
  })
  const all = [...Array(10)].map(async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 20))
    await expireLease(order)
    return submit(order)
  })
  await Promise.all(all)
  await expireLease(order)
  await submit(order)
  await expectOneOrder(order)
})

describe('changes while Printful accepts an order', () => {
  /** Runs `meanwhile` after the draft was checked and before Printful responds to the confirmation. */
  const submitDuring = async (order: Order, meanwhile: () => Promise<unknown>) => {
    await sandbox.fault({
      provider: 'printful',
      match: { method: 'POST', path: '/orders/.*/confirm' },
      fault: 'latency',
      latencyMs: 15_000,
      times: 1,
    })
    const submission = submit(order)
    await sandbox.beforeLateAnswer(meanwhile)
    return submission
  }
  const dispute = async (order: Order) =>
    holdDisputedOrder(await getTestPayload(), order.id, {
      type: 'disputed',
      reason: `PP-D-${order.id}`,
      message: 'The buyer opened a case.',
    })

  it('cancel the order at Printful when staff cancel it', async () => {
    const order = await paid()
    const result = await submitDuring(order, () =>
      rowsOf(sql`update orders set status = 'cancelled' where id = ${order.id}`),
    )
    expect(result).toMatchObject({ outcome: 'held' })
    expect((await ledger()).orders).toMatchObject([{ status: 'canceled' }])
    expect(await ours(order)).toMatchObject({
      status: 'cancelled',
      fulfillment: 'canceled',
      lease: null,
    })
  })

  it('put the order on hold when the buyer opens a dispute', async () => {
    const order = await paid()
    expect(await submitDuring(order, () => dispute(order))).toMatchObject({
      outcome: 'held',
      message: expect.stringContaining('contested'),
    })
    expect(await ours(order)).toMatchObject({ fulfillment: 'on-hold', lease: null })
  })

  it('stop the submission before Printful charges when a dispute is opened', async () => {
    const order = await paid()
    await rowsOf(
      sql`update orders set fulfillment = 'submitting', fulfillment_lease_until = now() + interval '1 minute' where id = ${order.id}`,
    )
    await dispute(order)
    await expireLease(order)
    expect(await submit(order)).toMatchObject({ outcome: 'held' })
    expect(await charged()).toEqual([])
    expect(await ours(order)).toMatchObject({ fulfillment: 'on-hold' })
    expect(await submit(order, { byHand: true })).toMatchObject({ outcome: 'sent' })
  })
})

it.each(['with another order at Printful', 'as a new attempt'])(
  'never charges for the draft of a slow submission after the order was sent %s',
  async (how) => {
    const order = await paid()
    await sandbox.fault({
      provider: 'printful',
      match: { method: 'POST', path: '/orders$' },
      fault: 'latency',
      latencyMs: 15_000,
      times: 1,
    })
    const submission = submit(order)
    await sandbox.beforeLateAnswer(() =>
      how === 'as a new attempt'
        ? rowsOf(sql`update orders set fulfillment_attempt = 2 where id = ${order.id}`)
        : rowsOf(sql`update orders set printful_order_id = 'another' where id = ${order.id}`),
    )
    expect(await submission).toMatchObject({ outcome: 'waiting' })
    expect((await ledger()).orders).toMatchObject([{ status: 'draft' }])
    expect(await charged()).toEqual([])
    expect((await ours(order)).printful).toBe(how === 'as a new attempt' ? null : 'another')
  },
)

/** A process may die after claiming the order, creating the draft, recording it, or confirming it. */
describe('retrying a submission whose process was killed', () => {
  it('creates one order after the claim expires', async () => {
    const order = await paid()
    await rowsOf(
      sql`update orders set fulfillment = 'submitting', fulfillment_lease_until = now() + interval '1 minute' where id = ${order.id}`,
    )
    expect(await submit(order)).toMatchObject({ outcome: 'waiting' })
    expect((await ledger()).orders).toEqual([])
    await expireLease(order)
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    await expectOneOrder(order)
  })
  it('creates one order if the draft was created but not recorded', async () => {
    const order = await paid()
    await rowsOf(
      sql`update orders set fulfillment = 'submitting', fulfillment_lease_until = now() - interval '1 second' where id = ${order.id}`,
    )
    await printful().createDraft({
      externalId: order.uuid.replaceAll('-', ''),
      orderNumber: order.orderNumber,
      retail: { subtotalCents: 6400, discountCents: 0, shippingCents: 0, taxCents: 512 },
      gift: null,
      senderName: null,
      shipping: 'STANDARD',
      recipient: {
        name: 'Wren Okafor',
        address1: '18 Alder Lane',
        address2: null,
        city: 'Ojai',
        stateCode: 'CA',
        countryCode: 'US',
        zip: '93023',
        phone: null,
        email: order.email,
      },
      lines: [
        {
          externalId: String(order.items?.[0]?.id),
          syncVariantId: variantId,
          quantity: 2,
          retailCents: 3200,
          name: 'Tee',
        },
      ],
    })
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    await expectOneOrder(order)
  })
  it.each(['the draft was recorded', 'the order was confirmed but not recorded'])(
    'creates one order if %s',
    async (when) => {
      const order = await paid()
      await sandbox.fault({
        provider: 'printful',
        match: { method: 'POST', path: '/orders/\\d+/confirm' },
        fault: when === 'the draft was recorded' ? 'status' : 'reset-after',
        status: 503,
        times: 1,
      })
      // The lookup after the failure fails, too.
      await sandbox.fault({
        provider: 'printful',
        match: { method: 'GET', path: '/orders/\\d+' },
        fault: 'status',
        status: 503,
        times: 4,
      })
      expect(await submit(order)).toMatchObject({ outcome: 'waiting' })
      expect(await ours(order)).toMatchObject({
        fulfillment: 'draft',
        printful: expect.any(String),
      })
      resetCircuitBreakers()
      expect(await submit(order)).toMatchObject({ outcome: 'sent' })
      await expectOneOrder(order)
    },
  )
})

describe('errors during a submission', () => {
  it.each(['reset-after', 'truncated', 'malformed', 'html'] as const)(
    'don’t create a second order when the response to the draft is lost (%s)',
    async (fault) => {
      const order = await paid()
      await sandbox.fault({
        provider: 'printful',
        match: { method: 'POST', path: '/orders$' },
        fault,
        times: 1,
        ...(fault === 'html' ? { when: 'after' as const } : {}),
      })
      expect(await submit(order)).toMatchObject({ outcome: 'sent' })
      await expectOneOrder(order)
    },
  )
  it.each(['reset-after', 'truncated', 'malformed'] as const)(
    'don’t create a second order when the response to the confirmation is lost (%s)',
    async (fault) => {
      const order = await paid()
      await sandbox.fault({
        provider: 'printful',
        match: { method: 'POST', path: '/orders/\\d+/confirm' },
        fault,
        times: 1,
      })
      expect(await submit(order)).toMatchObject({ outcome: 'sent' })
      await expectOneOrder(order)
    },
  )
  it('schedule a retry when Printful is down', async () => {
    const order = await paid()
    await sandbox.fault({ provider: 'printful', fault: 'status', status: 502, times: 20 })
    expect(await submit(order)).toMatchObject({
      outcome: 'waiting',
      message: 'Printful is having problems right now (HTTP 502). We’ll try again automatically.',
    })
    const [job] = await rowsOf<{ seconds: number }>(
      sql`select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs where key = ${`submit-order:${order.id}`}`,
    )
    expect(job?.seconds).toBeGreaterThan(5)
    await sandbox.clearFaults()
    resetCircuitBreakers()
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    await expectOneOrder(order)
  })
  it('aren’t retried once the order was refunded meanwhile', async () => {
    const order = await paid()
    await sandbox.fault({ provider: 'printful', fault: 'status', status: 502, times: 20 })
    expect(await submit(order)).toMatchObject({ outcome: 'waiting' })
    expect(await ours(order)).toMatchObject({ fulfillment: 'submitting', lease: null })
    await rowsOf(sql`update orders set status = 'refunded' where id = ${order.id}`)
    await expect(submit(order)).rejects.toMatchObject({ code: 'conflict' })
    expect(await ours(order)).toMatchObject({ fulfillment: 'none', note: null, lease: null })
    await sandbox.clearFaults()
    resetCircuitBreakers()
  })
  it('leave a note for staff when Printful rejects the API key', async () => {
    const order = await paid()
    await sandbox.control('printful', 'POST', '/tokens/expire', {})
    expect(await submit(order)).toMatchObject({
      outcome: 'held',
      message: expect.stringContaining('no longer accepts our key'),
    })
    expect(await ours(order)).toMatchObject({
      fulfillment: 'none',
      lease: null,
      note: expect.stringContaining('Enter a new key'),
    })
    await sandbox.control('printful', 'POST', '/tokens/expire', { expired: false })
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    await expectOneOrder(order)
  })
})

describe('a submission', () => {
  it('is held when Printful charges more than was paid, until staff accept it', async () => {
    const order = await paid({ subtotalCents: 900, taxCents: 72, totalCents: 972 })
    expect(await submit(order)).toMatchObject({
      outcome: 'held',
      message: expect.stringMatching(
        /^Printful charges \$\d+\.\d\d, but the customer paid \$9\.00/,
      ),
    })
    expect(await charged()).toEqual([])
    expect(await ours(order)).toMatchObject({
      fulfillment: 'on-hold',
      printful: expect.any(String),
      status: 'paid',
      lease: null,
    })
    await pollPrintfulOrders({ payload: await getTestPayload(), printful: printful() })
    expect(await ours(order)).toMatchObject({
      fulfillment: 'on-hold',
      note: expect.stringContaining('Printful charges'),
    })
    expect(await submit(order, { byHand: true })).toMatchObject({ outcome: 'held' })
    expect(await submit(order, { byHand: true, accept: true })).toMatchObject({ outcome: 'sent' })
    await expectOneOrder(order)
  })
  it('compares the cost with what was paid, including paid price differences', async () => {
    const order = await paid({ subtotalCents: 900, taxCents: 72, totalCents: 972 })
    const payDifference = (shippingCents: number) =>
      makeOrder({
        status: 'delivered',
        paymentState: 'completed',
        items: [],
        subtotalCents: 0,
        shippingCents,
        taxCents: 0,
        totalCents: shippingCents,
        priceDifference: { order: order.id, state: 'applied' },
      })
    await payDifference(100)
    expect(await submit(order)).toMatchObject({
      outcome: 'held',
      message: expect.stringContaining('the customer paid $10.00 for items and shipping. Send it'),
    })
    await payDifference(9000)
    expect(await submit(order, { byHand: true })).toMatchObject({ outcome: 'sent' })
  })
  it('is held when an item is unknown to Printful or the draft doesn’t match', async () => {
    const strange = await paid({
      items: [
        {
          product: product.id,
          name: 'A mug of ours',
          size: 'One Size',
          color: 'Default',
          sku: 'MUG',
          unitPriceCents: 3200,
          quantity: 1,
        },
      ],
    })
    expect(await submit(strange)).toMatchObject({
      outcome: 'held',
      message: expect.stringContaining('A mug of ours'),
    })
    const order = await paid()
    await printful().createDraft({
      externalId: order.uuid.replaceAll('-', ''),
      orderNumber: 'x',
      retail: { subtotalCents: 1, discountCents: 0, shippingCents: 0, taxCents: 0 },
      gift: null,
      senderName: null,
      shipping: 'STANDARD',
      recipient: {
        name: 'Wren Okafor',
        address1: '18 Alder Lane',
        address2: null,
        city: 'Ojai',
        stateCode: 'CA',
        countryCode: 'US',
        zip: '93023',
        phone: null,
        email: null,
      },
      lines: [
        {
          externalId: 'other',
          syncVariantId: variantId,
          quantity: 7,
          retailCents: 3200,
          name: 'Tee',
        },
      ],
    })
    expect(await submit(order)).toMatchObject({
      outcome: 'held',
      message: expect.stringContaining('doesn’t match'),
    })
    expect(await charged()).toEqual([])
  })
  it('is held when the shop’s card is declined, until staff retry it', async () => {
    const order = await paid()
    await sandbox.control('printful', 'POST', '/settings', { billing: 'decline' })
    expect(await submit(order)).toMatchObject({
      outcome: 'held',
      message: 'Your payment method was declined.',
    })
    expect(await ours(order)).toMatchObject({ fulfillment: 'failed', status: 'paid' })
    await sandbox.control('printful', 'POST', '/settings', { billing: 'ok' })
    expect(await submit(order)).toMatchObject({ outcome: 'held' })
    expect(await submit(order, { byHand: true })).toMatchObject({ outcome: 'sent' })
    await expectOneOrder(order)
  })
  it('waits while Printful calculates the costs', async () => {
    const order = await paid()
    await sandbox.control('printful', 'POST', '/settings', { asyncCosts: 1 })
    expect(await submit(order)).toMatchObject({
      outcome: 'waiting',
      message: expect.stringContaining('calculating'),
    })
    const { printful: id } = await ours(order)
    await sandbox.control('printful', 'POST', `/orders/${id}/unhold`, {})
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    await expectOneOrder(order)
  })
  it.each([
    ['not paid', { status: 'pending', paymentState: 'none' }],
    ['canceled', { status: 'cancelled' }],
    ['refunded', { status: 'refunded' }],
    ['paid with a mismatch', { paymentState: 'mismatch' }],
  ] as const)('is rejected for an order that is %s', async (_, data) => {
    const order = await paid(data)
    await expect(submit(order)).rejects.toMatchObject({ code: 'conflict' })
    expect((await ledger()).orders).toEqual([])
  })
})

it('resubmits a canceled order only on request and with a new external ID', async () => {
  const order = await paid()
  await submit(order)
  const admin = await makePerson('admin')
  expect(
    await call('POST', `/api/admin/printful/orders/${order.id}/cancel`, { as: admin }),
  ).toMatchObject({ status: 200 })
  expect(await ours(order)).toMatchObject({ fulfillment: 'canceled' })
  await expect(submit(order)).rejects.toMatchObject({ code: 'conflict' })
  expect(
    await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
      as: admin,
      body: { wait: 0 },
    }),
  ).toMatchObject({ status: 409 })
  expect(
    await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
      as: admin,
      body: { again: true, wait: 0 },
    }),
  ).toMatchObject({ status: 202 })
  expect(await submit(order)).toMatchObject({ outcome: 'sent' })
  const names = (await ledger()).orders.map(({ external_id: name, status }) => [name, status])
  expect(names.sort((one, other) => String(one[1]).localeCompare(String(other[1])))).toEqual([
    [order.uuid.replaceAll('-', ''), 'canceled'],
    [`${order.uuid.replaceAll('-', '').slice(0, 30)}-2`, 'pending'],
  ])
})

it('never replaces an order that Printful no longer knows until staff send it as a new one', async () => {
  const order = await paid({ subtotalCents: 900, taxCents: 72, totalCents: 972 })
  expect(await submit(order)).toMatchObject({ outcome: 'held' })
  await rowsOf(sql`update orders set printful_order_id = '404404' where id = ${order.id}`)
  expect(await submit(order, { byHand: true, accept: true })).toMatchObject({
    outcome: 'held',
    message: expect.stringMatching(/^This order no longer exists on Printful\./),
  })
  expect(await charged()).toEqual([])
  expect(await ours(order)).toMatchObject({
    fulfillment: 'canceled',
    note: expect.stringMatching(/^This order no longer exists on Printful\./),
    cost: null,
    lease: null,
  })
  expect((await timeline(order)).at(-1)).toMatchObject({ type: 'printer:canceled' })
  expect(
    await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
      as: await makePerson('admin'),
      body: { again: true, accept: true, wait: 0 },
    }),
  ).toMatchObject({ status: 202 })
  expect(await submit(order, { byHand: true, accept: true })).toMatchObject({ outcome: 'sent' })
  expect(await charged()).toHaveLength(1)
  expect(await ours(order)).toMatchObject({
    fulfillment: 'submitted',
    printful: expect.any(String),
  })
})

describe('after payment', () => {
  const waiting = (order: Order) =>
    rowsOf(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'submit-order' and key = ${`submit-order:${order.id}`}`,
    )
  const payFor = async (order: Order) =>
    settlePayment(await getTestPayload(), order, {
      id: `CAP-${order.id}`,
      status: 'completed',
      amountCents: 4055,
      currency: 'USD',
      feeCents: 190,
      reason: null,
      reference: order.uuid,
    })
  const pay = async (status: Order['status'] = 'pending') => {
    const order = await makeOrder({ status })
    await payFor(order)
    return order
  }
  const autoSubmit = async (isOn: boolean) =>
    (await getTestPayload()).updateGlobal({
      slug: 'shop-settings',
      data: { printfulAutoSubmit: isOn, printfulWaitMinutes: 60 },
    })
  const poll = async () =>
    pollPrintfulOrders({ payload: await getTestPayload(), printful: printful() })
  const minutesUntilSent = (order: Order) =>
    rowsOf<{ minutes: number }>(
      sql`select round(extract(epoch from run_at - now()) / 60)::integer as minutes from graphile_worker.jobs where key = ${`submit-order:${order.id}`}`,
    )
  /** Moves the payment into the past, and loses the job, as if it had run without a connection. */
  const missJob = async (order: Order, minutesAgo: number) => {
    await rowsOf(
      sql`update orders set paid_at = now() - make_interval(mins => ${minutesAgo}::integer) where id = ${order.id}`,
    )
    await removeJob((await getTestPayload()).db.drizzle, `submit-order:${order.id}`)
  }
  afterAll(() => autoSubmit(false))

  it('queues a submission only when automatic submission is on', async () => {
    await autoSubmit(false)
    expect(await waiting(await pay())).toEqual([])
    await autoSubmit(true)
    const order = await pay()
    expect(await waiting(order)).toHaveLength(1)
    expect(await ours(order)).toMatchObject({ status: 'paid', fulfillment: 'none' })
  })
  it('leaves an order to staff that they canceled before its payment came in', async () => {
    await autoSubmit(true)
    const order = await pay('cancelled')
    expect(await ours(order)).toMatchObject({ status: 'paid', fulfillment: 'none' })
    expect(await waiting(order)).toEqual([])
  })
  it('leaves the buyer the whole time to wait, also when the shop polls Printful meanwhile', async () => {
    await autoSubmit(true)
    const order = await pay()
    await poll()
    expect(await minutesUntilSent(order)).toEqual([{ minutes: 60 }])
    await missJob(order, 59)
    await poll()
    expect(await waiting(order)).toEqual([])
    await missJob(order, 61)
    await poll()
    expect(await minutesUntilSent(order)).toEqual([{ minutes: 0 }])
  })
  it('sends nothing once automatic submission was turned off, and waits longer if the time was prolonged', async () => {
    const payload = await getTestPayload()
    await autoSubmit(true)
    const order = await pay()
    const [job] = await rowsOf<{ payload: { orderId: number } }>(
      sql`select payload from graphile_worker._private_jobs where key = ${`submit-order:${order.id}`}`,
    )
    const runItsJob = async () => {
      await runJob(payload, 'submit-order', job?.payload ?? { orderId: 0 })
      return (await ours(order)).fulfillment
    }
    const queued = () =>
      rowsOf(sql`select 1 from graphile_worker.jobs where key like ${`submit-order:${order.id}%`}`)
    await missJob(order, 61)
    await autoSubmit(false)
    expect(await runItsJob()).toBe('none')
    await autoSubmit(true)
    await missJob(order, 59)
    expect(await runItsJob()).toBe('none')
    expect(await queued()).toEqual([])
    await missJob(order, 61)
    // Its product isn't linked, so it is held, but no longer waiting.
    expect(await runItsJob()).toBe('on-hold')
  })
  it.each(['staff', 'the shop after a day'])(
    'never sends an order by itself that %s canceled before its payment came in',
    async (by) => {
      await autoSubmit(true)
      const payload = await getTestPayload()
      const order = await makeOrder()
      if (by === 'staff')
        await updateOrder({ payload, id: order.id, actor: 'Ruth', change: { status: 'cancelled' } })
      else {
        await rowsOf(
          sql`update orders set created_at = now() - interval '25 hours' where id = ${order.id}`,
        )
        await runJob(payload, 'reconcile-payments', {})
      }
      expect(await ours(order)).toMatchObject({ status: 'cancelled' })
      await payFor(order)
      await missJob(order, 61)
      await poll()
      expect(await ours(order)).toMatchObject({ status: 'paid', fulfillment: 'none' })
      expect(await waiting(order)).toEqual([])
      // Staff can still send it.
      expect(
        await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
          as: await makePerson('admin'),
          body: { wait: 0 },
        }),
      ).toMatchObject({ status: 202 })
      expect(await waiting(order)).toHaveLength(1)
    },
  )
  it('sends an order that staff canceled after its payment and then restored', async () => {
    await autoSubmit(true)
    const payload = await getTestPayload()
    const order = await pay()
    for (const status of ['cancelled', 'paid'] as const)
      await updateOrder({
        payload,
        id: order.id,
        actor: 'Ruth',
        change: { status, reason: 'The customer called.' },
      })
    await missJob(order, 61)
    await poll()
    expect(await waiting(order)).toHaveLength(1)
  })
  it('keeps the order waiting when Printful isn’t connected', async () => {
    const order = await paid()
    await rowsOf(sql`delete from connections`)
    await runJob(await getTestPayload(), 'submit-order', { orderId: order.id })
    expect(await ours(order)).toMatchObject({ fulfillment: 'none', status: 'paid' })
  })
})

describe('the API to submit an order', () => {
  it('queues the order once for repeated requests and reports when it is on Printful', async () => {
    const admin = await makePerson('admin')
    const order = await paid()
    const press = () =>
      call<{ message: string }>('POST', `/api/admin/printful/submit-order/${order.id}`, {
        as: admin,
        body: { wait: 0 },
      })
    expect((await Promise.all([press(), press(), press()])).map(({ status }) => status)).toEqual([
      202, 202, 202,
    ])
    expect(
      await rowsOf(
        sql`select 1 from graphile_worker.jobs where key = ${`submit-order:${order.id}`}`,
      ),
    ).toHaveLength(1)
    expect((await timeline(order)).filter(({ type }) => type === 'printer:asked')).toHaveLength(1)
    await submit(order, { byHand: true })
    expect(await press()).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('is on Printful') },
    })
    await expectOneOrder(order)
  })
  it.each(['the shop polls Printful', 'Printful reports the draft'])(
    'keeps what staff asked for when %s before the job runs',
    async (when) => {
      const order = await paid({ subtotalCents: 900, taxCents: 72, totalCents: 972 })
      expect(await submit(order)).toMatchObject({ outcome: 'held' })
      await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
        as: await makePerson('admin'),
        body: { accept: true, wait: 0 },
      })
      await rowsOf(
        sql`update orders set updated_at = now() - interval '5 minutes' where id = ${order.id}`,
      )
      const args = { payload: await getTestPayload(), printful: printful() }
      const { printful: draftId } = await ours(order)
      if (when === 'the shop polls Printful') await pollPrintfulOrders(args)
      else expect(await reloadPrintfulOrder(args, order.id, String(draftId))).toBe('draft')
      const [job] = await rowsOf<{ payload: { orderId: number }; isDue: boolean }>(sql`
        select payload, run_at <= now() as "isDue" from graphile_worker._private_jobs where key = ${`submit-order:${order.id}`}`)
      expect(job).toMatchObject({
        payload: { orderId: order.id, byHand: true, accept: true },
        isDue: true,
      })
      await runJob(args.payload, 'submit-order', job?.payload ?? { orderId: 0 })
      await expectOneOrder(order)
    },
  )
  it('keeps that staff accepted a warning when the job runs again while the lease of a killed worker lasts', async () => {
    const order = await paid({ subtotalCents: 900, taxCents: 72, totalCents: 972 })
    await rowsOf(
      sql`update orders set fulfillment = 'submitting', fulfillment_lease_until = now() + interval '2 minutes' where id = ${order.id}`,
    )
    expect(await submit(order, { byHand: true, accept: true })).toMatchObject({
      outcome: 'waiting',
    })
    const [job] = await rowsOf<{ payload: { orderId: number } }>(
      sql`select payload from graphile_worker._private_jobs where key = ${`submit-order:${order.id}:after`}`,
    )
    await expireLease(order)
    await runJob(await getTestPayload(), 'submit-order', job?.payload ?? { orderId: 0 })
    await expectOneOrder(order)
  })
  it('rejects unpaid orders and editors', async () => {
    const order = await makeOrder()
    expect(
      await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
        as: await makePerson('admin'),
        body: { wait: 0 },
      }),
    ).toMatchObject({ status: 409 })
    expect(
      await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
        as: await makePerson('editor'),
      }),
    ).toMatchObject({ status: 403 })
    expect(await ours(order)).toMatchObject({ fulfillment: 'none' })
  })
})

describe('refunded items', () => {
  /** Refunds some of the two tees by line, and no shipping. */
  const refundItems = async ({ id, items }: Order, quantity: number, status = 'completed') => {
    const request = `r-items-${id}-${quantity}`
    await rowsOf(sql`
      insert into payments (order_id, kind, provider, provider_id, request_id, status, amount_cents, currency)
      values (${id}, 'refund', 'paypal', ${request}, ${request}, ${status}, ${quantity * 3456}, 'USD')`)
    await rowsOf(sql`
      insert into refund_lines (order_id, request_id, item_id, quantity, amount_cents, tax_cents)
      values (${id}, ${request}, ${items?.[0]?.id ?? ''}, ${quantity}, ${quantity * 3200}, ${quantity * 256})`)
  }
  const press = async ({ id }: Order) =>
    call<{ code: string; error: string }>('POST', `/api/admin/printful/submit-order/${id}`, {
      as: await makePerson('admin'),
      body: { wait: 0 },
    })
  const withShipping = { shippingCents: 599, totalCents: 7511 }
  const waitingOrders = async () => {
    const payload = await getTestPayload()
    const [board, counts, badge] = [
      await listPrintQueue(payload, 'waiting', { page: 1, limit: 50 }),
      await countPrintQueue(payload),
      await countOrdersToSubmit(payload),
    ]
    expect([counts.waiting, badge]).toEqual([board.length, board.length])
    return board.map(({ id }) => id)
  }

  it('aren’t printed: the draft has what is left of a line', async () => {
    const order = await paid(withShipping)
    await refundItems(order, 1)
    expect(await waitingOrders()).toEqual([order.id])
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    expect((await ledger()).orders).toMatchObject([{ items: [{ quantity: 1 }] }])
    await expectOneOrder(order)
  })

  it('lower what the shop took by their price, not by their tax', async () => {
    const order = await paid(withShipping)
    await refundItems(order, 1)
    expect(await getPrintOrder(await getTestPayload(), order.id)).toMatchObject({
      takenCents: 6400 + 599 - 3200,
    })
    // One tee is left, and Printful charges as much as was paid for it.
    await submit(order)
    const { cost } = await ours(order)
    const subtotalCents = Number(cost) + 3200 - 599
    const tight = await paid({
      ...withShipping,
      subtotalCents,
      totalCents: subtotalCents + 599 + 512,
    })
    await refundItems(tight, 1)
    expect(await submit(tight)).toMatchObject({ outcome: 'sent' })
  })

  it('of an amount lower what the shop took without its share of the tax', async () => {
    const order = await paid(withShipping)
    await rowsOf(sql`
      insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency)
      values (${order.id}, 'refund', 'paypal', ${`r-amount-${order.id}`}, 'completed', 1000, 'USD')`)
    const taxCents = Math.round((512 * 1000) / 7511)
    const payload = await getTestPayload()
    expect(await getPrintOrder(payload, order.id)).toMatchObject({
      takenCents: 6400 + 599 - (1000 - taxCents),
    })
    await rowsOf(
      sql`update payments set amount_cents = 7511 where provider_id = ${`r-amount-${order.id}`}`,
    )
    expect(await getPrintOrder(payload, order.id)).toMatchObject({ takenCents: 0 })
  })

  it('aren’t mixed up with refunded gift cards, which bring in nothing', async () => {
    const order = await paid({ ...withShipping, purchasedCardsCents: 5000, totalCents: 12_511 })
    await rowsOf(sql`
      insert into payments (order_id, kind, provider, provider_id, request_id, status, amount_cents, currency)
      values (${order.id}, 'refund', 'paypal', ${`r-card-${order.id}`}, ${`r-card-${order.id}`}, 'completed', 5000, 'USD'),
        (${order.id}, 'gift-card-cancel', 'gift-card', ${`c-card-${order.id}`}, null, 'completed', 5000, 'USD')`)
    await rowsOf(sql`
      insert into refund_lines (order_id, request_id, item_id, quantity, amount_cents, tax_cents)
      values (${order.id}, ${`r-card-${order.id}`}, 'card', 1, 5000, 0)`)
    expect(await getPrintOrder(await getTestPayload(), order.id)).toMatchObject({
      takenCents: 6999,
    })
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
  })

  it.each(['completed', 'pending'])(
    'leave nothing to print once all of them are: neither offered nor sent, with a refund that is %s',
    async (status) => {
      const order = await paid(withShipping)
      expect(await waitingOrders()).toEqual([order.id])
      await refundItems(order, 2, status)
      expect(await waitingOrders()).toEqual([])
      expect(await getPrintOrder(await getTestPayload(), order.id)).toMatchObject({ isDue: false })
      expect(await press(order)).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          error: 'This order has no items to print. Refunded items aren’t printed.',
        },
      })
      await expect(submit(order)).rejects.toMatchObject({ code: 'conflict' })
      await runJob(await getTestPayload(), 'submit-order', { orderId: order.id })
      expect((await ledger()).orders).toEqual([])
      expect(await ours(order)).toMatchObject({ status: 'paid', fulfillment: 'none' })
      expect(
        await rowsOf(
          sql`select 1 from graphile_worker.jobs where key like ${`submit-order:${order.id}%`}`,
        ),
      ).toEqual([])
    },
  )

  it('are printed after all if PayPal refuses the refund', async () => {
    const order = await paid(withShipping)
    await refundItems(order, 2, 'failed')
    expect(await waitingOrders()).toEqual([order.id])
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    expect((await ledger()).orders).toMatchObject([{ items: [{ quantity: 2 }] }])
  })

  it.each([
    ['creates its draft', '/orders$', 'on-hold'],
    ['accepts it', '/orders/.*/confirm', 'canceled'],
  ])(
    'aren’t printed either if they’re refunded while Printful %s: what is left is sent anew',
    async (_, path, fulfillment) => {
      const order = await paid(withShipping)
      await sandbox.fault({
        provider: 'printful',
        match: { method: 'POST', path },
        fault: 'latency',
        latencyMs: 15_000,
        times: 1,
      })
      const submission = submit(order)
      await sandbox.beforeLateAnswer(() => refundItems(order, 1))
      expect(await submission).toMatchObject({
        outcome: 'held',
        message: expect.stringMatching(/^Items in this order were refunded/),
      })
      expect(await ours(order)).toMatchObject({
        fulfillment,
        note: expect.stringMatching(/^Items in this order were refunded/),
        lease: null,
      })
      const as = await makePerson('admin')
      if (fulfillment === 'on-hold') {
        expect(await charged()).toEqual([])
        await call('POST', `/api/admin/printful/orders/${order.id}/cancel`, { as })
      }
      await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
        as,
        body: { again: true, wait: 0 },
      })
      expect(await submit(order)).toMatchObject({ outcome: 'sent' })
      const { orders } = await ledger()
      expect(orders).toHaveLength(2)
      expect(orders.find(({ status }) => status !== 'canceled')).toMatchObject({
        status: 'pending',
        items: [{ quantity: 1 }],
      })
    },
  )

  it('in a draft that waits at Printful hold it, also when staff accept everything else', async () => {
    const order = await paid(withShipping)
    await sandbox.control('printful', 'POST', '/settings', { asyncCosts: 1 })
    expect(await submit(order)).toMatchObject({ outcome: 'waiting' })
    const { printful: id } = await ours(order)
    await sandbox.control('printful', 'POST', `/orders/${id}/unhold`, {})
    await refundItems(order, 1)
    expect(await submit(order, { byHand: true, accept: true })).toMatchObject({
      outcome: 'held',
      message: expect.stringMatching('doesn’t match the order’s items'),
    })
    expect(await charged()).toEqual([])
  })
})

describe('changing the address of an order at Printful', () => {
  const newAddress = {
    firstName: 'Wren',
    lastName: 'Okafor',
    address1: '200 Cedar Street',
    city: 'Ventura',
    stateCode: 'CA',
    zip: '93001',
  }
  /** Creates an order whose draft waits at Printful. */
  const held = async () => {
    const order = await paid()
    await sandbox.fault({
      provider: 'printful',
      match: { method: 'POST', path: '/orders/\\d+/confirm' },
      fault: 'status',
      status: 503,
      times: 9,
    })
    await submit(order)
    await sandbox.clearFaults()
    await rowsOf(
      sql`update orders set fulfillment = 'draft', fulfillment_lease_until = null where id = ${order.id}`,
    )
    return order
  }
  const change = async (order: Order, as: TestPerson, body: object = newAddress) =>
    call<{ error: string }>('PUT', `/api/admin/orders/${order.id}/address`, { as, body })
  const addressThere = async () =>
    JSON.stringify(
      (await ledger()).orders.map((entry) => (entry as { recipient?: unknown }).recipient),
    )

  it('updates the draft, which can then be submitted', async () => {
    const owner = await makePerson('super_admin')
    const order = await held()
    expect((await change(order, owner)).status).toBe(200)
    const { printful: id } = await ours(order)
    expect((await printful().getOrder({ id: String(id) }))?.recipient).toMatchObject({
      address1: '200 Cedar Street',
      zip: '93001',
    })
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    expect((await timeline(order)).map(({ type }) => type)).toContain('address_changed')
  })

  it('returns an error and leaves the draft unchanged when Printful rejects it', async () => {
    const owner = await makePerson('super_admin')
    const order = await held()
    await sandbox.fault({
      provider: 'printful',
      match: { method: 'PUT', path: '/orders/\\d+' },
      fault: 'status',
      status: 400,
      times: 9,
    })
    const answer = await change(order, owner)
    expect(answer.status).toBe(409)
    expect(answer.body.error).toMatch('saved here, but Printful still has the old one')
    expect(await addressThere()).not.toContain('Cedar')
  })

  it('holds a draft that misses an apartment which Printful rejected', async () => {
    const order = await held()
    await sandbox.fault({
      provider: 'printful',
      match: { method: 'PUT', path: '/orders/\\d+' },
      fault: 'status',
      status: 400,
      times: 1,
    })
    const {
      orders: [theirs],
    } = await ledger()
    expect(theirs?.recipient).toMatchObject({ name: 'Wren Okafor', address1: '18 Alder Lane' })
    const apartment = {
      ...newAddress,
      address1: '18 Alder Lane',
      address2: 'Apt 4',
      city: 'Ojai',
      zip: '93023',
    }
    expect((await change(order, await makePerson('super_admin'), apartment)).status).toBe(409)
    expect(await submit(order, { byHand: true })).toMatchObject({
      outcome: 'held',
      message: expect.stringContaining('different shipping address'),
    })
    expect(await charged()).toEqual([])
  })

  it('is rejected for an order in production', async () => {
    const owner = await makePerson('super_admin')
    const order = await paid({ fulfillment: 'in-production', status: 'processing' })
    expect((await change(order, owner)).status).toBe(409)
  })
})

it('submits a replacement without prices even though it costs more than it earns', async () => {
  const original = await paid({ status: 'shipped' })
  const [item] = original.items ?? []
  const { status, body } = await call<{ id: number }>(
    'POST',
    `/api/admin/orders/${original.id}/replacements`,
    {
      as: await makePerson('admin'),
      body: {
        lines: [{ itemId: item?.id, quantity: 1 }],
        reason: 'lost',
        requestId: crypto.randomUUID(),
      },
    },
  )
  expect(status).toBe(201)
  const payload = await getTestPayload()
  const replacement = await payload.findByID({ collection: 'orders', id: body.id, depth: 0 })
  expect(await submit(replacement)).toMatchObject({ outcome: 'sent' })
  const theirs = (await ledger()).orders[0]
  expect(theirs).toMatchObject({ items: [{ quantity: 1 }], gift: null })
  expect(theirs?.retail_costs?.tax ?? null).toBeNull()
  expect((await ours(replacement)).cost).toBeGreaterThan(0)
})
