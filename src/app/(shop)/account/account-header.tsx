import type { ReactNode } from 'react'

export function AccountHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-8 grid gap-2">
      <h1 className="text-d2">{title}</h1>
      {children ? <p className="max-w-[38rem] text-ink-soft">{children}</p> : null}
    </div>
  )
}
