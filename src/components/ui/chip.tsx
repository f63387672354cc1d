import { Icon } from './icon'

const chip = 'inline-flex min-h-9 items-center gap-2 rounded-round border-[1.5px] px-3.5 py-0.5 text-small font-medium'

/** A tag or a topic: a link to all that has it. */
export const ChipLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className={`${chip} border-line-strong hover:border-ink`}>{children}</a>
)

/** A filter that is on: the link leads to the same page without it. */
export const FilterChip = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className={`${chip} border-fern bg-fern-soft hover:border-ink`}>
    {children}<Icon name="x" className="size-4" /><span className="sr-only">remove</span>
  </a>
)
