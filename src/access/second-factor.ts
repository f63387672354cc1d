import { env } from '@/platform/env'

import type { Role } from './roles'

const rolesThatNeedIt: readonly Role[] = ['admin', 'super_admin']

/** Where people turn two-step verification on. */
export const secondFactorSetupPath = '/account/security#two-step'

/** Whether this role must use two-step verification: those that handle money and people, once payments are real. */
export function requiresSecondFactor(role: Role): boolean {
  return env.PAYPAL_ENVIRONMENT !== 'demo' && rolesThatNeedIt.includes(role)
}

type SignIn = { role: Role; secondFactorSince?: string | null; passkeySince?: string | null }

/**
 * Whether a password alone doesn't sign this user in: with an authenticator app, and for admins and
 * super admins also with a passkey, which is both steps in one.
 */
export function usesSecondFactor({ role, secondFactorSince, passkeySince }: SignIn): boolean {
  return Boolean(secondFactorSince) || (Boolean(passkeySince) && rolesThatNeedIt.includes(role))
}

/** Whether a user must set up a second factor before they may do anything as staff. */
export function lacksSecondFactor(user: SignIn): boolean {
  return requiresSecondFactor(user.role) && !usesSecondFactor(user)
}
