import { makePerson, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { getRangeTotals } from '@/modules/shop/queries/sales-stats'
import { reportKinds } from '@/modules/shop/rules/sales-report'

type Report = {
  columns: { key: string }[]
  rows: Record<string, string | number | null>[]
  totals: Record<string, string | number>
  note: string
}
const range = { from: '2026-03-01', to: '2026-03-31' }
const days = `from=${range.from}&to=${range.to}`

let admin: TestPerson
const read = async (kind: string, query = days): Promise<Report> =>
  (await call<Report>('GET', `/api/admin/reports/${kind}?${query}`, { as: admin })).body

/** Creates an order that was paid at the given time, with its payment. */
const paidAt = async (
  when: string,
  data: Parameters<typeof makeOrder>[0] = {},
): Promise<number> => {
  const { id } = await makeOrder({ ...data, paidAt: when }, { captured: true })
  await rowsOf(
    sql`update payments set created_at = ${when}, fee_cents = 168, amount_cents = (select total_cents from orders where id = ${id}) where order_id = ${id}`,
  )
  return id
}

beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
  const tee = { name: 'Fern Tee', size: 'M', color: 'Pine', sku: 'FERN', unitPriceCents: 3200 }
  const first = await paidAt('2026-03-02T15:00:00Z', {
    fulfillment: 'shipped',
    fulfillmentCostCents: 1450,
  })
  await paidAt('2026-03-09T15:00:00Z', {
    items: [
      { ...tee, quantity: 2 },
      {
        ...tee,
        name: '=Cap',
        size: 'OS',
        color: 'Bone',
        sku: 'CAP',
        unitPriceCents: 2000,
        discountCents: 840,
        quantity: 1,
      },
    ],
    subtotalCents: 8400,
    discountCents: 840,
    totalCents: 8415,
    discounts: [{ name: 'Spring', code: 'SPRING', isForShipping: false }],
  })
  // The last evening of March in New York is already April in UTC.
  await paidAt('2026-04-01T02:00:00Z')
  await paidAt('2026-04-01T05:00:00Z')
  await makeOrder()
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, status, reason, amount_cents, currency, created_at) values (${first}, 'refund', 'paypal', 'REF-A', 'completed', 'Too small', 1000, 'USD', '2026-03-20T12:00:00Z'), (${first}, 'refund', 'paypal', 'REF-B', 'failed', 'No', 500, 'USD', '2026-03-20T12:00:00Z')`,
  )
})

it('the product report counts orders paid within the range in the shop’s time zone', async () => {
  const { rows, totals } = await read('products')
  const none = { unitsRefunded: 0, refunded: '0.00' }
  expect(rows).toEqual([
    { product: 'Fern Tee', orders: 3, units: 4, sales: '128.00', net: '128.00', ...none },
    { product: '=Cap', orders: 1, units: 1, sales: '11.60', net: '11.60', ...none },
  ])
  expect(totals).toMatchObject({ units: 5, sales: '139.60' })
})

it('the variant report adds up to the product report', async () => {
  const [products, variants] = await Promise.all([read('products'), read('variants')])
  expect(variants.totals).toMatchObject({
    units: products.totals.units,
    sales: products.totals.sales,
  })
  expect(variants.rows[0]).toMatchObject({
    color: 'Pine',
    size: 'M',
    sku: expect.any(String) as string,
  })
})

it('the state report has the tax, and the refund report has where each refund went, its date, and its reason', async () => {
  expect((await read('states')).totals).toMatchObject({ orders: 3, tax: '7.68' })
  expect((await read('refunds')).rows).toEqual([
    expect.objectContaining({
      date: '2026-03-20',
      to: 'PayPal',
      reason: 'Too small',
      amount: '10.00',
    }),
  ])
})

it('the tax report lists tax by month and state and subtracts the refunded tax', async () => {
  const { rows, totals } = await read('tax')
  expect(rows).toEqual([
    expect.objectContaining({ month: '2026-03', state: 'California', orders: 3, tax: '7.68' }),
  ])
  // 10.00 of 40.55 was refunded, and the tax on the whole order was 2.56.
  expect(totals).toMatchObject({ taxRefunded: '0.63', due: '7.05' })
})

it('the payments report lists payment methods, minus refunds and fees', async () => {
  const { rows, totals } = await read('payments')
  expect(rows).toEqual([
    {
      way: 'PayPal',
      payments: 3,
      received: '165.25',
      refunded: '10.00',
      fees: '5.04',
      left: '150.21',
    },
  ])
  expect(totals).toMatchObject({ payments: 3, left: '150.21' })
})

it('the payments report lists gift cards separately and refunds under the order’s payment method', async () => {
  const id = await paidAt('2026-02-03T15:00:00Z')
  await rowsOf(
    sql`update payments set method = 'venmo', amount_cents = 2055 where order_id = ${id}`,
  )
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency, created_at) values (${id}, 'gift-card', 'gift-card', 'GIFT-1', 'completed', 2000, 'USD', '2026-02-03T15:00:00Z'), (${id}, 'refund', 'paypal', 'REF-V', 'completed', 500, 'USD', '2026-02-04T15:00:00Z'), (${id}, 'refund', 'gift-card', 'REF-G', 'completed', 700, 'USD', '2026-02-04T15:00:00Z')`,
  )
  const { rows } = await read('payments', 'from=2026-02-01&to=2026-02-28')
  expect(rows).toEqual([
    expect.objectContaining({ way: 'Venmo', received: '20.55', refunded: '5.00' }),
    expect.objectContaining({ way: 'Gift card', received: '20.00', refunded: '7.00' }),
  ])
})

