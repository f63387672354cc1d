import type { ComponentType, ReactNode } from 'react'

import { IconDrawing, kitShapes } from './kit-icon'

type LinkProps = {
  href: string
  className: string
  rel?: string
  'aria-label': string
  'aria-current'?: 'page'
  children: ReactNode
}
type Theme = {
  frame: string
  range: string
  list: string
  cell: string
  link: string
  /** Of a step that leads nowhere; without it the step is left out. */
  disabled?: string
  Link: ComponentType<LinkProps> | 'a'
  previous: ReactNode
  next: ReactNode
}
const shopTheme: Theme = {
  frame: 'mt-16 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5',
  range: 'nums text-small text-ink-soft',
  list: 'nums flex flex-wrap items-center gap-1.5',
  cell: 'grid h-11 min-w-11 place-items-center rounded-block px-1 font-[550]',
  link: 'hover:bg-sunken aria-[current]:bg-fern-soft',
  Link: 'a',
  previous: <IconDrawing shape={kitShapes.left} className="size-4.5" />,
  next: <IconDrawing shape={kitShapes.right} className="size-4.5" />,
}

/** The first, the last, and those around the current one; null where numbers are left out. */
const shownPages = (page: number, pages: number): (number | null)[] => {
  const near = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b)
  return near.flatMap((number, index) =>
    index > 0 && number - (near[index - 1] ?? 0) > 1 ? [null, number] : [number],
  )
}

type Props = {
  page: number
  pages: number
  perPage: number
  total: number
  href: (page: number) => string
  /** Names the links where a screen has several lists. */
  label?: string
  theme?: Theme
}

/** Which items are shown, and links to the other pages. */
export function Pagination({
  page,
  pages,
  perPage,
  total,
  href,
  label: navLabel = 'Pages',
  theme = shopTheme,
}: Props) {
  const { Link, cell } = theme
  const step = (to: number, rel: 'prev' | 'next', label: string, icon: ReactNode) => {
    if (to >= 1 && to <= pages)
      return (
        <li>
          <Link href={href(to)} rel={rel} aria-label={label} className={`${cell} ${theme.link}`}>
            {icon}
          </Link>
        </li>
      )
    return theme.disabled ? (
      <li>
        <span className={`${cell} ${theme.disabled}`} aria-hidden>
          {icon}
        </span>
      </li>
    ) : null
  }
  return (
    <div className={theme.frame}>
      <p className={theme.range}>
        {(page - 1) * perPage + 1} to {Math.min(page * perPage, total)} of {total}
      </p>
      {pages > 1 ? (
        <nav aria-label={navLabel}>
          <ul className={theme.list}>
            {step(page - 1, 'prev', 'Previous page', theme.previous)}
            {shownPages(page, pages).map((number, index) => (
              <li key={number ?? `gap-${index}`}>
                {number === null ? (
                  <span className={cell}>…</span>
                ) : (
                  <Link
                    href={href(number)}
                    aria-label={`Page ${number}`}
                    aria-current={number === page ? 'page' : undefined}
                    className={`${cell} ${theme.link}`}
                  >
                    {number}
                  </Link>
                )}
              </li>
            ))}
            {step(page + 1, 'next', 'Next page', theme.next)}
          </ul>
        </nav>
      ) : null}
    </div>
  )
}
