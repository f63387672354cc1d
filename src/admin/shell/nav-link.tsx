'use client'
import { Link } from '@payloadcms/ui'
import { usePathname } from 'next/navigation'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'

/** The current link is scrolled into view. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname()
  const isHere = path === href || (href !== '/admin' && path.startsWith(`${href}/`))
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  return (
    <Link
      ref={link}
      href={href}
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      onClick={({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
        // The drawer closes when the path changes, which it doesn't now.
        if (path === href) currentTarget.closest('dialog')?.close()
      }}
    >
      {children}
    </Link>
  )
}
