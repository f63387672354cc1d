import type { Answer } from '../shop'

export function isShared(cacheControl: string): boolean {
  return /public|s-maxage/.test(cacheControl) && !/private|no-store/.test(cacheControl)
}

/** Cookies that scripts read: the discount in the cart, and that someone is signed in. They hold nothing secret. */
const cookiesOfScripts = ['dayfern-discount', 'dayfern-person']

/** What is wrong with the headers of a response. */
export function judge(answer: Answer, who: string): string[] {
  const header = (name: string): string => answer.headers.get(name) ?? ''
  const isPage = header('content-type').includes('html')
  const wrong: string[] = []
  if (header('x-content-type-options') !== 'nosniff') wrong.push('no nosniff')
  if (header('x-powered-by')) wrong.push(`X-Powered-By: ${header('x-powered-by')}`)
  if (isPage && !/default-src|script-src/.test(header('content-security-policy')))
    wrong.push('no content security policy')
  if (
    isPage &&
    !/frame-ancestors/.test(header('content-security-policy')) &&
    !header('x-frame-options')
  )
    wrong.push('may be framed')
  if (!header('referrer-policy')) wrong.push('no referrer policy')
  if (isShared(header('cache-control')) && answer.headers.getSetCookie().length > 0)
    wrong.push('a cookie in an answer that others may get')
  if (
    isShared(header('cache-control')) &&
    who !== 'visitor' &&
    answer.status === 200 &&
    header('vary').includes('Cookie')
  )
    wrong.push('a shared answer that depends on the cookie')
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = ''] = cookie.split('=', 1)
    if (!/samesite=(lax|strict)/i.test(cookie)) wrong.push(`cookie ${name} without SameSite`)
    if (!/httponly/i.test(cookie) && !cookiesOfScripts.includes(name))
      wrong.push(`cookie ${name} without HttpOnly`)
  }
  return wrong
}
