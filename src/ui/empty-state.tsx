import type { ReactNode } from 'react'

import { Emblem } from './emblem'

/** Nothing here, said kindly: an emblem, a title, one sentence, at most one button. */
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
    <div className="grid justify-items-center gap-3 py-12 text-center">
      <Emblem name={emblem} className="mb-2 size-34" />
      <Title className={Title === 'h1' ? 'text-d2' : 'text-h3'}>{title}</Title>
      <div className="max-w-[34rem] text-balance text-ink-soft">{children}</div>
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  )
}
