'use client'
import { useSelectedLayoutSegment } from 'next/navigation'

import { navLinks } from './nav-links'

export function MainNav() {
  const segment = useSelectedLayoutSegment() ?? ''
  return (
    <nav aria-label="Main" className="flex gap-7.5 text-base font-[550] max-lg:hidden">
      {navLinks.map(({ href, label, segments }) => (
        <a
          key={href}
          href={href}
          aria-current={(segments as readonly string[]).includes(segment) ? 'page' : undefined}
          className="border-b-2 border-transparent py-2.5 hover:border-sun aria-[current]:border-sun"
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
