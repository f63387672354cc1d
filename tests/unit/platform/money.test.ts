import fc from 'fast-check'

import {
  applyBasisPoints,
  centsFromDollars,
  formatMoney,
  normalizeAmount,
  parseMoney,
  toDecimal,
} from '@/platform/money'

describe('reading an amount', () => {
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
  ])('refuses %j instead of guessing', (text) => expect(() => parseMoney(text)).toThrow(RangeError))
})

describe('writing an amount', () => {
  it.each([
    [0, '0.00', '$0.00'],
    [1, '0.01', '$0.01'],
    [10, '0.10', '$0.10'],
    [99, '0.99', '$0.99'],
    [1050, '10.50', '$10.50'],
    [123450, '1234.50', '$1,234.50'],
    [-5, '-0.05', '-$0.05'],
    [-12345, '-123.45', '-$123.45'],
  ])('%i cents are %s for programs and %s for people', (cents, decimal, forPeople) => {
    expect(toDecimal(cents)).toBe(decimal)
    expect(formatMoney(cents)).toBe(forPeople)
  })

  it.each([0.5, NaN, Infinity, -Infinity, 2 ** 53])(
    'refuses %d, which is no whole number of cents',
    (value) => {
      expect(() => toDecimal(value)).toThrow(RangeError)
      expect(() => formatMoney(value)).toThrow(RangeError)
    },
  )

  it('writes every amount as the browser would', () => {
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }),
        (cents) => formatMoney(cents) === dollars.format(cents / 100 || 0),
      ),
      { numRuns: 1000 },
    )
  })

  it('gives back every amount that it wrote', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999_999 }),
        (cents) => parseMoney(toDecimal(cents)) === cents,
      ),
      { numRuns: 1000 },
    )
  })
})

describe('dollars as the panel holds them', () => {
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
  ])('%d dollars are %i cents, half a cent up, as the database rounds', (dollars, cents) =>
    expect(centsFromDollars(dollars)).toBe(cents),
  )

  it('turns every amount with two decimals into exactly its cents', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        (cents) => centsFromDollars(cents / 100) === cents,
      ),
      { numRuns: 1000 },
    )
  })

  it.each([NaN, Infinity, -Infinity, 1e300])('refuses %d', (dollars) =>
    expect(() => centsFromDollars(dollars)).toThrow(RangeError),
  )
})

describe('a share of an amount', () => {
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
  ])(
    'of %i cents at %i hundredths of a percent is %i cents, half up',
    (cents, basisPoints, share) => expect(applyBasisPoints(cents, basisPoints)).toBe(share),
  )

  it('is never more than half a cent from the exact share', () => {
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
])('%j is typed for %j', (typed, meant) => expect(normalizeAmount(typed)).toBe(meant))
