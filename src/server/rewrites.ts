import type { Rewrite } from 'next/dist/lib/load-custom-routes'

import { queryPages } from '../modules/shop/rules/query-pages'
// Relative, because next.config.ts loads this file without the paths of tsconfig.json.
import { identityProviders } from '../platform/identity-providers'

// Next puts a value into the path as it is, so it ends at the first character that would break the path.
const pathBreaking = '%/?#\\\\\\x00-\\x1f'
const leading = `[${pathBreaking}]*`
const value = `[^${pathBreaking}]*`

/**
 * `source?a=…&b=…` is served as a page with those values in its path, so that each combination is rendered once and
 * cached. There is one rule for each set of parameters that may be present; a missing one is an empty segment.
 */
export function queryRewrites(
  source: string,
  folder: string,
  parameters: readonly string[],
): Rewrite[] {
  const sets = Array.from({ length: 2 ** parameters.length }, (_, bits) =>
    parameters.filter((_parameter, index) => bits & (2 ** index)),
  )
  return sets
    .sort((a, b) => b.length - a.length)
    .map((present) => ({
      source,
      ...(present.length > 0
        ? {
            has: present.map((key) => ({
              type: 'query' as const,
              key,
              value: `${leading}(?<${key}>${value})[^]*`,
            })),
          }
        : {}),
      destination: `${folder}/${parameters.map((key) => `${key}-${present.includes(key) ? `:${key}` : ''}`).join('/')}`,
    }))
}

const providers = identityProviders.join('|')

/** The rewrites of next.config.ts: pages that read their query, and the public paths of the API. */
export const rewrites: { beforeFiles: Rewrite[]; afterFiles: Rewrite[]; fallback: Rewrite[] } = {
  beforeFiles: queryPages.flatMap(({ path, folder, parameters }) =>
    queryRewrites(path, folder, parameters),
  ),
  afterFiles: [
    // A page with a parameter, which Next would look for only after the calls below.
    { source: '/api/docs/:resource', destination: '/api/docs/:resource' },
    { source: '/api/:path*', destination: '/cms/api/shop/:path*' },
    { source: '/order', destination: '/cms/api/root/order' },
    { source: '/order/:path*', destination: '/cms/api/root/order/:path*' },
    { source: `/auth/:provider(${providers})`, destination: '/cms/api/root/auth/:provider' },
    {
      source: `/auth/:provider(${providers})/callback`,
      destination: '/cms/api/root/auth/:provider/callback',
    },
    { source: '/setup', destination: '/cms/api/root/setup' },
    {
      source: '/.well-known/apple-developer-merchantid-domain-association',
      destination: '/cms/api/root/.well-known/apple-developer-merchantid-domain-association',
    },
    // Requested by programs that read no page.
    { source: '/favicon.ico', destination: '/brand/favicon-32.png' },
  ],
  fallback: [],
}
