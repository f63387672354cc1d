import type { PayloadRequest } from 'payload'

/** Whether a browser only prefetches; links with effects must do nothing then. */
export function isPrefetch(req: PayloadRequest): boolean {
  return (
    ['next-router-prefetch', 'rsc', 'next-url'].some((name) => req.headers.has(name)) ||
    Boolean(req.headers.get('sec-purpose')?.includes('prefetch'))
  )
}

/**
 * Returns the user of this browser's session even for cross-site requests, where `req.user` is null.
 * Only to compare with the user who started a redirect.
 */
export async function getBrowserUser(req: PayloadRequest): Promise<PayloadRequest['user']> {
  const token = (req.headers.get('cookie') ?? '')
    .split(/;\s*/)
    .find((cookie) => cookie.startsWith(`${req.payload.config.cookiePrefix}-token=`))
    ?.split('=')[1]
  if (!token) return null
  const { user } = await req.payload.auth({
    headers: new Headers({ Authorization: `JWT ${token}` }),
  })
  return user?.isActive ? user : null
}

/** Whether a browser opened the link, and not an email app. */
export function wantsPage(req: PayloadRequest): boolean {
  return req.headers.get('accept')?.includes('text/html') === true
}

export function redirectTo(path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: path, 'Cache-Control': 'private, no-store' },
  })
}
