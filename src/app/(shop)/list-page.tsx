import type { ReactNode } from 'react'

/** The frame of a list of products or articles: a large title and one sentence above it. */
export function ListPage({
  title,
  lead,
  children,
}: {
  title: string
  lead: ReactNode
  children: ReactNode
}) {
  return (
    <div className="wrap pb-(--sec)">
      <div className="grid gap-3 pt-[clamp(1.4rem,3vw,3rem)] pb-[clamp(1.6rem,3vw,2.6rem)]">
        <h1 className="text-d1">{title}</h1>
        <p className="max-w-[38rem] text-lead text-ink-soft">{lead}</p>
      </div>
      {children}
    </div>
  )
}
