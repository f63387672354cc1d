import {
  canMoveReturn,
  claimDeadline,
  deliveryOf,
  isClaimEnding,
  isWithinWindow,
  returnStatuses,
} from '@/modules/returns/rules'

const days = { returnDays: 30, defectDays: 365 }
const delivered = '2026-03-01T12:00:00.000Z'
const at = (day: string): Date => new Date(`${day}T12:00:00.000Z`)

it('the return window starts at delivery and is longer for defects', () => {
  expect(isWithinWindow('size', delivered, days, at('2026-03-31'))).toBe(true)
  expect(isWithinWindow('size', delivered, days, at('2026-04-01'))).toBe(false)
  expect(isWithinWindow('damaged', delivered, days, at('2027-03-01'))).toBe(true)
  expect(isWithinWindow('size', null, days, at('2030-01-01'))).toBe(true)
})

it('a defect must be claimed within 30 days of delivery', () => {
  expect(claimDeadline('damaged', delivered)).toBe('2026-03-31T12:00:00.000Z')
  expect(claimDeadline('size', delivered)).toBeNull()
  expect(claimDeadline('wrong-item', null)).toBeNull()
})

it('a delivery that nobody noted counts from the shipping and the longest delivery', () => {
  const shippedAt = '2026-02-20T12:00:00.000Z'
  const unknown = { deliveredAt: null, shippedAt, transitDaysMax: null }
  expect(deliveryOf({ ...unknown, deliveredAt: delivered }, 7)).toEqual({
    at: delivered,
    isEstimate: false,
  })
  const estimate = { at: '2026-03-03T12:00:00.000Z', isEstimate: true }
  expect(deliveryOf(unknown, 7)).toEqual(estimate)
  expect(deliveryOf({ ...unknown, transitDaysMax: 3 }, 7)).toEqual(estimate)
  expect(deliveryOf({ ...unknown, transitDaysMax: 10 }, 7)).toEqual({
    at: '2026-03-06T12:00:00.000Z',
    isEstimate: true,
  })
  expect(deliveryOf({ ...unknown, shippedAt: null }, 7)).toBeNull()
})

it('a claim is urgent in its last week', () => {
  expect(isClaimEnding('2026-03-31T12:00:00.000Z', at('2026-03-23'))).toBe(false)
  expect(isClaimEnding('2026-03-31T12:00:00.000Z', at('2026-03-24'))).toBe(true)
  expect(isClaimEnding('2026-03-31T12:00:00.000Z', at('2026-04-01'))).toBe(false)
  expect(isClaimEnding(null, at('2026-03-24'))).toBe(false)
})

it('a finished return can’t change its status', () => {
  for (const from of ['refunded', 'exchanged', 'closed', 'declined'] as const)
    for (const to of returnStatuses) expect(canMoveReturn(from, to)).toBe(false)
})
