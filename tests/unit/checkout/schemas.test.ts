import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { z } from 'zod'

import {
  checkCartSchema,
  findOrderSchema,
  paypalIdParams,
  placeOrderSchema,
} from '@/modules/checkout/schemas'
import { orderNumberSchema } from '@/platform/schema-fields'

const checkoutId = '6f9d6c5e-6f0e-4b60-9a52-5b1d0a2f7c11'
const line = { productId: 7, size: 'M', color: 'Pine', quantity: 1 }
const customer = {
  email: 'wren@example.com',
  firstName: 'Wren',
  lastName: 'Okafor',
  address1: '18 Alder Lane',
  city: 'Ojai',
  stateCode: 'CA',
  zip: '93023',
}
const billing = {
  firstName: 'Ada',
  lastName: 'Okafor',
  address1: '1 Elm Street',
  city: 'Austin',
  stateCode: 'TX',
  zip: '78701',
}
const order = {
  checkoutId,
  amount: '40.55',
  currency: 'USD',
  intent: 'CAPTURE',
  items: [line],
  customer,
}

/** The order with one field changed, such as `items.0.quantity` or `customer.zip`. */
const changed = (place: string, value: unknown): unknown => {
  const copy = structuredClone({ ...order, billing }) as Record<string, unknown>
  const path = place.split('.')
  const last = path.pop() ?? ''
  const target = path.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    copy,
  )
  if (value === undefined) delete target[last]
  else target[last] = value
  return copy
}
const at = (value: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((here, key) => (here as Record<string, unknown>)[key], value)

/** Values that no text field accepts. */
const noText: unknown[] = [null, 7, true, {}, [], ['x'], { toString: 'x' }]
const unprintable = [
  'a\u0000b',
  'a\nb',
  'a\r\nBcc: b@example.com',
  'a\tb',
  'a\u001bb',
  'a\u007fb',
  'a\u0085b',
  'a\ud800b',
  '\udc00',
  'a\u202eb',
  'a\u2066b',
]
const invisible = ['', ' ', '\u00a0', '\n', '\u200b', '\u200d\u200d', '\u2060', '\u3164']

const refused: Record<string, unknown[]> = {
  checkoutId: [
    undefined,
    '',
    ...noText,
    'abc',
    checkoutId.slice(1),
    `${checkoutId} `,
    `{${checkoutId}}`,
    checkoutId.replace(/-/g, ''),
    `${checkoutId}' or 1=1`,
    '\u0000',
    'x'.repeat(100_000),
  ],
  amount: [
    undefined,
    '',
    ' ',
    null,
    true,
    {},
    [],
    ['40.55'],
    '40.555',
    '.5',
    '5.',
    '-1',
    '+1',
    '1e3',
    '1e999',
    'NaN',
    'Infinity',
    '1,000.00',
    '$40.55',
    ' 40.55',
    '40.55\n',
    '40.55\u0000',
    '99999999',
    '0x10',
    '٤٠',
    NaN,
    Infinity,
    -Infinity,
    -1,
    -0.01,
    10_000_000,
    2 ** 53,
    1e21,
  ],
  currency: [undefined, '', null, 1, [], {}, 'usd', 'EUR', 'USDT', ' USD', 'USD\u0000'],
  intent: [undefined, '', null, 1, [], {}, 'AUTHORIZE', 'CAPTURE2', 'CAPTURE\u0000'],
  items: [
    undefined,
    null,
    '',
    'x',
    0,
    {},
    [],
    [null],
    [[]],
    ['x'],
    [line, line],
    [line, { ...line }],
    Array.from({ length: 51 }, (_, index) => ({ ...line, productId: index + 1 })),
    Array.from({ length: 11 }, (_, index) => ({ ...line, productId: index + 1, quantity: 10 })),
    { length: 1, 0: line },
  ],
  'items.0.productId': [
    undefined,
    null,
    '',
    '7',
    0,
    -1,
    -0,
    1.5,
    NaN,
    Infinity,
    2 ** 31,
    2 ** 53,
    true,
    [],
    [7],
    {},
    "7' or 1=1",
  ],
  'items.0.quantity': [
    undefined,
    null,
    '',
    '1',
    0,
    -1,
    11,
    1.5,
    1e9,
    NaN,
    Infinity,
    -Infinity,
    true,
    [],
    [1],
    {},
  ],
  'items.0.size': [undefined, ...noText, 'x'.repeat(61), ...unprintable],
  'items.0.color': [undefined, ...noText, 'x'.repeat(61), ...unprintable],
  customer: [undefined, null, '', 'x', 0, [], [customer], {}],
  'customer.email': [
    undefined,
    ...noText,
    '',
    ' ',
    'wren',
    'wren@',
    '@example.com',
    'wren@example',
    'a b@example.com',
    'wren@example.com, eve@example.com',
    'Wren <wren@example.com>',
    'wren@example.com\nBcc: eve@example.com',
    'wren@exam\u0000ple.com',
    'wren@@example.com',
    '.wren@example.com',
    'wren..o@example.com',
    `${'x'.repeat(250)}@example.com`,
    'wrén@example.com\ud800',
  ],
  'customer.phone': [
    null,
    7,
    [],
    {},
    'call me',
    '+1 805 555 0100 ext 5',
    '805\n555',
    '805\r\n555',
    '805\t555',
    '805\u0000555',
    '٨٠٥',
    '1'.repeat(31),
    '<script>',
  ],
  'customer.newsletterSubscribe': [null, 'true', 1, 0, 'on', [], {}],
  'customer.stateCode': [
    undefined,
    ...noText,
    '',
    'C',
    'XX',
    'California',
    'ON',
    'CA\u0000',
    'C A',
    '__proto__',
    'CALI',
  ],
  'customer.countryCode': [null, '', 'us', 'CA', 'USA', 1, [], {}],
  'customer.zip': [
    undefined,
    ...noText,
    '',
    '9302',
    '930233',
    '93023-',
    '93023-12',
    '93023-12345',
    '93023 1234',
    'K1A 0B1',
    '٩٣٠٢٣',
    '93023\u0000',
    '93\n023',
  ],
  billing: ['', 'x', 0, false, [], {}, [billing]],
}
for (const who of ['customer', 'billing'])
  for (const [field, max] of [
    ['firstName', 60],
    ['lastName', 60],
    ['address1', 120],
    ['city', 80],
  ] as const)
    refused[`${who}.${field}`] = [
      undefined,
      ...noText,
      ...invisible,
      ...unprintable,
      'x'.repeat(max + 1),
      'x'.repeat(1_000_000),
    ]
refused['customer.address2'] = [null, 7, true, {}, [], ...unprintable, 'x'.repeat(121)]
refused.paymentMethod = ['cash', '', 7, null, {}, ['paypal']]
refused['billing.zip'] = refused['customer.zip'] ?? []
refused['billing.stateCode'] = refused['customer.stateCode'] ?? []

const title = (value: unknown): string => {
  const text =
    value === undefined
      ? 'nothing'
      : typeof value === 'number'
        ? String(value)
        : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text
}
const refusals = Object.entries(refused).flatMap(([place, values]) =>
  values.map((value) => [place, title(value), value] as const),
)

describe('POST /order body', () => {
  it('is accepted as the checkout page sends it', () => {
    expect(placeOrderSchema.parse({ ...order, billing: null })).toEqual({
      ...order,
      billing: null,
      paymentMethod: 'paypal',
      customer: {
        ...customer,
        countryCode: 'US',
        newsletterSubscribe: false,
        phone: undefined,
        address2: undefined,
      },
    })
  })

  it.each(refusals)(
    'is rejected with %s = %s, and the issue names that field',
    (place, _, value) => {
      const result = placeOrderSchema.safeParse(changed(place, value))
      expect(result.success).toBe(false)
      expect(result.error).toBeInstanceOf(z.ZodError)
      expect(result.error?.issues.some((issue) => issue.path.join('.').startsWith(place))).toBe(
        true,
      )
    },
  )

  it.each<[string, unknown, unknown]>([
    ['amount', '0', '0'],
    ['amount', '40.5', '40.5'],
    ['amount', '9999999.99', '9999999.99'],
    ['amount', 40.55, '40.55'],
    ['amount', 40.5, '40.50'],
    ['amount', 0, '0.00'],
    ['amount', -0, '0.00'],
    ['intent', 'capture', 'CAPTURE'],
    ['intent', ' Capture ', 'CAPTURE'],
    ['items.0.productId', 2_147_483_647, 2_147_483_647],
    ['items.0.quantity', 10, 10],
    ['items.0.size', '', ''],
    ['items.0.size', 'One Size', 'One Size'],
    ['items.0.color', 'x'.repeat(60), 'x'.repeat(60)],
    ['items.0.size', '2XL / Größe “L”', '2XL / Größe “L”'],
    ['customer.email', '  Wren@Example.COM ', 'wren@example.com'],
    ['customer.email', 'wren+shop@mail.example.co.uk', 'wren+shop@mail.example.co.uk'],
    ['customer.firstName', '  Wren ', 'Wren'],
    ['customer.firstName', 'D’Arcy-Ødegård', 'D’Arcy-Ødegård'],
    ['customer.firstName', '孟', '孟'],
    ['customer.lastName', '-', '-'],
    ['customer.firstName', 'محمد', 'محمد'],
    ['customer.firstName', 'क्\u200dष', 'क्\u200dष'],
    ['customer.lastName', "<b>O'Brien</b>", "<b>O'Brien</b>"],
    ['customer.address1', '5', '5'],
    ['customer.address1', '18 Alder Lane, Apt #4 (rear)', '18 Alder Lane, Apt #4 (rear)'],
    ['customer.address2', undefined, undefined],
    ['customer.address2', '  ', undefined],
    ['customer.address2', ' Unit 2 ', 'Unit 2'],
    ['customer.phone', undefined, undefined],
    ['customer.phone', '', undefined],
    ['customer.phone', ' +1 (805) 555-0100 ', '+1 (805) 555-0100'],
    ['customer.phone', '805.555.0100', '805.555.0100'],
    ['customer.stateCode', ' ca ', 'CA'],
    ['customer.zip', '93023-1234', '93023-1234'],
    ['customer.zip', ' 93023 ', '93023'],
    ['customer.countryCode', undefined, 'US'],
    ['customer.newsletterSubscribe', undefined, false],
    ['customer.newsletterSubscribe', true, true],
    ['billing', undefined, null],
    ['billing', null, null],
    ['billing.city', ' Austin ', 'Austin'],
  ])('%s = %j becomes %j', (place, value, expected) => {
    expect(at(placeOrderSchema.parse(changed(place, value)), place)).toEqual(expected)
  })

  it.each([
    ['PR', '00901'],
    ['AE', '09012'],
    ['NY', '00501'],
  ])('accepts an address in %s, %s', (stateCode, zip) => {
    const there = { ...customer, stateCode, zip }
    expect(placeOrderSchema.parse(changed('customer', there)).customer).toMatchObject({
      stateCode,
      zip,
    })
  })

  it.each([
    ['', 'id'],
    ['', 'status'],
    ['', 'total'],
    ['', 'paymentState'],
    ['', 'orderNumber'],
    ['', 'createdAt'],
    ['', 'taxCents'],
    ['', 'constructor'],
    ['customer.', 'role'],
    ['customer.', 'isActive'],
    ['customer.', 'id'],
    ['items.0.', 'price'],
    ['items.0.', 'unitPriceCents'],
    ['items.0.', 'name'],
    ['billing.', 'email'],
  ])('is rejected with an unknown field: %s%s', (place, field) => {
    const result = placeOrderSchema.safeParse(changed(`${place}${field}`, 'x'))
    expect(result.error?.issues).toEqual([
      expect.objectContaining({ code: 'unrecognized_keys', keys: [field] }),
    ])
  })

  it('doesn’t pollute prototypes', () => {
    for (const text of [
      '{"__proto__":{"polluted":true},',
      '{"constructor":{"prototype":{"polluted":true}},',
    ])
      placeOrderSchema.safeParse(JSON.parse(JSON.stringify(order).replace('{', text)))
    placeOrderSchema.safeParse(
      changed('items', [
        JSON.parse(
          '{"__proto__":{"polluted":true},"productId":1,"size":"M","color":"Pine","quantity":1}',
        ),
      ]),
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('allows at most 100 units and 50 lines', () => {
    const lines = (count: number, quantity: number) =>
      Array.from({ length: count }, (_, index) => ({ ...line, productId: index + 1, quantity }))
    expect(placeOrderSchema.safeParse({ ...order, items: lines(10, 10) }).success).toBe(true)
    expect(placeOrderSchema.safeParse({ ...order, items: lines(50, 2) }).success).toBe(true)
    expect(
      placeOrderSchema.safeParse({
        ...order,
        items: [...lines(10, 10), { ...line, productId: 99 }],
      }).success,
    ).toBe(false)
    expect(placeOrderSchema.safeParse({ ...order, items: lines(51, 1) }).success).toBe(false)
  })

  it('is accepted or rejected with a ZodError, whatever the input', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withObjectString: true,
      }),
    )
    const places = fc.constantFrom(...Object.keys(refused))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(places, anything), { maxLength: 4 }),
        anything,
        (changes, whole) => {
          expect(placeOrderSchema.safeParse(whole).success).toBe(false)
          for (const [place, value] of changes) {
            const result = placeOrderSchema.safeParse(changed(place, value))
            if (!result.success) expect(result.error).toBeInstanceOf(z.ZodError)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('parses to itself again once accepted', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(
        text,
        text,
        fc.integer({ min: 0, max: 999_999_999 }),
        (firstName, address1, cents) => {
          const result = placeOrderSchema.safeParse({
            ...order,
            checkoutId: randomUUID(),
            amount: cents / 100,
            customer: { ...customer, firstName, address1 },
          })
          if (result.success) expect(placeOrderSchema.parse(result.data)).toEqual(result.data)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('POST /api/cart/check body', () => {
  it('can have no items', () => expect(checkCartSchema.parse({ items: [] })).toEqual({ items: [] }))
  it('can list an item twice, because nothing is ordered', () =>
    expect(checkCartSchema.safeParse({ items: [line, line] }).success).toBe(true))
  it.each([
    undefined,
    null,
    {},
    [],
    { items: null },
    { items: [{ ...line, price: 1 }] },
    { items: [{ ...line, size: 'a\u0000' }] },
    { items: [{ ...line, color: '\ud800' }] },
    { items: [line], total: 1 },
    { items: Array.from({ length: 51 }, () => line) },
  ])('is rejected as %j', (body) => expect(checkCartSchema.safeParse(body).success).toBe(false))
})

describe('order numbers and payment IDs', () => {
  it.each([
    ['DF-1001', 'DF-1001'],
    [' df-1001 ', 'DF-1001'],
    ['DF-123456789012', 'DF-123456789012'],
  ])('%j is order number %s', (input, number) =>
    expect(orderNumberSchema.parse(input)).toBe(number),
  )
  it.each([
    '',
    'DF-',
    'DF-1234567890123',
    'DF1001',
    '1001',
    'DF-1001 or 1=1',
    'DF-10\n01',
    'DF-١',
    'DF--1',
    'XDF-1',
  ])('%j is not an order number', (input) =>
    expect(orderNumberSchema.safeParse(input).success).toBe(false),
  )
  it.each(['', 'abc', '5O190127TN364715T ', 'A'.repeat(37), '../A', 'A%2FB', 'A/B', '5O\u0000'])(
    '%j is not a payment ID',
    (id) => expect(paypalIdParams.safeParse({ id }).success).toBe(false),
  )
  it('the order lookup normalizes the order number and email', () => {
    expect(findOrderSchema.parse({ orderNumber: 'df-1001', email: ' Wren@Example.com' })).toEqual({
      orderNumber: 'DF-1001',
      email: 'wren@example.com',
    })
  })
})
