import { existsSync } from 'node:fs'
import path from 'node:path'

import fc from 'fast-check'

import { readParts } from '@/app/(shop)/read-parts'
import { endpoints } from '@/endpoints'
import { queryPages } from '@/modules/shop/rules/query-pages'
import { identityProviders } from '@/platform/identity-providers'
import { canonicalUrl, parseTarget } from '@/server/canonical-url'
import { rewriteUrl } from '@/server/rewrites'

const keyOf = (url: string): string => {
  const target = parseTarget(url)
  return (target && canonicalUrl(target)?.url) ?? 'none'
}

const value = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('hoodie', 'tees', 'under-25', 'name', 'oldest', '2', '500', '501', ' a  b ', ''),
)
/** A query, and what is needed to write it differently: repeated and unknown parameters, and an uppercase path. */
const variants = fc
  .constantFrom(...queryPages)
  .chain((page) =>
    fc.record({
      page: fc.constant(page),
      pairs: fc
        .array(fc.tuple(fc.constantFrom(...page.parameters), value), { maxLength: 5 })
        .map((pairs) => [...new Map(pairs)]),
      noise: fc.array(fc.tuple(fc.constantFrom('x', 'limit', 'utm_source', '?'), value), {
        maxLength: 3,
      }),
      repeated: value,
      upper: fc.boolean(),
    }),
  )
const encode = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&')

describe('cache key and rendered route', () => {
  it('are the same however a query is written', () => {
    fc.assert(
      fc.property(variants, ({ page, pairs, noise, repeated, upper }) => {
        const plain = keyOf(`${page.path}?${encode(pairs)}`)
        const again = pairs.map(([name]) => [name, repeated] as const)
        const rewritten = keyOf(
          `${upper ? page.path.toUpperCase() : page.path}?${encode([...noise, ...pairs.toReversed(), ...again])}`,
        )
        expect(rewritten).toBe(plain)
        expect(rewriteUrl(rewritten)).toBe(rewriteUrl(plain))
      }),
      { numRuns: 1000 },
    )
  })

  it('give the page the same search', () => {
    fc.assert(
      fc.property(variants, ({ page, pairs }) => {
        const key = keyOf(`${page.path}?${encode(pairs)}`)
        const [, ...segments] = rewriteUrl(key).slice(1).split('/')
        const parts = Object.fromEntries(
          page.parameters.map((name, index) => [name, segments[index] ?? '']),
        )
        expect(page.canonicalHref(readParts(parts))).toBe(key)
      }),
      { numRuns: 1000 },
    )
  })
})

it.each(queryPages.map(({ folder, parameters }) => [folder, parameters] as const))(
  '%s has a folder for each parameter, in the order of the rewrites',
  (folder, parameters) => {
    expect(
      existsSync(
        path.join(
          process.cwd(),
          'src/app/(shop)',
          folder,
          ...parameters.map((name) => `[${name}]`),
          'page.tsx',
        ),
      ),
    ).toBe(true)
  },
)

it('every API path, including those for each sign-in provider, leads to its endpoint', () => {
  const mounted = endpoints.flatMap(({ path: route }) =>
    route.includes(':provider') && route.startsWith('/root/')
      ? identityProviders.map((provider) => route.replace(':provider', provider))
      : [route.replace(/:\w+/g, 'some-1')],
  )
  const delivered = mounted.map((route) =>
    rewriteUrl(route.replace(/^\/shop/, '/api').replace(/^\/root/, '')),
  )
  expect(mounted.filter((route) => route.startsWith('/root/')).length).toBeGreaterThan(5)
  expect(delivered).toEqual(mounted.map((route) => `/cms/api${route}`))
})

it.each([
  '/auth/nowhere',
  '/auth/login',
  '/orders/find',
  '/api/docs',
  '/api/docs/orders',
  '/cms/api/users',
  '/api/products/',
  '/products/?page=2',
  '//api/products',
  '/',
])('%s stays what it is', (url) => {
  expect(rewriteUrl(url)).toBe(url)
})

it('calls keep their query, and pages only Next’s own parameter', () => {
  expect(rewriteUrl('/api/products?limit=2&page=1')).toBe('/cms/api/shop/products?limit=2&page=1')
  expect(rewriteUrl('/reflections?page=2&_rsc=ab1')).toMatch(
    /^\/reflections-list\/.*page-2\?_rsc=ab1$/,
  )
})
