import fc from 'fast-check'

import {
  calculateShipping,
  calculateTax,
  calculateTotals,
  defaultPricingRules,
  type PricedLine,
  type PricingRules,
  type StateTaxRule,
} from '@/modules/checkout/rules/pricing'

const rules = defaultPricingRules
const to = (stateCode: string | null) => (stateCode === null ? null : { stateCode, zip: '' })
const taxOf = (lines: readonly PricedLine[], stateCode: string, pricing: PricingRules) =>
  calculateTax(lines, 599, { stateCode, zip: '' }, pricing).taxCents
const one = (unitCents: number, quantity = 1): PricedLine[] => [{ unitCents, quantity }]
const withRule = (rule: Omit<StateTaxRule, 'stateCode'>): PricingRules => ({
  ...rules,
  stateTaxRules: [{ stateCode: 'CA', ...rule }],
})

describe('shipping', () => {
  it.each([
    [0, 0],
    [1, 599],
    [4999, 599],
    [5000, 0],
    [5001, 0],
    [500_000, 0],
  ])('for a subtotal of %i cents costs %i', (subtotal, shipping) => {
    expect(calculateShipping(subtotal, rules)).toBe(shipping)
  })

  it('is free at exactly $50.00, whatever items make up the subtotal', () => {
    for (const lines of [one(5000), one(2500, 2), one(500, 10), [...one(4999), ...one(1)]])
      expect(calculateTotals(lines, to('CA'), rules)).toMatchObject({
        subtotalCents: 5000,
        discountCents: 0,
        shippingCents: 0,
      })
  })

  it('follows the shop’s settings', () => {
    expect(
      calculateShipping(7499, { ...rules, freeShippingFromCents: 7500, shippingCents: 450 }),
    ).toBe(450)
    expect(calculateShipping(1, { ...rules, freeShippingFromCents: 0 })).toBe(0)
  })
})

describe('tax', () => {
  it.each([
    [3200, 'CA', 256],
    [3800, 'TX', 304],
    [6, 'FL', 0],
    [7, 'FL', 1],
    [19, 'AL', 2],
    [631, 'CA', 50],
    [632, 'CA', 51],
  ])(
    'on %i cents shipped to %s is %i: 8 %% of the subtotal, rounded half up',
    (cents, state, tax) => expect(taxOf(one(cents), state, rules)).toBe(tax),
  )

  it.each(['PA', 'NJ', 'MN', 'VT', 'DE', 'MT', 'NH', 'OR'])(
    'is not charged on clothing in %s',
    (state) => expect(taxOf(one(12_000, 3), state, rules)).toBe(0),
  )

  it.each([
    ['MA', 17_499, 0],
    ['MA', 17_500, 0],
    ['MA', 17_600, 8],
    ['MA', 20_000, 200],
    ['RI', 25_000, 0],
    ['RI', 26_000, 80],
    ['NY', 10_999, 0],
    ['NY', 11_000, 880],
    ['NY', 12_000, 960],
  ])('in %s on one item of %i cents is %i', (state, cents, tax) =>
    expect(taxOf(one(cents), state, rules)).toBe(tax),
  )

  it('applies a state’s threshold per item, not to the subtotal', () => {
    expect(taxOf(one(10_999, 10), 'NY', rules)).toBe(0)
    expect(taxOf([...one(10_999), ...one(11_000)], 'NY', rules)).toBe(880)
    expect(taxOf(one(17_600, 5), 'MA', rules)).toBe(40)
  })

  it('is rounded once for the whole order', () => {
    expect(taxOf([...one(6), ...one(6), ...one(6)], 'CA', rules)).toBe(1)
    expect(taxOf(one(6, 3), 'CA', rules)).toBe(1)
  })

  it('follows a state’s own rate', () => {
    expect(taxOf(one(10_000), 'CA', withRule({ kind: 'rate', rateBasisPoints: 725 }))).toBe(725)
    expect(taxOf(one(10_000), 'CA', withRule({ kind: 'rate', rateBasisPoints: 0 }))).toBe(0)
    expect(taxOf(one(10_000), 'CA', withRule({ kind: 'rate' }))).toBe(800)
    expect(
      taxOf(
        one(10_000),
        'CA',
        withRule({ kind: 'excess', thresholdCents: 4000, rateBasisPoints: 1000 }),
      ),
    ).toBe(600)
    expect(taxOf(one(10_000), 'CA', withRule({ kind: 'none', rateBasisPoints: 1000 }))).toBe(0)
    // New York City's 8.875 %.
    expect(taxOf(one(12_000), 'CA', withRule({ kind: 'rate', rateBasisPoints: 887.5 }))).toBe(1065)
  })

  it('excludes shipping by default', () => {
    expect(calculateTotals(one(1000), to('CA'), rules)).toEqual({
      subtotalCents: 1000,
      discountCents: 0,
      shippingCents: 599,
      taxCents: 80,
      totalCents: 1679,
    })
  })
})

