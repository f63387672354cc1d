import {
  addDays,
  calendarDays,
  firstOfMonth,
  fromZonedDateTime,
  toZonedDateTime,
} from '@/platform/time-zones'

const newYork = 'America/New_York'

it.each([
  ['2026-11-21T14:30:00.000Z', '2026-11-21T09:30'],
  ['2026-07-01T03:59:00.000Z', '2026-06-30T23:59'],
  ['2026-01-01T05:00:00.000Z', '2026-01-01T00:00'],
])('%s is %s in New York, and vice versa', (iso, local) => {
  expect(toZonedDateTime(iso, newYork)).toBe(local)
  expect(fromZonedDateTime(local, newYork)).toBe(iso)
})
it('a skipped hour becomes the next one, and a repeated hour means the first', () => {
  expect(fromZonedDateTime('2026-03-08T02:30', newYork)).toBe('2026-03-08T07:30:00.000Z')
  expect(fromZonedDateTime('2026-11-01T01:30', newYork)).toBe('2026-11-01T05:30:00.000Z')
})
it.each(['', '2026-11-21', 'soon', '2026-13-41T99:99'])('"%s" is not a valid time', (text) =>
  expect(fromZonedDateTime(text, newYork)).toBeNull(),
)
it('converts hours of a whole year back and forth in time zones with unusual offsets', () => {
  for (const zone of [newYork, 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC', 'Pacific/Apia'])
    for (let hour = 0; hour < 24 * 365; hour += 5) {
      const iso = new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
      expect(toZonedDateTime(fromZonedDateTime(toZonedDateTime(iso, zone), zone) ?? '', zone)).toBe(
        toZonedDateTime(iso, zone),
      )
    }
})
it('calendars consist of whole weeks starting on Sunday', () => {
  expect(calendarDays('2026-11-21', 'week')).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ])
  const month = calendarDays('2026-11-21', 'month')
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-11-01', '2026-12-05', 35])
})
it('days and months are counted across the ends of years', () => {
  expect([
    addDays('2026-12-31', 1),
    firstOfMonth('2026-11-21', 2),
    firstOfMonth('2026-01-05', -1),
  ]).toEqual(['2027-01-01', '2027-01-01', '2025-12-01'])
})
