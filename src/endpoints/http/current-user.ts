import type { PayloadRequest } from 'payload'

import { AppError } from '@/platform/errors'

/** Returns the signed-in user; for endpoints that require one anyway, this narrows the type. @throws AppError unauthorized */
export function requireUser(req: PayloadRequest): NonNullable<PayloadRequest['user']> {
  if (!req.user?.isActive) throw new AppError('unauthorized', 'Please sign in first.')
  return req.user
}
