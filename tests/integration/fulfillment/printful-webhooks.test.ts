import { makePerson, makeProduct } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful, forgetPrintful, haveCopiedPictures } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { reloadPrintfulOrder } from '@/modules/fulfillment/actions/apply-printful-event'
import { pollPrintfulOrders } from '@/modules/fulfillment/actions/poll-printful-orders'
import { submitToPrintful } from '@/modules/fulfillment/actions/submit-order'
import { printfulWebhookUrl } from '@/modules/fulfillment/printful-webhook-url'
import {
  countPrintQueue,
  getPrintOrder,
  listPrintQueue,
} from '@/modules/fulfillment/queries/print-queue'
import { getConnection } from '@/modules/integrations/queries/connections'
import { createOrderKey } from '@/modules/orders/order-access-key'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { anonymizeOrders } from '@/modules/privacy/actions/erase-rows'
import type { Order, Product } from '@/payload-types'
import { removeJob } from '@/platform/job-queue'
import { parseMoney } from '@/platform/money'
import { withTransaction } from '@/platform/transaction'
import { getProviders } from '@/providers'

const sandbox = useSandbox()
type Event = {
  type: string
  created: number
  retries: number
  store: number
  data: Record<string, unknown>
}
type Ours = {
  fulfillment: string
  note: string | null
  status: string
  tracking: string | null
  carrier: string | null
  shipments: { id: string; isReturned?: boolean; isReshipment: boolean }[] | null
  shipped: Date | null
}

const path = new URL(printfulWebhookUrl()).pathname
const printful = () => getProviders().printful({ token: 'sandbox-printful-token' })
const poll = async () => {
  await rowsOf(sql`update orders set fulfillment_checked_at = now() - interval '1 hour'`)
  await pollPrintfulOrders({ payload: await getTestPayload(), printful: printful() })
}
const ours = async (order: Order) =>
  (
    await rowsOf<Ours>(sql`
  select fulfillment::text, fulfillment_note as note, status::text, tracking_number as tracking, carrier, shipments, shipped_at as shipped from orders where id = ${order.id}`)
  )[0] as Ours
const timeline = (order: Order) =>
  rowsOf<{ type: string; message: string; reason: string | null }>(
    sql`select type, message, reason from order_events where order_id = ${order.id} order by id`,
  )
const inbox = () =>
  rowsOf<{ status: string; type: string; note: string | null; body: Record<string, unknown> }>(
    sql`select status::text, event_type as type, note, body from webhook_events where provider = 'printful' order by id`,
  )

let product: Product
let printfulId: string
let order: Order
let mail: string

/** Performs an action on the order at the fake Printful. */
const control = (action: string, more: object = {}) =>
  sandbox.control<Record<string, unknown>>(
    'printful',
    'POST',
    `/orders/${printfulId}/${action}`,
    more,
  )
const eventOf = async (type: string, data: Record<string, unknown> = {}): Promise<Event> => {
  const { orders } = await sandbox.control<{ orders: { id: number }[] }>(
    'printful',
    'GET',
    '/ledger',
  )
  return {
    type,
    created: 1_790_000_000,
    retries: 0,
    store: 13_500_001,
    data: { order: orders.find(({ id }) => String(id) === printfulId), ...data },
  }
}
const deliver = (event: unknown, to = path) =>
  call('POST', to, { body: event, headers: { 'sec-fetch-site': 'none' } })
const deliverEvent = async (type: string, data: Record<string, unknown> = {}) => {
  const answer = await deliver(await eventOf(type, data))
  await runWaitingJobs()
  return answer
}

