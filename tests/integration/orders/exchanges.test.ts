import { randomUUID } from 'node:crypto'

import { customer, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, recordStatements, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { createOrderKey } from '@/modules/orders/order-access-key'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { getReturn, listReturns } from '@/modules/returns/queries/admin-returns'
import { type AdminReturn, returnListQuery } from '@/modules/returns/schemas'
import type { Product } from '@/payload-types'

import { type Delivered, deliverOrder } from './delivered-order'

type Failed = { code: string; error: string; fields?: Record<string, string> }

const sandbox = useSandbox()
let tee: Product
let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct({ name: 'Fern Tee', sizesAvailable: ['S', 'M', 'L'] })
  owner = await makePerson('super_admin')
  await rowsOf(
    sql`update products_variants set available = size <> 'S', price_override_cents = case when size = 'L' then 9900 end where _parent_id = ${tee.id}`,
  )
})

const step = (id: number, body: Record<string, unknown>) =>
  call<AdminReturn & Failed>('POST', `/api/admin/returns/${id}/steps`, { as: owner, body })
const requestReturn = ({ orderNumber, key, item }: Delivered, quantity = 1) =>
  call<Failed & { id: number }>('POST', `/api/orders/${orderNumber}/returns`, {
    body: {
      key,
      requestId: randomUUID(),
      reason: 'size',
      wish: 'exchange',
      lines: [{ itemId: item, quantity, wantedSize: 'L', wantedColor: 'Pine' }],
    },
  })
/** A delivered order of two tees in M, and an approved return of one of them. */
const approvedReturn = async (quantity = 1) => {
  const order = await deliverOrder(sandbox, tee, 3)
  const { body } = await requestReturn(order, quantity)
  await step(body.id, { step: 'approve', message: 'Send it to 18 Alder Lane.' })
  return { order, id: body.id }
}
const exchange = (id: number, { item }: Delivered, size = 'L') =>
  step(id, { step: 'exchange', lines: [{ itemId: item, size }] })
const refundItems = ({ orderId, item }: Delivered, quantity: number, amount: string) =>
  call<Failed>('POST', `/api/admin/orders/${orderId}/refund-lines`, {
    as: owner,
    body: {
      lines: [{ itemId: item, quantity }],
      amount,
      reason: 'Changed their mind',
      refundId: randomUUID(),
    },
  })
const replacementsOf = ({ orderId }: Delivered) =>
  rowsOf<{ size: string; color: string; quantity: string; sku: string; total: string }>(sql`
    select i.size, i.color, i.quantity, i.sku, o.total_cents as total from orders o join orders_items i on i._parent_id = o.id
     where o.replaces_id = ${orderId} order by o.id`)
const refundsOf = ({ orderId }: Delivered) =>
  rowsOf<{ status: string }>(
    sql`select status from payments where order_id = ${orderId} and kind = 'refund' order by id`,
  )
const refundCalls = {
  provider: 'paypal',
  match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
} as const
const statusOf = async (id: number) =>
  (await call<AdminReturn>('GET', `/api/admin/returns/${id}`, { as: owner })).body.status

it('staff exchange a returned item for the size that the buyer wants, at no charge whatever it costs', async () => {
  const { order, id } = await approvedReturn()
  const { body: received } = await step(id, { step: 'receive' })
  expect(received.items).toMatchObject([
    { itemId: order.item, size: 'M', wantedSize: 'L', wantedColor: 'Pine' },
  ])
  const { status, body } = await exchange(id, order)
  expect([status, body.status]).toEqual([200, 'exchanged'])
  const [variant] = await rowsOf<{ sku: string }>(
    sql`select sku from products_variants where _parent_id = ${tee.id} and size = 'L' and color = 'Pine'`,
  )
  expect(await replacementsOf(order)).toEqual([
    { size: 'L', color: 'Pine', quantity: '1', sku: variant?.sku, total: '0' },
  ])
  const number = body.exchangeOrder?.orderNumber ?? ''
  const view = await getOrderByKey(await getTestPayload(), order.orderNumber, order.key)
  expect(view?.events).toContainEqual(
    expect.objectContaining({
      type: 'return_exchanged',
      message: `Return exchanged: order ${number}`,
    }),
  )
  await runWaitingJobs()
  const mail = (await sandbox.mails(customer.email)).find(({ text }) =>
    text.includes(`as order ${number}, at no charge`),
  )
  expect(mail?.subject).toBe('We’re sending your exchange.')
  expect(mail?.text).toContain(`/orders/${number}`)
})

it('an exchange in a size that isn’t available is refused, and nothing changes', async () => {
  const { order, id } = await approvedReturn()
  for (const size of ['S', '5XL']) {
    const { status, body } = await exchange(id, order, size)
    expect(status).toBe(400)
    expect(body.fields?.lines).toBe(
      `“Fern Tee” isn’t available in Pine, ${size} right now. Choose another size or color.`,
    )
  }
  const other = await step(id, { step: 'exchange', lines: [{ itemId: 'nobody', size: 'L' }] })
  expect(other.body.fields?.lines).toBe('Please choose items of this return.')
  expect(await statusOf(id)).toBe('approved')
  expect(await replacementsOf(order)).toEqual([])
})

