import { Link } from '@payloadcms/ui'
import type { ServerProps } from 'payload'

import { PanelCommands } from '@/admin/command-palette/panel-commands'
import { IdentityPrompt } from '@/admin/form/identity-prompt'

import { AccessibleLabels } from './accessible-labels'
import { Avatar } from './avatar'
import { ThemeToggle } from './theme-toggle'
import { firstNameOf } from './user-display-name'

/** One component in Payload's `actions` slot keeps the tab order. */
export function Header({ user }: ServerProps) {
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
