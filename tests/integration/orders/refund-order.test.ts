// @core
import { randomUUID } from 'node:crypto'

import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { countToDo } from '@/modules/shop/queries/to-do'
import type { Product } from '@/payload-types'

const sandbox = useSandbox()
let admin: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
  tee = await makeProduct({ name: 'Fern Tee' })
})
afterEach(() => sandbox.clearFaults())

/** Creates an order for $40.55 that was paid through the fake PayPal. */
const paidOrder = async (): Promise<number> => {
  const { body: placed } = await call<{ id: string; orderNumber: string; key: string }>(
    'POST',
    '/order',
    { body: makeCheckout(tee) },
  )
  await sandbox.approve(placed.id)
  await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
  const [order] = await rowsOf<{ id: number }>(
    sql`select id from orders where order_number = ${placed.orderNumber} and payment_state = 'completed'`,
  )
  if (!order) throw new Error('The order was not paid')
  return order.id
}
const refund = (
  id: number,
  amount: string,
  refundId: string = randomUUID(),
  as: TestPerson | null = admin,
) =>
  call<{ status?: string; amount?: string; code?: string; error?: string }>(
    'POST',
    `/api/admin/orders/${id}/refund`,
    { as, body: { amount, reason: 'A seam gave', refundId } },
  )
const ledgerOf = (id: number) =>
  rowsOf<{ status: string; cents: number; key: string; provider: string }>(sql`
  select status, amount_cents::integer as cents, request_id as key, provider_id as provider from payments where order_id = ${id} and kind = 'refund' order by id`)
const statusOf = async (id: number) =>
  (await rowsOf<{ status: string }>(sql`select status from orders where id = ${id}`))[0]?.status

it('a partial refund leaves the order paid', async () => {
  const id = await paidOrder()
  expect((await refund(id, '$ 10.00')).body).toEqual({ status: 'completed', amount: '10.00' })
  expect(await ledgerOf(id)).toMatchObject([{ status: 'completed', cents: 1000 }])
  expect(await statusOf(id)).toBe('paid')
  const listed = async (query: string) =>
    (
      await call<{ id: number; refunded: string }[]>('GET', `/api/admin/orders${query}`, {
        as: admin,
      })
    ).body.find((order) => order.id === id)
  expect(await listed('?issue=partly-refunded')).toMatchObject({ refunded: '10.00' })
  await refund(id, '30.55')
  expect(await listed('?issue=partly-refunded')).toBeUndefined()
  expect(await listed('')).toMatchObject({ refunded: '40.55' })
})

it('says that PayPal doesn’t accept the keys, and that the pending refund isn’t to be repeated', async () => {
  const id = await paidOrder()
  const match = { method: 'POST', path: '/v2/payments/captures/.*/refund' }
  await sandbox.fault({ provider: 'paypal', match, fault: 'status', status: 401, times: 9 })
  expect(await refund(id, '10.00')).toMatchObject({
    status: 503,
    body: {
      error:
        'PayPal doesn’t accept the shop’s keys. Replace them in the server environment, then restart the shop. The $10.00 refund is saved and goes out after that, so don’t refund it again.',
    },
  })
  expect(await ledgerOf(id)).toMatchObject([{ status: 'pending', cents: 1000 }])
})

it.each(['', 'ten', '10.001', '-1.00', '$0.00', '1,00.00'])(
  'rejects the amount “%s” as invalid and refunds nothing',
  async (amount) => {
    const id = await paidOrder()
    expect(await refund(id, amount)).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await ledgerOf(id)).toEqual([])
  },
)

it('refunds that add up to the total mark the order as refunded and queue refund emails', async () => {
  const id = await paidOrder()
  await refund(id, '10.00')
  await refund(id, '30.55')
  expect(await statusOf(id)).toBe('refunded')
  const jobs = await rowsOf<{ payload: { paymentId: number } }>(sql`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-order-refunded' order by j.id desc limit 2`)
  expect(jobs).toHaveLength(2)
})

it('repeating a refund request, even concurrently, refunds once', async () => {
  const id = await paidOrder()
  const refundId = randomUUID()
  const answers = await Promise.all([
    refund(id, '10.00', refundId),
    refund(id, '10.00', refundId),
    refund(id, '10.00', refundId),
  ])
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await ledgerOf(id)).toMatchObject([
    { status: 'completed', cents: 1000, key: `r-${refundId}` },
  ])
})

