import { env } from '@/platform/env'

import type { Role } from './roles'

const rolesThatNeedIt: readonly Role[] = ['admin', 'super_admin']

/** Where people turn two-step verification on. */
export const secondFactorSetupPath = '/account/security#two-step'

/** Whether this role must use two-step verification: those that handle money and people, once payments are real. */
export function requiresSecondFactor(role: Role): boolean {
  return env.PAYPAL_ENVIRONMENT !== 'demo' && rolesThatNeedIt.includes(role)
}

/** Whether a user must turn on two-step verification before they may do anything as staff. */
export function lacksSecondFactor(user: {
  role: Role
  secondFactorSince?: string | null
}): boolean {
  return !user.secondFactorSince && requiresSecondFactor(user.role)
}
