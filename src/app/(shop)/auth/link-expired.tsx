import { ButtonLink } from '@/ui/button'

/** What a link shows that was used already, is too old, or lost some letters on its way. */
export function LinkExpired({
  children,
  href,
  label,
}: {
  children: string
  href: string
  label: string
}) {
  return (
    <div className="grid gap-5" role="alert">
      <h1 className="text-d2">This link is spent</h1>
      <p className="text-lead text-ink-soft">{children}</p>
      <ButtonLink size="lg" href={href}>
        {label}
      </ButtonLink>
    </div>
  )
}
