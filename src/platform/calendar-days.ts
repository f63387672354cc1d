/** Calendar days as 'YYYY-MM-DD', without a time or time zone. */
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/
export const dayMs = 24 * 60 * 60 * 1000

const toMs = (day: string): number | null => {
  const [, year, month, date] = dayPattern.exec(day) ?? []
  if (!year) return null
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(date))
  // June 31 isn't a day.
  return new Date(ms).toISOString().slice(0, 10) === day ? ms : null
}

export function isCalendarDay(day: string): boolean {
  return toMs(day) !== null
}

/** The calendar day of a moment in the reader's time zone. */
export function toCalendarDay(moment: Date): string {
  return [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-')
}

/** Whole days from one day to another; negative when `from` is the later one, null if either isn't a day. */
export function daysBetween(from: string, to: string): number | null {
  const [start, end] = [toMs(from), toMs(to)]
  return start === null || end === null ? null : Math.round((end - start) / dayMs)
}

/** '1 day', '365 days' */
export function formatDayCount(days: number): string {
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`
}

/** '2026-12-24' → 'December 24, 2026' */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** Converts a timestamp as the query builder returns it ('2026-11-22 17:00:00+00') to ISO 8601 in UTC; null stays null. */
export function toIsoDate(timestamp: string): string
export function toIsoDate(timestamp: string | null | undefined): string | null
export function toIsoDate(timestamp: string | null | undefined): string | null {
  return timestamp ? new Date(timestamp).toISOString() : null
}
