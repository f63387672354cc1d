import type { ReactNode } from 'react'

export function Panel({
  id,
  title,
  aside,
  children,
  className = '',
}: {
  id?: string
  title?: string
  aside?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section id={id} className={`df-panel ${className}`}>
      {title ? (
        <header className="df-panel__head">
          <h2>{title}</h2>
          {aside}
        </header>
      ) : null}
      {children}
    </section>
  )
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="df-panel__form">{children}</div>
    </Panel>
  )
}
