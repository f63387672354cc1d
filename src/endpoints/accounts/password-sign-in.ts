import type { PayloadRequest } from 'payload'

import { clientAddress, consumeRateLimit, resetRateLimit } from '@/endpoints/http/rate-limit'
import { authenticateWithPassword } from '@/modules/accounts/actions/passwords'
import { type CreatedSession, createSession } from '@/modules/accounts/actions/sessions'
import { findKnownDevice, findStaffLogin } from '@/modules/accounts/queries/known-device'
import { AppError } from '@/platform/errors'

/*
 * Limits for each client address, and for each address and username. A staff account also has one limit for all unknown
 * devices together, and one for each known device, so guesses from elsewhere don't lock its owner out. Customers have
 * none: we remember no devices of theirs.
 */
const addressLimit = { points: 20, seconds: 60 }
const usernameLimit = { points: 8, seconds: 10 * 60 }
const newDevicesLimit = { points: 60, seconds: 60 * 60 }
const knownDeviceLimit = { points: 20, seconds: 10 * 60 }
const confirmationLimit = { points: 8, seconds: 60 }

/** Returns the limit of guesses at a staff account that this browser counts against; null for other logins. */
async function findStaffLimit(req: PayloadRequest, login: string) {
  const staffId = await findStaffLogin(req.payload, login)
  if (staffId === null) return null
  const deviceId = await findKnownDevice(req, staffId)
  return deviceId === null
    ? { name: 'sign-in-new-devices', limit: newDevicesLimit, key: `user ${staffId}` }
    : { name: 'sign-in-known-device', limit: knownDeviceLimit, key: `device ${deviceId}` }
}

/** Limits how often a client address may try to sign in, whatever the way. */
export function consumeSignInAttempt(req: PayloadRequest): Promise<void> {
  return consumeRateLimit(req, 'sign-in-address', addressLimit)
}

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
  await consumeSignInAttempt(req)
  await consumeRateLimit(req, 'sign-in-name', usernameLimit, key)
  const staff = await findStaffLimit(req, login)
  if (staff) await consumeRateLimit(req, staff.name, staff.limit, staff.key)
  const user = await authenticateWithPassword(req.payload, login, password)
  if (user) {
    await resetRateLimit(req, 'sign-in-name', usernameLimit, key)
    if (staff) await resetRateLimit(req, staff.name, staff.limit, staff.key)
  }
  const session = user && (await createSession(req, user.id, { passwordHash: user.hash }))
  if (!session) throw new AppError('unauthorized', 'Invalid username or password')
  return session
}

/** Limits how often a signed-in user may enter their current password. */
export function consumePasswordAttempt(req: PayloadRequest): Promise<void> {
  return consumeRateLimit(req, 'confirm-password', confirmationLimit, `user ${req.user?.id}`)
}
