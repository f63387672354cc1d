import type { ReactNode } from 'react'

const tones = {
  fern: 'bg-fern-soft text-ink',
  sun: 'bg-sun-soft text-ink',
  sale: 'bg-surface text-clay',
  paper: 'bg-surface text-ink',
  plain: 'bg-sunken text-ink-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  way: 'bg-[color-mix(in_oklch,var(--c-dusk)_15%,var(--c-surface))] text-dusk',
} as const
export type BadgeTone = keyof typeof tones

/** Always a word: the color only underlines it. */
export function Badge({
  tone = 'fern',
  className = '',
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return <span className={`badge ${tones[tone]} ${className}`}>{children}</span>
}
