'use client'
import { useSelectedLayoutSegment } from 'next/navigation'

/** `segments` are the folders of app/(shop) that a link covers. */
const links: readonly { href: string; label: string; segments: readonly string[] }[] = [
  { href: '/products', label: 'Shop', segments: ['products', 'products-list'] },
  {
    href: '/blog',
    label: 'Reflections',
    segments: ['blog', 'blog-list', 'reflections', 'reflections-list'],
  },
  { href: '/about', label: 'About', segments: ['about'] },
  { href: '/contact', label: 'Contact', segments: ['contact'] },
]

/** The main links, in the header and in the drawer. */
export function NavLinks({ className }: { className: string }) {
  const segment = useSelectedLayoutSegment() ?? ''
  return links.map(({ href, label, segments }) => (
    <a
      key={href}
      href={href}
      aria-current={segments.includes(segment) ? 'page' : undefined}
      className={className}
    >
      {label}
    </a>
  ))
}
