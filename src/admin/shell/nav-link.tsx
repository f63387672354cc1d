'use client'
import { Link } from '@payloadcms/ui'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

export const NavLink = ({ href, children }: { href: string; children: ReactNode }) => {
  const path = usePathname()
  const isHere = path === href || (href !== '/admin' && path.startsWith(`${href}/`))
  return <Link href={href} prefetch={false} aria-current={isHere ? 'page' : undefined}>{children}</Link>
}
