import { speculationRules } from '@/components/layout/speculation-rules'

type Condition = { href_matches: string | string[] } | { not: Condition } | { and: Condition[] }

/** Whether a path meets a condition. The rules use no pattern syntax except `*`. */
const meets = (path: string, condition: Condition): boolean => {
  if ('and' in condition) return condition.and.every((one) => meets(path, one))
  if ('not' in condition) return !meets(path, condition.not)
  return [condition.href_matches]
    .flat()
    .some((pattern) =>
      new RegExp(`^${pattern.replace(/[.?+]/g, '\\$&').replaceAll('*', '.*')}$`).test(path),
    )
}
const rules = JSON.parse(speculationRules) as Record<
  'prerender' | 'prefetch',
  { where: Condition; eagerness: string }[]
>
const isPlanned = (kind: 'prerender' | 'prefetch', path: string): boolean =>
  rules[kind].some(({ where }) => meets(path, where))

it.each([
  '/products/1',
  '/blog/what-happens-before-it-ships',
  '/reflections/what-the-fireweed-knows',
])('%s is prerendered on hover', (path) => expect(isPlanned('prerender', path)).toBe(true))

it.each(['/', '/products', '/blog', '/about'])('%s is prefetched but not prerendered', (path) =>
  expect([isPlanned('prefetch', path), isPlanned('prerender', path)]).toEqual([true, false]),
)

it.each([
  '/cart',
  '/checkout',
  '/account',
  '/account/orders/DF-1001',
  '/orders/find',
  '/saved',
  '/auth/login',
  '/admin',
  '/api/logout',
  '/newsletter/unsubscribe',
  '/data-deletion/status',
  '/reflections/today',
  '/blog/rss.xml',
  '/uploads/fern-tee-1280.webp',
])(
  '%s, which is personal, has side effects, or is no page, is neither prefetched nor prerendered',
  (path) =>
    expect([isPlanned('prefetch', path), isPlanned('prerender', path)]).toEqual([false, false]),
)
