import { swapDifference } from '@/modules/orders/rules/swap-price'

it.each([
  ['as much as was paid', 3200, 3500, 3200, 0],
  ['as much as the original costs now', 2000, 3200, 3200, 0],
  ['less, without a sale', 3200, 3200, 2800, -400],
  ['more, without a sale', 3200, 3200, 3500, 300],
  ['less than the original, which is now on sale', 3200, 2000, 1800, -200],
  ['less than was paid during a sale that has ended', 2000, 3200, 1800, -200],
  ['more than the original, whose sale has ended', 2000, 3200, 3500, 300],
  ['less than was paid, but more than the original costs now', 3200, 2000, 2300, 0],
  ['more than was paid, but less than the original costs now', 2000, 3200, 2500, 0],
  ['less, and the original was deleted', 3200, null, 2800, -400],
  ['more, and the original was deleted', 2000, null, 3200, 1200],
])(
  'returns the price difference for a variant that costs %s',
  (_, paidCents, boughtNowCents, wantedNowCents, difference) => {
    expect(swapDifference({ paidCents, boughtNowCents, wantedNowCents })).toBe(difference)
  },
)
