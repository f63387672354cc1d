'use client'
import { useSession } from '@/components/account/use-session'

/**
 * Login for visitors; Account and Logout for signed-in people; Admin for staff too. The page contains all of them, and
 * the mark on <html> (theme-script, session-store) shows the right ones before the first paint, so that nothing jumps.
 */
export function AccountLinks({
  className,
  adminLabel = 'Admin',
}: {
  className: string
  adminLabel?: string
}) {
  useSession()
  return (
    <>
      <a href="/auth" className={`${className} person:hidden`}>
        Login
      </a>
      <a href="/admin" className={`${className} hidden staff:block`}>
        {adminLabel}
      </a>
      <a href="/account" className={`${className} hidden person:block`}>
        Account
      </a>
      <a href="/api/logout" rel="nofollow" className={`${className} hidden person:block`}>
        Logout
      </a>
    </>
  )
}
