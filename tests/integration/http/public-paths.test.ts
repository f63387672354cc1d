import { endpoints } from '@/endpoints'
import { identityProviders } from '@/platform/identity-providers'
import { rewrites } from '@/server/rewrites'

/** Destination patterns of the rewrites, limited to the values that each source allows. */
const destinations = rewrites.afterFiles.map(({ source, destination }) => {
  const allowed = /:provider\(([^)]+)\)/.exec(source)?.[1]
  return new RegExp(
    `^${destination.replace(':path*', '.+').replace(':provider', `(${allowed ?? '[^/]+'})`)}$`,
  )
})
const isReachable = (path: string): boolean =>
  destinations.some((destination) => destination.test(`/cms/api${path}`))

it('every endpoint has a public path that a rewrite maps to it', () => {
  const paths = endpoints.flatMap(({ path }) =>
    path.includes(':provider')
      ? identityProviders.map((provider) => path.replace(':provider', provider))
      : [path],
  )
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !isReachable(path.replaceAll(/:\w+/g, '1')))).toEqual([])
})
it('a path without a rewrite is not reachable', () => {
  expect(isReachable('/root/auth/nowhere')).toBe(false)
  expect(isReachable('/somewhere/else')).toBe(false)
})
