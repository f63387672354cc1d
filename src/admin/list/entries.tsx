import type { ReactNode } from 'react'

export function Entries({ children }: { children: ReactNode }) {
  return <ul className="df-entries">{children}</ul>
}

/** A line of small print in an entry. */
export function Meta({ children }: { children: ReactNode }) {
  return children ? <p className="df-entry__meta">{children}</p> : null
}

/** An entry of an inbox: a title, small print, content, and actions. */
export function InboxEntry({
  title,
  meta,
  actions,
  children,
}: {
  title: ReactNode
  meta?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="df-entry df-inbox__entry">
      <div>
        <p className="df-inbox__title">{title}</p>
        <Meta>{meta}</Meta>
        {children}
      </div>
      {actions}
    </li>
  )
}
