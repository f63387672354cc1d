import { sessionStore, type SessionUser } from '@/components/account/session-store'
import { flashToast } from '@/ui/toast'

/** Stores the signed-in user and goes to a page that shows the toast. */
export function finishSignIn(
  { user }: { user: SessionUser },
  toast: Parameters<typeof flashToast>[0],
  next = '/account',
): void {
  sessionStore.set(user)
  flashToast(toast)
  location.assign(next)
}
