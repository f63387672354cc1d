import type { ReactNode } from 'react'

import { FilterChip } from '@/components/chip'

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

type Filter = { label: string; href: string }

/** The active filters, each a link to the same list without it, and the number of results. Empty labels are left out. */
export function ResultBar({ filters, count }: { filters: readonly Filter[]; count: string }) {
  const active = filters.filter(({ label }) => label)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2.5 pt-5 pb-7">
      {active.length === 0 ? (
        <span />
      ) : (
        <ul aria-label="Active filters" className="flex flex-wrap gap-2.5">
          {active.map(({ label, href }) => (
            <li key={label}>
              <FilterChip href={href}>{label}</FilterChip>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-small text-ink-soft">
        {count}
      </p>
    </div>
  )
}

type LinksProps = { label: string; links: readonly (Filter & { isCurrent: boolean })[] }

export function FilterLinks({ label, links }: LinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2.5">
        {links.map((link) => (
          <li key={link.label}>
            <a
              href={link.href}
              aria-current={link.isCurrent ? 'true' : undefined}
              className="chip aria-[current]:border-fern aria-[current]:bg-fern-soft"
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
