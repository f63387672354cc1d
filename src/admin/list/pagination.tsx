import { Link } from '@payloadcms/ui'
import { ChevronLeft, ChevronRight } from 'lucide-react'

type Props = {
  page: number
  pages: number
  limit: number
  total: number
  href: (page: number) => string
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

const Step = ({
  to,
  label,
  href,
  children,
}: {
  to: number | null
  label: string
  href: Props['href']
  children: React.ReactNode
}) =>
  to === null ? (
    <span className="df-pages__cell df-pages__cell--off" aria-hidden>
      {children}
    </span>
  ) : (
    <Link className="df-pages__cell" href={href(to)} prefetch={false} aria-label={label}>
      {children}
    </Link>
  )

export function Pagination({ page, pages, limit, total, href }: Props) {
  return (
    <div className="df-pages">
      <p>
        {(page - 1) * limit + 1} to {Math.min(page * limit, total)} of {total}
      </p>
      {pages > 1 ? (
        <nav aria-label="Pages">
          <Step to={page > 1 ? page - 1 : null} label="Previous page" href={href}>
            <ChevronLeft aria-hidden size={18} strokeWidth={1.6} />
          </Step>
          {shownPages(page, pages).map((number, index) =>
            number === null ? (
              <span key={`gap-${index}`} className="df-pages__cell">
                …
              </span>
            ) : (
              <Link
                key={number}
                className="df-pages__cell"
                href={href(number)}
                prefetch={false}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            ),
          )}
          <Step to={page < pages ? page + 1 : null} label="Next page" href={href}>
            <ChevronRight aria-hidden size={18} strokeWidth={1.6} />
          </Step>
        </nav>
      ) : null}
    </div>
  )
}
