import type { PayloadRequest } from 'payload'

import { clientAddress, consumeRateLimit, resetRateLimit } from '@/endpoints/http/rate-limit'
import { authenticateWithPassword } from '@/modules/accounts/actions/passwords'
import { type CreatedSession, createSession } from '@/modules/accounts/actions/sessions'
import { AppError } from '@/platform/errors'

/*
 * Limits for each client address, and for each address and username. There is none for a username
 * alone: anyone could lock its owner out.
 */
const addressLimit = { points: 20, seconds: 60 }
const usernameLimit = { points: 8, seconds: 10 * 60 }
const confirmationLimit = { points: 8, seconds: 60 }

/**
 * Signs a user in, for the storefront and for the admin. A wrong password, an unknown username, and
 * an inactive user get the same response after the same work.
 * @throws AppError unauthorized, too_many_requests, second_factor_required
 */
export async function signInWithPassword(
  req: PayloadRequest,
  login: string,
  password: string,
): Promise<CreatedSession> {
  const key = `${clientAddress(req)} ${login}`
  await consumeRateLimit(req, 'sign-in-address', addressLimit)
  await consumeRateLimit(req, 'sign-in-name', usernameLimit, key)
  const userId = await authenticateWithPassword(req.payload, login, password)
  if (userId !== null) await resetRateLimit(req, 'sign-in-name', usernameLimit, key)
  const session = userId === null ? null : await createSession(req.payload, userId)
  if (!session) throw new AppError('unauthorized', 'Invalid username or password')
  return session
}

/** Limits how often a signed-in user may enter their current password. */
export function consumePasswordAttempt(req: PayloadRequest): Promise<void> {
  return consumeRateLimit(req, 'confirm-password', confirmationLimit, `user ${req.user?.id}`)
}
