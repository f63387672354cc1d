import fc from 'fast-check'

import {
  effectivePriceCents,
  isSaleValid,
  mergeVariants,
  reducedPriceCents,
  variantKeys,
} from '@/modules/catalog/rules/product'

describe('product price', () => {
  it.each([
    [{ basePriceCents: 3200, salePriceCents: null }, 3200],
    [{ basePriceCents: 3200, salePriceCents: 2450 }, 2450],
    [{ basePriceCents: null, salePriceCents: 1000 }, 1000],
    [{ basePriceCents: 3200, salePriceCents: 0 }, 0],
    [{ basePriceCents: null, salePriceCents: null }, 0],
  ])('for %j is %i cents, the sale price if there is one', (product, cents) =>
    expect(effectivePriceCents(product)).toBe(cents),
  )

  it.each([
    [3200, 3199, true],
    [3200, 3200, false],
    [3200, 3300, false],
    [3200, null, true],
    [null, 1000, true],
    [null, null, true],
    [0, 0, false],
  ])('with base %d and sale %d is valid: %s', (basePriceCents, salePriceCents, valid) =>
    expect(isSaleValid({ basePriceCents, salePriceCents })).toBe(valid),
  )
})

describe('variants', () => {
  type Stored = { size: string | null; color: string | null; sku?: string }
  const fresh = (key: { size: string | null; color: string | null }): Stored => key
  const label = ({ size, color }: Stored) => `${size}/${color}`

  it.each<[string[], string[], string[]]>([
    [
      ['S', 'M'],
      ['Pine', 'Bone'],
      ['S/Pine', 'M/Pine', 'S/Bone', 'M/Bone'],
    ],
    [[], ['Pine'], ['null/Pine']],
    [['S'], [], ['S/null']],
    [[], [], ['null/null']],
    [
      ['S', 'S', 'M'],
      ['Pine', 'Pine'],
      ['S/Pine', 'M/Pine'],
    ],
  ])('for sizes %j and colors %j are %j', (sizes, colors, expected) =>
    expect(variantKeys(sizes, colors).map(label)).toEqual(expected),
  )

  it('keep the data of existing ones and follow the order of the lists', () => {
    const known = [
      { size: 'M', color: 'Pine', sku: 'M-PINE' },
      { size: 'S', color: 'Pine', sku: 'S-PINE' },
      { size: 'XL', color: 'Pine', sku: 'XL-PINE' },
    ]
    expect(mergeVariants<Stored>(known, ['S', 'M', 'L'], ['Pine'], fresh)).toEqual([
      known[1],
      known[0],
      { size: 'L', color: 'Pine' },
    ])
  })

  it('start fresh when a product gets its first size', () => {
    expect(
      mergeVariants<Stored>([{ size: null, color: 'Pine', sku: 'OLD' }], ['S'], ['Pine'], fresh),
    ).toEqual([{ size: 'S', color: 'Pine' }])
  })

  it('treat an undefined size or color as none, because forms send undefined', () => {
    expect(
      mergeVariants<{ size?: string | null; color?: string | null; sku?: string }>(
        [{ sku: 'ONE' }],
        [],
        [],
        fresh,
      ),
    ).toEqual([{ sku: 'ONE' }])
  })

  const names = fc.array(fc.constantFrom('S', 'M', 'L', 'XL', '', ' '), { maxLength: 6 })
  it('have one entry per size and color, whatever existed before, and merging again changes nothing', () => {
    fc.assert(
      fc.property(names, names, names, names, (sizes, colors, oldSizes, oldColors) => {
        const before = mergeVariants<Stored>([], oldSizes, oldColors, fresh)
        const after = mergeVariants<Stored>(before, sizes, colors, fresh)
        expect(new Set(after.map(label)).size).toBe(after.length)
        expect(after).toHaveLength(
          Math.max(1, new Set(sizes).size) * Math.max(1, new Set(colors).size),
        )
        expect(mergeVariants<Stored>(after, sizes, colors, fresh)).toEqual(after)
      }),
    )
  })
})

describe('percentage off a price', () => {
  it.each([
    [3200, 25, 2400],
    // Half a cent is rounded up, as it is for discounts.
    [3333, 15, 2833],
    [1999, 12.5, 1749],
    [3200, 95, 160],
    // The reduction rounds to zero, or nothing is left to reduce.
    [3200, 0.01, null],
    [1, 50, null],
    [0, 20, null],
    [null, 20, null],
  ])('reduces %j cents by %d percent to %j', (base, percent, price) =>
    expect(reducedPriceCents(base, percent)).toBe(price),
  )
})
