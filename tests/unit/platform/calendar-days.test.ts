import { daysBetween, formatDayCount, isCalendarDay, toCalendarDay } from '@/platform/calendar-days'

it.each([
  ['2026-11-21', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-06-31', false],
  ['2026-6-1', false],
  ['', false],
  ['x', false],
])('%j is a calendar day: %s', (text, is) => expect(isCalendarDay(text)).toBe(is))
it.each([
  ['2026-11-21', '2026-11-21', 0],
  ['2026-11-20', '2026-11-21', 1],
  ['2026-03-07', '2026-03-09', 2],
  ['2025-11-21', '2026-11-21', 365],
  ['2026-11-22', '2026-11-21', -1],
  ['no day', '2026-11-21', null],
])('days from %s to %s: %j', (from, to, days) => expect(daysBetween(from, to)).toBe(days))
it('uses the local time zone for the calendar day of a date', () =>
  expect(toCalendarDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'))
it('formats a day count in the singular or plural', () =>
  expect([formatDayCount(1), formatDayCount(2), formatDayCount(1200)]).toEqual([
    '1 day',
    '2 days',
    '1,200 days',
  ]))