it('the tax report lists sales to exempt customers', async () => {
  await paidAt('2025-08-12T15:00:00Z')
  await paidAt('2025-08-13T15:00:00Z', {
    taxCertificate: 'OH-501-C3',
    taxCents: 0,
    totalCents: 3799,
  })
  const { rows } = await read('tax', 'from=2025-08-01&to=2025-08-31')
  expect(rows).toEqual([
    expect.objectContaining({ month: '2025-08', sales: '64.00', exempt: '32.00', tax: '2.56' }),
  ])
})

it('the discount report lists orders and discounted amounts', async () => {
  expect((await read('discounts')).rows).toEqual([
    { discount: 'Spring', code: 'SPRING', orders: 1, off: '8.40', total: '84.15' },
  ])
})

it('an order with several discounts or products counts once in the totals', async () => {
  const tee = { name: 'Fern Tee', size: 'M', color: 'Pine', unitPriceCents: 3200, quantity: 1 }
  await paidAt('2024-09-03T15:00:00Z', {
    items: [tee, { ...tee, name: 'Fern Tote' }],
    subtotalCents: 6400,
    discountCents: 640,
    shippingCents: 0,
    totalCents: 6016,
    discounts: [
      { name: 'Fall', code: 'FALL', isForShipping: false },
      { name: 'Free shipping', isForShipping: true },
    ],
  })
  const september = 'from=2024-09-01&to=2024-09-30'
  const [discounts, products] = [
    await read('discounts', september),
    await read('products', september),
  ]
  expect(discounts.rows).toHaveLength(2)
  expect(discounts.totals).toMatchObject({ orders: 1, off: '6.40', total: '60.16' })
  expect(products.rows).toHaveLength(2)
  expect(products.totals).toMatchObject({ orders: 1, units: 2, sales: '64.00' })
})

it('the profit report matches the dashboard’s revenue and notes unknown printing costs', async () => {
  const { totals, note } = await read('profit')
  const { revenueCents } = await getRangeTotals(await getTestPayload(), range)
  expect(totals.revenue).toBe((revenueCents / 100).toFixed(2))
  // As in the tax report, refunded tax is not a cost.
  expect(totals).toMatchObject({ tax: '7.05', printing: '14.50', fees: '5.04' })
  expect(Number(totals.profit)).toBeCloseTo(Number(totals.revenue) - 7.05 - 14.5 - 5.04, 2)
  expect(note).toContain('the printing cost of 2 orders isn’t known yet')
})

it('exports have the same rows and no formulas', async () => {
  const { headers, body: text } = await call<string>(
    'GET',
    `/api/admin/reports/products/export?${days}`,
    { as: admin },
  )
  expect(headers.get('content-disposition')).toContain('products-2026-03-01-to-2026-03-31')
  expect(text).toContain('"Fern Tee",3,4,"128.00"')
  expect(text).not.toMatch(/(^|,|")=Cap/m)
})

it('exports have negative amounts as numbers', async () => {
  const id = await paidAt('2024-05-02T15:00:00Z')
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, status, amount_cents, currency, created_at) values (${id}, 'refund', 'paypal', 'REF-LATE', 'completed', 2000, 'USD', '2024-05-04T12:00:00Z')`,
  )
  const { body: text } = await call<string>(
    'GET',
    '/api/admin/reports/profit/export?from=2024-05-04&to=2024-05-04',
    { as: admin },
  )
  expect(text).toContain('"2024-05-04","-20.00","-1.26","0.00","0.00","-18.74"')
})

it.each(reportKinds)('the %s report is empty for days without orders', async (kind) => {
  expect((await read(kind, 'from=2020-01-01&to=2020-01-31')).rows).toEqual([])
})

it('rejects reversed dates, ranges over five years, invalid dates, and editors', async () => {
  for (const query of [
    'from=2026-03-02&to=2026-03-01',
    'from=2000-01-01&to=2026-01-01',
    'from=x&to=y',
    '',
  ])
    expect((await call('GET', `/api/admin/reports/products?${query}`, { as: admin })).status).toBe(
      400,
    )
  const editor = await makePerson('editor')
  expect((await call('GET', `/api/admin/reports/profit?${days}`, { as: editor })).status).toBe(403)
})

it('refunded items are listed with their product and reduce the tax due', async () => {
  await rowsOf(sql`
    with item as (
      select i.id, i._parent_id as order_id from orders_items i join orders o on o.id = i._parent_id
       where i.name = '=Cap' and o.paid_at = '2026-03-09T15:00:00Z'),
    refund as (
      insert into payments (order_id, kind, provider, provider_id, request_id, status, amount_cents, currency, created_at)
      select order_id, 'refund', 'paypal', 'REF-CAP', 'r-cap', 'completed', 1253, 'USD', '2026-03-28T12:00:00Z' from item)
    insert into refund_lines (order_id, request_id, item_id, quantity, amount_cents, tax_cents)
    select order_id, request, id, 1, 1160, 93 from item, (values ('r-cap'), ('r-refused')) as requests(request)`)
  expect((await read('products')).rows[1]).toEqual({
    product: '=Cap',
    orders: 1,
    units: 1,
    sales: '11.60',
    unitsRefunded: 1,
    refunded: '11.60',
    net: '0.00',
  })
  expect((await read('variants')).totals).toMatchObject({ unitsRefunded: 1, refunded: '11.60' })
  // The sum of 0.63 from the earlier refund and 0.93 for the cap.
  expect((await read('tax')).totals).toMatchObject({ taxRefunded: '1.56', due: '6.12' })
})