beforeAll(async () => {
  const { products } = await printful().listProducts(0, 1)
  const tee = await printful().getProduct(products[0]?.id ?? '')
  const ids = (['S', 'M'] as const).map(
    (size) => tee?.variants.find((one) => one.size === size && one.color === 'Black')?.id,
  )
  product = await makeProduct({
    sizesAvailable: ['S', 'M'],
    colorsAvailable: ['Black'],
    variants: (['S', 'M'] as const).map((size, index) => ({
      size,
      color: 'Black',
      sku: `TEE-${size}`,
      available: true,
      printfulVariantId: ids[index],
    })),
  })
})
const submit = async () => {
  await submitToPrintful({ payload: await getTestPayload(), printful: printful() }, order.id)
  printfulId =
    (
      await rowsOf<{ id: string }>(
        sql`select printful_order_id as id from orders where id = ${order.id}`,
      )
    )[0]?.id ?? ''
}
/** Puts so many of an item into a package of their own. */
const shipItem = async (index: number, quantity: number) => {
  const { items } = (await eventOf('x')).data.order as { items: { id: number }[] }
  await control('ship', { items: [{ itemId: items[index]?.id, quantity }] })
}
let count = 0
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.control('printful', 'POST', '/settings', { limits: false, progressMs: 0 })
  await forgetPrintful()
  await rowsOf(
    sql`update orders set printful_order_id = null, status = 'cancelled', fulfillment = 'none'`,
  )
  await rowsOf(sql`delete from graphile_worker._private_jobs`)
  await connectPrintful()
  mail = `reader-${(count += 1)}@example.com`
  order = await makeOrder(
    {
      status: 'paid',
      email: mail,
      subtotalCents: 9600,
      shippingCents: 0,
      taxCents: 768,
      totalCents: 10368,
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
        {
          product: product.id,
          name: product.name,
          size: 'S',
          color: 'Black',
          sku: 'TEE-S',
          unitPriceCents: 3200,
          quantity: 1,
        },
      ],
    },
    { captured: true },
  )
  await submit()
})
afterAll(async () => {
  await forgetPrintful()
  await rowsOf(sql`delete from products where printful_product_id is not null`)
})

it('follows an order through production and two shipments, with one email for each', async () => {
  await control('start')
  await deliverEvent('order_updated')
  expect(await ours(order)).toMatchObject({ fulfillment: 'in-production', status: 'processing' })
  const { items } = (await control('ship', {
    items: [
      {
        itemId: ((await eventOf('x')).data.order as { items: { id: number; quantity: number }[] })
          .items[0]?.id,
        quantity: 2,
      },
    ],
  })) as { items: unknown[] }
  expect(items).toHaveLength(2)
  await deliverEvent('package_shipped')
  await deliverEvent('order_shipped')
  expect(await ours(order)).toMatchObject({
    fulfillment: 'in-production',
    status: 'processing',
    carrier: 'USPS',
    tracking: expect.stringMatching(/^9400/),
    shipped: null,
  })
  await runWaitingJobs()
  const [first] = await sandbox.mails(mail)
  expect(first?.text).toContain('part of your order has left the print shop')
  expect(first?.text).not.toContain('· S ·')
  await control('ship')
  await deliverEvent('order_updated')
  await runWaitingJobs()
  await deliverEvent('package_shipped', { again: 1 })
  await runWaitingJobs()
  expect(await ours(order)).toMatchObject({
    fulfillment: 'shipped',
    status: 'shipped',
    shipped: expect.anything(),
  })
  expect((await ours(order)).shipments).toHaveLength(2)
  const mails = await sandbox.mails(mail)
  expect(mails).toHaveLength(2)
  const last = mails.find(({ text }) =>
    text.includes('the rest of your order has left the print shop'),
  )
  expect(last?.text).toContain('· S ·')
  expect(last?.text).not.toContain('· M ·')
  expect(last?.text).not.toContain('own package')
  expect(
    (await timeline(order))
      .map(({ type }) => type)
      .filter((type) => type === 'shipped' || type === 'tracking'),
  ).toEqual(['tracking', 'tracking', 'shipped'])
})

it('says that more packages follow only while something is left to print', async () => {
  await control('start')
  await shipItem(0, 1)
  await shipItem(1, 1)
  await control('ship')
  // Both are known before the first email is sent.
  await poll()
  await runWaitingJobs()
  const texts = (await sandbox.mails(mail)).map(({ text }) => text).reverse()
  const openings = ['part of your order', 'part of your order', 'the rest of your order']
  expect(texts.map((text) => /(?:part|the rest) of your order/.exec(text)?.[0])).toEqual(openings)
  expect(texts.map((text) => text.includes('will arrive in a separate package'))).toEqual([
    true,
    true,
    false,
  ])
})

