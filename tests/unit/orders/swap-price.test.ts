import { swapDifference } from '@/modules/orders/rules/swap-price'

it.each([
  ['the price that was paid', 3200, 3500, 3200, 0],
  ['the same as the bought one costs now', 2000, 3200, 3200, 0],
  ['less, before any sale', 3200, 3200, 2800, -400],
  ['more, before any sale', 3200, 3200, 3500, 300],
  ['less than the bought one on a sale that began since', 3200, 2000, 1800, -200],
  ['less than was paid on a sale that ended since', 2000, 3200, 1800, -200],
  ['more than the bought one after a sale that ended', 2000, 3200, 3500, 300],
  ['less than was paid, but more than the bought one now', 3200, 2000, 2300, 0],
  ['more than was paid, but less than the bought one now', 2000, 3200, 2500, 0],
  ['less, and the bought one was deleted', 3200, null, 2800, -400],
  ['more, and the bought one was deleted', 2000, null, 3200, 1200],
])('a variant that costs %s', (_, paidCents, boughtNowCents, wantedNowCents, difference) => {
  expect(swapDifference({ paidCents, boughtNowCents, wantedNowCents })).toBe(difference)
})
