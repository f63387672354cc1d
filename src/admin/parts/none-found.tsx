import { Link } from '@payloadcms/ui'
import { Empty } from './empty'

/** A search or a filter that fits nothing: said so, with the way back to everything (`href`, the list without them). */
export const NoneFound = ({ href, title, children }: { href: string; title: string; children: string }) => (
  <Empty emblem="homing" title={title} action={<Link className="df-button df-button--line" href={href} prefetch={false}>Clear filters</Link>}>{children}</Empty>
)
