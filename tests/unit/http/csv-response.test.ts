import { jest } from '@jest/globals'

import { csvResponse } from '@/endpoints/http/csv-response'

afterEach(() => jest.useRealTimers())

it('names the file after the day in the shop’s time zone', () => {
  // 10 PM on November 30 in New York.
  jest.useFakeTimers({ now: Date.parse('2026-12-01T03:00:00Z') })
  expect(csvResponse('orders', ['id'], []).headers.get('content-disposition')).toBe(
    'attachment; filename="orders-2026-11-30.csv"',
  )
})
