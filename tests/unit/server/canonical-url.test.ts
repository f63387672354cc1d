import fc from 'fast-check'

import { canonicalUrl, parseTarget } from '@/server/canonical-url'

const keyOf = (url: string): string | null => {
  const target = parseTarget(url)
  return target && (canonicalUrl(target)?.url ?? null)
}

describe('cache key', () => {
  it.each([
    ['/products', '/products'],
    ['/products?', '/products'],
    ['/products?search=&search=SHOP+CLOSED', '/products'],
    ['/products?x=?&search=SHOP+CLOSED', '/products?search=SHOP+CLOSED'],
    ['/products?page=1&page=9', '/products'],
    ['/products?page=2&page=9', '/products?page=2'],
    ['/products?sort=name&search=hoodie', '/products?search=hoodie&sort=name'],
    ['/products?search=a?b', '/products?search=a%3Fb'],
    [`/products?search=${'x'.repeat(10_000)}`, `/products?search=${'x'.repeat(100)}`],
    ['/products?size=XL&color=Pine&garment=tee', '/products?garment=tee&color=pine&size=xl'],
    ['/products?sort=newest&page=01&category=all&price=none', '/products'],
    ['/Products?search=x', '/products?search=x'],
    ['/%70roducts?search=x', '/products?search=x'],
    ['/blog/../products?page=2', '/products?page=2'],
    ['/blog/%2e%2e', '/'],
    ['/blog/caf%c3%a9', '/blog/caf%C3%A9'],
    ['/products/1?utm_source=x', '/products/1'],
    ['/blog?search=a&price=1', '/blog?search=a'],
    ['/reflections?tag=Rest&search=a', '/reflections?tag=rest'],
    ['/about?search=x', '/about'],
    ['/products-list/search-x/category-/price-/sort-/page-', '/page-not-found'],
    ['/reflections-list/tag-/page-2', '/page-not-found'],
    ['http://elsewhere.example/products?page=2', '/products?page=2'],
    ['/api/products?sort=name&search=tee', '/api/products?search=tee&sort=name'],
    ['/api/categories', '/api/categories'],
    ['/api/docs?x=1', '/api/docs'],
    ['/api/docs/orders?x=1', '/api/docs/orders'],
    ['/api/docsx?b=1&a=1', '/api/docsx?a=1&b=1'],
  ])('for %s is %s', (url, key) => expect(keyOf(url)).toBe(key))

  it.each([
    '/api/products?limit=1&limit=1',
    `/api/products?${Array.from({ length: 40 }, (_, index) => `p${index}=1`).join('&')}`,
    `/api/products?search=${'a'.repeat(2100)}`,
    '/API/products?x=1',
    '/account?x=1',
    '/%61ccount',
    '/newsletter/confirm?token=1',
    '/orders/DF-1?key=a',
    '/products/?search=a',
    '//products',
    '/admin/orders?page=2',
    '/login?returnTo=/',
    '/cms/api/users/me',
  ])('doesn’t exist for %s', (url) => expect(keyOf(url)).toBeNull())

  it('is its own canonical URL and limited in length for any path and query', () => {
    const path = fc.constantFrom(
      '/products',
      '/blog',
      '/reflections',
      '/Blog',
      '/api/products',
      '/api/content',
      '/about',
      '/%70roducts',
      '//products',
      '/%2e/blog',
    )
    fc.assert(
      fc.property(path, fc.string({ unit: 'binary', maxLength: 400 }), (start, query) => {
        const key = keyOf(`${start}?${query.replaceAll('#', '')}`)
        expect(key === null || (key.length <= 2048 && keyOf(key) === key)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

it('a request target is a path or URL with a query, and fragments, asterisks, and invalid URLs are rejected', () => {
  expect(parseTarget('/products?search=a?b')).toEqual({ path: '/products', query: 'search=a?b' })
  expect(parseTarget('http://localhost:3000/products?page=2')).toEqual({
    path: '/products',
    query: 'page=2',
  })
  expect(
    [
      '/products?#&page=2',
      '/#',
      '*',
      'http://[',
      'javascript:alert(1)',
      `/${'a'.repeat(13_000)}`,
    ].map(parseTarget),
  ).toEqual(Array(6).fill(null))
})
