import { formatDate, formatDateTime, formatShortDate } from './format-dates'

const formats = { dateTime: formatDateTime, date: formatDate, short: formatShortDate }

/** A moment in the shop's time zone, rendered on the server; `at` is an ISO string. */
export function Time({ at, as = 'dateTime' }: { at: string; as?: keyof typeof formats }) {
  return <time dateTime={at}>{formats[as](at)}</time>
}
