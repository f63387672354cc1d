import fc from 'fast-check'

import {
  defaultProductSearch,
  parseProductSearch,
  priceBands,
  type ProductSearch,
  productSearchHref,
  productSorts,
  transpositions,
} from '@/modules/catalog/rules/product-search'

const queryOf = (href: string) => Object.fromEntries(new URL(href, 'http://localhost').searchParams)

describe('reading the query of the listing', () => {
  it('without anything is all products, newest first', () =>
    expect(parseProductSearch({})).toEqual(defaultProductSearch))

  it.each<[Record<string, string>, Partial<ProductSearch>]>([
    [{ search: '  sunrise   tee ' }, { search: 'sunrise tee' }],
    [{ search: 'a\u0000b\nc\td' }, { search: 'a b c d' }],
    [{ search: '   ' }, { search: '' }],
    [{ search: 'x'.repeat(200) }, { search: 'x'.repeat(100) }],
    [{ search: `${'x'.repeat(99)} tee` }, { search: 'x'.repeat(99) }],
    [{ search: `${'x'.repeat(99)}😀` }, { search: 'x'.repeat(99) }],
    [{ search: 'half \ud83d here' }, { search: 'half here' }],
    [{ category: 'Recovery' }, { category: 'recovery' }],
    [{ category: 'all' }, { category: '' }],
    [{ category: 'ALL' }, { category: '' }],
    [{ category: "x' or 1=1" }, { category: '' }],
    [{ category: '../etc' }, { category: '' }],
    [{ category: 'x'.repeat(61) }, { category: '' }],
    [{ price: 'under-25' }, { price: 'under-25' }],
    [{ price: '25-50' }, { price: '25-50' }],
    [{ price: 'over-50' }, { price: 'over-50' }],
    [{ price: 'all' }, { price: '' }],
    [{ price: '__proto__' }, { price: '' }],
    [{ price: 'toString' }, { price: '' }],
    [{ sort: 'price-low' }, { sort: 'price-low' }],
    [{ sort: 'constructor' }, { sort: 'newest' }],
    [{ sort: '' }, { sort: 'newest' }],
    [{ page: '2' }, { page: 2 }],
    [{ page: '500' }, { page: 500 }],
    [{ page: '501' }, { page: 1 }],
    [{ page: '0' }, { page: 1 }],
    [{ page: '-1' }, { page: 1 }],
    [{ page: '1.5' }, { page: 1 }],
    [{ page: 'NaN' }, { page: 1 }],
    [{ page: '1e999' }, { page: 1 }],
    [{ page: '' }, { page: 1 }],
    [{ page: 'two' }, { page: 1 }],
    [{ page: '2; drop' }, { page: 1 }],
  ])('%j means %j', (query, expected) =>
    expect(parseProductSearch(query)).toEqual({ ...defaultProductSearch, ...expected }),
  )
})

describe('the link of a search', () => {
  it.each<[Partial<ProductSearch>, string]>([
    [{}, '/products'],
    [defaultProductSearch, '/products'],
    [{ category: 'recovery' }, '/products?category=recovery'],
    [
      { page: 3, sort: 'name', search: 'sun & fern', price: '25-50' },
      '/products?search=sun+%26+fern&price=25-50&sort=name&page=3',
    ],
    [{ search: '<script>"\'' }, '/products?search=%3Cscript%3E%22%27'],
    [{ search: undefined, category: undefined }, '/products'],
  ])('%j is %s', (search, href) => expect(productSearchHref(search)).toBe(href))

  const asked = fc.record(
    {
      search: fc.oneof(
        fc.string({ maxLength: 130 }),
        fc.string({ unit: 'grapheme', maxLength: 130 }),
        fc.string({ unit: 'binary', maxLength: 130 }),
      ),
      category: fc.oneof(fc.string(), fc.constantFrom('recovery', 'nature', 'all')),
      price: fc.oneof(fc.string(), fc.constantFrom(...priceBands)),
      sort: fc.oneof(fc.string(), fc.constantFrom(...productSorts)),
      page: fc.oneof(fc.string(), fc.integer({ min: -1, max: 600 }).map(String)),
    },
    { requiredKeys: [] },
  )

  it('leads back to the same search, whatever was asked', () => {
    fc.assert(
      fc.property(asked, (query) => {
        const search = parseProductSearch(query)
        expect(parseProductSearch(queryOf(productSearchHref(search)))).toEqual(search)
      }),
      { numRuns: 1000 },
    )
  })

  it('is one link for one search', () => {
    fc.assert(
      fc.property(asked, (query) => {
        const href = productSearchHref(parseProductSearch(query))
        expect(productSearchHref(parseProductSearch(queryOf(href)))).toBe(href)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a word with letters swapped', () => {
  it('may be any of its neighbors the other way round', () => {
    expect(transpositions('teh')).toEqual(['teh', 'eth', 'the'])
    expect(transpositions('hodoie')).toContain('hoodie')
    expect(transpositions('mgu')).toContain('mug')
  })
  it('is itself when it is short or endless', () => {
    expect(transpositions('ab')).toEqual(['ab'])
    expect(transpositions('x'.repeat(40))).toEqual(['x'.repeat(40)])
  })
})
