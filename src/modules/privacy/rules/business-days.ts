import { tz } from '@date-fns/tz'
import { addBusinessDays, endOfDay } from 'date-fns'

/**
 * The last moment of the nth business day (Monday to Friday) after the day of `from`, by the clocks of `timeZone`.
 * Holidays count as business days: a promise to a person is rather kept too early than too late.
 */
export function endOfBusinessDay(from: Date, days: number, timeZone: string): Date {
  return new Date(endOfDay(addBusinessDays(from, days, { in: tz(timeZone) })).getTime())
}
