import { queryPages } from '@/modules/shop/rules/query-pages'
import { identityProviders } from '@/platform/identity-providers'

import { apiPages, parseTarget } from './canonical-url'

const providers = identityProviders.join('|')
/** Calls outside /api whose paths the specification or a provider names. */
const rootCalls = new RegExp(
  `^/(order(/.+)?|setup|auth/(${providers})(/callback)?|\\.well-known/apple-developer-merchantid-domain-association)$`,
)

/** The parameter by which Next asks for a part of a page. */
const partParameter = '_rsc'

/**
 * Returns the URL at which Next answers a request: the folder of a page that reads its query, with one path segment for
 * each parameter, so that each combination is rendered once and cached; or the path of a call in Payload's router. Next
 * has no rewrites of its own, because it compiles each of them again for every request.
 * @param url path and query of a request
 */
export function rewriteUrl(url: string): string {
  const target = parseTarget(url)
  // Next redirects a path with an extra slash.
  if (!target || (target.path !== '/' && /\/\/|\\|\/$/.test(target.path))) return url
  const { path, query } = target
  const search = query && `?${query}`
  if (rootCalls.test(path)) return `/cms/api/root${path}${search}`
  if (/^\/api(\/|$)/.test(path))
    return apiPages.test(path) ? url : `/cms/api/shop${path.slice('/api'.length)}${search}`
  const page = queryPages.find((candidate) => candidate.path === path.toLowerCase())
  if (!page) return url
  const params = new URLSearchParams(query)
  const segments = page.parameters.map(
    (name) => `${name}-${encodeURIComponent(params.get(name) ?? '')}`,
  )
  const part = params.get(partParameter)
  return `${[page.folder, ...segments].join('/')}${part ? `?${partParameter}=${encodeURIComponent(part)}` : ''}`
}
