import {
  deadlinesFromReceipt,
  deadlinesFromVerification,
  endOfBusinessDay,
} from '@/modules/privacy/rules/data-request'

const newYork = 'America/New_York'
const end = (from: string, days: number, zone = newYork): string =>
  endOfBusinessDay(new Date(from), days, zone).toISOString()

describe('deadline in business days', () => {
  it.each([
    // 2026-11-02 is a Monday; New York is five hours behind in winter, four in summer.
    ['on a Monday', '2026-11-02T15:00:00Z', 2, '2026-11-05T04:59:59.999Z'],
    ['on a Thursday, over a weekend', '2026-11-05T15:00:00Z', 2, '2026-11-10T04:59:59.999Z'],
    [
      'on a Friday evening that is Saturday in UTC',
      '2026-11-07T03:00:00Z',
      2,
      '2026-11-11T04:59:59.999Z',
    ],
    ['on a Saturday', '2026-11-07T15:00:00Z', 2, '2026-11-11T04:59:59.999Z'],
    ['on a Sunday', '2026-11-08T15:00:00Z', 5, '2026-11-14T04:59:59.999Z'],
    ['on a Wednesday, over a weekend', '2026-11-04T15:00:00Z', 5, '2026-11-12T04:59:59.999Z'],
    ['on New Year’s Eve', '2026-12-31T15:00:00Z', 2, '2027-01-05T04:59:59.999Z'],
    ['before daylight saving time starts', '2026-03-05T15:00:00Z', 2, '2026-03-10T03:59:59.999Z'],
    ['before daylight saving time ends', '2026-10-29T15:00:00Z', 2, '2026-11-03T04:59:59.999Z'],
  ])('is at the end of the day for a request made %s', (_, from, days, expected) => {
    expect(end(from, days)).toBe(expected)
  })

  it('follows the given time zone', () => {
    expect(end('2026-11-06T20:00:00Z', 1, 'Asia/Tokyo')).toBe('2026-11-09T14:59:59.999Z')
    expect(end('2026-11-06T20:00:00Z', 1, 'UTC')).toBe('2026-11-09T23:59:59.999Z')
  })
})

it('a request must be acknowledged within two business days and verified within five', () => {
  const receivedAt = new Date('2026-11-02T15:00:00Z')
  const { acknowledgeBy, verifyBy } = deadlinesFromReceipt(receivedAt, receivedAt, newYork)
  expect([acknowledgeBy.toISOString(), verifyBy.toISOString()]).toEqual([
    '2026-11-05T04:59:59.999Z',
    '2026-11-10T04:59:59.999Z',
  ])
})

it('a request that is entered late still leaves two business days to verify it', () => {
  const receivedAt = new Date('2026-11-02T15:00:00Z')
  const entered = (moment: string) =>
    deadlinesFromReceipt(receivedAt, new Date(moment), newYork).verifyBy.toISOString()
  expect(entered('2026-11-04T15:00:00Z')).toBe('2026-11-10T04:59:59.999Z')
  expect(entered('2026-11-09T15:00:00Z')).toBe('2026-11-12T04:59:59.999Z')
  expect(
    deadlinesFromReceipt(
      receivedAt,
      new Date('2026-11-09T15:00:00Z'),
      newYork,
    ).acknowledgeBy.toISOString(),
  ).toBe('2026-11-05T04:59:59.999Z')
})

it('data is erased 7 days after verification at the earliest, and within 30 days', () => {
  const { eraseAfter, completeBy } = deadlinesFromVerification(new Date('2026-11-02T15:00:00Z'))
  expect([eraseAfter.toISOString(), completeBy.toISOString()]).toEqual([
    '2026-11-09T15:00:00.000Z',
    '2026-12-02T15:00:00.000Z',
  ])
})