it('an exchange for a buyer who was erased is refused, and nothing changes', async () => {
  const { order, id } = await approvedReturn()
  await rowsOf(sql`update orders set email = 'erased' where id = ${order.orderId}`)
  const { status, body } = await exchange(id, order)
  expect([status, body.error]).toEqual([
    409,
    'This customer’s data was deleted, so there’s no address to send to. Refund the payment instead.',
  ])
  expect(await statusOf(id)).toBe('approved')
  expect(await replacementsOf(order)).toEqual([])
})

it('an item is exchanged for the same one when no other size is chosen', async () => {
  const { order, id } = await approvedReturn(2)
  expect((await step(id, { step: 'exchange' })).status).toBe(200)
  expect(await replacementsOf(order)).toMatchObject([{ size: 'M', quantity: '2' }])
})

it('the same exchange, sent twice at once and again, makes one order', async () => {
  const { order, id } = await approvedReturn()
  const answers = await Promise.all([exchange(id, order), exchange(id, order)])
  const again = await exchange(id, order)
  expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set([...answers, again].map(({ body }) => body.exchangeOrder?.id)).size).toBe(1)
  expect(await replacementsOf(order)).toHaveLength(1)
})

it('a refunded return can’t be exchanged, and an exchanged one can’t be refunded', async () => {
  const refunded = await approvedReturn()
  expect((await step(refunded.id, { step: 'refund', amount: '34.56' })).status).toBe(200)
  expect((await exchange(refunded.id, refunded.order)).status).toBe(409)
  expect(await replacementsOf(refunded.order)).toEqual([])
  const exchanged = await approvedReturn()
  await exchange(exchanged.id, exchanged.order)
  expect((await step(exchanged.id, { step: 'refund', amount: '34.56' })).status).toBe(409)
})

it('items that were refunded without the return can’t be exchanged', async () => {
  const { order, id } = await approvedReturn()
  expect((await refundItems(order, 2, '69.12')).status).toBe(200)
  const { status, body } = await exchange(id, order)
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(await statusOf(id)).toBe('approved')
  expect(await replacementsOf(order)).toEqual([])
})

it('only what was not exchanged can still be refunded by item', async () => {
  const { order, id } = await approvedReturn()
  await exchange(id, order)
  expect((await refundItems(order, 2, '69.12')).body.fields?.lines).toBe(
    'You can refund 1 of “Fern Tee”.',
  )
  expect((await refundItems(order, 1, '34.56')).status).toBe(200)
  expect((await refundItems(order, 1, '34.56')).body.fields?.lines).toBe(
    '“Fern Tee” is already exchanged.',
  )
})

it('of a refund and an exchange at the same moment, only one happens', async () => {
  const { order, id } = await approvedReturn()
  const answers = await Promise.all([
    step(id, { step: 'refund', amount: '34.56' }),
    exchange(id, order),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await refundsOf(order)).length + (await replacementsOf(order)).length).toBe(1)
})

it('a return whose refund isn’t certain yet is neither exchanged nor closed, and refunded once', async () => {
  const { order, id } = await approvedReturn()
  const refund = () => step(id, { step: 'refund', amount: '34.56' })
  await sandbox.fault({ ...refundCalls, fault: 'reset-after', times: 3 })
  expect(await refund()).toMatchObject({
    status: 503,
    body: { error: expect.stringMatching(/^PayPal hasn’t confirmed the refund yet\. /) },
  })
  await sandbox.clearFaults()
  for (const other of [await exchange(id, order), await step(id, { step: 'close' })])
    expect([other.status, other.body.error]).toEqual([
      409,
      'This return is already being refunded. Choose Refund to finish it.',
    ])
  expect(await replacementsOf(order)).toEqual([])
  const { status, body } = await refund()
  expect([status, body.status]).toEqual([200, 'refunded'])
  expect(await refundsOf(order)).toMatchObject([{ status: 'completed' }])
})

it('a return whose refund was refused can be exchanged, or refunded in another attempt', async () => {
  const [first, second] = [await approvedReturn(), await approvedReturn()]
  const refund = (id: number) => step(id, { step: 'refund', amount: '34.56' })
  await sandbox.fault({
    ...refundCalls,
    fault: 'status',
    status: 422,
    body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'PENDING_CAPTURE' }] },
    times: 3,
  })
  for (const id of [first.id, second.id, second.id]) expect((await refund(id)).status).toBe(409)
  await sandbox.clearFaults()
  expect((await exchange(first.id, first.order)).body.status).toBe('exchanged')
  const again = await Promise.all([refund(second.id), refund(second.id)])
  expect(again.map(({ body }) => body.status)).toEqual(['refunded', 'refunded'])
  expect(again[0]?.body.value).toBe('34.56')
  expect((await refundsOf(second.order)).map(({ status }) => status)).toEqual([
    'failed',
    'failed',
    'completed',
  ])
})

