import type { PayloadRequest } from 'payload'

import { AppError } from '@/platform/errors'

/** The request of a call that requires a permission or a sign-in. */
export type SignedInRequest = PayloadRequest & { user: NonNullable<PayloadRequest['user']> }

/** Returns the id of the signed-in user; null for visitors and deactivated accounts. */
export function currentUserId({ user }: Pick<PayloadRequest, 'user'>): number | null {
  return user?.isActive ? user.id : null
}

/** Returns the signed-in user; for code that can’t rely on an endpoint’s declaration. @throws AppError unauthorized */
export function requireUser(req: PayloadRequest): SignedInRequest['user'] {
  if (!req.user?.isActive) throw new AppError('unauthorized', 'Please sign in first.')
  return req.user
}
