import { Link } from '@payloadcms/ui'

/** Parts of a screen, each with an address of its own. The current one carries the sun's bar. */
export const Tabs = ({ label, tabs, current }: { label: string; tabs: readonly { href: string; label: string; value: string; count?: number }[]; current: string }) => (
  <nav aria-label={label} className="df-tabs">
    <ul>
      {tabs.map(({ href, label: text, value, count }) => (
        <li key={value}>
          <Link href={href} prefetch={false} aria-current={value === current ? 'page' : undefined}>{text}{count === undefined ? null : <span className="df-tabs__count">{count}</span>}</Link>
        </li>
      ))}
    </ul>
  </nav>
)
