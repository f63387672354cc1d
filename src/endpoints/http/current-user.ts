import type { PayloadRequest } from 'payload'

import { AppError } from '@/platform/errors'

/** Who calls. Endpoints that say `getCurrentUser` have been past that door already; this only tells the types so. */
export function requireUser(req: PayloadRequest): NonNullable<PayloadRequest['user']> {
  if (!req.user?.isActive) throw new AppError('unauthorized', 'Please sign in first.')
  return req.user
}
