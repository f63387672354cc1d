/** Moments as the clock of one place shows them, and back. Pure arithmetic on IANA names; no clock is read here. */
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' })
  formats.set(timeZone, made)
  return made
}

/** '2026-11-21T14:30:00Z' in New York → '2026-11-21T09:30', as a field of type datetime-local wants it. */
export const toLocal = (iso: string, timeZone: string): string => {
  const parts = Object.fromEntries(formatOf(timeZone).formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
  return `${(parts.year ?? '').padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** The other way. An hour that the clock skips is taken as the one after it; of one that comes twice, the first. Null when it is no time. */
export const fromLocal = (local: string, timeZone: string): string | null => {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return null
  const wanted = Date.parse(`${local}:00Z`)
  if (Number.isNaN(wanted)) return null
  const offsetAt = (moment: number): number => Date.parse(`${toLocal(new Date(moment).toISOString(), timeZone)}:00Z`) - moment
  const candidates = [wanted - offsetAt(wanted - 86_400_000), wanted - offsetAt(wanted + 86_400_000)].sort((a, b) => a - b)
  const exact = candidates.find((moment) => moment + offsetAt(moment) === wanted)
  return new Date(exact ?? Math.max(...candidates)).toISOString()
}

const inDay = 86_400_000
/** '2026-11-30', 1 → '2026-12-01' */
export const addDays = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * inDay).toISOString().slice(0, 10)
/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
/** '2026-11-21', 1 → '2026-12-01': the first of the month so many months on. */
export const firstOfMonth = (day: string, months = 0): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** The days of a calendar's page, whole weeks from Sunday: the week around a day, or its month. */
export const calendarDays = (day: string, view: 'month' | 'week'): string[] => {
  const from = view === 'week' ? day : firstOfMonth(day)
  const start = addDays(from, -weekdayOf(from))
  const last = view === 'week' ? addDays(start, 6) : addDays(firstOfMonth(day, 1), -1)
  const end = addDays(last, 6 - weekdayOf(last))
  return Array.from({ length: Math.round((Date.parse(end) - Date.parse(start)) / inDay) + 1 }, (_, index) => addDays(start, index))
}
