'use client'
import { Link } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

type Props = { label: string; tabs: readonly { href: string; label: string; value: string; count?: number }[]; current: string }

/** Parts of a screen, each with an address of its own. The current one carries the sun's bar. */
export const Tabs = ({ label, tabs, current }: Props) => {
  const here = useRef<HTMLAnchorElement>(null)
  // On a phone they scroll; the current one is not left outside.
  useEffect(() => { void here.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) }, [current])
  return (
    <nav aria-label={label} className="df-tabs">
      <ul>
        {tabs.map(({ href, label: text, value, count }) => (
          <li key={value}>
            <Link ref={value === current ? here : undefined} href={href} prefetch={false} aria-current={value === current ? 'page' : undefined}>{text}{count === undefined ? null : <span className="df-tabs__count">{count}</span>}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
