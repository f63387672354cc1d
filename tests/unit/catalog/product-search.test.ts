import fc from 'fast-check'

import {
  defaultProductSearch,
  isIndexable,
  parseProductSearch,
  priceBands,
  type ProductSearch,
  productSearchHref,
  productSorts,
} from '@/modules/catalog/rules/product-search'

const queryOf = (href: string) => Object.fromEntries(new URL(href, 'http://localhost').searchParams)

describe('parsing the product list query', () => {
  it('returns all products, newest first, for an empty query', () =>
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
    [{ garment: 'tee' }, { garment: 'tee' }],
    [{ garment: 'sock' }, { garment: '' }],
    [
      { color: 'Heather-Gray', size: '2XL' },
      { color: 'heather-gray', size: '2xl' },
    ],
    [
      { color: 'a b', size: '-m' },
      { color: '', size: '' },
    ],
    [{ size: 'x'.repeat(40) }, { size: 'x'.repeat(40) }],
    [{ color: 'x'.repeat(41) }, { color: '' }],
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
  ])('parses %j as %j', (query, expected) =>
    expect(parseProductSearch(query)).toEqual({ ...defaultProductSearch, ...expected }),
  )
})

describe('product search link', () => {
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
  ])('for %j is %s', (search, href) => expect(productSearchHref(search)).toBe(href))

  const anyQuery = fc.record(
    {
      search: fc.oneof(
        fc.string({ maxLength: 130 }),
        fc.string({ unit: 'grapheme', maxLength: 130 }),
        fc.string({ unit: 'binary', maxLength: 130 }),
      ),
      category: fc.oneof(fc.string(), fc.constantFrom('recovery', 'nature', 'all')),
      garment: fc.oneof(fc.string(), fc.constantFrom('tee', 'tote')),
      color: fc.oneof(fc.string(), fc.constantFrom('pine', 'Dark-Pine')),
      size: fc.oneof(fc.string(), fc.constantFrom('xl', '2XL')),
      price: fc.oneof(fc.string(), fc.constantFrom(...priceBands)),
      sort: fc.oneof(fc.string(), fc.constantFrom(...productSorts)),
      page: fc.oneof(fc.string(), fc.integer({ min: -1, max: 600 }).map(String)),
    },
    { requiredKeys: [] },
  )

  it('parses back to the same search, whatever the query', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const search = parseProductSearch(query)
        expect(parseProductSearch(queryOf(productSearchHref(search)))).toEqual(search)
      }),
      { numRuns: 1000 },
    )
  })

  it('stays the same after parsing and rebuilding it', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const href = productSearchHref(parseProductSearch(query))
        expect(productSearchHref(parseProductSearch(queryOf(href)))).toBe(href)
      }),
      { numRuns: 500 },
    )
  })
})

it.each<[Partial<ProductSearch>, boolean]>([
  [{}, true],
  [{ category: 'recovery' }, true],
  [{ garment: 'tee' }, true],
  [{ category: 'recovery', page: 2 }, true],
  [{ category: 'recovery', garment: 'tee' }, false],
  [{ color: 'pine' }, false],
  [{ size: 'xl' }, false],
  [{ search: 'fern' }, false],
])('search engines may index %j: %s', (search, expected) =>
  expect(isIndexable({ ...defaultProductSearch, ...search })).toBe(expected),
)
