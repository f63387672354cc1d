import { anOrder, issueOf, issuesOf, type Rig, startRig, usd } from './support'

let rig: Rig
beforeAll(async () => {
  rig = await startRig('sandbox-test-refusals')
})
afterAll(() => rig.stop())

const breakdown = {
  item_total: usd('40.00'),
  shipping: usd('5.00'),
  tax_total: usd('3.50'),
  discount: usd('1.00'),
}
const item = { name: 'Tee', quantity: '2', unit_amount: usd('20.00') }
const address = {
  address_line_1: '1 Main St',
  admin_area_2: 'San Jose',
  admin_area_1: 'CA',
  postal_code: '95131',
  country_code: 'US',
}

test.each([
  [
    'a total that does not match its parts',
    { amount: { ...usd('47.51'), breakdown } },
    'AMOUNT_MISMATCH',
  ],
  [
    'an item total that does not match the items',
    { items: [{ ...item, quantity: '3' }] },
    'ITEM_TOTAL_MISMATCH',
  ],
  ['items without an item total', { amount: usd('40.00') }, 'ITEM_TOTAL_REQUIRED'],
  [
    'item taxes without a tax total',
    {
      amount: { ...usd('40.00'), breakdown: { item_total: usd('40.00') } },
      items: [{ ...item, tax: usd('1.00') }],
    },
    'TAX_TOTAL_REQUIRED',
  ],
  [
    'a tax total that does not match the item taxes',
    { items: [{ ...item, tax: usd('1.00') }] },
    'TAX_TOTAL_MISMATCH',
  ],
  ['three decimals', { amount: usd('47.505'), items: undefined }, 'DECIMAL_PRECISION'],
  [
    'yen with decimals',
    { amount: { currency_code: 'JPY', value: '47.50' }, items: undefined },
    'DECIMALS_NOT_SUPPORTED',
  ],
  [
    'two currencies',
    {
      amount: {
        ...usd('47.50'),
        breakdown: { ...breakdown, shipping: { currency_code: 'EUR', value: '5.00' } },
      },
    },
    'MULTI_CURRENCY_ORDER',
  ],
  ['a zero amount', { amount: usd('0.00'), items: undefined }, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['a negative price', { items: [{ ...item, unit_amount: usd('-20.00') }] }, 'CANNOT_BE_NEGATIVE'],
  [
    'an address without a city',
    { shipping: { address: { ...address, admin_area_2: undefined } } },
    'CITY_REQUIRED',
  ],
  [
    'an address without a postal code',
    { shipping: { address: { ...address, postal_code: undefined } } },
    'POSTAL_CODE_REQUIRED',
  ],
])('an order with %s cannot be processed', async (_what, unit, issue) => {
  const response = await rig.paypal.createOrder(anOrder(unit))
  expect([response.status, response.body.name]).toEqual([422, 'UNPROCESSABLE_ENTITY'])
  expect(issuesOf(response)).toContain(issue)
})

test.each([
  ['no intent', anOrder({}, { intent: undefined }), 'MISSING_REQUIRED_PARAMETER', '/intent'],
  ['a lowercase intent', anOrder({}, { intent: 'capture' }), 'INVALID_PARAMETER_VALUE', '/intent'],
  [
    'no purchase unit',
    anOrder({}, { purchase_units: [] }),
    'INVALID_ARRAY_MIN_ITEMS',
    '/purchase_units',
  ],
  [
    'an amount that is a number',
    anOrder({ amount: { currency_code: 'USD', value: 47.5 } }),
    'INVALID_PARAMETER_SYNTAX',
    '/purchase_units/0/amount/value',
  ],
  [
    'an amount in words',
    anOrder({ amount: usd('free') }),
    'INVALID_PARAMETER_SYNTAX',
    '/purchase_units/0/amount/value',
  ],
  [
    'an unknown currency',
    anOrder({ amount: { currency_code: 'USX', value: '1.00' } }),
    'INVALID_CURRENCY_CODE',
    '/purchase_units/0/amount/currency_code',
  ],
  [
    'a quantity that is a number',
    anOrder({ items: [{ ...item, quantity: 2 }] }),
    'INVALID_PARAMETER_SYNTAX',
    '/purchase_units/0/items/0/quantity',
  ],
  [
    'a quantity of zero',
    anOrder({ items: [{ ...item, quantity: '0' }] }),
    'INVALID_PARAMETER_SYNTAX',
    '/purchase_units/0/items/0/quantity',
  ],
  [
    'an item name of 128 characters',
    anOrder({ items: [{ ...item, name: 'x'.repeat(128) }] }),
    'INVALID_STRING_LENGTH',
    '/purchase_units/0/items/0/name',
  ],
  [
    'a custom id of 128 characters',
    anOrder({ custom_id: 'x'.repeat(128) }),
    'INVALID_STRING_LENGTH',
    '/purchase_units/0/custom_id',
  ],
  [
    'the country UK',
    anOrder({ shipping: { address: { ...address, country_code: 'UK' } } }),
    'INVALID_COUNTRY_CODE',
    '/purchase_units/0/shipping/address/country_code',
  ],
  [
    'an unknown field',
    anOrder({ customId: 'order-1' }),
    'NOT_SUPPORTED',
    '/purchase_units/0/customId',
  ],
])('an order with %s is malformed', async (_what, body, issue, field) => {
  const response = await rig.paypal.createOrder(body)
  expect([response.status, response.body.name]).toEqual([400, 'INVALID_REQUEST'])
  expect(response.body.details?.[0]).toMatchObject({ issue, field })
})

test('every error has a debug id and a link to its issue', async () => {
  const response = await rig.paypal.createOrder(anOrder({ amount: { ...usd('1.00'), breakdown } }))
  expect(response.body.debug_id).toMatch(/^[0-9a-f]{13}$/)
  expect(response.headers['paypal-debug-id']).toBe(response.body.debug_id)
  expect(response.body.links[0]).toMatchObject({
    rel: 'information_link',
    href: expect.stringContaining('#AMOUNT_MISMATCH'),
  })
})

test('an address is required if the shop says that it provides one', async () => {
  const source = {
    payment_source: {
      paypal: { experience_context: { shipping_preference: 'SET_PROVIDED_ADDRESS' } },
    },
  }
  const response = await rig.paypal.createOrder(anOrder({}, source), {
    'PayPal-Request-Id': 'address-1',
  })
  expect([response.status, issueOf(response)]).toEqual([422, 'MISSING_SHIPPING_ADDRESS'])
})

test('a body with another content type gets 415', async () => {
  const response = await rig.paypal.execute({
    verb: 'POST',
    path: '/v2/checkout/orders?',
    headers: { 'Content-Type': 'text/plain' },
    body: '{}',
  })
  expect([response.status, response.body.name]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
})

test('a body that is not JSON is malformed', async () => {
  const response = await rig.raw('POST', '/v2/checkout/orders', '{"intent":')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    name: 'INVALID_REQUEST',
    details: [{ issue: 'MALFORMED_REQUEST_JSON' }],
  })
})

test('a Request-Id of 109 characters is rejected', async () => {
  const response = await rig.paypal.createOrder(anOrder(), { 'PayPal-Request-Id': 'x'.repeat(109) })
  expect([response.status, issueOf(response)]).toEqual([400, 'INVALID_STRING_LENGTH'])
})

test.each([
  ['INSTRUMENT_DECLINED', 422],
  ['TRANSACTION_REFUSED', 422],
  ['MISSING_REQUIRED_PARAMETER', 400],
  ['PERMISSION_DENIED', 403],
  ['INTERNAL_SERVER_ERROR', 500],
])('PayPal-Mock-Response forces %s', async (code, status) => {
  const response = await rig.paypal.createOrder(anOrder(), {
    'PayPal-Mock-Response': JSON.stringify({ mock_application_codes: code }),
  })
  expect(response.status).toBe(status)
  expect(issueOf(response)).toBe(status === 500 ? undefined : code)
})
