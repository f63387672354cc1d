import { randomUUID } from 'node:crypto'

import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful, runPrintful } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { env } from '@/platform/env'
import { linkDemoProducts, listDemoAccounts } from '@/seed/demo-accounts'
import { seedOrderRows } from '@/seed/orders'
import { seedProductRows } from '@/seed/products'

const sandbox = useSandbox()
let admin: TestPerson

/** Loads the demo accounts into the sandbox, as `npm start` does. */
const loadAccounts = async () => {
  const accounts = await listDemoAccounts(await getTestPayload())
  await sandbox.control('printful', 'POST', '/products', { products: accounts.printful })
  await sandbox.payPal('/captures', { clientId: env.PAYPAL_CLIENT_ID, captures: accounts.paypal })
  return accounts
}

beforeAll(async () => {
  const payload = await getTestPayload()
  await seedProductRows(payload, new Map())
  await linkDemoProducts(payload)
  await seedOrderRows(payload)
  admin = await makePerson('admin')
  await loadAccounts()
  // Removes the other products, because the shop makes at most two requests a second.
  const { products } = await sandbox.control<{ products: { id: number }[] }>(
    'printful',
    'GET',
    '/ledger',
  )
  for (const { id } of products)
    if (id < 378_200_000) await sandbox.control('printful', 'POST', `/products/${id}/delete`, {})
  await connectPrintful()
}, 120_000)

const ordersOf = (status: string) =>
  rowsOf<{ id: number; total: number }>(
    sql`select id, total_cents::integer as total from orders where status = ${status} order by id`,
  )

it('every paid demo order can be submitted to the print provider', async () => {
  const paid = await ordersOf('paid')
  expect(paid.length).toBeGreaterThan(4)
  for (const { id } of paid) {
    const path = `/api/admin/printful/submit-order/${id}`
    expect((await call('POST', path, { as: admin, body: { wait: 0 } })).status).toBe(202)
    await runJob(await getTestPayload(), 'submit-order', { orderId: id, byHand: true })
    expect(await call('POST', path, { as: admin, body: { wait: 0 } })).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/^Order DF-\d+ is on Printful as \d+\.$/) as string },
    })
  }
  const { orders } = await sandbox.control<{ orders: unknown[] }>('printful', 'GET', '/ledger')
  expect(orders).toHaveLength(paid.length)
}, 60_000)

it('a demo payment can be refunded, even after the accounts are loaded again', async () => {
  const [order] = await ordersOf('delivered')
  const refund = () =>
    call('POST', `/api/admin/orders/${order?.id}/refund`, {
      as: admin,
      body: { amount: '10.00', reason: 'A seam came loose', refundId: randomUUID() },
    })
  expect((await refund()).body).toEqual({ status: 'completed', amount: '10.00' })
  await loadAccounts()
  expect((await refund()).body).toEqual({ status: 'completed', amount: '10.00' })
  expect((await sandbox.ledger()).refunds.length).toBeGreaterThan(1)
})

it('a Printful sync recognizes the demo products and creates none of them again', async () => {
  const { rows } = await runPrintful('printful-sync', { isPreview: true })
  const { printful } = await listDemoAccounts(await getTestPayload())
  expect(printful).toHaveLength(35)
  const demoIds = new Set(printful.map(({ id }) => String(id)))
  const demoRows = rows.filter(({ key }) => demoIds.has(key))
  expect(demoRows).toHaveLength(35)
  // Images are new only because this test seeds the products without any.
  const changes = demoRows.flatMap(({ details }) => (details?.changes ?? []) as string[])
  expect(changes.filter((change) => !/^\d+ images?$/.test(change))).toEqual([])
  expect(demoRows.filter(({ result }) => result === 'created' || result === 'failed')).toEqual([])
}, 60_000)