it('when two concurrent refunds exceed the payment, one succeeds and the other gets the amount left', async () => {
  const id = await paidOrder()
  const answers = await Promise.all([refund(id, '30.00'), refund(id, '30.00')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.body.error).toBe(
    'You can refund up to $10.55.',
  )
  expect((await ledgerOf(id)).reduce((sum, { cents }) => sum + cents, 0)).toBe(3000)
})

it('a refund from an outdated page is rejected when someone else has refunded the order since', async () => {
  const id = await paidOrder()
  const send = (left: string, refundId: string = randomUUID()) =>
    call<{ code?: string; error?: string }>('POST', `/api/admin/orders/${id}/refund`, {
      as: admin,
      body: { amount: '5.00', reason: 'A seam gave', refundId, left },
    })
  const first = randomUUID()
  expect((await send('40.55', first)).status).toBe(200)
  const second = await send('40.55')
  expect([second.status, second.body.code]).toEqual([409, 'version_conflict'])
  expect(second.body.error).toBe(
    'Someone else just refunded this order; $35.55 is left. Check its payments before you refund more.',
  )
  // Repeating the first request doesn’t create another refund.
  expect((await send('40.55', first)).status).toBe(200)
  expect((await send('35.55')).status).toBe(200)
  expect(await ledgerOf(id)).toMatchObject([{ cents: 500 }, { cents: 500 }])
})

it('an amount above what is left is rejected with the amount left, and nothing is refunded', async () => {
  const id = await paidOrder()
  await refund(id, '30.00')
  const sentence = 'You can refund up to $10.55.'
  expect(await refund(id, '40.55')).toMatchObject({
    status: 400,
    body: { error: sentence, fields: { amount: sentence } },
  })
  await refund(id, '10.55')
  expect(await refund(id, '10.55')).toMatchObject({
    status: 400,
    body: { error: 'This order is already fully refunded.' },
  })
  expect((await ledgerOf(id)).map(({ cents }) => cents)).toEqual([3000, 1055])
})

it('reusing a refund ID with another amount is rejected', async () => {
  const id = await paidOrder()
  const refundId = randomUUID()
  await refund(id, '10.00', refundId)
  expect((await refund(id, '11.00', refundId)).status).toBe(409)
})

it('the reconciler completes a refund whose response from PayPal was lost', async () => {
  const id = await paidOrder()
  await sandbox.fault({
    provider: 'paypal',
    match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
    fault: 'reset-after',
    times: 3,
  })
  expect(await refund(id, '12.00')).toMatchObject({
    status: 200,
    body: { status: 'pending', amount: '12.00' },
  })
  expect(await ledgerOf(id)).toMatchObject([{ status: 'pending', cents: 1200 }])
  await sandbox.clearFaults()
  await rowsOf(
    sql`update payments set created_at = now() - interval '5 minutes' where order_id = ${id} and kind = 'refund'`,
  )
  await runJob(await getTestPayload(), 'reconcile-payments', {})
  expect(await ledgerOf(id)).toMatchObject([{ status: 'completed', cents: 1200 }])
})

it('says in 20 seconds that a refund is pending while PayPal hangs, and a repeat refunds once', async () => {
  const id = await paidOrder()
  const refundId = randomUUID()
  await sandbox.fault({
    provider: 'paypal',
    match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
    fault: 'latency',
    when: 'after',
    latencyMs: 600_000,
    times: 9,
  })
  const begun = performance.now()
  expect((await refund(id, '12.00', refundId)).body).toEqual({ status: 'pending', amount: '12.00' })
  expect(performance.now() - begun).toBeLessThan(20_000)
  await sandbox.clearFaults()
  expect((await refund(id, '12.00', refundId)).body).toEqual({
    status: 'completed',
    amount: '12.00',
  })
  expect(await ledgerOf(id)).toMatchObject([{ status: 'completed', cents: 1200 }])
})

it('a refund that PayPal hasn’t confirmed for a week is counted for staff, and asked for as long as it takes', async () => {
  const payload = await getTestPayload()
  const id = await paidOrder()
  const before = (await countToDo(payload)).unconfirmedRefunds
  expect((await refund(id, '12.00')).status).toBe(200)
  await rowsOf(sql`
    update payments set status = 'pending', created_at = now() - interval '60 days', updated_at = now() - interval '2 days'
    where order_id = ${id} and kind = 'refund'`)
  expect((await countToDo(payload)).unconfirmedRefunds).toBe(before + 1)
  await runJob(payload, 'reconcile-payments', {})
  expect(await ledgerOf(id)).toMatchObject([{ status: 'completed', cents: 1200 }])
  expect((await countToDo(payload)).unconfirmedRefunds).toBe(before)
})

it.each([['0.00'], ['-5.00'], ['1e3'], ['10.005'], ['abc'], ['99999999']])(
  'rejects an amount of %s and records no refund',
  async (amount) => {
    const id = await paidOrder()
    expect((await refund(id, amount)).status).toBe(400)
    expect(await ledgerOf(id)).toEqual([])
  },
)

it('rejects editors, customers, and visitors', async () => {
  const id = await paidOrder()
  expect((await refund(id, '1.00', randomUUID(), await makePerson('editor'))).status).toBe(403)
  expect((await refund(id, '1.00', randomUUID(), await makePerson('customer'))).status).toBe(403)
  expect((await refund(id, '1.00', randomUUID(), null)).status).toBe(401)
  expect(await ledgerOf(id)).toEqual([])
})

it('rejects a refund of an unpaid order', async () => {
  const { body: placed } = await call<{ orderNumber: string }>('POST', '/order', {
    body: makeCheckout(tee),
  })
  const [order] = await rowsOf<{ id: number }>(
    sql`select id from orders where order_number = ${placed.orderNumber}`,
  )
  expect((await refund(order?.id ?? 0, '1.00')).status).toBe(409)
})
