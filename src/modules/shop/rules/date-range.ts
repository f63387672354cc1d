import { dayMs } from '@/platform/calendar-days'
import { dayIn } from '@/platform/time-zones'

/** Days as YYYY-MM-DD in the shop's time zone; both are included. */
export type DateRange = { from: string; to: string }

export const maxRangeYears = 5
const maxDays = 366 * maxRangeYears

const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(timeOf(value)) &&
  dateOf(timeOf(value)) === value

export function daysIn({ from, to }: DateRange): number {
  return Math.round((timeOf(to) - timeOf(from)) / dayMs) + 1
}

/** Reads a range from a URL; null for anything that is not one, so that an old link still opens. */
export function parseDateRange(from: unknown, to: unknown): DateRange | null {
  if (!isDay(from) || !isDay(to)) return null
  const days = daysIn({ from, to })
  return days >= 1 && days <= maxDays ? { from, to } : null
}

/** Returns the range of a form, whichever day comes first, cut to its last five years; null if one isn't a day. */
export function chosenDateRange(from: unknown, to: unknown): DateRange | null {
  if (!isDay(from) || !isDay(to)) return null
  const [first, last] = from < to ? [from, to] : [to, from]
  const earliest = dateOf(timeOf(last) - (maxDays - 1) * dayMs)
  return { from: first < earliest ? earliest : first, to: last }
}

export const comparisons = ['period', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/** Returns the range to compare with: the same number of days right before it, or the same days a year earlier. */
export function comparedRange(range: DateRange, comparison: Comparison): DateRange {
  if (comparison === 'period') {
    const to = timeOf(range.from) - dayMs
    return { from: dateOf(to - (daysIn(range) - 1) * dayMs), to: dateOf(to) }
  }
  const yearBefore = (date: string): string => {
    const [year = '', month = '', dayOfMonth = ''] = date.split('-')
    const isLeapDay = month === '02' && dayOfMonth === '29'
    return `${String(Number(year) - 1).padStart(4, '0')}-${month}-${isLeapDay ? '28' : dayOfMonth}`
  }
  return { from: yearBefore(range.from), to: yearBefore(range.to) }
}

/** The chart's step for a range, so that it has at most some sixty bars. */
export function stepForRange(range: DateRange): 'day' | 'week' | 'month' {
  const days = daysIn(range)
  if (days <= 62) return 'day'
  return days <= 400 ? 'week' : 'month'
}

/** The last days up to today in a time zone. */
export function lastDays(days: number, timeZone: string): DateRange {
  const to = dayIn(new Date(), timeZone)
  return { from: dateOf(timeOf(to) - (days - 1) * dayMs), to }
}
