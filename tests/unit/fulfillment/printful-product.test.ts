import {
  type LocalProduct,
  parseVariantName,
  planProductSync,
  type PrintfulSyncProduct,
  productSkipReason,
  sanitizeProductName,
  variantUnavailableReason,
} from '@/modules/fulfillment/rules/printful-product'

const variant = (change: Partial<PrintfulSyncProduct['variants'][number]> = {}) => ({
  id: '1',
  externalId: 'x1',
  catalogVariantId: '71001',
  size: 'S',
  color: 'Black',
  priceCents: 2800,
  currency: 'USD',
  sku: null,
  state: 'active' as const,
  costCents: 1169,
  ...change,
})
const theirs = (change: Partial<PrintfulSyncProduct> = {}): PrintfulSyncProduct => ({
  id: '9',
  name: 'Fern Tee',
  isIgnored: false,
  catalogProductIds: ['71'],
  description: 'A tee.',
  pictures: [{ color: 'Black', key: 'p1' }],
  variants: [variant(), variant({ id: '2', externalId: 'x2', size: 'M', priceCents: 3000 })],
  ...change,
})
/** The product as the last sync stored it. */
const synced = (from = theirs(), change: Partial<LocalProduct> = {}): LocalProduct => {
  const { data, snapshot } = planProductSync(null, from, [7])
  return {
    name: data.name,
    basePriceCents: data.basePriceCents,
    salePriceCents: null,
    isActive: data.isActive,
    sizes: data.sizesAvailable,
    colors: data.colorsAvailable,
    images: data.images ?? [],
    colorImages: data.colorImages ?? [],
    variants: data.variants,
    snapshot,
    ...change,
  }
}

it('a new product gets the lowest price, and more expensive variants a price override', () => {
  const { data, changes } = planProductSync(null, theirs(), [7])
  expect(data).toMatchObject({
    name: 'Fern Tee',
    basePriceCents: 2800,
    isActive: true,
    sizesAvailable: ['S', 'M'],
    colorsAvailable: ['Black'],
    images: [7],
    colorImages: [{ color: 'Black', images: [7] }],
    description: 'A tee.',
  })
  expect(
    data.variants.map(({ size, priceOverrideCents, costCents, printfulVariantId }) => [
      size,
      priceOverrideCents,
      costCents,
      printfulVariantId,
    ]),
  ).toEqual([
    ['S', null, 1169, '1'],
    ['M', 3000, 1169, '2'],
  ])
  expect(changes).toContain('1 image')
})

it('a second sync finds no changes', () => {
  expect(planProductSync(synced(), theirs(), null)).toMatchObject({ changes: [], localChanges: [] })
})

it('variants are matched by ID, not by position or color', () => {
  const turned = theirs({ variants: [...theirs().variants].reverse() })
  const { data } = planProductSync(synced(), turned, null)
  expect(
    data.variants.map(({ size, printfulVariantId }) => [size, printfulVariantId]).sort(),
  ).toEqual([
    ['M', '2'],
    ['S', '1'],
  ])
  const renamed = planProductSync(
    synced(),
    theirs({
      variants: [
        variant({ color: 'Night' }),
        variant({ id: '2', externalId: 'x2', size: 'M', color: 'Night', priceCents: 3000 }),
      ],
    }),
    null,
  )
  expect(renamed.data.colorsAvailable).toEqual(['Night'])
  expect(
    renamed.data.variants.map(({ printfulVariantId, costCents }) => [printfulVariantId, costCents]),
  ).toEqual([
    ['1', 1169],
    ['2', 1169],
  ])
})

it.each([
  ['the name', { name: 'Ours' }, 'name'],
  ['the price', { basePriceCents: 4000 }, 'prices'],
  ['the images', { images: [99] }, 'images'],
] as const)('staff changes to %s are kept and reported', (_, change, word) => {
  const other = theirs({
    name: 'Theirs',
    pictures: [{ color: 'Black', key: 'p2' }],
    variants: [
      variant({ priceCents: 2900 }),
      variant({ id: '2', externalId: 'x2', size: 'M', priceCents: 3100 }),
    ],
  })
  const ours = synced(theirs(), change as Partial<LocalProduct>)
  const { data, localChanges } = planProductSync(ours, other, [8])
  expect(localChanges).toContain(word)
  for (const [field, value] of Object.entries(change))
    expect((data as unknown as Record<string, unknown>)[field] ?? value).toEqual(value)
  // Without the change, the product follows Printful.
  expect(planProductSync(synced(), other, [8]).localChanges).toEqual([])
})

