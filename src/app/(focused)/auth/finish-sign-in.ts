import { sessionStore, type SessionUser } from '@/components/account/session-store'
import { ApiError } from '@/platform/http/api-client'
import { flashToast } from '@/ui/toast'

/** Whether the first step of signing in was right and two-step verification asks for a code. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required'
}

export function codePath(next: string): string {
  return `/auth/code?next=${encodeURIComponent(next)}`
}

/** Where staff turn on two-step verification, which their role needs. */
export const setupPath = '/account/security#two-step'

/** Stores the signed-in user and goes to a page that shows the toast, or to the second step if there is one. */
export async function finishSignIn(
  signIn: Promise<{ user: SessionUser; setUpSecondFactor: boolean }>,
  toast: Parameters<typeof flashToast>[0],
  next = '/account',
): Promise<'leaving'> {
  try {
    const { user, setUpSecondFactor } = await signIn
    sessionStore.set(user)
    flashToast(toast)
    location.assign(setUpSecondFactor ? setupPath : next)
  } catch (error) {
    if (!needsCode(error)) throw error
    location.assign(codePath(next))
  }
  return 'leaving'
}
