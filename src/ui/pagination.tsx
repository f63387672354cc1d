import { Icon } from './icon'

const cell = 'grid h-11 min-w-11 place-items-center rounded-block px-1 font-[550]'

/** The first, the last, and those around the current one; null where numbers are left out. */
const shownPages = (page: number, pages: number): (number | null)[] => {
  const near = [1, page - 1, page, page + 1, pages].filter(
    (number, index, all) => number >= 1 && number <= pages && all.indexOf(number) === index,
  )
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
}

export function Pagination({ page, pages, perPage, total, href }: Props) {
  return (
    <div className="mt-16 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
      <p className="nums text-small text-ink-soft">
        {(page - 1) * perPage + 1} to {Math.min(page * perPage, total)} of {total}
      </p>
      <nav aria-label="Pages">
        <ul className="nums flex flex-wrap items-center gap-1.5">
          {page > 1 ? (
            <li>
              <a
                href={href(page - 1)}
                rel="prev"
                aria-label="Previous page"
                className={`${cell} hover:bg-sunken`}
              >
                <Icon name="left" className="size-4.5" />
              </a>
            </li>
          ) : null}
          {shownPages(page, pages).map((number, index) => (
            <li key={number ?? `gap-${index}`}>
              {number === null ? (
                <span className={cell}>…</span>
              ) : (
                <a
                  href={href(number)}
                  aria-label={`Page ${number}`}
                  aria-current={number === page ? 'page' : undefined}
                  className={`${cell} hover:bg-sunken aria-[current]:bg-fern-soft`}
                >
                  {number}
                </a>
              )}
            </li>
          ))}
          {page < pages ? (
            <li>
              <a
                href={href(page + 1)}
                rel="next"
                aria-label="Next page"
                className={`${cell} hover:bg-sunken`}
              >
                <Icon name="right" className="size-4.5" />
              </a>
            </li>
          ) : null}
        </ul>
      </nav>
    </div>
  )
}
