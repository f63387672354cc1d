'use client'
import { Link } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

type Props = {
  label: string
  tabs: readonly { href: string; label: string; value: string; count?: number }[]
  current: string
}

export function Tabs({ label, tabs, current }: Props) {
  const currentTab = useRef<HTMLAnchorElement>(null)
  // Scrolls the current tab into view on narrow screens.
  useEffect(() => {
    const box = currentTab.current?.closest('nav')
    if (!box || !currentTab.current) return
    const [tab, seen] = [currentTab.current.getBoundingClientRect(), box.getBoundingClientRect()]
    if (tab.right > seen.right) box.scrollLeft += tab.right - seen.right
  }, [current])
  return (
    <nav aria-label={label} className="df-tabs">
      <ul>
        {tabs.map(({ href, label: text, value, count }) => (
          <li key={value}>
            <Link
              ref={value === current ? currentTab : undefined}
              href={href}
              prefetch={false}
              aria-current={value === current ? 'page' : undefined}
            >
              {text}
              {count === undefined ? null : <span className="df-tabs__count">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