it('doesn’t announce another package for an item that was refunded', async () => {
  const [twoTees, oneTee] = order.items ?? []
  order = await makeOrder(
    {
      status: 'paid',
      email: mail,
      subtotalCents: 9600,
      shippingCents: 0,
      taxCents: 768,
      totalCents: 10368,
      items: [twoTees, oneTee].flatMap((item) => (item ? [{ ...item, id: undefined }] : [])),
    },
    { captured: true },
  )
  for (const [index, item] of (order.items ?? []).entries()) {
    const request = `r-${order.id}-${index}`
    await rowsOf(sql`
      insert into refund_lines (order_id, request_id, item_id, quantity, amount_cents, tax_cents)
      values (${order.id}, ${request}, ${item.id ?? ''}, 1, 3200, 256)`)
    await rowsOf(sql`
      insert into payments (order_id, kind, provider, provider_id, request_id, status, amount_cents, currency)
      values (${order.id}, 'refund', 'paypal', ${request}, ${request}, 'completed', 3456, 'USD')`)
  }
  await submit()
  await control('start')
  await control('ship')
  await deliverEvent('package_shipped')
  await runWaitingJobs()
  const [first, ...others] = await sandbox.mails(mail)
  expect(others).toEqual([])
  expect(first?.text).toContain('your order has left the print shop')
  expect(first?.text).not.toMatch(/part of your order|own package/i)
})

describe('an order whose buyer was erased', () => {
  const erase = async (status: Order['status']) => {
    await rowsOf(sql`
      update orders set status = ${status}::enum_orders_status where id = ${order.id}`)
    await withTransaction(await getTestPayload(), (_, tx) => anonymizeOrders(tx, [order.id]))
  }
  const tracked = async () =>
    JSON.stringify([
      await timeline(order),
      await rowsOf(
        sql`select shipments, tracking_number, tracking_url from orders where id = ${order.id}`,
      ),
    ])

  it('gets no tracking back when the rest of it ships', async () => {
    await control('start')
    await shipItem(0, 2)
    await deliverEvent('package_shipped')
    expect(await tracked()).toMatch(/9400/)
    await erase('delivered')
    await control('ship')
    await poll()
    await runWaitingJobs()
    expect(await ours(order)).toMatchObject({ fulfillment: 'shipped', tracking: null })
    expect(await tracked()).not.toMatch(/9400|http/)
  })

  it('follows a package that comes back, without its number and the reason', async () => {
    await control('start')
    await control('ship')
    await deliverEvent('package_shipped')
    await erase('shipped')
    const { shipments } = (await eventOf('x')).data.order as { shipments: { id: number }[] }
    const reason = 'Nobody named Okafor at 18 Alder Lane'
    await control('return', { reason })
    await deliverEvent('package_returned', { shipment: shipments[0], reason })
    await deliverEvent('order_updated')
    expect(await ours(order)).toMatchObject({ fulfillment: 'returned', note: null })
    expect(await tracked()).not.toMatch(/9400|http|Okafor/)
    expect((await timeline(order)).map(({ type }) => type)).toContain('parcel_returned')
  })

  it('gets no reason back that Printful gave for not making it', async () => {
    await control('fail', { reason: 'Can’t deliver to 18 Alder Lane' })
    await deliverEvent('order_failed')
    await erase('refunded')
    await poll()
    expect(await ours(order)).toMatchObject({ fulfillment: 'failed', note: null })
    expect(await tracked()).not.toContain('Alder')
  })
})

