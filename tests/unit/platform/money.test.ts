import fc from 'fast-check'

import {
  applyBasisPoints,
  centsFromDollars,
  formatMoney,
  normalizeAmount,
  parseMoney,
  toDecimal,
} from '@/platform/money'

describe('parsing an amount', () => {
  it.each([
    ['0', 0],
    ['0.00', 0],
    ['0.01', 1],
    ['0.1', 10],
    ['5.99', 599],
    ['10.5', 1050],
    ['10.50', 1050],
    ['66.96', 6696],
    ['007', 700],
    ['1234567.89', 123456789],
    ['999999999999.99', 99999999999999],
  ])('%s is %i cents', (text, cents) => expect(parseMoney(text)).toBe(cents))

  it.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '-1',
    '+1',
    '1.234',
    '1,000.00',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '1.00\n',
    '1e3',
    '1e999',
    '0x10',
    'NaN',
    'Infinity',
    '-0',
    '$5',
    '5.00 USD',
    '1.2.3',
    '١٢',
    '１２',
    '1\u0000',
    '1000000000000',
    '9'.repeat(5000),
    'null',
    '[object Object]',
    '__proto__',
    "1'; drop table orders; --",
  ])('rejects %j', (text) => expect(() => parseMoney(text)).toThrow(RangeError))
})

describe('formatting an amount', () => {
  it.each([
    [0, '0.00', '$0.00'],
    [1, '0.01', '$0.01'],
    [10, '0.10', '$0.10'],
    [99, '0.99', '$0.99'],
    [1050, '10.50', '$10.50'],
    [123450, '1234.50', '$1,234.50'],
    [-5, '-0.05', '-$0.05'],
    [-12345, '-123.45', '-$123.45'],
  ])('%i cents are %s as a decimal and %s for display', (cents, decimal, forPeople) => {
    expect(toDecimal(cents)).toBe(decimal)
    expect(formatMoney(cents)).toBe(forPeople)
  })

  it.each([0.5, NaN, Infinity, -Infinity, 2 ** 53])(
    'rejects %d, which is not a safe whole number of cents',
    (value) => {
      expect(() => toDecimal(value)).toThrow(RangeError)
      expect(() => formatMoney(value)).toThrow(RangeError)
    },
  )

  it('formats every amount like Intl.NumberFormat', () => {
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }),
        (cents) => formatMoney(cents) === dollars.format(cents / 100 || 0),
      ),
      { numRuns: 1000 },
    )
  })

  it('produces decimals that parse back to the same amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999_999 }),
        (cents) => parseMoney(toDecimal(cents)) === cents,
      ),
      { numRuns: 1000 },
    )
  })
})

describe('converting dollars to cents', () => {
  it.each([
    [0, 0],
    [0.1, 10],
    [0.29, 29],
    [1.1, 110],
    [19.99, 1999],
    [35.85, 3585],
    [64.1, 6410],
    [1.005, 101],
    [8.165, 817],
    [1.004, 100],
    [10_000, 1_000_000],
    [1e-7, 0],
  ])('rounds %d dollars half up to %i cents, as the database does', (dollars, cents) =>
    expect(centsFromDollars(dollars)).toBe(cents),
  )

  it('converts every amount with two decimals exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        (cents) => centsFromDollars(cents / 100) === cents,
      ),
      { numRuns: 1000 },
    )
  })

  it.each([NaN, Infinity, -Infinity, 1e300])('rejects %d', (dollars) =>
    expect(() => centsFromDollars(dollars)).toThrow(RangeError),
  )
})

describe('basis points of an amount', () => {
  it.each([
    [0, 800, 0],
    [100, 800, 8],
    [3200, 800, 256],
    [5000, 800, 400],
    [6, 800, 0],
    [7, 800, 1],
    [18, 800, 1],
    [19, 800, 2],
    [625, 800, 50],
    [631, 800, 50],
    [632, 800, 51],
    [50, 100, 1],
    [49, 100, 0],
    [10_000, 0, 0],
    [10_000, 10_000, 10_000],
    [12_345, 825, 1018],
    [12_000, 887.5, 1065],
    [400, 887.5, 36],
    [50_000, 812.3, 4062],
  ])(
    'with %i cents at %i basis points are %i cents, rounded half up',
    (cents, basisPoints, share) => expect(applyBasisPoints(cents, basisPoints)).toBe(share),
  )

  it('are never more than half a cent off the exact share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500_000 }),
        fc.integer({ min: 0, max: 3000 }),
        (cents, basisPoints) =>
          Math.abs(applyBasisPoints(cents, basisPoints) * 10_000 - cents * basisPoints) <= 5000,
      ),
    )
  })
})

it.each([
  ['$28', '28'],
  [' 28.00 ', '28.00'],
  ['$ 1,299.50', '1299.50'],
  ['12,345,678', '12345678'],
  ['1,5', '1,5'],
  ['28 dollars', '28 dollars'],
  ['$', ''],
  ['-5', '-5'],
])('typed amount %j is normalized to %j', (typed, meant) =>
  expect(normalizeAmount(typed)).toBe(meant),
)
