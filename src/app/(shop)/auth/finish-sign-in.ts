import { sessionStore, type SessionUser } from '@/components/account/session-store'
import { flashToast } from '@/ui/toast'

/** After a call that signed somebody in: keeps who it is, and goes on to a page that says what happened. */
export function finishSignIn(
  { user }: { user: SessionUser },
  toast: Parameters<typeof flashToast>[0],
  next = '/account',
): void {
  sessionStore.set(user)
  flashToast(toast)
  location.assign(next)
}
