/** The key in a link, or '' when it lost some letters on its way. */
export function parseToken(given: unknown): string {
  return typeof given === 'string' && /^[\w-]{43}$/.test(given) ? given : ''
}