it('records a returned package and a reshipment, and emails the buyer about both', async () => {
  await control('start')
  await control('ship')
  await deliverEvent('package_shipped')
  const shipment = ((await eventOf('x')).data.order as { shipments: { id: number }[] }).shipments[0]
  await control('return', { reason: 'Insufficient address' })
  await deliverEvent('package_returned', { shipment, reason: 'Insufficient address' })
  expect(await ours(order)).toMatchObject({
    fulfillment: 'returned',
    note: 'Insufficient address',
    status: 'shipped',
    shipments: [{ isReturned: true }],
  })
  await poll()
  expect(await ours(order)).toMatchObject({ fulfillment: 'returned' })
  const payload = await getTestPayload()
  const view = () => getOrderByKey(payload, order.orderNumber, createOrderKey(order.uuid))
  expect(await view()).toMatchObject({
    isReturnedToSender: true,
    arrival: { arrival: null },
    shipments: [{ isReturned: true }],
  })
  await runWaitingJobs()
  const returned = (await sandbox.mails(mail)).filter(({ subject }) =>
    subject.startsWith('A package came back to us.'),
  )
  expect(returned).toHaveLength(1)
  expect(returned[0]?.text).toContain('so it won’t reach you')
  await control('ship')
  await deliverEvent('package_shipped', { second: true })
  await runWaitingJobs()
  expect(await ours(order)).toMatchObject({
    fulfillment: 'shipped',
    shipments: [{ isReturned: true }, { isReshipment: true }],
  })
  expect(await view()).toMatchObject({
    isReturnedToSender: false,
    shipments: [{ isReturned: true }, { isReplacement: true, isReturned: false }],
  })
  expect(
    (await sandbox.mails(mail)).map(({ text }) =>
      text.includes('our replacement has left the print shop'),
    ),
  ).toContain(true)
})

it('doesn’t email about a package that came back once its order is canceled', async () => {
  await control('start')
  await control('ship')
  await deliverEvent('package_shipped')
  const { shipments } = (await eventOf('x')).data.order as { shipments: { id: number }[] }
  await control('return', { reason: 'Insufficient address' })
  await deliverEvent('package_returned', { shipment: shipments[0], reason: 'Insufficient address' })
  await rowsOf(sql`update orders set status = 'cancelled' where id = ${order.id}`)
  await runWaitingJobs()
  expect((await sandbox.mails(mail)).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('came back'),
  )
})

it('keeps an order in production whose first package comes back before the rest is shipped', async () => {
  await control('start')
  const { items } = (await eventOf('x')).data.order as { items: { id: number }[] }
  await control('ship', { items: [{ itemId: items[0]?.id, quantity: 2 }] })
  await deliverEvent('package_shipped')
  const { shipments } = (await eventOf('x')).data.order as { shipments: { id: number }[] }
  const [first] = shipments
  await control('return', { reason: 'Insufficient address' })
  await deliverEvent('package_returned', { shipment: first, reason: 'Insufficient address' })
  expect(await ours(order)).toMatchObject({
    fulfillment: 'in-production',
    status: 'processing',
    shipments: [{ isReturned: true }],
  })
  expect((await timeline(order)).map(({ type }) => type)).toContain('parcel_returned')
  await control('ship')
  await poll()
  expect(await ours(order)).toMatchObject({
    fulfillment: 'shipped',
    status: 'shipped',
    shipments: [{ isReturned: true }, {}],
  })
  const { shipments: both } = (await eventOf('x')).data.order as { shipments: { id: number }[] }
  await deliverEvent('package_returned', { shipment: both[1], reason: 'Refused' })
  expect(await ours(order)).toMatchObject({ fulfillment: 'returned' })
})

it('records holds and failures with their reasons, the end of a hold, and cancellations', async () => {
  await control('hold', { reason: 'We need a better print file.' })
  await deliverEvent('order_put_hold', { reason: 'said by the event' })
  expect(await ours(order)).toMatchObject({
    fulfillment: 'on-hold',
    note: 'We need a better print file.',
  })
  const payload = await getTestPayload()
  expect(await listPrintQueue(payload, 'on-hold', { page: 1, limit: 10 })).toMatchObject([
    { id: order.id, daysLeft: 30, note: 'We need a better print file.' },
  ])
  await control('unhold')
  await deliverEvent('order_remove_hold')
  expect(await ours(order)).toMatchObject({ fulfillment: 'submitted', note: null })
  await control('fail', { reason: 'The print file could not be loaded.' })
  await deliverEvent('order_failed', { reason: 'x' })
  expect(await ours(order)).toMatchObject({
    fulfillment: 'failed',
    note: 'The print file could not be loaded.',
    status: 'processing',
  })
  expect((await countPrintQueue(payload)).failed).toBe(1)
  await control('cancel')
  await deliverEvent('order_canceled', { reason: 'Canceled by Printful support' })
  expect(await ours(order)).toMatchObject({ fulfillment: 'canceled' })
})

