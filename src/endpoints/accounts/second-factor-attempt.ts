import type { PayloadRequest } from 'payload'

import { clientAddress, consumeRateLimit, resetRateLimit } from '@/endpoints/http/rate-limit'
import { verifySecondFactor } from '@/modules/accounts/actions/second-factor'
import { findKnownDevice } from '@/modules/accounts/queries/known-device'
import { isAppCode } from '@/modules/accounts/rules/second-factor'
import { AppError } from '@/platform/errors'

/** Attempts for each account and client address. */
const attemptLimit = { points: 8, seconds: 10 * 60 }
/**
 * Six digits can be guessed from many addresses, so all attempts for an account count together, except those in a
 * browser that a staff account knows, which count separately. Backup codes can't be guessed and stay usable: nobody can
 * lock the owner out.
 */
const appCodeLimit = { points: 60, seconds: 60 * 60 }

/**
 * Checks the second step of a user, with limits.
 * @throws AppError invalid (wrong or used code), too_many_requests
 */
export async function requireSecondFactor(
  req: PayloadRequest,
  userId: number,
  code: string,
): Promise<void> {
  const account = `user ${userId}`
  const attempt = `${account} ${clientAddress(req)}`
  await consumeRateLimit(req, 'second-factor', attemptLimit, attempt)
  const deviceId = await findKnownDevice(req, userId)
  const source = deviceId === null ? account : `device ${deviceId}`
  if (isAppCode(code)) await consumeRateLimit(req, 'second-factor-app', appCodeLimit, source)
  if (!(await verifySecondFactor(req.payload, userId, code))) {
    const message = isAppCode(code)
      ? 'That code doesn’t match or was already used. Wait for the next code and try again. If that doesn’t work, make sure your phone sets its time automatically.'
      : 'That backup code doesn’t match or was already used.'
    throw new AppError('invalid', message, { fields: { code: message } })
  }
  await resetRateLimit(req, 'second-factor', attemptLimit, attempt)
  await resetRateLimit(req, 'second-factor-app', appCodeLimit, source)
}
