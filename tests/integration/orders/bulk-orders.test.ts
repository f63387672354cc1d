import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful, forgetPrintful } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { getPrintOrder } from '@/modules/fulfillment/queries/print-queue'
import { countOrdersToSubmit, listAdminOrders } from '@/modules/orders/queries/admin-orders'
import { orderListQuery } from '@/modules/orders/schemas/admin-orders'
import { countToDo } from '@/modules/shop/queries/to-do'

useSandbox()
let admin: TestPerson
let editor: TestPerson
beforeAll(async () => {
  await getTestPayload()
  ;[admin, editor] = await Promise.all([makePerson('admin'), makePerson('editor')])
})
afterEach(async () => {
  await rowsOf(sql`truncate orders restart identity cascade`)
})

type Result = { id: number; orderNumber: string | null; outcome: string; message: string }
const bulk = (body: object, as: TestPerson | null = admin) =>
  call<{ changed: number; results: Result[]; code?: string }>('POST', '/api/admin/orders/bulk', {
    as,
    body,
  })
const statusOf = async (id: number) =>
  (await rowsOf<{ status: string }>(sql`select status from orders where id = ${id}`))[0]?.status

describe('setting the status of several orders', () => {
  it('changes the eligible orders, reports why others were skipped, and changes nothing when repeated', async () => {
    const [printing, pending] = [
      await makeOrder({ status: 'processing' }, { captured: true }),
      await makeOrder(),
    ]
    const body = { ids: [printing.id, pending.id, 999], action: 'setStatus', status: 'shipped' }
    expect((await bulk(body)).body).toEqual({
      changed: 1,
      results: [
        {
          id: printing.id,
          orderNumber: printing.orderNumber,
          outcome: 'done',
          message: 'Now shipped.',
        },
        {
          id: pending.id,
          orderNumber: pending.orderNumber,
          outcome: 'skipped',
          message: 'Pending to Shipped isn’t the usual next step. Enter a reason.',
        },
        {
          id: 999,
          orderNumber: null,
          outcome: 'skipped',
          message: expect.stringMatching(/wasn’t found|doesn’t exist/) as string,
        },
      ],
    })
    expect([await statusOf(printing.id), await statusOf(pending.id)]).toEqual([
      'shipped',
      'pending',
    ])
    const again = await bulk({ ...body, ids: [printing.id] })
    expect(again.body).toMatchObject({ changed: 0, results: [{ message: 'Already shipped.' }] })
    const events = await rowsOf(
      sql`select 1 from order_events where order_id = ${printing.id} and type = 'shipped'`,
    )
    expect(events).toHaveLength(1)
  })

  it('allows an unusual status change when a reason is given', async () => {
    const { id } = await makeOrder()
    const { body } = await bulk({
      ids: [id],
      action: 'setStatus',
      status: 'shipped',
      reason: 'Sold at the fair',
    })
    expect(body).toMatchObject({ changed: 1 })
    expect(
      await rowsOf(
        sql`select reason from order_events where order_id = ${id} and type = 'shipped'`,
      ),
    ).toEqual([{ reason: 'Sold at the fair' }])
  })
})

describe('submitting several orders', () => {
  afterEach(forgetPrintful)

  it('queues paid orders once and skips the others with a reason', async () => {
    await connectPrintful()
    const [paid, pending] = [
      await makeOrder({ status: 'paid' }, { captured: true }),
      await makeOrder(),
    ]
    const body = { ids: [paid.id, pending.id], action: 'submit' }
    expect((await bulk(body)).body).toMatchObject({
      changed: 1,
      results: [
        {
          id: paid.id,
          outcome: 'done',
          message: `Order ${paid.orderNumber} is being sent to Printful.`,
        },
        {
          id: pending.id,
          outcome: 'skipped',
          message: expect.stringContaining('Only paid orders') as string,
        },
      ],
    })
    await bulk(body)
    const jobs = await rowsOf(
      sql`select 1 from graphile_worker.jobs where key = ${`submit-order:${paid.id}`}`,
    )
    expect(jobs).toHaveLength(1)
  })

  it('rejects the request and queues nothing when Printful isn’t connected', async () => {
    const { id } = await makeOrder({ status: 'paid' }, { captured: true })
    expect((await bulk({ ids: [id], action: 'submit' })).status).toBe(409)
    expect(await rowsOf(sql`select fulfillment from orders where id = ${id}`)).toEqual([
      { fulfillment: 'none' },
    ])
  })
})

it('rejects people without permission, empty lists, more than 100 orders, and the refunded status', async () => {
  const { id } = await makeOrder({ status: 'processing' }, { captured: true })
  const body = { ids: [id], action: 'setStatus', status: 'shipped' }
  expect((await bulk(body, null)).status).toBe(401)
  expect((await bulk(body, editor)).status).toBe(403)
  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1)
  expect((await bulk({ ...body, ids: tooMany })).status).toBe(400)
  expect((await bulk({ ...body, ids: [] })).status).toBe(400)
  expect((await bulk({ ...body, status: 'refunded' })).status).toBe(400)
  expect(await statusOf(id)).toBe('processing')
})

