import { env } from '@/platform/env'

/** Dates are en-US in the shop's time zone (specification 9). */
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: env.SHOP_TIME_ZONE, ...options })
const day = format({ month: 'short', day: 'numeric' })
const date = format({ month: 'short', day: 'numeric', year: 'numeric' })
const calendarDay = format({ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const moment = format({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const year = format({ year: 'numeric' })
const weekday = format({ weekday: 'long', month: 'long', day: 'numeric' })
const hour = format({ hour: 'numeric', hourCycle: 'h23' })

/** 'Nov 21'; other years are added. */
export function formatShortDate(iso: string, now = new Date()): string {
  const when = new Date(iso)
  return year.format(when) === year.format(now) ? day.format(when) : date.format(when)
}
/** 'Nov 21, 2026' */
export function formatDate(iso: string): string {
  return date.format(new Date(iso))
}
/** '2026-11-21' → 'Nov 21, 2026' */
export function formatCalendarDay(day: string): string {
  return calendarDay.format(new Date(`${day}T00:00:00Z`))
}
/** 'Nov 21, 2026, 9:41 AM' */
export function formatDateTime(iso: string): string {
  return moment.format(new Date(iso))
}
/** 'Saturday, November 21' */
export function formatWeekdayDate(now: Date): string {
  return weekday.format(now)
}

export function greetingFor(now: Date): string {
  const clock = Number(hour.format(now))
  if (clock >= 5 && clock < 12) return 'Good morning'
  return clock >= 12 && clock < 18 ? 'Good afternoon' : 'Good evening'
}