/** An order that was sent at no charge, delivered since. */
const delivered = async (sent: { id: number; orderNumber: string }): Promise<Delivered> => {
  const [row] = await rowsOf<{ uuid: string; item: string }>(
    sql`update orders set status = 'delivered' where id = ${sent.id}
     returning uuid, (select i.id from orders_items i where i._parent_id = orders.id) as item`,
  )
  const { uuid = '', item = '' } = row ?? {}
  const { orderNumber, id: orderId } = sent
  return { id: '', orderNumber, orderId, item, key: createOrderKey(uuid) }
}
const deliveredExchange = async (returnId: number): Promise<Delivered> => {
  const { body } = await call<AdminReturn>('GET', `/api/admin/returns/${returnId}`, { as: owner })
  return delivered(body.exchangeOrder ?? { id: 0, orderNumber: '' })
}

it('an item that comes back after one exchange or more is refunded from what was paid for it', async () => {
  const { order, id } = await approvedReturn()
  await exchange(id, order)
  const larger = await deliveredExchange(id)
  const second = await requestReturn(larger)
  await step(second.body.id, { step: 'approve', message: 'Send it to 18 Alder Lane.' })
  expect((await exchange(second.body.id, larger, 'M')).body.status).toBe('exchanged')
  const smaller = await deliveredExchange(second.body.id)
  const third = await requestReturn(smaller)
  const { body: approved } = await step(third.body.id, { step: 'approve', message: 'Thank you.' })
  expect(approved.value).toBe('34.56')
  const refund = () => step(third.body.id, { step: 'refund', amount: '34.56' })
  const answers = [
    ...(await Promise.all([refund(), refund()])),
    await exchange(third.body.id, smaller),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 409])
  expect(await refundsOf(order)).toMatchObject([{ status: 'completed' }])
  expect(await statusOf(third.body.id)).toBe('refunded')
  // The other tee of the order was neither exchanged nor refunded.
  expect((await refundItems(order, 2, '69.12')).body.fields?.lines).toBe(
    'You can refund 1 of “Fern Tee”.',
  )
  expect((await refundItems(order, 1, '34.56')).status).toBe(200)
  const [{ status } = { status: '' }] = await rowsOf<{ status: string }>(
    sql`select status from orders where id = ${order.orderId}`,
  )
  expect(status).toBe('refunded')
})

/** An approved return of both tees that were sent again because the first two were damaged. */
const returnedReplacement = async () => {
  const order = await deliverOrder(sandbox, tee, 3)
  const { body: resent } = await call<{ id: number; orderNumber: string }>(
    'POST',
    `/api/admin/orders/${order.orderId}/replacements`,
    {
      as: owner,
      body: {
        lines: [{ itemId: order.item, quantity: 2 }],
        reason: 'damaged',
        requestId: randomUUID(),
      },
    },
  )
  const replacement = await delivered(resent)
  const { body } = await requestReturn(replacement, 2)
  await step(body.id, { step: 'approve', message: 'Thank you.' })
  return { order, replacement, id: body.id }
}

it('a replacement can’t be exchanged once the item that it replaces was refunded', async () => {
  const { order, replacement, id } = await returnedReplacement()
  expect((await refundItems(order, 1, '34.56')).status).toBe(200)
  const { status, body } = await exchange(id, replacement)
  expect([status, body.error]).toEqual([
    409,
    '“Fern Tee” was already refunded or exchanged, so it can’t be exchanged here.',
  ])
  expect(await statusOf(id)).toBe('approved')
})

it('of a refund and an exchange of a replacement at the same moment, only one happens', async () => {
  const { replacement, id } = await returnedReplacement()
  const answers = await Promise.all([
    step(id, { step: 'refund', amount: '69.12' }),
    exchange(id, replacement),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('a list of returns needs no more statements than one return, and prices each as its own page does', async () => {
  const { order, id } = await approvedReturn()
  await exchange(id, order)
  const again = await requestReturn(await deliveredExchange(id))
  await returnedReplacement()
  await approvedReturn(2)
  const payload = await getTestPayload()
  const list = (limit: number) =>
    recordStatements(() => listReturns(payload, returnListQuery.parse({ limit })))
  const one = await list(1)
  const all = await list(100)
  expect(all.result.rows.length).toBeGreaterThanOrEqual(4)
  expect(all.statements.length).toBeLessThanOrEqual(one.statements.length)
  for (const row of all.result.rows) expect(await getReturn(payload, row.id)).toEqual(row)
  const { value } = all.result.rows.find((row) => row.id === again.body.id) ?? {}
  expect(value).toBe('34.56')
})

it('staff resend items in another size without a return', async () => {
  const order = await deliverOrder(sandbox, tee, 3)
  const resend = (size: string) =>
    call<Failed>('POST', `/api/admin/orders/${order.orderId}/replacements`, {
      as: owner,
      body: {
        lines: [{ itemId: order.item, quantity: 1, size }],
        reason: 'exchange',
        requestId: randomUUID(),
      },
    })
  expect((await resend('S')).status).toBe(400)
  expect((await resend('L')).status).toBe(201)
  expect(await replacementsOf(order)).toMatchObject([{ size: 'L', color: 'Pine' }])
})
