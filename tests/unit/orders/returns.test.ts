import fc from 'fast-check'

import {
  canMoveReturn,
  claimDeadline,
  isWithinWindow,
  returnStatuses,
  returnValue,
} from '@/modules/returns/rules'

const days = { returnDays: 30, defectDays: 365 }
const delivered = '2026-03-01T12:00:00.000Z'
const at = (day: string): Date => new Date(`${day}T12:00:00.000Z`)

it('a return is in time for so many days after delivery, and a fault for longer', () => {
  expect(isWithinWindow('size', delivered, days, at('2026-03-31'))).toBe(true)
  expect(isWithinWindow('size', delivered, days, at('2026-04-01'))).toBe(false)
  expect(isWithinWindow('damaged', delivered, days, at('2027-03-01'))).toBe(true)
  expect(isWithinWindow('size', null, days, at('2030-01-01'))).toBe(true)
})

it('a fault has to be reported to the printer within thirty days', () => {
  expect(claimDeadline('damaged', delivered)).toBe('2026-03-31T12:00:00.000Z')
  expect(claimDeadline('size', delivered)).toBeNull()
  expect(claimDeadline('wrong-item', null)).toBeNull()
})

it('a return that is over stays as it is', () => {
  for (const from of ['refunded', 'closed', 'declined'] as const)
    for (const to of returnStatuses) expect(canMoveReturn(from, to)).toBe(false)
})

it('returns in any order and number add up to what was paid for the items', () => {
  const item = fc.record({
    quantity: fc.integer({ min: 1, max: 6 }),
    unitPriceCents: fc.integer({ min: 0, max: 10_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer(),
      (bought, tax, seed) => {
        const items = bought.map(({ quantity, unitPriceCents, share }, index) => ({
          id: `i${index}`,
          quantity,
          unitPriceCents,
          discountCents: Math.floor(quantity * unitPriceCents * share),
        }))
        const paid = items.reduce(
          (sum, one) => sum + one.quantity * one.unitPriceCents - one.discountCents,
          0,
        )
        const units = items
          .flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id))
          .sort((a, b) => (a + seed < b + seed ? -1 : 1))
        const before = new Map<string, number>()
        let returned = 0
        for (const id of units) {
          const value = returnValue(items, tax, before, new Map([[id, 1]]))
          expect(value).toBeGreaterThanOrEqual(0)
          returned += value
          before.set(id, (before.get(id) ?? 0) + 1)
        }
        expect(returned).toBe(paid === 0 ? 0 : paid + tax)
      },
    ),
    { numRuns: 1000 },
  )
})
