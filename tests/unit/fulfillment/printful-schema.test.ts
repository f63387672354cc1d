import { orderSchema, productSchema, resultSchema } from '@/providers/printful/schema'

const order = (change: object = {}) => ({
  id: 12345678901,
  external_id: 'x',
  store: 7,
  status: 'partial',
  error: null,
  recipient: {
    name: 'Wren',
    address1: 'a',
    city: 'c',
    zip: 'z',
    state_code: 'CA',
    country_code: 'US',
  },
  items: [{ id: 1, external_id: 'l1', sync_variant_id: 4866100001, quantity: 1 }],
  costs: { currency: 'USD', total: '12.50' },
  shipments: [],
  ...change,
})
const shipment = (change: object) => ({
  id: 9,
  carrier: 'USPS',
  service: 'x',
  tracking_number: '1',
  tracking_url: null,
  shipped_at: '1790000000',
  created: 1790000000,
  reshipment: false,
  items: [{ item_id: 1, quantity: 1 }],
  ...change,
})
const number = (change: object) =>
  orderSchema.parse(order({ shipments: [shipment(change)] })).shipments[0]?.trackingNumber

it('IDs become strings and costs become cents', () => {
  expect(orderSchema.parse(order())).toMatchObject({
    id: '12345678901',
    storeId: '7',
    costCents: 1250,
    items: [{ syncVariantId: '4866100001' }],
  })
  expect(orderSchema.parse(order({ costs: null })).costCents).toBeNull()
})

it('a tracking number that lost precision is read from its link, or is null without one', () => {
  expect(number({ tracking_number: ' 9400111899223197428490 ' })).toBe('9400111899223197428490')
  expect(number({ tracking_number: 12345 })).toBe('12345')
  // What JSON.parse makes of the 22 digits.
  expect(
    number({
      tracking_number: 9400111899223197000000,
      tracking_url: 'https://t.example/12345/9400111899223197428490',
    }),
  ).toBe('9400111899223197428490')
  expect(number({ tracking_number: 9400111899223197000000 })).toBeNull()
})

it('unsafe tracking links are dropped, and an unknown order status becomes onhold', () => {
  expect(
    orderSchema.parse(order({ shipments: [shipment({ tracking_url: 'javascript:alert(1)' })] }))
      .shipments[0]?.trackingUrl,
  ).toBeNull()
  expect(orderSchema.parse(order({ status: 'dancing' })).status).toBe('onhold')
})

it.each([
  ['29.99', 2999],
  ['29.9', 2990],
  ['29', 2900],
  [29.99, 2999],
  ['29.990', 2999],
  [null, null],
])('retail price %p is %p cents', (price, cents) => {
  const parsed = resultSchema(productSchema).parse({
    code: 200,
    result: {
      sync_product: { id: 1, name: 'x', external_id: null, is_ignored: false, thumbnail_url: null },
      sync_variants: [
        { id: 2, external_id: '', name: 'x / S', retail_price: price, currency: 'USD' },
      ],
    },
  })
  expect(parsed.variants[0]).toMatchObject({ priceCents: cents, externalId: null, state: 'active' })
})

it('a retail price that is not an amount makes the response invalid', () => {
  expect(
    productSchema.safeParse({
      sync_product: { id: 1, name: 'x' },
      sync_variants: [{ id: 2, name: 'x', retail_price: '1,299.00' }],
    }).success,
  ).toBe(false)
})
