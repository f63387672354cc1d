import fc from 'fast-check'

import {
  calculateTotals,
  defaultPricingRules,
  type PricingRules,
  splitLine,
} from '@/modules/checkout/rules/pricing'
import {
  allocateCents,
  canCoverOrder,
  chooseDiscounts,
  type Discount,
  type DiscountableLine,
  normalizeCode,
} from '@/modules/discounts/rules'

const discount = (changes: Partial<Discount> = {}): Discount => ({
  id: 1,
  name: 'Spring',
  code: 'SPRING',
  kind: 'percent',
  basisPoints: 1500,
  amountCents: 0,
  scope: 'all',
  productIds: [],
  categoryIds: [],
  minimumSubtotalCents: 0,
  ...changes,
})
const line = (changes: Partial<DiscountableLine> = {}): DiscountableLine => ({
  productId: 1,
  categoryId: 1,
  unitCents: 3200,
  quantity: 1,
  ...changes,
})
const toOhio = { stateCode: 'OH', zip: '43004' }
const taken = (lines: readonly DiscountableLine[], discounts: readonly Discount[]) =>
  chooseDiscounts(lines, discounts).lines.map(({ discountCents }) => discountCents)

describe('discount', () => {
  it('takes off a percentage, rounded half up', () =>
    expect(taken([line({ unitCents: 3333 })], [discount()])).toEqual([500]))

  it('takes off an amount, split by price and capped at the price of the items', () => {
    const lines = [line({ unitCents: 3000 }), line({ unitCents: 1000 })]
    expect(taken(lines, [discount({ kind: 'amount', amountCents: 1000 })])).toEqual([750, 250])
    expect(taken(lines, [discount({ kind: 'amount', amountCents: 9999 })])).toEqual([3000, 1000])
  })

  it('applies only to its products or categories', () => {
    const lines = [line({ productId: 1, categoryId: 7 }), line({ productId: 2, categoryId: null })]
    expect(taken(lines, [discount({ scope: 'products', productIds: [2] })])).toEqual([0, 480])
    expect(taken(lines, [discount({ scope: 'categories', categoryIds: [7] })])).toEqual([480, 0])
  })

  it('applies once the subtotal of all items reaches its minimum', () => {
    const from = discount({ minimumSubtotalCents: 6400 })
    expect(taken([line()], [from])).toEqual([0])
    expect(taken([line(), line({ productId: 2 })], [from])).toEqual([480, 480])
  })

  it('on items doesn’t combine with another: the larger one wins, and a code wins a tie', () => {
    const code = discount({ id: 9 })
    const automatic = discount({ id: 1, code: null, basisPoints: 2000 })
    expect(chooseDiscounts([line()], [code, automatic])).toMatchObject({
      items: { id: 1 },
      lines: [{ discountCents: 640 }],
    })
    expect(chooseDiscounts([line()], [code, discount({ id: 1, code: null })]).items?.id).toBe(9)
  })

  it('on items combines with free shipping', () => {
    const chosen = chooseDiscounts(
      [line()],
      [discount(), discount({ id: 2, code: null, kind: 'free_shipping' })],
    )
    expect(chosen).toMatchObject({ items: { id: 1 }, shipping: { id: 2 } })
    expect(
      calculateTotals(chosen.lines, toOhio, defaultPricingRules, {
        isShippingFree: chosen.shipping !== null,
      }),
    ).toEqual({
      subtotalCents: 3200,
      discountCents: 480,
      shippingCents: 0,
      taxCents: 218,
      totalCents: 2938,
    })
  })

  it('doesn’t take away free shipping earned by the full subtotal', () => {
    const { lines } = chooseDiscounts([line({ unitCents: 5000 })], [discount()])
    expect(calculateTotals(lines, null, defaultPricingRules).shippingCents).toBe(0)
  })

  it('has a code that ignores case and spaces', () =>
    expect([' spring 26', 'Spring26', 'SPRING26'].map(normalizeCode)).toEqual(
      Array(3).fill('SPRING26'),
    ))
})

