import { ApiError } from '@/platform/http/api-client'
import { ButtonLink } from '@/ui/button'
import { focusOnMount } from '@/ui/focus-on-mount'

/** Whether a call failed because its link has expired, was used before, or is not complete. */
export function isLinkExpired(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'link_expired' || error.fields?.token !== undefined)
  )
}

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
      <h1 className="text-d2 outline-none" tabIndex={-1} ref={focusOnMount}>
        This link has expired
      </h1>
      <p className="text-lead text-ink-soft">{children}</p>
      <ButtonLink size="lg" href={href}>
        {label}
      </ButtonLink>
    </div>
  )
}
