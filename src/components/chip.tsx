import { Icon } from '@/ui/icon'

/** A tag or topic that links to everything with it. */
export function ChipLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="chip">
      {children}
    </a>
  )
}

/** An active filter that links to the same page without it. */
export function FilterChip({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="chip border-fern bg-fern-soft">
      {children}
      <Icon name="x" className="size-4" />
      <span className="sr-only">remove</span>
    </a>
  )
}
