import type { PayloadRequest } from 'payload'

/** Whether a browser only looks ahead. A link that changes something must not be followed then. */
export function isPrefetch(req: PayloadRequest): boolean {
  return (
    ['next-router-prefetch', 'rsc', 'next-url'].some((name) => req.headers.has(name)) ||
    Boolean(req.headers.get('sec-purpose')?.includes('prefetch'))
  )
}

/**
 * Who is signed in in this browser, also when it comes from elsewhere (where `req.user` is nobody): for comparing with
 * who set out, and for nothing else.
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