it('ignores the reason of a late hold event after a cancellation', async () => {
  const hold = await eventOf('order_put_hold', { reason: 'Please approve the changed design.' })
  await control('cancel')
  await deliverEvent('order_canceled', { reason: 'Canceled by Printful support' })
  await deliver(hold)
  await runWaitingJobs()
  expect(await ours(order)).toMatchObject({
    fulfillment: 'canceled',
    note: 'Canceled by Printful support',
  })
})

it('applies the current state at Printful regardless of the order of events', async () => {
  const early = [
    await eventOf('order_updated'),
    await eventOf('order_put_hold', { reason: 'long over' }),
  ]
  await control('start')
  const middle = await eventOf('order_updated')
  await control('ship')
  const late = await eventOf('package_shipped')
  for (const event of [late, middle, ...early, late, ...early]) {
    expect((await deliver(event)).status).toBe(200)
    await runWaitingJobs()
  }
  expect(await ours(order)).toMatchObject({ fulfillment: 'shipped', status: 'shipped' })
  expect((await inbox()).map(({ status }) => status)).toEqual([
    'processed',
    'processed',
    'processed',
    'processed',
  ])
  await runWaitingJobs()
  expect(await sandbox.mails(mail)).toHaveLength(1)
})

it('keeps an order that is sent again apart from late events of the one that was canceled', async () => {
  const payload = await getTestPayload()
  const theirIds = () =>
    rowsOf<{ id: string | null }>(
      sql`select printful_order_id as id from orders where id = ${order.id}`,
    )
  await control('cancel')
  await deliverEvent('order_canceled')
  expect(await ours(order)).toMatchObject({ fulfillment: 'canceled' })
  await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
    as: await makePerson('admin'),
    body: { again: true, wait: 0 },
  })
  await removeJob(payload.db.drizzle, `submit-order:${order.id}`)
  await deliverEvent('order_updated', { late: true })
  expect((await inbox()).at(-1)).toMatchObject({
    status: 'ignored',
    note: 'The event is for an earlier Printful order.',
  })
  // An event may have been found to be for this order just before it was sent again.
  expect(
    await reloadPrintfulOrder({ payload, printful: printful() }, order.id, printfulId),
  ).toBeNull()
  expect(await ours(order)).toMatchObject({ fulfillment: 'submitting' })
  expect(await theirIds()).toEqual([{ id: null }])
  expect(await submitToPrintful({ payload, printful: printful() }, order.id)).toMatchObject({
    outcome: 'sent',
  })
  expect(await ours(order)).toMatchObject({ fulfillment: 'submitted' })
  expect(await theirIds()).not.toEqual([{ id: printfulId }])
})

it('records each package once when many events are processed at the same time', async () => {
  await control('start')
  await control('ship')
  for (let number = 0; number < 8; number += 1)
    await deliver({ ...(await eventOf('order_updated')), created: 1_790_000_000 + number })
  const payload = await getTestPayload()
  const { applyPrintfulEvent } = await import('@/modules/fulfillment/jobs')
  await Promise.all(
    (await inbox()).map(({ type, body }) =>
      applyPrintfulEvent(payload, { eventType: type, resource: body }),
    ),
  )
  await runWaitingJobs()
  expect((await ours(order)).shipments).toHaveLength(1)
  expect((await timeline(order)).filter(({ type }) => type === 'tracking')).toHaveLength(1)
  expect(await sandbox.mails(mail)).toHaveLength(1)
})

