import { Link } from '@payloadcms/ui'
import type { ServerProps } from 'payload'

import { hasPermission } from '@/access/can'
import { PanelCommands } from '@/admin/command-palette/panel-commands'
import { IdentityPrompt } from '@/admin/form/identity-prompt'
import { NotificationBell } from '@/admin/notifications/notification-bell'
import { listNotifications } from '@/modules/notifications/queries'
import { env } from '@/platform/env'

import { AccessibleLabels } from './accessible-labels'
import { Avatar } from './avatar'
import { ThemeToggle } from './theme-toggle'
import { firstNameOf } from './user-display-name'

/** One component in Payload's `actions` slot keeps the tab order. */
export async function Header({ payload, user }: ServerProps) {
  const notifications =
    user && hasPermission({ user }, 'panel:open') ? await listNotifications(payload, user) : null
  return (
    <div className="df-bar">
      <AccessibleLabels />
      <IdentityPrompt />
      <p>
        Welcome, <b>{firstNameOf(user ?? {})}</b>
      </p>
      {user?.isActive ? <PanelCommands role={user.role} /> : null}
      <a className="df-link df-bar__wide" href="/">
        Customer View
      </a>
      {notifications ? (
        <NotificationBell initial={notifications} timeZone={env.SHOP_TIME_ZONE} />
      ) : null}
      <ThemeToggle />
      <Link
        href="/admin/account"
        prefetch={false}
        className="df-bar__account"
        aria-label="Your account"
      >
        <Avatar user={user} />
      </Link>
      {/* Not prefetched: it signs out. */}
      <a className="df-bar__wide" href="/api/logout">
        Logout
      </a>
    </div>
  )
}
