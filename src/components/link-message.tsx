import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode }

/** The heading and text of a page that opens from a link in an email. */
export function LinkMessage({ title, children }: Props) {
  return (
    <>
      <h1 className="text-d1">{title}</h1>
      <p className="max-w-[40rem] text-lead text-ink-soft">{children}</p>
    </>
  )
}

/** @param props.children what else to do, after “or” */
export function UnreadableLink({ children }: { children: ReactNode }) {
  return (
    <LinkMessage title="We can’t read this link">
      Part of it may be missing. Please open it from the email again, or {children}
    </LinkMessage>
  )
}
