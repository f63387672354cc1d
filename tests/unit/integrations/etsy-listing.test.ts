import type { StoredProduct } from '@/modules/catalog/queries/admin-products'
import { compareListing } from '@/modules/integrations/actions/listing-changes'
import {
  containsWord,
  type Listing,
  type ListingVariation,
  parseListing,
} from '@/modules/integrations/rules/etsy-listing'

const usd = (amount: number, divisor = 100) => ({ amount, divisor, currency: 'USD' })
const variation = (
  properties: Record<string, string>,
  amount = 2599,
  changes: Partial<ListingVariation> = {},
): ListingVariation => ({
  sku: '',
  isDeleted: false,
  offerings: [{ quantity: 3, isOffered: true, price: usd(amount) }],
  properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
  ...changes,
})
const listing = (changes: Partial<Listing> = {}): Listing => ({
  title: 'Fern Shirt',
  description: 'Soft.',
  isDownload: false,
  tags: ['fern'],
  quantity: 5,
  price: usd(2599),
  variations: null,
  ...changes,
})
const read = (changes: Partial<Listing> = {}) => {
  const reading = parseListing(listing(changes))
  if ('refused' in reading) throw new Error(reading.refused)
  return reading
}
const words = ['recovery', 'sober', 'AA', 'spiritual', 'sobriety']

describe('matching whole words', () => {
  it.each([
    ['AA Anniversary mug', true],
    ['aa meeting', true],
    ['(AA)', true],
    ['AAA Battery Case', false],
    ['Sober-ish', true],
    ['Soberly', false],
    ['recovery_kit', true],
    ['SPIRITUAL, not perfect', true],
    ['Fern', false],
    ['discovery', false],
    ['', false],
  ])('in “%s”: %s', (text, found) => expect(containsWord(text, words)).toBe(found))
  it('takes special characters literally and ignores empty words', () => {
    expect([
      containsWord('a+b', ['a+b']),
      containsWord('aab', ['a+b']),
      containsWord('anything', ['', ' ']),
    ]).toEqual([true, false, false])
  })
})

describe('converting a listing to a product', () => {
  it('takes sizes and colors from property names, and prices from variations', () => {
    const { product, notes } = read({
      variations: [
        variation({ 'Primary color': 'Red', Size: 'S' }),
        variation({ 'Primary color': 'Red', Size: '2XL' }, 2899, { sku: 'R2' }),
        variation({ 'Primary color': 'Sand', Size: 'S' }),
      ],
    })
    expect(product).toMatchObject({
      basePriceCents: 2599,
      sizes: ['S', '2XL'],
      colors: ['Red', 'Sand'],
    })
    expect(product.variants).toEqual([
      { size: 'S', color: 'Red', sku: null, priceCents: 2599, available: true },
      { size: '2XL', color: 'Red', sku: 'R2', priceCents: 2899, available: true },
      { size: 'S', color: 'Sand', sku: null, priceCents: 2599, available: true },
      { size: '2XL', color: 'Sand', sku: null, priceCents: 2599, available: false },
    ])
    expect(notes).toEqual([])
  })

  it('recognizes renamed properties by their words, and uses an unknown one as the size with a note', () => {
    expect(
      read({ variations: [variation({ 'Shirt colour': 'Red', 'Fit & size': 'M' })] }),
    ).toMatchObject({ notes: [], product: { sizes: ['M'], colors: ['Red'] } })
    expect(read({ variations: [variation({ Scent: 'Pine' })] })).toMatchObject({
      notes: ['Used “Scent” as the size.'],
      product: { sizes: ['Pine'], colors: [] },
    })
  })

  it('omits deleted variations, and marks disabled and sold-out ones as unavailable', () => {
    const { product } = read({
      variations: [
        variation({ Size: 'S' }, 100, { isDeleted: true }),
        variation({ Size: 'M' }, 200, {
          offerings: [{ quantity: 4, isOffered: false, price: usd(200) }],
        }),
        variation({ Size: 'L' }, 2599),
        variation({ Size: 'XL' }, 2700, {
          offerings: [{ quantity: 0, isOffered: true, price: usd(2700) }],
        }),
      ],
    })
    expect(product.basePriceCents).toBe(2599)
    expect(product.variants.map(({ size, available }) => [size, available])).toEqual([
      ['M', false],
      ['L', true],
      ['XL', false],
    ])
  })

  it.each([
    [usd(2599), 2599],
    [usd(26, 1), 2600],
    [usd(25990, 1000), 2599],
    [usd(12345, 10000), 123],
  ])('converts the price %o to %i cents', (price, cents) => {
    expect(read({ price }).product.basePriceCents).toBe(cents)
  })

  it('assumes sizes S to 2XL with a note if there are no variations, except for a download', () => {
    expect(read()).toMatchObject({
      notes: ['No sizes listed. Assumed S to 2XL.'],
      product: { sizes: ['S', 'M', 'L', 'XL', '2XL'], colors: [] },
    })
    expect(read({ isDownload: true })).toMatchObject({
      notes: [],
      product: { sizes: [], variants: [{ size: null, color: null, available: true }] },
    })
  })

  it('shortens long titles and descriptions with a note', () => {
    const { product, notes } = read({
      title: 'Fern '.repeat(40),
      description: 'long '.repeat(4000),
      isDownload: true,
    })
    expect([
      product.name.length <= 120,
      product.name.endsWith('…'),
      product.description.length <= 4000,
    ]).toEqual([true, true, true])
    expect(notes).toEqual(['Title shortened.', 'Description shortened.'])
  })

  it.each<[string, Partial<Listing>, RegExp]>([
    ['another currency', { price: { amount: 2400, divisor: 1, currency: 'JPY' } }, /Priced in JPY/],
    ['no price', { price: null }, /^No price/],
    [
      'nothing for sale',
      { variations: [variation({ Size: 'S' }, 1, { offerings: [] })] },
      /None of its variations/,
    ],
    [
      'three properties',
      { variations: [variation({ Size: 'S', Color: 'Red', Scent: 'Pine' })] },
      /more than 2 variations/,
    ],
    [
      'thirty sizes',
      { variations: Array.from({ length: 30 }, (_, n) => variation({ Size: `${n}` })) },
      /Too many sizes/,
    ],
    ['no title', { title: ' ' }, /^No title/],
    ['a price over $10,000', { price: usd(100_000_001) }, /over \$10,000/],
  ])('rejects a listing with %s and gives a reason', (_, changes, words) =>
    expect(parseListing(listing(changes))).toEqual({
      refused: expect.stringMatching(words) as string,
    }),
  )
})

it('variants without a price of their own keep their price when only another one becomes cheaper', () => {
  const at = (small: number, large: number) => ({
    ...read({ variations: [variation({ Size: 'S' }, small), variation({ Size: 'L' }, large)] })
      .product,
    pictures: [],
  })
  const last = { ...at(2000, 2000), pictureIds: [] }
  const stored = {
    name: last.name,
    description: last.description,
    basePriceCents: 2000,
    salePriceCents: null,
    tags: last.tags,
    sizesAvailable: last.sizes,
    colorsAvailable: last.colors,
    pictures: [],
    variants: last.variants.map((one) => ({ ...one, priceOverrideCents: null })),
  } as unknown as StoredProduct
  expect(compareListing(stored, last, at(2000, 1500)).input).toEqual({
    basePriceCents: 1500,
    variants: [
      { size: 'S', color: null, priceOverrideCents: 2000 },
      { size: 'L', color: null, priceOverrideCents: null },
    ],
  })
  expect(compareListing(stored, last, at(2000, 2000)).input).toEqual({})
})