describe('tax', () => {
  const taxTo = (
    place: { stateCode: string; zip: string },
    changes: Partial<PricingRules>,
    unitCents = 10_000,
  ) =>
    calculateTotals([{ unitCents, quantity: 1 }], place, { ...defaultPricingRules, ...changes })
      .taxCents

  it('is collected only where the shop is registered', () => {
    expect(taxTo(toOhio, { taxStates: ['CA'] })).toBe(0)
    expect(taxTo(toOhio, { taxStates: ['CA', 'OH'] })).toBe(800)
    expect(taxTo(toOhio, { taxStates: null })).toBe(800)
  })

  it('uses a ZIP code rule before the state rule', () => {
    const kind = 'rate'
    const stateTaxRules = [
      { stateCode: 'OH', kind, rateBasisPoints: 575 },
      { stateCode: 'OH', zipFrom: '43001', zipTo: '43009', kind, rateBasisPoints: 750 },
    ] satisfies PricingRules['stateTaxRules']
    expect(taxTo(toOhio, { stateTaxRules })).toBe(750)
    expect(taxTo({ stateCode: 'OH', zip: '43010-1234' }, { stateTaxRules })).toBe(575)
    expect(taxTo({ stateCode: 'OH', zip: '430' }, { stateTaxRules })).toBe(575)
    expect(taxTo({ stateCode: 'CA', zip: '43004' }, { stateTaxRules })).toBe(800)
  })

  it('includes shipping if the rule says so, unless the items are not taxed', () => {
    const stateTaxRules = [
      { stateCode: 'OH', kind: 'rate', rateBasisPoints: 1000, taxesShipping: true },
      { stateCode: 'PA', kind: 'none', taxesShipping: true },
    ] satisfies PricingRules['stateTaxRules']
    expect(taxTo(toOhio, { stateTaxRules }, 1000)).toBe(160)
    expect(taxTo({ stateCode: 'PA', zip: '19103' }, { stateTaxRules }, 1000)).toBe(0)
  })

  it('is based on the price after the discount, including for thresholds', () => {
    const of = (discountCents: number) =>
      calculateTotals(
        [{ unitCents: 12_000, quantity: 2, discountCents }],
        { stateCode: 'NY', zip: '10001' },
        defaultPricingRules,
      ).taxCents
    // With a discount of $20.01, the price of one of the two items falls below the $110 threshold.
    expect([of(0), of(1999), of(2001)]).toEqual([1920, 1760, 880])
  })
})

describe('totals of random carts', () => {
  const lines = fc.array(
    fc.record({
      productId: fc.integer({ min: 1, max: 6 }),
      categoryId: fc.constantFrom(1, 2, null),
      unitCents: fc.integer({ min: 0, max: 30_000 }),
      quantity: fc.integer({ min: 1, max: 10 }),
    }),
    { maxLength: 12 },
  )
  const discounts = fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      name: fc.constant('Any'),
      code: fc.constantFrom(null, 'CODE'),
      kind: fc.constantFrom('percent' as const, 'amount' as const, 'free_shipping' as const),
      basisPoints: fc.integer({ min: 1, max: 10_000 }),
      amountCents: fc.integer({ min: 1, max: 50_000 }),
      scope: fc.constantFrom('all' as const, 'products' as const, 'categories' as const),
      productIds: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
      categoryIds: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
      minimumSubtotalCents: fc.integer({ min: 0, max: 20_000 }),
    }),
    { maxLength: 4 },
  )
  const place = fc.constantFrom(
    null,
    toOhio,
    { stateCode: 'NY', zip: '10001' },
    { stateCode: 'MA', zip: '02108' },
  )

  it('add up to the cent, are never negative, and never exceed the totals without discounts', () =>
    fc.assert(
      fc.property(lines, discounts, place, (cart, offered, where) => {
        const chosen = chooseDiscounts(cart, offered)
        const totals = calculateTotals(chosen.lines, where, defaultPricingRules, {
          isShippingFree: chosen.shipping !== null,
        })
        const faults = [
          ...Object.entries(totals).filter(
            ([, cents]) => !Number.isSafeInteger(cents) || cents < 0,
          ),
          ...chosen.lines.filter(
            (one) =>
              one.discountCents > one.unitCents * one.quantity ||
              splitLine(one).reduce((sum, part) => sum + part.unitCents * part.quantity, 0) !==
                one.unitCents * one.quantity - one.discountCents,
          ),
        ]
        expect(faults).toEqual([])
        expect(totals.totalCents).toBe(
          totals.subtotalCents - totals.discountCents + totals.shippingCents + totals.taxCents,
        )
        expect(totals.totalCents).toBeLessThanOrEqual(
          calculateTotals(cart, where, defaultPricingRules).totalCents,
        )
      }),
      { numRuns: 20_000 },
    ))

  it('allocate an amount without losing a cent or exceeding a part', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, share) => {
          const sum = weights.reduce((total, weight) => total + weight, 0)
          const amount = Math.floor(sum * share)
          const parts = allocateCents(amount, weights)
          expect(parts.reduce((total, part) => total + part, 0)).toBe(amount)
          expect(parts.filter((part, index) => part > (weights[index] ?? 0))).toEqual([])
        },
      ),
      { numRuns: 5_000 },
    ))
})

describe('a discount that can take off a whole order', () => {
  const values = { kind: 'percent' as const, percent: null, amount: null, minimumSubtotal: 0 }

  it('is one of almost 100%, because cents are rounded', () => {
    expect(taken([line()], [discount({ basisPoints: 9999 })])).toEqual([3200])
    const percents = [99, 99.99, 100].map((percent) => canCoverOrder({ ...values, percent }))
    expect(percents).toEqual([false, true, true])
  })
})
