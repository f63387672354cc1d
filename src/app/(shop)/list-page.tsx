import type { ReactNode } from 'react'

import { FilterChip } from '@/components/chip'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

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
export function ResultBar({
  filters,
  count,
  correctedSearch = null,
}: {
  filters: readonly Filter[]
  count: string
  /** What was searched instead of what was typed. */
  correctedSearch?: string | null
}) {
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
      {correctedSearch ? (
        <p className="basis-full">
          Showing results for <b className="font-semibold">“{correctedSearch}”</b>.
        </p>
      ) : null}
    </div>
  )
}

/** In place of the results, if there are none. */
export function NoResults({ title, allHref }: { title: string; allHref: string }) {
  return (
    <EmptyState
      emblem="travel-light"
      title={title}
      action={
        <ButtonLink href={allHref} variant="line">
          Clear filters
        </ButtonLink>
      }
    >
      <p>Try another word or remove a filter.</p>
    </EmptyState>
  )
}

/** In place of the results, for a page number past the last one. */
export function MissingPage({ pages, firstPage }: { pages: number; firstPage: string }) {
  return (
    <EmptyState
      emblem="travel-light"
      title="That page doesn’t exist."
      action={
        <ButtonLink href={firstPage} variant="line">
          Go to the first page
        </ButtonLink>
      }
    >
      <p>{pages === 1 ? 'These results fit on one page.' : `These results have ${pages} pages.`}</p>
    </EmptyState>
  )
}

type LinksProps = {
  label: string
  links: readonly (Filter & { isCurrent: boolean })[]
  /** Whether search engines should follow the links. */
  isFollowed?: boolean
}

export function FilterLinks({ label, links, isFollowed = true }: LinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2.5">
        {links.map((link) => (
          <li key={link.label}>
            <a
              href={link.href}
              rel={isFollowed ? undefined : 'nofollow'}
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
