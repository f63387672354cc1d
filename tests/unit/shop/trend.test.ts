import { calculateTrend } from '@/modules/shop/rules/trend'

it.each([
  [112, 100, { text: '+12%', isGood: true }],
  [92, 100, { text: '−8%', isGood: false }],
  [100, 100, { text: 'same as before', isGood: true }],
  [100.4, 100, { text: 'same as before', isGood: true }],
  [0, 100, { text: '−100%', isGood: false }],
  [600, 100, { text: '+500%', isGood: true }],
  [250_000, 100, { text: 'up from 100', isGood: true }],
])('%d after %d is shown as %j', (now, before, trend) =>
  expect(calculateTrend(now, before)).toEqual(trend),
)

it('after a huge increase, the trend names the earlier figure in the given format', () => {
  expect(calculateTrend(173_459, 4808, (cents) => `$${Math.round(cents / 100)}`)).toEqual({
    text: 'up from $48',
    isGood: true,
  })
})

it('there is no trend if the earlier figure is zero or negative', () => {
  expect(calculateTrend(500, 0)).toBeNull()
  expect(calculateTrend(500, -20)).toBeNull()
})
