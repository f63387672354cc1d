import type { PayloadRequest } from 'payload'

import { clientAddress, consumeRateLimit, resetRateLimit } from '@/endpoints/http/rate-limit'
import { authenticateWithPassword } from '@/modules/accounts/actions/passwords'
import { type CreatedSession, createSession } from '@/modules/accounts/actions/sessions'
import { AppError } from '@/platform/errors'

/**
 * Allowances before anything is hashed: for one address, and for one address with one name. None for a name alone, or
 * anybody could lock somebody else out.
 */
const perAddress = { points: 20, seconds: 60 }
const perName = { points: 8, seconds: 10 * 60 }
const minute = { points: 8, seconds: 60 }

const spendForName = async (req: PayloadRequest, login: string): Promise<string> => {
  const key = `${clientAddress(req)} ${login}`
  await consumeRateLimit(req, 'sign-in-address', perAddress)
  await consumeRateLimit(req, 'sign-in-name', perName, key)
  return key
}

/**
 * Signs somebody in by name and password, for the shop and for the panel. One answer and one amount of work for a wrong
 * password, an unknown name and an account that is switched off.
 * @throws AppError unauthorized, too_many_requests
 */
export async function signInWithPassword(
  req: PayloadRequest,
  login: string,
  password: string,
): Promise<CreatedSession> {
  const key = await spendForName(req, login)
  const id = await authenticateWithPassword(req.payload, login, password)
  const issued = id === null ? null : await createSession(req.payload, id)
  if (!issued) throw new AppError('unauthorized', 'Invalid username or password')
  await resetRateLimit(req, 'sign-in-name', perName, key)
  return issued
}

/** The same allowance for whoever proves a password again while signed in. */
export function consumePasswordAttempt(req: PayloadRequest): Promise<void> {
  return consumeRateLimit(req, 'confirm-password', minute, `user ${req.user?.id}`)
}
