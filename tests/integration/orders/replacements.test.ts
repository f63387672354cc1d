import { randomUUID } from 'node:crypto'

import { makePerson, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { getCustomerOrder } from '@/modules/orders/queries/get-customer-order'
import type { Order } from '@/payload-types'

const sandbox = useSandbox()
let admin: TestPerson
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
})

const shipped = (data: Partial<Order> = {}) =>
  makeOrder({ status: 'shipped', ...data }, { captured: true })
type Created = { id: number; orderNumber: string; error?: string; code?: string }

const replace = (
  order: Order,
  {
    quantity = 1,
    requestId = randomUUID(),
    itemId = order.items?.[0]?.id ?? '',
    as = admin,
  }: { quantity?: number; requestId?: string; itemId?: string; as?: TestPerson | null } = {},
) =>
  call<Created>('POST', `/api/admin/orders/${order.id}/replacements`, {
    as,
    body: { lines: [{ itemId, quantity }], reason: 'damaged', requestId },
  })
const replacementsOf = ({ id }: Order) =>
  rowsOf<{ id: number }>(sql`select id from orders where replaces_id = ${id}`)
type Details = {
  status: string
  paymentState: string
  total: string
  replacesId: number | null
  payments: unknown[]
  items: { name: string; unitPrice: string; quantity: number }[]
  events: { type: string; message: string; reason: string | null }[]
}
const read = async (id: number) =>
  (await call<Details>('GET', `/api/admin/orders/${id}`, { as: admin })).body

it('creates a paid order with a total of $0.00 and records it in both timelines', async () => {
  const original = await shipped()
  const { status, body } = await replace(original)
  expect(status).toBe(201)
  const replacement = await read(body.id)
  expect(replacement).toMatchObject({
    status: 'paid',
    paymentState: 'completed',
    total: '0.00',
    replacesId: original.id,
    payments: [],
    items: [{ name: 'Fern Tee', unitPrice: '0.00', quantity: 1 }],
  })
  expect(replacement.events).toContainEqual(
    expect.objectContaining({
      message: `Replacement for order ${original.orderNumber}, at no charge`,
      reason: 'Damaged or misprinted',
    }),
  )
  expect((await read(original.id)).events).toContainEqual(
    expect.objectContaining({ message: `Items resent at no charge as order ${body.orderNumber}` }),
  )
})

it('the buyer can correct its address, but neither swap its items nor cancel it', async () => {
  const wren = await makePerson('customer')
  const original = await shipped({ customer: wren.user.id })
  const { orderNumber } = (await replace(original)).body
  const view = await getCustomerOrder(await getTestPayload(), orderNumber, wren.user.id)
  expect(view?.changes).toEqual({ address: true, items: false, cancel: false })
  const changed = await call('PUT', `/api/orders/${orderNumber}/address`, {
    as: wren,
    body: {
      firstName: 'Wren',
      lastName: 'Okafor',
      address1: '200 Cedar Street',
      city: 'Ventura',
      stateCode: 'CA',
      zip: '93001',
    },
  })
  expect(changed.status).toBe(200)
  expect(
    (await call('POST', `/api/orders/${orderNumber}/cancel`, { as: wren, body: {} })).status,
  ).toBe(409)
})

it('emails the buyer once that the replacement is free', async () => {
  const email = `replaced-${randomUUID()}@example.com`
  const { body } = await replace(await shipped({ email }))
  await runWaitingJobs()
  const mails = await sandbox.mails(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('We’re sending you a replacement.')
  expect(mails[0]?.text).toContain(`as order ${body.orderNumber}, at no charge`)
})

it('repeating a request at the same time creates one order', async () => {
  const original = await shipped()
  const requestId = randomUUID()
  const answers = await Promise.all([
    replace(original, { requestId }),
    replace(original, { requestId }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(await replacementsOf(original)).toHaveLength(1)
  // A request ID can’t be reused for another order.
  expect((await replace(await shipped(), { requestId })).status).toBe(409)
})

it('rejects more than was bought, items of other orders, and unpaid or canceled orders', async () => {
  const original = await shipped()
  const [item] = (await shipped()).items ?? []
  expect((await replace(original, { quantity: 2 })).body.error).toBe(
    'You can send 1 of “Fern Tee” again.',
  )
  expect((await replace(original, { itemId: item?.id ?? '' })).status).toBe(400)
  expect(await replacementsOf(original)).toEqual([])
  expect((await replace(await makeOrder())).status).toBe(409)
  expect((await replace(await shipped({ status: 'cancelled' }))).status).toBe(409)
})

it('items aren’t sent again to a buyer who was erased', async () => {
  const original = await shipped({ email: 'erased' })
  const { status, body } = await replace(original)
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(await replacementsOf(original)).toEqual([])
})

it('a replacement can’t be refunded', async () => {
  const { body } = await replace(await shipped())
  const refund = await call('POST', `/api/admin/orders/${body.id}/refund`, {
    as: admin,
    body: { amount: '1.00', reason: 'Goodwill', refundId: randomUUID() },
  })
  expect(refund.status).toBe(409)
})

it('reports include the cost of a replacement but no sale', async () => {
  const paidAt = '2031-05-04T15:00:00Z'
  const { body } = await replace(
    await shipped({ paidAt, fulfillment: 'shipped', fulfillmentCostCents: 1000 }),
  )
  await rowsOf(
    sql`update orders set paid_at = ${paidAt}, fulfillment = 'submitted', fulfillment_cost_cents = 1400 where id = ${body.id}`,
  )
  const totals = async (kind: string) =>
    (
      await call<{ totals: Record<string, unknown> }>(
        'GET',
        `/api/admin/reports/${kind}?from=2031-05-01&to=2031-05-31`,
        { as: admin },
      )
    ).body.totals
  expect(await totals('products')).toMatchObject({ units: 1, sales: '32.00' })
  expect(await totals('states')).toMatchObject({ orders: 1, total: '40.55' })
  expect(await totals('profit')).toMatchObject({ printing: '24.00' })
})

it('rejects editors, customers, and visitors', async () => {
  const original = await shipped()
  expect((await replace(original, { as: await makePerson('editor') })).status).toBe(403)
  expect((await replace(original, { as: await makePerson('customer') })).status).toBe(403)
  expect((await replace(original, { as: null })).status).toBe(401)
  expect(await replacementsOf(original)).toEqual([])
})
