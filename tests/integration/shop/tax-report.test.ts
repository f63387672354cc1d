import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { shopDay } from '@/modules/checkout/delivery-days'
import { recordRefunds } from '@/modules/orders/actions/record-refunds'

type Report = {
  rows: Record<string, string | number>[]
  totals: Record<string, string>
  note: string
}
type OrderData = Parameters<typeof makeOrder>[0]

let admin: TestPerson
const read = async (from: string, to: string, kind = 'tax'): Promise<Report> =>
  (await call<Report>('GET', `/api/admin/reports/${kind}?from=${from}&to=${to}`, { as: admin }))
    .body
const cents = (amount = ''): number => Math.round(Number(amount) * 100)

const paidAt = async (when: string, data: OrderData = {}): Promise<number> => {
  const taxed = { taxableCents: 3200, taxableShippingCents: 0 }
  const { id } = await makeOrder({ ...taxed, ...data, paidAt: when }, { captured: true })
  await rowsOf(
    sql`update payments set created_at = ${when}, amount_cents = (select total_cents from orders where id = ${id}) where order_id = ${id}`,
  )
  return id
}
let refunds = 0
/** Refunds an amount, or the item of an order with its tax. */
const refund = async (id: number, when: string, amountCents: number, taxCents?: number) => {
  const requestId = `r-tax-${(refunds += 1)}`
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, request_id, status, amount_cents, created_at) values (${id}, 'refund', 'paypal', ${`REF-${requestId}`}, ${requestId}, 'completed', ${amountCents}, ${when})`,
  )
  if (taxCents !== undefined)
    await rowsOf(
      sql`insert into refund_lines (order_id, request_id, item_id, quantity, amount_cents, tax_cents) select ${id}, ${requestId}, id, 1, ${amountCents - taxCents}, ${taxCents} from orders_items where _parent_id = ${id}`,
    )
}

beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
})

it('lists what was sold, taxed, and not taxed by state, and comes to what was paid', async () => {
  const address = (stateCode: string) => ({ shippingAddress: { stateCode, countryCode: 'US' } })
  await paidAt('2025-03-05T15:00:00Z', {
    ...address('WA'),
    ...{ taxCents: 304, totalCents: 4103, taxableShippingCents: 599 },
  })
  await paidAt('2025-03-06T15:00:00Z', {
    ...address('CA'),
    ...{ taxCertificate: 'CA-501-C3', taxCents: 0, taxableCents: 0, totalCents: 3799 },
  })
  // Only the part of a coat above Massachusetts’s threshold of $175.00 is taxed.
  await paidAt('2025-03-07T15:00:00Z', {
    ...address('MA'),
    ...{ subtotalCents: 20_000, shippingCents: 0, taxableCents: 2500 },
    ...{ taxCents: 200, totalCents: 20_200 },
  })
  await paidAt('2025-03-08T15:00:00Z', {
    ...address('PA'),
    ...{ taxCents: 0, taxableCents: 0, purchasedCardsCents: 5000, totalCents: 8799 },
  })
  // A gift card is emailed, so only the billing address names a state.
  await paidAt('2025-03-09T15:00:00Z', {
    ...{ items: [], shippingAddress: {}, billingSameAsShipping: false },
    billingAddress: { stateCode: 'CA', countryCode: 'US' },
    ...{ subtotalCents: 0, shippingCents: 0, taxCents: 0, taxableCents: 0 },
    ...{ purchasedCardsCents: 2500, totalCents: 2500 },
  })
  const { rows, totals } = await read('2025-03-01', '2025-03-31')
  const of = (state: string) => rows.find((row) => row.state === state)
  expect(of('California')).toMatchObject({
    ...{ orders: 2, sales: '32.00', taxable: '0.00', exempt: '32.00', untaxed: '0.00' },
    ...{ giftCards: '25.00', shipping: '5.99', taxableShipping: '0.00', tax: '0.00' },
  })
  expect(of('Washington')).toMatchObject({
    ...{ sales: '32.00', taxable: '32.00', shipping: '5.99', taxableShipping: '5.99' },
    ...{ tax: '3.04', due: '3.04' },
  })
  expect(of('Massachusetts')).toMatchObject({ taxable: '25.00', untaxed: '175.00', tax: '2.00' })
  expect(of('Pennsylvania')).toMatchObject({ untaxed: '32.00', giftCards: '50.00', tax: '0.00' })
  const sumOf = (...keys: string[]) => keys.reduce((sum, key) => sum + cents(totals[key]), 0)
  expect(sumOf('taxable', 'exempt', 'untaxed')).toBe(sumOf('sales'))
  const payments = await read('2025-03-01', '2025-03-31', 'payments')
  expect(sumOf('sales', 'giftCards', 'shipping', 'tax')).toBe(cents(payments.totals.received))
})

it('counts a refund with its tax in the month of the refund, and all refunds of an order come to its tax', async () => {
  const order = await paidAt('2025-05-31T15:00:00Z')
  await refund(order, '2025-06-02T15:00:00Z', 1000)
  await refund(order, '2025-06-03T15:00:00Z', 1111)
  // The last cents are refunded in July, an hour before it begins in UTC in New York.
  await refund(order, '2025-07-01T04:30:00Z', 1944)
  const { rows, totals } = await read('2025-05-01', '2025-07-31')
  expect(
    rows.map(({ month, orders, tax, taxRefunded }) => [month, orders, tax, taxRefunded]),
  ).toEqual([
    ['2025-07', 0, '0.00', '1.23'],
    ['2025-06', 0, '0.00', '1.33'],
    ['2025-05', 1, '2.56', '0.00'],
  ])
  expect(totals).toMatchObject({ refunded: '37.99', taxRefunded: '2.56', due: '0.00' })
  expect((await read('2025-06-01', '2025-06-30')).rows).toEqual([
    expect.objectContaining({
      state: 'California',
      sales: '0.00',
      refunded: '19.78',
      due: '-1.33',
    }),
  ])
  // The profit report takes the tax back on the same days.
  expect((await read('2025-06-01', '2025-06-30', 'profit')).totals.tax).toBe('-1.33')
})

it('refunds the tax of an item with the item, and the rest of the tax with the rest of the order', async () => {
  const order = await paidAt('2025-08-05T15:00:00Z', { taxCents: 304, totalCents: 4103 })
  await refund(order, '2025-08-06T15:00:00Z', 3456, 256)
  await refund(order, '2025-09-06T15:00:00Z', 647)
  const { rows } = await read('2025-08-01', '2025-09-30')
  expect(rows).toEqual([
    expect.objectContaining({ month: '2025-09', refunded: '5.99', taxRefunded: '0.48' }),
    expect.objectContaining({ month: '2025-08', refunded: '32.00', taxRefunded: '2.56' }),
  ])
})

it('counts the last evening of a month in New York in that month', async () => {
  const order = await paidAt('2025-11-01T03:59:59Z')
  await refund(order, '2025-12-01T04:59:59Z', 3456, 256)
  await refund(order, '2025-12-01T05:00:00Z', 599)
  expect((await read('2025-10-01', '2025-12-31')).rows).toEqual([
    expect.objectContaining({ month: '2025-12', refunded: '5.99', taxRefunded: '0.00' }),
    expect.objectContaining({ month: '2025-11', orders: 0, taxRefunded: '2.56' }),
    expect.objectContaining({ month: '2025-10', orders: 1, tax: '2.56' }),
  ])
})

it('counts a refund that PayPal held in the month it was completed, because the earlier one may be filed', async () => {
  const payload = await getTestPayload()
  const order = await paidAt('2024-01-05T15:00:00Z', {
    ...{ purchasedCardsCents: 2000, totalCents: 6055 },
  })
  const slow = { id: 'REF-SLOW', captureId: null, amountCents: 6055, currency: 'USD' }
  await recordRefunds(payload, order, [{ ...slow, status: 'pending' }])
  await rowsOf(sql`
    insert into payments (order_id, kind, provider, provider_id, status, amount_cents)
    values (${order}, 'gift-card-cancel', 'gift-card', 'gift-card-cancel-REF-SLOW', 'pending', 2000)`)
  await rowsOf(
    sql`update payments set created_at = '2024-01-31T15:00:00Z' where order_id = ${order} and status = 'pending'`,
  )
  const january = async () => {
    const reports = ['tax', 'profit'].map((kind) => read('2024-01-01', '2024-01-31', kind))
    return (await Promise.all(reports)).map(({ rows, totals }) => ({ rows, totals }))
  }
  const filed = await january()
  await recordRefunds(payload, order, [{ ...slow, status: 'completed' }])
  expect(await january()).toEqual(filed)
  const today = shopDay()
  expect((await read(today, today)).totals).toMatchObject({
    refunded: '37.99',
    taxRefunded: '2.56',
  })
  expect((await read(today, today, 'profit')).totals).toMatchObject({
    revenue: '-40.55',
    tax: '-2.56',
  })
})

it('doesn’t guess what was taxed in orders from before it was stored', async () => {
  const unknown = { taxableCents: null, taxableShippingCents: null }
  await paidAt('2024-02-05T15:00:00Z', unknown)
  await paidAt('2024-02-06T15:00:00Z', { ...unknown, taxCents: 0, totalCents: 3799 })
  const { totals, note } = await read('2024-02-01', '2024-02-29')
  expect(totals).toMatchObject({ sales: '64.00', taxable: '0.00', untaxed: '32.00', tax: '2.56' })
  expect(note).toContain('1 order with tax from before the shop stored what was taxed')
  expect((await read('2025-03-01', '2025-03-31')).note).not.toContain('from before')
})
