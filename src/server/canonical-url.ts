import { queryPages } from '@/modules/shop/rules/query-pages'

/** Paths that depend on the visitor or read their own query: passed on as they came, and never cached. */
const visitorPaths =
  /^\/(admin|cms|api|_next|order|orders|setup|checkout|account|auth|login|letters|newsletter|emails|cart\/saved|data-deletion|preview)(\/|$)/i
const apiPrefix = '/api/'
/** Pages that lie among the API calls. */
export const apiPages = /^\/api\/docs(\/[^/]+)?$/
/** Folders of Next that only rewrites lead to (rewrites.ts). */
const internalFolders = queryPages.map(({ folder }) => `${folder}/`)
/** Any path without a page of its own shows the 404 page. */
const missingPage = '/page-not-found'

const maxTargetLength = 12_288
const maxKeyLength = 2048
const maxQueryNames = 32

export type Target = { path: string; query: string }

/**
 * Reads the target of a request line, in origin form (`/path?query`) or absolute form (`http://host/path?query`).
 * @param target as Node gives it (`req.url`)
 * @returns the path, still encoded, and the query without its `?`; null for a target that is not valid: a fragment,
 * a URL that cannot be parsed, `*`, or more than 12,288 characters
 */
export function parseTarget(target: string): Target | null {
  if (target.length > maxTargetLength || target.includes('#')) return null
  let url = target
  if (!target.startsWith('/')) {
    const parsed = URL.canParse(target) ? new URL(target) : null
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return null
    url = parsed.pathname + parsed.search
  }
  const queryStart = url.indexOf('?')
  return queryStart < 0
    ? { path: url, query: '' }
    : { path: url.slice(0, queryStart), query: url.slice(queryStart + 1) }
}

/** The URL for Next of a target that has no canonical URL. */
export function formatTarget({ path, query }: Target): string {
  return query === '' ? path : `${path}?${query}`
}

/** Resolves dot segments, and decodes escapes of characters that need none (RFC 3986, 6.2.2). */
const normalizePath = (path: string): string =>
  !/%|\/\./.test(path)
    ? path
    : new URL(`http://localhost${path}`).pathname.replace(/%[0-9a-f]{2}/gi, (escape) => {
        const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
        return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
      })

/** Parameters sorted by name. An endpoint refuses a repeated one, so a call with one has no canonical URL. */
const canonicalCall = (path: string, query: string): string | null => {
  if (query === '') return path
  const parameters = [...new URLSearchParams(query)].sort(([a], [b]) => (a < b ? -1 : 1))
  const isRepeated = parameters.some(([name], index) => name === parameters[index - 1]?.[0])
  if (isRepeated || parameters.length > maxQueryNames) return null
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`
}

const canonicalPage = (path: string, query: string): string => {
  if (internalFolders.some((folder) => path.startsWith(folder))) return missingPage
  const page = queryPages.find((candidate) => candidate.path === path.toLowerCase())
  if (!page) return path
  if (query === '') return page.path
  const parameters = new URLSearchParams(query)
  return page.canonicalHref(
    Object.fromEntries(page.parameters.map((name) => [name, parameters.get(name) ?? undefined])),
  )
}

export type CanonicalUrl = { url: string; isPage: boolean }

/**
 * The one URL for all requests that mean the same page or API call. It is both the cache key and the URL that Next
 * renders, so that the two cannot disagree about repeated, unknown, or oddly encoded parameters.
 * @returns null for requests that are passed on as they came
 */
export function canonicalUrl(target: Target): CanonicalUrl | null {
  // Next redirects these paths, and keeps the query.
  if (
    target.path.includes('//') ||
    target.path.includes('\\') ||
    (target.path.length > 1 && target.path.endsWith('/'))
  )
    return null
  const path = normalizePath(target.path)
  const isPage = apiPages.test(path) || !visitorPaths.test(path)
  const url = isPage
    ? canonicalPage(path, target.query)
    : path.startsWith(apiPrefix)
      ? canonicalCall(path, target.query)
      : null
  return url === null || url.length > maxKeyLength ? null : { url, isPage }
}
