import type { ReactNode } from 'react'

import { formatDate, formatDateTime, formatShortDate } from './format-dates'

/** A line of a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const formats = { dateTime: formatDateTime, date: formatDate, short: formatShortDate }

/** A moment on the shop's clock; `at` is an ISO string. */
export function Time({ at, as = 'dateTime' }: { at: string; as?: keyof typeof formats }) {
  return <time dateTime={at}>{formats[as](at)}</time>
}
