import { addDays, weekdayOf } from '@/platform/time-zones'

import type { ArrivalRange } from './arrival-text'
import { type ShippingMethodId, type ShippingRegion, shippingRegions } from './destination'

/** Business days, both included. */
export type DayRange = { min: number; max: number }

/** How long orders take: until they ship, and then to each region; express is as fast wherever it goes. */
export type DeliveryDays = {
  print: DayRange
  transit: Record<ShippingRegion, DayRange>
  express: DayRange
}

/** What one order takes. */
export type OrderDays = { print: DayRange; transit: DayRange }

/** Days on the way that the promises (modules/shop/rules/promises.ts) leave open. */
export const defaultShippingDays = {
  expressDaysMin: 1,
  expressDaysMax: 3,
  remoteDaysMin: 5,
  remoteDaysMax: 15,
  militaryDaysMin: 10,
  militaryDaysMax: 30,
}

const nthWeekday = (year: number, month: number, weekday: number, nth: number): string => {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7)
}

/** A fixed holiday on a Saturday is observed on Friday, on a Sunday on Monday. */
const observed = (day: string): string => addDays(day, { 0: 1, 6: -1 }[weekdayOf(day)] ?? 0)

/** Federal holidays, without mail and most package deliveries (5 U.S.C. 6103). */
const listHolidays = (year: number): string[] => [
  ...['01-01', '06-19', '07-04', '11-11', '12-25'].map((day) => observed(`${year}-${day}`)),
  // New Year's Day of the next year may be observed in this one.
  observed(`${year + 1}-01-01`),
  nthWeekday(year, 1, 1, 3),
  nthWeekday(year, 2, 1, 3),
  addDays(nthWeekday(year, 6, 1, 1), -7),
  nthWeekday(year, 9, 1, 1),
  nthWeekday(year, 10, 1, 2),
  nthWeekday(year, 11, 4, 4),
]

/** By year. */
const holidays = new Map<number, ReadonlySet<string>>()
const isHoliday = (day: string): boolean => {
  const year = Number(day.slice(0, 4))
  const holidaysOfYear = holidays.get(year) ?? new Set(listHolidays(year))
  holidays.set(year, holidaysOfYear)
  return holidaysOfYear.has(day)
}

export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

/** The business day so many after a day; the day itself doesn't count. */
export function addBusinessDays(day: string, count: number): string {
  let current = day
  for (let left = count; left > 0;) {
    current = addDays(current, 1)
    if (isBusinessDay(current)) left -= 1
  }
  return current
}

/** Business days after one day, up to another; 0 when it isn't later. */
export function businessDaysBetween(from: string, to: string): number {
  let count = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
    if (isBusinessDay(day)) count += 1
  return count
}

/** What an order takes to a region by a method. `live` is the carrier's own time, if it is known. */
export function orderDays(
  { print, transit, express }: DeliveryDays,
  region: ShippingRegion,
  method: ShippingMethodId,
  live?: DayRange | null,
): OrderDays {
  return { print, transit: live ?? (method === 'express' ? express : transit[region]) }
}

/** Business days from the order to the door. */
function totalDays({ print, transit }: OrderDays): DayRange {
  return { min: print.min + transit.min, max: print.max + transit.max }
}

/** When an order that is placed on a day arrives; once it has shipped, counted from that day. */
export function estimateArrival(
  days: OrderDays,
  { ordered, shipped = null }: { ordered: string; shipped?: string | null },
): ArrivalRange {
  const { min, max } = shipped ? days.transit : totalDays(days)
  const start = shipped ?? ordered
  return { from: addBusinessDays(start, min), to: addBusinessDays(start, max) }
}

/** When an order arrives, without dates, for pages that are cached for longer than a day. */
export function arrivalInDays(days: OrderDays): string {
  const { min, max } = totalDays(days)
  return `Usually arrives ${min === max ? String(max) : `${min}–${max}`} business day${max === 1 ? '' : 's'} after you order.`
}

/** A delivered order: business days until it shipped, and on the way. */
export type DeliveredOrder = { region: ShippingRegion; printDays: number; transitDays: number }

/** With fewer, there is no reliable estimate. */
export const minDeliveredOrders = 20

/** The range from the 10th to the 90th percentile. */
const usualRange = (values: readonly number[]): DayRange => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 1
  return { min: at(0.1), max: at(0.9) }
}

/** Replaces the owner's estimates with the times of delivered orders, if there are enough. */
export function refineDays(days: DeliveryDays, orders: readonly DeliveredOrder[]): DeliveryDays {
  const enough = (values: readonly number[], expected: DayRange): DayRange =>
    values.length < minDeliveredOrders ? expected : usualRange(values)
  const transitTo = (region: ShippingRegion): DayRange =>
    enough(
      orders.filter((order) => order.region === region).map(({ transitDays }) => transitDays),
      days.transit[region],
    )
  const [contiguous, remote, military] = shippingRegions.map(transitTo)
  return {
    ...days,
    print: enough(
      orders.map(({ printDays }) => printDays),
      days.print,
    ),
    transit: {
      contiguous: contiguous ?? days.transit.contiguous,
      remote: remote ?? days.transit.remote,
      military: military ?? days.transit.military,
    },
  }
}
