import type { Metadata } from 'next'
import type { ReactNode } from 'react'

import { AccountNav } from './account-nav'
import { FocusAfterReload } from './reload-with-toast'

/** Nothing of an account is indexed or cached; each page requires its own user (requireCurrentUser). */
export const metadata: Metadata = {
  title: { default: 'Your account', template: '%s · Your account · Dayfern' },
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

const AccountLayout = ({ children }: { children: ReactNode }) => (
  <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 pt-8 pb-(--sec) lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-16 lg:pt-12">
    <div>
      <AccountNav />
    </div>
    <div className="min-w-0">{children}</div>
    <FocusAfterReload />
  </div>
)

export default AccountLayout
