import { ButtonLink } from '@/admin/form/button'
import { EmptyState } from '@/ui/empty-state'

/** An empty list because of its filters. `href` shows the list without them. */
export function NoResults({
  href,
  title,
  children,
}: {
  href: string
  title: string
  children: string
}) {
  return (
    <EmptyState
      emblem="homing"
      title={title}
      action={<ButtonLink href={href}>Clear filters</ButtonLink>}
    >
      {children}
    </EmptyState>
  )
}
