import { followingRefundCents, type PaidDifference } from '@/modules/orders/rules/price-difference'

/** $1.00 paid for three items: the shares differ by a cent, so they show what is announced with which refund. */
const difference = (changes: Partial<PaidDifference> = {}): PaidDifference => ({
  itemId: 'tee',
  quantity: 3,
  totalCents: 100,
  refundedCents: 0,
  refundedQuantity: 0,
  pendingQuantity: 0,
  isOver: false,
  ...changes,
})
const following = (changes: Partial<PaidDifference>, quantity: number | null) =>
  followingRefundCents(
    [difference(changes)],
    quantity === null ? null : new Map([['tee', quantity]]),
  )

describe('what staff are told to follow of a paid price difference', () => {
  it('adds up to the difference, whatever was refunded before or is pending', () => {
    expect([1, 2, 3, null].map((quantity) => following({}, quantity))).toEqual([33, 67, 100, 100])
    const refunded = { refundedQuantity: 1, refundedCents: 33 }
    expect([1, 2, null].map((quantity) => following(refunded, quantity))).toEqual([34, 67, 67])
    const pending = { pendingQuantity: 1 }
    expect([1, 2, null].map((quantity) => following(pending, quantity))).toEqual([34, 67, 67])
    expect(following({ ...refunded, pendingQuantity: 1 }, 1)).toBe(33)
    expect(following({ ...refunded, pendingQuantity: 2 }, null)).toBe(0)
  })

  it('is nothing for another item, and everything once for an order that was canceled', () => {
    expect(following({}, 0)).toBe(0)
    expect(following({ refundedQuantity: 1 }, 0)).toBe(0)
    expect(following({ isOver: true }, 0)).toBe(100)
    expect(following({ isOver: true, refundedCents: 100 }, 1)).toBe(0)
  })
})