it('a variant turned off by staff stays off, and one turned off by Printful comes back when it does', () => {
  const ours = synced()
  const off = {
    ...ours,
    variants: ours.variants.map((one, index) =>
      index === 0 ? { ...one, available: false, unavailableReason: null } : one,
    ),
  }
  expect(planProductSync(off, theirs(), null).data.variants[0]).toMatchObject({
    available: false,
    unavailableReason: null,
  })
  const out = theirs({
    variants: [
      variant({ state: 'out of stock' }),
      variant({ id: '2', externalId: 'x2', size: 'M', priceCents: 3000 }),
    ],
  })
  const without = planProductSync(ours, out, null)
  expect(without.data.variants[0]).toMatchObject({
    available: false,
    unavailableReason: 'out of stock',
  })
  expect(without.changes).toEqual(['Black S: out of stock'])
  expect(
    planProductSync(
      { ...ours, variants: without.data.variants, snapshot: without.snapshot },
      theirs(),
      null,
    ).data.variants[0],
  ).toMatchObject({ available: true, unavailableReason: null })
})

it('a product hidden on Printful is inactive until it is shown again, unless staff deactivated it', () => {
  const hidden = planProductSync(synced(), theirs({ isIgnored: true }), null)
  expect(hidden).toMatchObject({ data: { isActive: false }, snapshot: { switchedOff: true } })
  expect(
    planProductSync(
      synced(theirs(), { isActive: false, snapshot: hidden.snapshot }),
      theirs(),
      null,
    ).data.isActive,
  ).toBe(true)
  expect(planProductSync(synced(theirs(), { isActive: false }), theirs(), null).data.isActive).toBe(
    false,
  )
})

it('a product created in the shop is linked and keeps its own values', () => {
  const ours: LocalProduct = {
    name: 'Made here',
    basePriceCents: 3200,
    salePriceCents: null,
    isActive: true,
    sizes: ['S'],
    colors: ['Black'],
    images: [5],
    colorImages: [],
    snapshot: null,
    variants: [{ size: 'S', color: 'Black', externalId: 'x1', available: true, sku: 'MINE' }],
  }
  const { data, localChanges } = planProductSync(ours, theirs(), [7])
  expect(data).toMatchObject({
    name: 'Made here',
    basePriceCents: 3200,
    sizesAvailable: ['S'],
    variants: [{ sku: 'MINE', printfulVariantId: '1' }],
  })
  expect(localChanges).toEqual(expect.arrayContaining(['name', 'sizes', 'prices', 'images']))
})

it('a product follows Printful’s prices again once both sides have the same', () => {
  const priced = (first: number, second: number) =>
    theirs({
      variants: [
        variant({ priceCents: first }),
        variant({ id: '2', externalId: 'x2', size: 'M', priceCents: second }),
      ],
    })
  const [small, medium] = synced().variants
  const ours = synced(theirs(), {
    basePriceCents: 3500,
    variants: [small, { ...medium, priceOverrideCents: 3700 }] as LocalProduct['variants'],
  })
  expect(planProductSync(ours, theirs(), null).localChanges).toEqual(['prices'])
  const { snapshot, localChanges } = planProductSync(ours, priced(3500, 3700), null)
  expect(localChanges).toEqual([])
  expect(planProductSync({ ...ours, snapshot }, priced(2900, 3100), null)).toMatchObject({
    data: { basePriceCents: 2900 },
    localChanges: [],
  })
})

it('a Printful price below the sale price is not applied', () => {
  const ours = synced(theirs(), { salePriceCents: 2700 })
  const cheaper = theirs({
    variants: [
      variant({ priceCents: 2500 }),
      variant({ id: '2', externalId: 'x2', size: 'M', priceCents: 2500 }),
    ],
  })
  expect(planProductSync(ours, cheaper, null)).toMatchObject({
    data: { basePriceCents: 2800 },
    localChanges: ['prices (sale price must be lower than base price)'],
  })
})

it.each([
  [{}, null],
  [{ priceCents: null }, 'no price on Printful'],
  [{ priceCents: 0 }, 'no price on Printful'],
  [{ state: 'discontinued' as const }, 'discontinued'],
  [{ state: 'not synced' as const }, 'not finished on Printful'],
  [{ state: 'ignored' as const }, 'hidden on Printful'],
])('a variant with %j has the unavailable reason: %s', (change, reason) => {
  expect(variantUnavailableReason(variant(change))).toBe(reason)
})

it('a product in another currency fails, and one without variants is skipped', () => {
  expect(productSkipReason(theirs({ variants: [variant({ currency: 'EUR' })] }))).toMatchObject({
    result: 'failed',
  })
  expect(productSkipReason(theirs({ variants: [] }))).toMatchObject({ result: 'skipped' })
})

it.each([
  ['Fern Tee / White / S', { color: 'White', size: 'S' }],
  ['Fern Tee / 2XL', { color: null, size: '2XL' }],
  ['Fern Mug / Blue', { color: 'Blue', size: null }],
  ['Fern Poster / 12″×16″', { color: null, size: '12″×16″' }],
  ['Fern Tee', { color: null, size: null }],
])('parses size and color from %s', (name, found) => {
  expect(parseVariantName(name)).toEqual(found)
})

it('a product name is stripped of markup and cut to 120 characters', () => {
  expect(sanitizeProductName('  <b>Fern</b>\n Tee <script>alert(1)</script> ')).toBe(
    'Fern Tee alert(1)',
  )
  expect(sanitizeProductName('x'.repeat(300))).toHaveLength(120)
})
