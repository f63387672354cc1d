import type { ReactNode } from 'react'

export function SecuritySection({
  id,
  title,
  children,
  className = '',
}: {
  id: string
  title: string
  children: ReactNode
  className?: string
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`grid scroll-mt-24 gap-4 border-t border-line pt-8 wrap-anywhere ${className}`}
    >
      <h2 id={`${id}-title`} className="text-h3 outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}
