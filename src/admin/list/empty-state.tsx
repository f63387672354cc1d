import type { ReactNode } from 'react'

import { ButtonLink } from '@/admin/form/button'

export function EmptyState({
  emblem,
  title,
  children,
  action,
}: {
  emblem: string
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="df-empty">
      <img
        className="df-by-day"
        src={`/brand/emblems/${emblem}-fir.webp`}
        alt=""
        width={136}
        height={136}
      />
      <img
        className="df-at-dusk"
        src={`/brand/emblems/${emblem}-bone.webp`}
        alt=""
        width={136}
        height={136}
      />
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}

/** `href` shows the list without filters. */
export function NoResults({
  href,
  title,
  children,
}: {
  href: string
  title: string
  children: string
}) {
  return (
    <EmptyState
      emblem="homing"
      title={title}
      action={<ButtonLink href={href}>Clear filters</ButtonLink>}
    >
      {children}
    </EmptyState>
  )
}
