import type { ReactNode } from 'react'

export type BadgeTone = 'plain' | 'info' | 'warn' | 'way' | 'good' | 'bad' | 'sun'

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={`df-badge df-badge--${tone}`}>
      <i aria-hidden />
      {children}
    </span>
  )
}
