const base = 'http://shop.invalid'

/**
 * Where somebody goes after signing in: a path of this shop, never another site, and never a page that would only sign
 * them in or out again.
 */
export function safeReturnPath(given: unknown, otherwise = '/'): string {
  if (typeof given !== 'string' || given.length > 500 || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(given))
    return otherwise
  const url = URL.canParse(given, base) ? new URL(given, base) : null
  if (
    !url ||
    url.origin !== base ||
    /^\/(auth|login|api|cms)(\/|$)/.test(url.pathname) ||
    url.pathname.startsWith('//')
  )
    return otherwise
  return url.pathname + url.search + url.hash
}
