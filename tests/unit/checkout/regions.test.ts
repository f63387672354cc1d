import { isUsRegion, usRegions } from '@/platform/us/regions'

it('the shop sends to fifty states, DC, five territories and the military post, each listed once', () => {
  expect(usRegions).toHaveLength(50 + 1 + 5 + 3)
  expect(new Set(usRegions.map(({ code }) => code)).size).toBe(usRegions.length)
  expect(new Set(usRegions.map(({ name }) => name)).size).toBe(usRegions.length)
})

it.each(['AL', 'CA', 'FL', 'NY', 'TX', 'DC', 'PR', 'AE'])('%s is one of them', (code) =>
  expect(isUsRegion(code)).toBe(true),
)
it.each(['', 'XX', 'ca', 'California', 'ON', '__proto__', ' CA'])('%j is none of them', (code) =>
  expect(isUsRegion(code)).toBe(false),
)
