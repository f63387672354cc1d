import type { ServerProps } from 'payload'

import { roleHasPermission } from '@/access/roles'
import { countOrdersToSubmit } from '@/modules/orders/queries/admin-orders'

import { Logo } from './brand'
import { NavDrawer } from './nav-drawer'
import { NavLink } from './nav-link'
import { type PanelScreen, screenGroupsFor } from './screens'

const Entry = ({
  screen: { label, href, icon: Icon, counts },
  forPrinter,
}: {
  screen: PanelScreen
  forPrinter: number
}) => (
  <NavLink href={href}>
    <Icon aria-hidden size={19} strokeWidth={1.6} />
    {label}
    {counts && forPrinter > 0 ? (
      <span className="df-nav__count">
        {forPrinter}
        <span className="df-hidden"> waiting to be sent to Printful</span>
      </span>
    ) : null}
  </NavLink>
)

/** Shows only screens that the role may use. */
export async function Nav({ payload, user }: ServerProps) {
  if (!user?.isActive) return null
  const forPrinter = roleHasPermission(user.role, 'orders:read')
    ? await countOrdersToSubmit(payload)
    : 0
  const links = screenGroupsFor(user.role).map(({ title, parent, screens }) => (
    <div key={title} className="df-nav__group">
      {parent ? <Entry screen={parent} forPrinter={forPrinter} /> : <h2>{title}</h2>}
      {screens.length > 0 ? (
        <ul aria-label={title} className={parent ? 'df-nav__nested' : undefined}>
          {screens.map((screen) => (
            <li key={screen.href}>
              <Entry screen={screen} forPrinter={forPrinter} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  ))
  const wordmark = (
    <div className="df-nav__logo">
      <Logo />
    </div>
  )
  return (
    <>
      <a href="#content" className="df-button df-button--solid df-skip">
        Skip to content
      </a>
      <aside className="df-nav">
        <div className="df-nav__inner">
          {wordmark}
          <nav aria-label="Admin">{links}</nav>
        </div>
      </aside>
      <NavDrawer>
        {wordmark}
        <nav aria-label="Admin">{links}</nav>
      </NavDrawer>
    </>
  )
}
