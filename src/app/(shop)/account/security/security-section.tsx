import type { ReactNode } from 'react'

import { flashToast } from '@/ui/toast'

/** The page shows what is stored: it is loaded again after a change, and the toast appears there. */
export function reloadWithToast(title: string, text?: string): void {
  flashToast({ title, text })
  location.replace('/account/security')
}

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
      className={`grid scroll-mt-24 gap-4 border-t border-line pt-8 ${className}`}
    >
      <h2 id={`${id}-title`} className="text-h3">
        {title}
      </h2>
      {children}
    </section>
  )
}
