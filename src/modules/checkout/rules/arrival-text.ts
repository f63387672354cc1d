// Separate from arrival.ts, because fewer pages need its calendar of holidays in the browser.

/** Days as 'YYYY-MM-DD', both included. */
export type ArrivalRange = { from: string; to: string }

const monthDay = (day: string, withMonth = true): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    day: 'numeric',
    ...(withMonth ? { month: 'short' } : {}),
  }).format(new Date(`${day}T12:00:00Z`))

/** 'Dec 1–8', 'Nov 30 – Dec 4', 'Dec 1' */
export function formatArrival({ from, to }: ArrivalRange): string {
  if (from === to) return monthDay(from)
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${monthDay(from)}–${monthDay(to, false)}`
    : `${monthDay(from)} – ${monthDay(to)}`
}

/** 'Your order should arrive Dec 1–8.' */
export function arrivalSentence(range: ArrivalRange): string {
  return `Your order should arrive ${formatArrival(range)}.`
}
