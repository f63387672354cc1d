/** The key in a link, or '' when it lost some letters on its way. */
export const parseToken = (given: unknown): string =>
  typeof given === 'string' && /^[\w-]{43}$/.test(given) ? given : ''
