import { existsSync } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import path from 'node:path'

import fc from 'fast-check'
import { getPathMatch } from 'next/dist/shared/lib/router/utils/path-match'
import { matchHas, prepareDestination } from 'next/dist/shared/lib/router/utils/prepare-destination'

import { readParts } from '@/app/(shop)/read-parts'
import { endpoints } from '@/endpoints'
import { queryPages } from '@/modules/shop/rules/query-pages'
import { identityProviders } from '@/platform/identity-providers'
import { canonicalUrl, parseTarget } from '@/server/canonical-url'
import { rewrites } from '@/server/rewrites'

/** The path that Next.js renders for a URL: that of the first rewrite that matches, as its router determines it. */
const renderedRoute = (url: string): string => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name)
    query[name] = values.length > 1 ? values : (values[0] ?? '')
  }
  for (const { source, has, destination } of rewrites.beforeFiles) {
    if (!getPathMatch(source)(pathname)) continue
    const params = matchHas(new IncomingMessage(new Socket()), query, has)
    if (params)
      return prepareDestination({ appendParamsToQuery: false, destination, params, query }).newUrl
  }
  return pathname
}

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
        expect(renderedRoute(rewritten)).toBe(renderedRoute(plain))
      }),
      { numRuns: 1000 },
    )
  })

  it('give the page the same search', () => {
    fc.assert(
      fc.property(variants, ({ page, pairs }) => {
        const key = keyOf(`${page.path}?${encode(pairs)}`)
        const [, ...segments] = renderedRoute(key).slice(1).split('/')
        const parts = Object.fromEntries(
          page.parameters.map((name, index) => [name, segments[index] ?? '']),
        )
        // A value is cut where it would break the path. The rest of it is parsed the same way.
        const values = Object.entries(readParts(parts))
        const given = new URL(key, 'http://localhost').searchParams
        expect(values.filter(([name, text]) => !(given.get(name) ?? '').includes(text))).toEqual([])
        if (![...given.values()].some((text) => /[%/?#\\\p{Cc}]/u.test(text)))
          expect(page.canonicalHref(Object.fromEntries(values))).toBe(key)
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

it('every API path, including those for each sign-in provider, is rewritten to its endpoint', () => {
  const mounted = endpoints.flatMap(({ path: route }) =>
    route.includes(':provider') && route.startsWith('/root/')
      ? identityProviders.map((provider) => route.replace(':provider', provider))
      : [route.replace(/:\w+/g, 'some-1')],
  )
  const delivered = mounted.map((route) => {
    const url = route.replace(/^\/shop/, '/api').replace(/^\/root/, '')
    for (const { source, destination } of rewrites.afterFiles) {
      const params = getPathMatch(source, { strict: true, removeUnnamedParams: true })(url)
      if (params)
        return prepareDestination({ appendParamsToQuery: false, destination, params, query: {} })
          .newUrl
    }
    return url
  })
  expect(mounted.filter((route) => route.startsWith('/root/')).length).toBeGreaterThan(5)
  expect(delivered).toEqual(mounted.map((route) => `/cms/api${route}`))
})
