const base = 'http://shop.invalid'

/** Rewrites ignore case and decode the path, so this must, too. A path that can't be decoded is no page. */
function isExcluded(pathname: string): boolean {
  try {
    return /^\/((auth|login|api|cms)(\/|$)|admin\/logout)/i.test(decodeURIComponent(pathname))
  } catch {
    return true
  }
}

/** Returns the path to open after signing in: never another site, and never a page that signs in or out again. */
export function safeReturnPath(input: unknown, fallback = '/'): string {
  if (typeof input !== 'string' || input.length > 500 || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(input))
    return fallback
  const url = URL.canParse(input, base) ? new URL(input, base) : null
  if (!url || url.origin !== base || isExcluded(url.pathname) || url.pathname.startsWith('//'))
    return fallback
  return url.pathname + url.search + url.hash
}