it('exports only the selected orders', async () => {
  const [first, second, third] = [await makeOrder(), await makeOrder(), await makeOrder()]
  const { body } = await call<string>(
    'GET',
    `/api/admin/orders/export?ids=${first.id},${third.id}`,
    { as: admin },
  )
  expect(body).toContain(first.orderNumber)
  expect(body).toContain(third.orderNumber)
  expect(body).not.toContain(second.orderNumber)
  expect((await call('GET', '/api/admin/orders/export?ids=1;drop', { as: admin })).status).toBe(400)
})

it('filters by days in the shop’s time zone and sorts by customer', async () => {
  const payload = await getTestPayload()
  const placed = async (createdAt: string, lastName: string) => {
    const order = await makeOrder({ createdAt })
    await rowsOf(
      sql`update orders set shipping_address_last_name = ${lastName} where id = ${order.id}`,
    )
    return order.orderNumber
  }
  const late = await placed('2026-03-11T03:30:00Z', 'Zamora') // still March 10 in New York
  const next = await placed('2026-03-11T15:00:00Z', 'Abara')
  const numbers = async (query: object) =>
    (await listAdminOrders(payload, orderListQuery.parse(query))).orders.map(
      ({ orderNumber }) => orderNumber,
    )
  expect(await numbers({ from: '2026-03-10', to: '2026-03-10' })).toEqual([late])
  expect(await numbers({ from: '2026-03-11' })).toEqual([next])
  expect(await numbers({ sort: 'customer-a' })).toEqual([next, late])
  expect(await numbers({ sort: 'customer-z' })).toEqual([late, next])
  expect((await call('GET', '/api/admin/orders?from=yesterday', { as: admin })).status).toBe(400)
})

it('does not count an order on hold as waiting to be submitted', async () => {
  const payload = await getTestPayload()
  const { id } = await makeOrder({ status: 'paid' }, { captured: true })
  expect(await countOrdersToSubmit(payload)).toBe(1)
  await rowsOf(
    sql`update orders set fulfillment = 'on-hold', fulfillment_note = 'Not available on Printful: Fern Tee.' where id = ${id}`,
  )
  expect(await countOrdersToSubmit(payload)).toBe(0)
  const { body } = await call<{ fulfillmentNote: string }[]>('GET', '/api/admin/orders', {
    as: admin,
  })
  expect(body).toMatchObject([{ fulfillmentNote: 'Not available on Printful: Fern Tee.' }])
})

it('counts an order as waiting to be submitted once its customer’s time for changes is over', async () => {
  const payload = await getTestPayload()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const paid = async (minutes: number, data: object = {}) =>
    makeOrder(
      { status: 'paid', paypalTransactionId: `PAID${minutes}`, paidAt: ago(minutes), ...data },
      { captured: true },
    )
  const fresh = await paid(30)
  const due = await paid(46)
  const replacement = await paid(1, { paypalTransactionId: null })
  const owner = await makePerson('super_admin')
  const save = (printfulWaitMinutes: number) =>
    call('PUT', '/api/admin/settings', { as: owner, body: { printfulWaitMinutes } })
  const graceTimes = async () => {
    const { orders } = await listAdminOrders(payload, orderListQuery.parse({ sort: 'oldest' }))
    return Object.fromEntries(orders.map(({ id, graceUntil }) => [id, graceUntil]))
  }
  // Until the owner saves other settings, it is an hour.
  await rowsOf(sql`delete from shop_settings`)
  const inAnHour = new Date(Date.parse(fresh.paidAt ?? '') + 60 * 60_000).toISOString()
  expect((await graceTimes())[fresh.id]).toBe(inAnHour)
  expect((await save(45)).status).toBe(200)
  const until = new Date(Date.parse(fresh.paidAt ?? '') + 45 * 60_000).toISOString()
  expect(await countOrdersToSubmit(payload)).toBe(2)
  expect((await countToDo(payload)).ordersForPrinter).toBe(2)
  expect(await graceTimes()).toEqual({ [fresh.id]: until, [due.id]: null, [replacement.id]: null })
  expect((await getPrintOrder(payload, fresh.id))?.graceUntil).toBe(until)
  expect((await getPrintOrder(payload, due.id))?.graceUntil).toBeNull()
  await rowsOf(sql`update orders set fulfillment = 'submitting' where id = ${fresh.id}`)
  expect((await graceTimes())[fresh.id]).toBeNull()
  await rowsOf(sql`update orders set fulfillment = 'none' where id = ${fresh.id}`)
  await save(0)
  expect(await countOrdersToSubmit(payload)).toBe(3)
  await save(60)
})