describe('an event whose read of the order is overtaken by that of another event', () => {
  /** Printful, whose first response is slower than all that happens until `meanwhile` ends. */
  const slowPrintful = (meanwhile: () => Promise<unknown>) => {
    const gateway = printful()
    let isFirst = true
    return {
      ...gateway,
      getOrder: async (by: Parameters<typeof gateway.getOrder>[0]) => {
        const response = await gateway.getOrder(by)
        if (isFirst) {
          isFirst = false
          await meanwhile()
        }
        return response
      },
    }
  }
  const reloadSlowly = async (hint: Parameters<typeof reloadPrintfulOrder>[3]) => {
    const payload = await getTestPayload()
    const meanwhile = () =>
      reloadPrintfulOrder({ payload, printful: printful() }, order.id, printfulId)
    return reloadPrintfulOrder(
      { payload, printful: slowPrintful(meanwhile) },
      order.id,
      printfulId,
      hint,
    )
  }

  it('still records the package that came back', async () => {
    await control('start')
    await control('ship')
    await deliverEvent('package_shipped')
    const { shipments } = (await eventOf('x')).data.order as { shipments: { id: number }[] }
    const reason = 'Insufficient address'
    await control('return', { reason })
    await reloadSlowly({
      event: { type: 'package_returned', reason },
      returned: { shipmentId: String(shipments[0]?.id), reason },
    })
    expect(await ours(order)).toMatchObject({
      fulfillment: 'returned',
      note: reason,
      shipments: [{ isReturned: true }],
    })
    expect((await timeline(order)).filter(({ type }) => type === 'parcel_returned')).toHaveLength(1)
  })

  it('still says why the order is on hold', async () => {
    await control('approval')
    const reason = 'Please approve the changed design.'
    await reloadSlowly({ event: { type: 'order_put_hold_approval', reason } })
    expect(await ours(order)).toMatchObject({ fulfillment: 'on-hold', note: reason })
  })
})

describe('the webhook endpoint', () => {
  it('rejects wrong secrets and ignores forged order data', async () => {
    const forged = { ...(await eventOf('order_canceled')) }
    ;(forged.data.order as { status: string }).status = 'canceled'
    for (const secret of [
      '',
      'x',
      path.split('/').at(-1)?.slice(0, -1) ?? '',
      `${path.split('/').at(-1)}0`,
    ])
      expect([401, 404]).toContain(
        (await deliver(forged, `/api/webhooks/printful/${secret}`)).status,
      )
    expect(await inbox()).toEqual([])
    // Even with the right secret, the shop reads the order from Printful instead of trusting the event.
    expect((await deliver(forged)).status).toBe(200)
    await runWaitingJobs()
    expect(await ours(order)).toMatchObject({ fulfillment: 'submitted' })
  })
  it('stores a repeated event once, without names and addresses', async () => {
    const event = await eventOf('order_updated')
    await deliver(event)
    await deliver({ ...event, retries: 3 })
    const rows = await inbox()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/Okafor|Alder|wren/i)
  })
  it.each([
    ['an empty body', ''],
    ['invalid JSON', '{'],
    ['an unexpected shape', '{"type":1}'],
    ['an array', '[]'],
    ['an order without an ID', '{"type":"order_updated","store":1,"data":{"order":{"id":{}}}}'],
  ])('rejects %s', async (_, raw) => {
    expect(
      (
        await call('POST', path, {
          raw,
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'none' },
        })
      ).status,
    ).toBe(400)
    expect(await inbox()).toEqual([])
  })
  it('ignores events for other stores, other orders, and unknown types', async () => {
    const event = await eventOf('order_updated')
    await call('GET', '/api/admin/printful/test?again=true', { as: await makePerson('admin') })
    await deliver({ ...event, store: 99 })
    await deliver({ ...event, data: { order: { id: 4711, external_id: 'not-ours' } } })
    await deliver({ ...event, type: 'something_new' })
    await runWaitingJobs()
    expect((await inbox()).map(({ status, note }) => [status, note])).toEqual([
      ['ignored', 'The event is for another store.'],
      ['ignored', 'Not one of our orders.'],
      ['ignored', 'The shop doesn’t use this event.'],
    ])
  })
})

it('keeps an event for a retry when Printful is unavailable', async () => {
  await control('start')
  await deliver(await eventOf('order_updated'))
  await sandbox.fault({
    provider: 'printful',
    match: { method: 'GET', path: '/orders' },
    fault: 'status',
    status: 503,
    times: 4,
  })
  await expect(runWaitingJobs()).rejects.toThrow()
  expect((await inbox())[0]).toMatchObject({ status: 'received' })
  await sandbox.clearFaults()
  await connectPrintful()
  await rowsOf(
    sql`select graphile_worker.add_job('process-webhook-event', json_build_object('eventId', id)) from webhook_events where provider = 'printful'`,
  )
  await runWaitingJobs()
  expect(await ours(order)).toMatchObject({ fulfillment: 'in-production' })
})

