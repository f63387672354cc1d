import type { ReactNode } from 'react'

/** For visitors without JavaScript: what does not work, and where to write instead. */
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

export function EmailLink({ email, href = `mailto:${email}` }: { email: string; href?: string }) {
  return (
    <a className="underline" href={href}>
      {email}
    </a>
  )
}
