import { Link } from '@payloadcms/ui'
import type { ServerProps } from 'payload'
import { PanelCommands } from '../palette/panel-commands'
import { Avatar } from './avatar'
import { PayloadNames } from './payload-names'
import { firstNameOf } from './person'
import { ThemeSwitch } from './theme-switch'

/** What stands in the header of every panel page. One component in Payload's slot for actions keeps the order of the keyboard. */
export const HeaderBar = ({ user }: ServerProps) => (
  <div className="df-bar">
    <PayloadNames />
    <p>Welcome, <b>{firstNameOf(user ?? {})}</b></p>
    {user?.isActive ? <PanelCommands role={user.role} /> : null}
    <a className="df-link df-bar__wide" href="/">Customer View</a>
    <ThemeSwitch />
    <Link href="/admin/account" prefetch={false} className="df-bar__account" aria-label="Your account"><Avatar user={user} /></Link>
    {/* A plain link: signing out is a navigation, and is never prefetched. */}
    <a className="df-bar__wide" href="/api/logout">Logout</a>
  </div>
)