it('polling finds changes without events and resumes unfinished submissions', async () => {
  await control('start')
  await poll()
  expect(await ours(order)).toMatchObject({ fulfillment: 'in-production' })
  await control('ship')
  await poll()
  await runWaitingJobs()
  expect(await ours(order)).toMatchObject({ fulfillment: 'shipped' })
  const left = await makeOrder({ status: 'paid', fulfillment: 'submitting' }, { captured: true })
  await rowsOf(
    sql`update orders set updated_at = now() - interval '5 minutes' where id = ${left.id}`,
  )
  await poll()
  await runWaitingJobs()
  expect((await ours(left)).fulfillment).not.toBe('submitting')
})

it('polling no longer reports an error once Printful responds again', async () => {
  const error = async () => (await getConnection(await getTestPayload(), 'printful')).lastError
  await sandbox.fault({
    provider: 'printful',
    match: { method: 'GET', path: '/orders' },
    fault: 'status',
    status: 401,
    times: 1,
  })
  await poll()
  expect(await error()).toMatch(/^Printful no longer accepts our key/)
  await poll()
  expect(await error()).toBeNull()
})

it('calculates the cost and profit of an order', async () => {
  const view = await getPrintOrder(await getTestPayload(), order.id)
  expect(view).toMatchObject({ takenCents: 9600, costCents: expect.any(Number) })
  expect(view?.profitCents).toBe(9600 - (view?.costCents ?? 0))
})

describe('the profit report', () => {
  const printing = async () => {
    const { body } = await call<{ totals: { printing: string }; note: string }>(
      'GET',
      '/api/admin/reports/profit?from=2031-06-01&to=2031-06-30',
      { as: await makePerson('admin') },
    )
    return { cents: parseMoney(body.totals.printing), isUnknown: body.note.includes('known yet') }
  }
  const cost = async () => (await getPrintOrder(await getTestPayload(), order.id))?.costCents
  beforeEach(async () => {
    await rowsOf(sql`update orders set paid_at = null`)
    await rowsOf(sql`update orders set paid_at = '2031-06-10T12:00:00Z' where id = ${order.id}`)
  })

  it('counts the cost of an order that Printful accepted, also on hold, until it cancels the order', async () => {
    const cents = await cost()
    expect(cents).toBeGreaterThan(0)
    expect(await printing()).toEqual({ cents, isUnknown: false })
    await control('hold', { reason: 'We need a better print file.' })
    await deliverEvent('order_put_hold')
    expect(await ours(order)).toMatchObject({ fulfillment: 'on-hold' })
    expect(await printing()).toEqual({ cents, isUnknown: false })
    await control('cancel')
    await deliverEvent('order_canceled')
    // It may be printed in another way.
    expect(await printing()).toEqual({ cents: 0, isUnknown: true })
    expect(await cost()).toBeNull()
    await rowsOf(sql`update orders set status = 'refunded' where id = ${order.id}`)
    expect(await printing()).toEqual({ cents: 0, isUnknown: false })
    await poll()
    expect(await cost()).toBeNull()
  })

  it('doesn’t count an order that Printful couldn’t make', async () => {
    await control('fail', { reason: 'The print file could not be loaded.' })
    await deliverEvent('order_failed')
    expect(await printing()).toEqual({ cents: 0, isUnknown: true })
    await rowsOf(sql`update orders set status = 'refunded' where id = ${order.id}`)
    expect(await printing()).toEqual({ cents: 0, isUnknown: false })
    expect(await cost()).toBeNull()
  })

  it('doesn’t count a draft that the shop held, while it is open and once it is refunded', async () => {
    const held = await makeOrder(
      {
        status: 'paid',
        paidAt: '2031-06-11T12:00:00Z',
        subtotalCents: 900,
        shippingCents: 0,
        taxCents: 72,
        totalCents: 972,
        items: order.items?.slice(0, 1).map(({ id: _, ...item }) => item),
      },
      { captured: true },
    )
    const before = await printing()
    expect(
      await submitToPrintful({ payload: await getTestPayload(), printful: printful() }, held.id),
    ).toMatchObject({ outcome: 'held' })
    expect(await ours(held)).toMatchObject({ fulfillment: 'on-hold' })
    expect(await printing()).toEqual({ ...before, isUnknown: true })
    // Staff see what it would cost as long as they can send it.
    const payload = await getTestPayload()
    expect((await getPrintOrder(payload, held.id))?.costCents).toBeGreaterThan(900)
    await rowsOf(sql`update orders set status = 'refunded' where id = ${held.id}`)
    expect(await printing()).toEqual({ ...before, isUnknown: false })
    expect(await getPrintOrder(payload, held.id)).toMatchObject({
      costCents: null,
      profitCents: null,
    })
  })
})

