import type { ReactNode } from 'react'

/** Colors of ./kit.css. `info`, `warn`, `good`, and `bad` rate a status; `way` marks a type. */
export type BadgeTone =
  'fern' | 'sun' | 'sale' | 'paper' | 'plain' | 'good' | 'warn' | 'bad' | 'info' | 'way'

/** Always text: the color only adds emphasis. */
export function Badge({
  tone = 'fern',
  className = '',
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return <span className={`badge badge--${tone} ${className}`}>{children}</span>
}