describe('totals', () => {
  it.each([
    [
      'an empty cart',
      [],
      'CA',
      { subtotalCents: 0, discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0 },
    ],
    [
      'the cart page, before a state is known',
      one(3200),
      null,
      { subtotalCents: 3200, discountCents: 0, shippingCents: 599, taxCents: 0, totalCents: 3799 },
    ],
    [
      'one tee to California',
      one(3200),
      'CA',
      {
        subtotalCents: 3200,
        discountCents: 0,
        shippingCents: 599,
        taxCents: 256,
        totalCents: 4055,
      },
    ],
    [
      'two tees to California',
      one(3200, 2),
      'CA',
      { subtotalCents: 6400, discountCents: 0, shippingCents: 0, taxCents: 512, totalCents: 6912 },
    ],
    [
      'one tee to New Jersey',
      one(3200),
      'NJ',
      { subtotalCents: 3200, discountCents: 0, shippingCents: 599, taxCents: 0, totalCents: 3799 },
    ],
  ] as const)('for %s add up', (_, lines, state, totals) =>
    expect(calculateTotals(lines, to(state), rules)).toEqual(totals),
  )

  const line = fc.record({
    unitCents: fc.integer({ min: 0, max: 30_000 }),
    quantity: fc.integer({ min: 1, max: 10 }),
  })
  const lines = fc.array(line, { maxLength: 50 })
  const state = fc.constantFrom(null, 'CA', 'TX', 'PA', 'MA', 'RI', 'NY', 'AE')
  const always = { numRuns: 1000 }

  it('are whole, non-negative cents, and the total is the sum of its parts', () => {
    fc.assert(
      fc.property(lines, state, (cart, where) => {
        const totals = calculateTotals(cart, to(where), rules)
        for (const value of Object.values(totals))
          expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
        expect(totals.totalCents).toBe(
          totals.subtotalCents + totals.shippingCents + totals.taxCents,
        )
      }),
      always,
    )
  })

  it('do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(
        lines.chain((cart) =>
          fc.tuple(fc.constant(cart), fc.shuffledSubarray(cart, { minLength: cart.length })),
        ),
        state,
        ([cart, shuffled], where) =>
          expect(calculateTotals(shuffled, to(where), rules)).toEqual(
            calculateTotals(cart, to(where), rules),
          ),
      ),
      always,
    )
  })

  it('are the same for one line of two units and two lines of one unit', () => {
    fc.assert(
      fc.property(lines, state, (cart, where) => {
        const split = cart.flatMap(({ unitCents, quantity }) =>
          Array.from({ length: quantity }, () => ({ unitCents, quantity: 1 })),
        )
        expect(calculateTotals(split, to(where), rules)).toEqual(
          calculateTotals(cart, to(where), rules),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('are deterministic and don’t mutate the cart or the rules', () => {
    fc.assert(
      fc.property(lines, state, (cart, where) => {
        const before = JSON.stringify([cart, rules])
        const frozen = cart.map((entry) => Object.freeze(entry))
        expect(calculateTotals(Object.freeze(frozen), to(where), rules)).toEqual(
          calculateTotals(cart, to(where), rules),
        )
        expect(JSON.stringify([cart, rules])).toBe(before)
      }),
      always,
    )
  })

  it('never decrease when an item is added, except by the shipping cost', () => {
    fc.assert(
      fc.property(lines, line, state, (cart, more, where) => {
        const before = calculateTotals(cart, to(where), rules)
        const after = calculateTotals([...cart, more], to(where), rules)
        expect(after.subtotalCents).toBeGreaterThanOrEqual(before.subtotalCents)
        expect(after.taxCents).toBeGreaterThanOrEqual(before.taxCents)
        expect(after.totalCents).toBeGreaterThanOrEqual(before.totalCents - rules.shippingCents)
      }),
      always,
    )
  })
})
