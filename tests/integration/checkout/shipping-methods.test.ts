import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful, forgetPrintful } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { forgetShippingRates } from '@/modules/checkout/actions/shipping-quote'
import { quoteCart } from '@/modules/checkout/queries'
import type { TaxableSale, TaxService } from '@/modules/checkout/tax-service'
import { getSettings } from '@/modules/shop/queries/get-settings'
import type { Product } from '@/payload-types'
import { getProviders } from '@/providers'

type Totals = { subtotal: string; shipping: string; tax: string; total: string }
type Checked = {
  totals: Totals
  shippingOptions: { method: string; price: string; arrivesFrom: string; arrivesTo: string }[]
  shippingQuote: string | null
}
type Placed = { orderNumber: string; code?: string; error?: string }
type Stored = {
  shipping_method: string
  shipping_service: string | null
  shipping_cents: string
  total_cents: string
  transit_days_max: string
  print_days_max: string
}

const sandbox = useSandbox()
let owner: TestPerson
let tee: Product
const rates = [
  { region: 'contiguous', fromItems: 1, standard: 4.99, express: 14.99 },
  { region: 'contiguous', fromItems: 3, standard: 7.99, express: null },
  { region: 'military', fromItems: 1, standard: 9.99, express: null },
]

const save = (body: Record<string, unknown>) =>
  call<{ fields: Record<string, string>; shippingRates: unknown }>('PUT', '/api/admin/settings', {
    as: owner,
    body,
  })

beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  tee = await makeProduct({ name: 'Fern Tee' })
})
beforeEach(async () => {
  forgetShippingRates()
  expect((await save({ shippingSource: 'table', shippingRates: rates })).status).toBe(200)
})
afterAll(async () => {
  await save({ shippingSource: 'flat', shippingRates: [] })
})

const checkout = () => makeCheckout(tee)
const check = async (
  place: Record<string, unknown>,
  body: Record<string, unknown> = {},
): Promise<Checked> => {
  const answer = await call<Checked>('POST', '/api/cart/check', {
    body: { items: checkout().items, place, ...body },
  })
  expect(answer.status).toBe(200)
  return answer.body
}
const home = { stateCode: 'CA', zip: '93023' }
const place = (amount: string, body: Record<string, unknown> = {}) =>
  call<Placed>('POST', '/order', { body: { ...checkout(), ...body, amount } })
const stored = async ({ orderNumber }: Placed): Promise<Stored | undefined> =>
  (await rowsOf<Stored>(sql`select * from orders where order_number = ${orderNumber}`))[0]
const prices = ({ shippingOptions }: Checked) =>
  shippingOptions.map(({ method, price }) => `${method} ${price}`)

it('rejects shipping rates with a price of 0, duplicate rows, or express for military addresses', async () => {
  const refused = await save({ shippingRates: [{ ...rates[0], standard: 0 }] })
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
    400,
    ['shippingRates.0.standard'],
  ])
  expect((await save({ shippingRates: [rates[0], rates[0]] })).body.fields).toHaveProperty([
    'shippingRates.1.fromItems',
  ])
  expect(
    (await save({ shippingRates: [{ ...rates[2], express: 20 }] })).body.fields,
  ).toHaveProperty(['shippingRates.0.express'])
})

it('rejects rates that don’t start at the minimum, repeat, or mix items and weight', async () => {
  const fieldsOf = async (shippingRates: object[]) =>
    Object.keys((await save({ shippingRates })).body.fields)
  expect(await fieldsOf([{ ...rates[0], fromItems: 2 }])).toEqual(['shippingRates.0.fromItems'])
  const light = { region: 'contiguous', fromOunces: 0, standard: 4.99 }
  expect(await fieldsOf([{ ...light, fromOunces: 5 }])).toEqual(['shippingRates.0.fromOunces'])
  expect(await fieldsOf([light, light])).toEqual(['shippingRates.1.fromOunces'])
  expect(await fieldsOf([light, rates[2] ?? {}])).toEqual(['shippingRates.1.fromOunces'])
})

it('applies rates by weight in the cart and the order, with a usual weight for products without one', async () => {
  const byWeight = [
    { region: 'contiguous', fromOunces: 0, standard: 4.99 },
    { region: 'contiguous', fromOunces: 8, standard: 6.99 },
    { region: 'contiguous', fromOunces: 30, standard: 12.99 },
  ]
  const saved = await save({ shippingRates: byWeight })
  expect(saved.body.shippingRates).toMatchObject(byWeight)
  // A tee usually weighs 7 ounces.
  expect(prices(await check(home))).toEqual(['standard 4.99'])
  const changed = await call('PUT', `/api/admin/products/${tee.id}`, {
    as: owner,
    body: { weightOunces: 15.5 },
  })
  expect([changed.status, changed.body.weightOunces]).toEqual([200, 15.5])
  const one = await check(home)
  expect(prices(one)).toEqual(['standard 6.99'])
  const { status, body } = await place(one.totals.total)
  expect([status, (await stored(body))?.shipping_cents]).toEqual([200, '699'])
  const two = [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 2 }]
  expect(prices(await check(home, { items: two }))[0]).toMatch('standard 0.00')
  expect(
    (
      await call<{ fields: object }>('PUT', `/api/admin/products/${tee.id}`, {
        as: owner,
        body: { weightOunces: 0 },
      })
    ).body.fields,
  ).toHaveProperty('weightOunces')
  await call('PUT', `/api/admin/products/${tee.id}`, { as: owner, body: { weightOunces: null } })
})

