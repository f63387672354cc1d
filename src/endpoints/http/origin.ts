import type { PayloadRequest } from 'payload'

import { isCrossOrigin } from '@/access/cross-site'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'

const ownOrigin = new URL(env.SERVER_URL).origin

/**
 * CSRF protection: accepts writes only from the shop's own pages. Clients that aren't browsers send
 * no origin, and no cookies that another site could misuse.
 * @throws AppError forbidden
 */
export function assertSameOrigin(req: PayloadRequest): void {
  const origin = req.headers.get('origin')
  const isSameOrigin = req.headers.has('sec-fetch-site')
    ? !isCrossOrigin(req)
    : origin === null || origin === ownOrigin
  if (!isSameOrigin) throw new AppError('forbidden', 'This request came from another site.')
}
