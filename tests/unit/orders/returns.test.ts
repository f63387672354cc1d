import {
  canMoveReturn,
  claimDeadline,
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

it('a finished return can’t change its status', () => {
  for (const from of ['refunded', 'closed', 'declined'] as const)
    for (const to of returnStatuses) expect(canMoveReturn(from, to)).toBe(false)
})