it('offers standard and, where available, express shipping with delivery days', async () => {
  const checked = await check(home)
  expect(prices(checked)).toEqual(['standard 4.99', 'express 14.99'])
  const [standard, express] = checked.shippingOptions
  expect((standard?.arrivesTo ?? '') > (express?.arrivesTo ?? '')).toBe(true)
  expect(prices(await check({ ...home, isPoBox: true }))).toEqual(['standard 4.99'])
  const military = await check({ stateCode: 'AE', zip: '09001' })
  expect(prices(military)).toEqual(['standard 9.99'])
  expect((military.shippingOptions[0]?.arrivesTo ?? '') > (standard?.arrivesTo ?? '')).toBe(true)
  // Puerto Rico has no row in the table, so the flat price applies.
  expect(prices(await check({ stateCode: 'PR', zip: '00901' }))).toEqual(['standard 5.99'])
})

it('charges an express order as quoted and stores its method, price, and days', async () => {
  const { totals } = await check(home, { shippingMethod: 'express' })
  expect(totals.shipping).toBe('14.99')
  const { status, body } = await place(totals.total, { shippingMethod: 'express' })
  expect(status).toBe(200)
  expect(await stored(body)).toMatchObject({
    shipping_method: 'express',
    shipping_service: null,
    shipping_cents: '1499',
    print_days_max: '5',
    transit_days_max: '3',
  })
  // The same request with the total of standard shipping is refused.
  const standard = await check(home)
  expect((await place(standard.totals.total, { shippingMethod: 'express' })).status).toBe(409)
})

it('rejects express shipping to a PO box', async () => {
  const { totals } = await check(home, { shippingMethod: 'express' })
  const { status, body } = await place(totals.total, {
    shippingMethod: 'express',
    customer: { ...checkout().customer, address1: 'PO Box 12' },
  })
  expect([status, body.code]).toEqual([409, 'totals_changed'])
})

it('accepts standard shipping to a PO box, a territory, and an APO', async () => {
  for (const [address1, stateCode, zip, city] of [
    ['PO Box 12', 'CA', '93023', 'Ojai'],
    ['12 Calle Luna', 'PR', '00901', 'San Juan'],
    ['Unit 2050 Box 4190', 'AP', '96278', 'APO'],
  ]) {
    const { totals } = await check({ stateCode, zip })
    const { status } = await place(totals.total, {
      customer: { ...checkout().customer, address1, stateCode, zip, city },
    })
    expect(status).toBe(200)
  }
})

describe('with Printful’s rates', () => {
  beforeEach(async () => {
    await connectPrintful()
    const printful = getProviders().printful({ token: 'sandbox-printful-token' })
    const catalogVariantId = (await printful.getCatalogProduct('71'))?.variants[0]?.id
    await rowsOf(
      sql`update products_variants set printful_variant_id = '99001' where _parent_id = ${tee.id} and size = 'M' and color = 'Pine'`,
    )
    await rowsOf(
      sql`update products set service_said = ${JSON.stringify({ printful: { variants: { 99001: { catalogVariantId } } } })}::jsonb where id = ${tee.id}`,
    )
    await save({ shippingSource: 'printful' })
  })
  afterAll(forgetPrintful)

  it('charges the buyer the rate and stores the service with the order', async () => {
    const { totals, shippingQuote, shippingOptions } = await check(home, {
      shippingMethod: 'express',
    })
    expect(shippingOptions.map(({ method }) => method)).toEqual(['standard', 'express'])
    expect(shippingOptions[0]?.price).not.toBe('4.99')
    const { status, body } = await place(totals.total, {
      shippingMethod: 'express',
      shippingQuote: shippingQuote ?? '',
    })
    expect(status).toBe(200)
    expect(await stored(body)).toMatchObject({
      shipping_method: 'express',
      shipping_service: 'PRINTFUL_FAST',
    })
  })

  it.each([
    { fault: 'status', status: 500, times: 9 },
    { fault: 'latency', latencyMs: 6000, times: 9 },
  ])('falls back to the table when Printful has the fault $fault', async (fault) => {
    await sandbox.fault({ provider: 'printful', match: { path: '/shipping/rates' }, ...fault })
    try {
      expect(prices(await check(home))).toEqual(['standard 4.99', 'express 14.99'])
    } finally {
      await sandbox.clearFaults()
    }
  })

  it('honors the signed quote the buyer saw and rejects a forged one', async () => {
    const { totals, shippingQuote } = await check(home)
    forgetShippingRates()
    await forgetPrintful()
    const forged = `${shippingQuote?.slice(0, -1)}${shippingQuote?.endsWith('0') ? '1' : '0'}`
    expect((await place(totals.total, { shippingQuote: forged })).status).toBe(409)
    expect((await place(totals.total, { shippingQuote: shippingQuote ?? '' })).status).toBe(200)
  })
})

it('passes the shipping price and the place to a tax service and adds its tax to the total', async () => {
  const payload = await getTestPayload()
  const sales: TaxableSale[] = []
  const double: TaxService = {
    calculateTax: (sale) => {
      sales.push(sale)
      return Promise.resolve({ taxCents: 123, taxableCents: 1500, taxableShippingCents: 0 })
    },
  }
  const { pricing, deliveryDays: days } = await getSettings(payload)
  const { totals } = await quoteCart(payload, pricing, {
    items: checkout().items,
    place: home,
    code: null,
    customerId: null,
    method: 'express',
    days,
    taxes: double,
  })
  expect(sales).toMatchObject([{ shippingCents: 1499, place: home }])
  expect(totals).toMatchObject({ taxCents: 123, taxableCents: 1500, taxableShippingCents: 0 })
  expect(totals.totalCents).toBe(totals.subtotalCents + 1499 + 123)
})
