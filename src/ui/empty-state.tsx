import type { ReactNode } from 'react'

import { Emblem } from './emblem'

/** What an empty list shows: an emblem, a title, one sentence, at most one button. */
export function EmptyState({
  emblem,
  title,
  level: Title = 'h2',
  children,
  action,
}: {
  emblem: string
  title: string
  level?: 'h1' | 'h2'
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty-state">
      <Emblem name={emblem} className="mb-2 size-34" />
      <Title>{title}</Title>
      <div className="empty-state__text">{children}</div>
      {action ? <div className="empty-state__action">{action}</div> : null}
    </div>
  )
}
