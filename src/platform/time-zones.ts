// The package's main entry would bring its Date class into the browser's code.
import { tzOffset } from '@date-fns/tz/tzOffset'

import { dayMs } from './calendar-days'

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
const offsetAt = (moment: number, timeZone: string): number =>
  tzOffset(timeZone, new Date(moment)) * 60_000

/** '2026-11-21T14:30:00Z' in New York → '2026-11-21T09:30', as a field of type datetime-local wants it. */
export function toZonedDateTime(iso: string, timeZone: string): string {
  const moment = Date.parse(iso)
  return new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 16)
}

/**
 * The other way. An hour that the clock skips is taken as the one after it; of one that occurs twice, the first.
 * Null if it isn't a time. TZDate treats both cases differently by zone, and by the machine's zone.
 */
export function fromZonedDateTime(local: string, timeZone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return null
  const wanted = Date.parse(`${local}:00Z`)
  if (Number.isNaN(wanted)) return null
  const candidates = [
    wanted - offsetAt(wanted - dayMs, timeZone),
    wanted - offsetAt(wanted + dayMs, timeZone),
  ].sort((a, b) => a - b)
  const exact = candidates.find((moment) => moment + offsetAt(moment, timeZone) === wanted)
  return new Date(exact ?? Math.max(...candidates)).toISOString()
}

/** The day of a moment in a zone: '2026-11-21' */
export function dayIn(moment: Date, timeZone: string): string {
  return toZonedDateTime(moment.toISOString(), timeZone).slice(0, 10)
}

/** '2026-11-30', 1 → '2026-12-01' */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
/** '2026-11-21', 1 → '2026-12-01': the first day of the month that many months later. */
export function firstOfMonth(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** The days of a calendar's page, whole weeks from Sunday: the week around a day, or its month. */
export function calendarDays(day: string, view: 'month' | 'week'): string[] {
  const from = view === 'week' ? day : firstOfMonth(day)
  const start = addDays(from, -weekdayOf(from))
  const last = view === 'week' ? addDays(start, 6) : addDays(firstOfMonth(day, 1), -1)
  const end = addDays(last, 6 - weekdayOf(last))
  return Array.from(
    { length: Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1 },
    (_, index) => addDays(start, index),
  )
}
