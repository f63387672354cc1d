import type { ReactNode } from 'react'

/** For visitors without JavaScript: what doesn’t work, and where to write instead. */
export function NoScriptNote({
  className = 'mb-6',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return (
    <noscript>
      <p className={`rounded-block bg-sun-soft p-4 ${className}`}>{children}</p>
    </noscript>
  )
}

type ScriptsNeededProps = { what?: string; email: string; href?: string; className?: string }

/** @param props.what the subject of the sentence, such as “Your cart” */
export function ScriptsNeeded({ what = 'This form', email, href, className }: ScriptsNeededProps) {
  return (
    <NoScriptNote className={className}>
      {what} needs JavaScript. Please turn it on, or email <EmailLink email={email} href={href} />{' '}
      and we’ll help.
    </NoScriptNote>
  )
}

export function EmailLink({ email, href = `mailto:${email}` }: { email: string; href?: string }) {
  return (
    <a className="underline" href={href}>
      {email}
    </a>
  )
}
