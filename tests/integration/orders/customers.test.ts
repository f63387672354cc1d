import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { getCustomer } from '@/modules/orders/queries/get-customer'
import { eraseRows } from '@/modules/privacy/actions/erase-rows'
import { withTransaction } from '@/platform/transaction'

let admin: TestPerson
let buyer: TestPerson
let buyerEmail: string
let guestOrder: number
let accountOrder: number

type Row = { id: number; email: string; orders: number; spent: string; userId: number | null }
const list = async (query = ''): Promise<Row[]> =>
  (await call<Row[]>('GET', `/api/admin/customers${query}`, { as: admin })).body

beforeAll(async () => {
  const payload = await getTestPayload()
  ;[admin, buyer] = await Promise.all([makePerson('admin'), makePerson('customer')])
  buyerEmail = buyer.user.email ?? ''
  guestOrder = (await makeOrder({ email: 'Guest@Example.com' }, { captured: true })).id
  const refunded = await makeOrder({ email: 'guest@example.com' }, { captured: true })
  await payload.create({
    collection: 'payments',
    data: {
      order: refunded.id,
      kind: 'refund',
      provider: 'paypal',
      providerId: 'REFUND-CUSTOMER',
      status: 'completed',
      amountCents: 1055,
      currency: 'USD',
    },
  })
  accountOrder = (
    await makeOrder({ email: 'old@example.com', customer: buyer.user.id }, { captured: true })
  ).id
  await makeOrder({ email: buyerEmail.toUpperCase() }, { captured: true })
  await rowsOf(
    sql`insert into subscribers (email, status) values ('guest@example.com', 'subscribed')`,
  )
})

it('a guest’s orders count together in any case of the address, net of refunds', async () => {
  expect(
    (await list('?search=guest@example.com')).map(({ id, orders, spent }) => [id, orders, spent]),
  ).toEqual([[guestOrder, 2, '70.55']])
})

it('orders of an account and guest orders with its address are one customer', async () => {
  const [row, ...others] = await list(`?search=${encodeURIComponent(buyerEmail)}`)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    id: accountOrder,
    email: buyerEmail.toLowerCase(),
    orders: 2,
    userId: buyer.user.id,
  })
  expect(await list('?search=old@example.com')).toEqual([row])
})

it('the list sorts by what was spent', async () => {
  const spent = (await list('?sort=spent')).map((row) => Number(row.spent))
  expect(spent).toEqual([...spent].sort((a, b) => b - a))
  expect(new Set(spent).size).toBeGreaterThan(1)
})

it('the customer page shows orders, addresses, and the newsletter, whichever order it is opened by', async () => {
  const customer = await getCustomer(await getTestPayload(), guestOrder)
  expect(customer).toMatchObject({
    id: guestOrder,
    email: 'guest@example.com',
    spentCents: 7055,
    newsletter: 'subscribed',
    userId: null,
  })
  expect(customer?.placed).toHaveLength(2)
  expect(customer?.addresses).toHaveLength(1)
  expect(await getCustomer(await getTestPayload(), customer?.placed[0]?.id ?? 0)).toEqual(customer)
})

it('an erased person vanishes from the list, and their page is not found', async () => {
  const payload = await getTestPayload()
  await withTransaction(payload, (req, tx) =>
    eraseRows(req, tx, { userId: null, emails: ['guest@example.com'] }),
  )
  expect(await list('?search=guest@example.com')).toEqual([])
  expect((await list()).map(({ email }) => email)).not.toContain('erased')
  expect(await getCustomer(payload, guestOrder)).toBeNull()
})
