import type { PayloadRequest } from 'payload'

import { isCrossOrigin } from '@/access/cross-site'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'

const home = new URL(env.SERVER_URL).origin

/**
 * Changes are taken from the shop's own pages only. Browsers say where a request comes from; programs that are not
 * browsers say nothing, and carry no cookie that somebody else could misuse.
 */
export function assertSameOrigin(req: PayloadRequest): void {
  const origin = req.headers.get('origin')
  const ours = req.headers.has('sec-fetch-site')
    ? !isCrossOrigin(req)
    : origin === null || origin === home
  if (!ours) throw new AppError('forbidden', 'This request came from another site.')
}
