'use client'
import { useSelectedLayoutSegment } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** The parts of /account, in the order of its navigation. A part is a folder of app/(shop)/account. */
const accountNavItems = [
  { segment: null, href: '/account', label: 'Overview' },
  { segment: 'orders', href: '/account/orders', label: 'Orders' },
  { segment: 'saved', href: '/account/saved', label: 'Saved' },
  { segment: 'addresses', href: '/account/addresses', label: 'Addresses' },
  { segment: 'reviews', href: '/account/reviews', label: 'Reviews' },
  { segment: 'newsletter', href: '/account/newsletter', label: 'Newsletter' },
  { segment: 'security', href: '/account/security', label: 'Sign-in and security' },
  { segment: 'privacy', href: '/account/privacy', label: 'Your data' },
] as const

export function AccountNav() {
  const current = useSelectedLayoutSegment()
  const row = useRef<HTMLElement>(null)
  // Scrolls the row to the current page on small screens.
  useEffect(() => {
    const currentLink = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (currentLink)
      row.current?.scrollTo({
        left: currentLink.offsetLeft - (row.current.clientWidth - currentLink.offsetWidth) / 2,
        behavior: 'instant',
      })
  }, [current])
  return (
    <nav
      ref={row}
      aria-label="Account"
      className="relative print:hidden max-lg:-mx-(--gut) max-lg:overflow-x-auto max-lg:px-(--gut)"
    >
      <ul className="flex gap-1 lg:grid">
        {accountNavItems.map(({ segment, href, label }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={segment === current ? 'page' : undefined}
              className="block rounded-block px-4 py-2.5 font-[550] whitespace-nowrap hover:bg-sunken aria-[current]:bg-fern-soft aria-[current]:shadow-[inset_0_-3px_0_var(--c-sun)] lg:aria-[current]:shadow-[inset_3px_0_0_var(--c-sun)]"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