describe('registering the webhook', () => {
  it('subscribes to the events the shop uses but not to order_shipped', async () => {
    const admin = await makePerson('admin')
    expect(await call('POST', '/api/admin/printful/webhook', { as: admin })).toMatchObject({
      status: 200,
    })
    const { webhooks } = await sandbox.control<{
      webhooks: { v1: { url: string; types: string[] } }
    }>('printful', 'GET', '/ledger')
    expect(webhooks.v1.url).toBe(printfulWebhookUrl())
    expect(webhooks.v1.types).toEqual(
      expect.arrayContaining(['order_updated', 'package_shipped', 'order_failed', 'stock_updated']),
    )
    expect(webhooks.v1.types).not.toContain('order_shipped')
  })
})

describe('product events', () => {
  it('update known products that change, sell out, or are deleted at Printful', async () => {
    await haveCopiedPictures(() => false)
    const payload = await getTestPayload()
    const { products } = await printful().listProducts(0, 2)
    const [known, unknown] = products
    const { createCatalogReader, syncPrintfulProduct } =
      await import('@/modules/fulfillment/actions/sync-printful-product')
    const theirs = await printful().getProduct(known?.id ?? '')
    if (!theirs) throw new Error('none')
    await rowsOf(sql`update products set printful_product_id = null where id <> ${product.id}`)
    await rowsOf(
      sql`update products_variants set printful_variant_id = null, external_id = null where _parent_id <> ${product.id}`,
    )
    const row = await syncPrintfulProduct(
      { payload, printful: printful(), catalog: createCatalogReader(printful()) },
      theirs,
    )
    const id = row.details?.productId as number
    const variants = () =>
      rowsOf<{ available: boolean; reason: string | null }>(
        sql`select available, unavailable_reason as reason from products_variants where _parent_id = ${id} and size = 'S' and color = 'Black'`,
      )
    const subject = (one: typeof known) => ({
      sync_product: { id: Number(one?.id), external_id: one?.externalId, name: 'x' },
    })
    const deliverEvent = async (type: string, data: object) => {
      await deliver({ type, created: 1, retries: 0, store: 13_500_001, data })
      await runWaitingJobs()
    }

    await sandbox.control('printful', 'POST', '/stock', {
      variantIds: [71001],
      status: 'out_of_stock',
    })
    await deliverEvent('stock_updated', {
      product_id: 71,
      variant_stock: { out: [71001], discontinued: [] },
    })
    expect(await variants()).toEqual([{ available: false, reason: 'out of stock' }])
    await sandbox.control('printful', 'POST', '/stock', { variantIds: [71001], status: 'active' })
    await deliverEvent('product_updated', subject(known))
    expect(await variants()).toEqual([{ available: true, reason: null }])
    await deliverEvent('product_updated', subject(unknown))
    expect(
      await rowsOf(sql`select 1 from products where printful_product_id = ${unknown?.id ?? ''}`),
    ).toEqual([])
    await sandbox.control('printful', 'POST', `/products/${known?.id}/delete`, {})
    await deliverEvent('product_deleted', subject(known))
    expect(await rowsOf(sql`select is_active from products where id = ${id}`)).toEqual([
      { is_active: false },
    ])
    expect((await variants())[0]).toMatchObject({
      available: false,
      reason: 'no longer on Printful',
    })
    await rowsOf(sql`delete from media`)
  })
})
