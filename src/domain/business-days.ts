const dayMs = 86_400_000

/** A day of the calendar, as the UTC midnight that carries its date: arithmetic on it knows no clock changes. */
const calendarDay = (at: Date, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(at)
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'))
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
const offsetMs = (at: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' }).formatToParts(at)
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(at / 1000) * 1000
}

/** The instant at which a day of the calendar begins in a zone. Looked up twice, because the offset may change in between. */
const beginOf = (day: number, timeZone: string): number => {
  const near = day - offsetMs(day, timeZone)
  return day - offsetMs(near, timeZone)
}

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay())

/**
 * The last moment of the nth business day (Monday to Friday) after the day of `from`, by the clocks of `timeZone`.
 * Holidays count as business days: a promise to a person is rather kept too early than too late.
 */
export const endOfBusinessDay = (from: Date, days: number, timeZone: string): Date => {
  let day = calendarDay(from, timeZone)
  for (let left = days; left > 0;) {
    day += dayMs
    if (!isWeekend(day)) left -= 1
  }
  return new Date(beginOf(day + dayMs, timeZone) - 1)
}
