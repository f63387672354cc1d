import { Fragment } from 'react'

/** An email address that wraps before its @ and its dots, not in the middle of a word. */
export function EmailText({ children }: { children: string }) {
  return (
    <span className="df-email">
      {children.split(/(?=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
