import type { ReactNode } from 'react'

type DocsLink = { href: string; label: string; isCurrent?: boolean }

type Props = {
  title: string
  lead: ReactNode
  nav: { label: string; links: readonly DocsLink[] }
  children: ReactNode
}

export function DocsFrame({ title, lead, nav, children }: Props) {
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-16 pb-(--sec) lg:grid-cols-[13rem_minmax(0,1fr)]">
      <header className="grid max-w-[50rem] gap-5 pt-[clamp(1.4rem,3vw,3rem)] pb-[clamp(1.8rem,4vw,3.4rem)] lg:col-start-2">
        <h1 className="text-d1 wrap-anywhere">{title}</h1>
        {lead}
      </header>
      <nav
        aria-label={nav.label}
        className="lg:sticky lg:top-24 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100svh-7rem)] lg:self-start lg:overflow-y-auto lg:pt-[clamp(1.4rem,3vw,3rem)]"
      >
        <ul className="flex flex-wrap gap-x-5 lg:grid">
          {nav.links.map(({ href, label, isCurrent }) => (
            <li key={href} className="min-w-0">
              <a
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className="inline-flex min-h-11 max-w-full items-center font-[550] wrap-anywhere hover:underline aria-[current]:underline"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-16 max-lg:mt-8 lg:col-start-2">
        {children}
      </div>
    </div>
  )
}
