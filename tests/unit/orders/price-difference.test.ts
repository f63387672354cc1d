import { followingRefundCents, type PaidDifference } from '@/modules/orders/rules/price-difference'

type Part = PaidDifference['parts'][number]

/** $1.00 paid for three items: the shares differ by a cent, so they show what is announced with which refund. */
const difference = ({
  refundedCents = 0,
  isOver = false,
  ...changes
}: Partial<PaidDifference & Part> = {}): PaidDifference => ({
  totalCents: 100,
  refundedCents,
  isOver,
  parts: [
    { itemId: 'tee', quantity: 3, cents: 100, refundedQuantity: 0, pendingQuantity: 0, ...changes },
  ],
})
const following = (changes: Parameters<typeof difference>[0], quantity: number | null) =>
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

describe('what follows of a difference that was paid for another address', () => {
  const part = { quantity: 1, refundedQuantity: 0, pendingQuantity: 0 }
  /** $4.00 of shipping, and $1.50 of tax for a coat and a tee. */
  const moved = (changes: Partial<PaidDifference> = {}): PaidDifference => ({
    totalCents: 550,
    refundedCents: 0,
    isOver: false,
    parts: [
      { ...part, itemId: 'coat', cents: 120 },
      { ...part, itemId: 'tee', cents: 30 },
    ],
    ...changes,
  })

  it('is the tax of the refunded items, and the shipping only with all of the order', () => {
    const coat = new Map([['coat', 1]])
    const both = new Map([...coat, ['tee', 1]])
    expect([coat, both, null].map((items) => followingRefundCents([moved()], items))).toEqual([
      120, 150, 550,
    ])
    const parts = moved().parts.map((one) =>
      one.itemId === 'coat' ? { ...one, refundedQuantity: 1 } : one,
    )
    const later = moved({ parts, refundedCents: 120 })
    expect(followingRefundCents([later], new Map([['tee', 1]]))).toBe(30)
    expect(followingRefundCents([later], null)).toBe(430)
    expect(followingRefundCents([moved({ isOver: true })], new Map())).toBe(550)
  })
})
