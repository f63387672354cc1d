const base = 'http://shop.invalid'

/** Returns the path to open after signing in: never another site, and never a page that signs in or out again. */
export function safeReturnPath(input: unknown, fallback = '/'): string {
  if (typeof input !== 'string' || input.length > 500 || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(input))
    return fallback
  const url = URL.canParse(input, base) ? new URL(input, base) : null
  if (
    !url ||
    url.origin !== base ||
    /^\/(auth|login|api|cms)(\/|$)/.test(url.pathname) ||
    url.pathname.startsWith('//')
  )
    return fallback
  return url.pathname + url.search + url.hash
}
