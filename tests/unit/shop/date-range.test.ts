import {
  chosenDateRange,
  comparedRange,
  daysIn,
  parseDateRange,
  stepForRange,
} from '@/modules/shop/rules/date-range'

it('a range includes its first and last days, even across a daylight saving change', () => {
  expect(daysIn({ from: '2026-11-22', to: '2026-11-22' })).toBe(1)
  expect(daysIn({ from: '2026-10-25', to: '2026-11-08' })).toBe(15)
})

it.each([
  ['2026-11-02', '2026-11-01'],
  ['2026-02-30', '2026-03-01'],
  ['1990-01-01', '2026-01-01'],
  ['', ''],
  [undefined, '2026-11-01'],
  [['2026-11-01'], '2026-11-02'],
])('from %j to %j is not a valid range', (from, to) => expect(parseDateRange(from, to)).toBeNull())

it('days that are entered in the wrong order are the same range', () => {
  const range = { from: '2026-11-01', to: '2026-11-02' }
  expect(chosenDateRange('2026-11-01', '2026-11-02')).toEqual(range)
  expect(chosenDateRange('2026-11-02', '2026-11-01')).toEqual(range)
  expect(chosenDateRange('2026-11-02', 'soon')).toBeNull()
})

it('a longer range than five years is cut to its last five, instead of showing another one', () => {
  const range = chosenDateRange('2000-01-01', '2026-11-30')
  expect(range).toEqual({ from: '2021-11-27', to: '2026-11-30' })
  expect(parseDateRange(range?.from, range?.to)).toEqual(range)
  expect(chosenDateRange('2026-11-30', '2000-01-01')).toEqual(range)
})

it('a range is compared with the days right before or the same days a year earlier', () => {
  const range = { from: '2026-11-01', to: '2026-11-30' }
  expect(comparedRange(range, 'period')).toEqual({ from: '2026-10-02', to: '2026-10-31' })
  expect(comparedRange(range, 'year')).toEqual({ from: '2025-11-01', to: '2025-11-30' })
  expect(comparedRange({ from: '2028-02-29', to: '2028-02-29' }, 'year')).toEqual({
    from: '2027-02-28',
    to: '2027-02-28',
  })
})

it('long ranges are charted by week or month', () => {
  expect(stepForRange({ from: '2026-01-01', to: '2026-02-28' })).toBe('day')
  expect(stepForRange({ from: '2026-01-01', to: '2026-12-31' })).toBe('week')
  expect(stepForRange({ from: '2024-01-01', to: '2026-12-31' })).toBe('month')
})
