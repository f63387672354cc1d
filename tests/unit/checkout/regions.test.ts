import { isUsRegion, usRegions } from '@/platform/us/regions'

it('lists the 50 states, DC, five territories, and three military regions once each', () => {
  expect(usRegions).toHaveLength(50 + 1 + 5 + 3)
  expect(new Set(usRegions.map(({ code }) => code)).size).toBe(usRegions.length)
  expect(new Set(usRegions.map(({ name }) => name)).size).toBe(usRegions.length)
})

it.each(['AL', 'CA', 'FL', 'NY', 'TX', 'DC', 'PR', 'AE'])('%s is a US region', (code) =>
  expect(isUsRegion(code)).toBe(true),
)
it.each(['', 'XX', 'ca', 'California', 'ON', '__proto__', ' CA'])('%j is not a US region', (code) =>
  expect(isUsRegion(code)).toBe(false),
)
