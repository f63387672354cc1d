import type { ReactNode } from 'react'

export function SectionHeading({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-12 gap-y-3.5 lg:grid-cols-[1.1fr_1fr] lg:items-end">
      <h2 className="text-d2">{title}</h2>
      <div className="lg:justify-self-end">{children}</div>
    </div>
  )
}
