import {
  addBusinessDays,
  arrivalInDays,
  businessDaysBetween,
  type DeliveryDays,
  estimateArrival,
  isBusinessDay,
  minDeliveredOrders,
  orderDays,
  refineDays,
} from '@/modules/checkout/rules/arrival'
import { arrivalSentence, formatArrival } from '@/modules/checkout/rules/arrival-text'
import { dayIn } from '@/platform/time-zones'

const days: DeliveryDays = {
  print: { min: 2, max: 5 },
  transit: {
    contiguous: { min: 3, max: 7 },
    remote: { min: 5, max: 15 },
    military: { min: 10, max: 30 },
  },
  express: { min: 1, max: 3 },
}
const standard = orderDays(days, 'contiguous', 'standard')

describe('business days', () => {
  it.each([
    ['2026-11-21', 'a Saturday'],
    ['2026-11-22', 'a Sunday'],
    ['2026-11-26', 'Thanksgiving'],
    ['2026-12-25', 'Christmas'],
    ['2026-07-03', 'the Friday before a Fourth of July on Saturday'],
    ['2027-12-31', 'New Year’s Eve before a New Year’s Day on Saturday'],
    ['2027-05-31', 'Memorial Day'],
    ['2026-10-12', 'Columbus Day'],
  ])('exclude %s, %s', (day) => expect(isBusinessDay(day)).toBe(false))

  it.each([
    ['2026-11-24', 1, '2026-11-25'],
    ['2026-11-25', 1, '2026-11-27'],
    ['2026-11-27', 1, '2026-11-30'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-11-24', 5, '2026-12-02'],
    ['2026-12-24', 1, '2026-12-28'],
  ])('from %s plus %i is %s', (from, count, to) => {
    expect(addBusinessDays(from, count)).toBe(to)
    expect(businessDaysBetween(from, to)).toBe(count)
  })

  it('start from the date in the given time zone', () => {
    const moment = new Date('2026-11-25T02:00:00Z')
    expect(dayIn(moment, 'America/Los_Angeles')).toBe('2026-11-24')
    expect(dayIn(moment, 'UTC')).toBe('2026-11-25')
  })
})

describe('arrival estimate', () => {
  it('includes printing and transit until the order ships, and only transit after that', () => {
    expect(estimateArrival(standard, { ordered: '2026-11-24' })).toEqual({
      from: '2026-12-02',
      to: '2026-12-11',
    })
    expect(estimateArrival(standard, { ordered: '2026-11-24', shipped: '2026-11-30' })).toEqual({
      from: '2026-12-03',
      to: '2026-12-09',
    })
  })

  it('is earlier for express and later for military addresses', () => {
    const arrivesBy = (range: ReturnType<typeof orderDays>) =>
      estimateArrival(range, { ordered: '2026-11-24' }).to
    expect(arrivesBy(orderDays(days, 'contiguous', 'express'))).toBe('2026-12-07')
    expect(arrivesBy(orderDays(days, 'military', 'standard'))).toBe('2027-01-15')
    expect(arrivesBy(orderDays(days, 'contiguous', 'express', { min: 2, max: 2 }))).toBe(
      '2026-12-04',
    )
  })

  it.each([
    ['2026-12-02', '2026-12-11', 'Dec 2–11'],
    ['2026-11-30', '2026-12-04', 'Nov 30 – Dec 4'],
    ['2026-12-02', '2026-12-02', 'Dec 2'],
  ])('from %s to %s is shown as %s', (from, to, text) => {
    expect(formatArrival({ from, to })).toBe(text)
    expect(arrivalSentence({ from, to })).toBe(`Your order should arrive ${text}.`)
  })

  it('can be given in business days instead of dates', () =>
    expect(arrivalInDays(standard)).toBe('Usually arrives 5–12 business days after you order.'))
})

describe('delivery history', () => {
  const delivered = (count: number, printDays: number, transitDays: number) =>
    Array.from({ length: count }, () => ({ region: 'contiguous' as const, printDays, transitDays }))

  it('changes nothing until there are enough delivered orders', () =>
    expect(refineDays(days, delivered(minDeliveredOrders - 1, 1, 1))).toEqual(days))

  it('replaces the configured days, ignoring the slowest and fastest 10%', () => {
    const orders = [
      ...delivered(1, 1, 1),
      ...delivered(9, 2, 3),
      ...delivered(9, 3, 5),
      ...delivered(1, 20, 40),
    ]
    expect(refineDays(days, orders)).toEqual({
      ...days,
      print: { min: 2, max: 3 },
      transit: { ...days.transit, contiguous: { min: 3, max: 5 } },
    })
  })
})
