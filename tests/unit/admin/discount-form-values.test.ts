import {
  mergeDiscounts,
  toDiscountFormValues,
  toDiscountRequest,
} from '@/admin/discounts/discount-form-values'

const timeZone = 'America/New_York'
const before = toDiscountRequest(
  { ...toDiscountFormValues(null, timeZone), name: 'Fern days', percent: '10' },
  [],
  timeZone,
)

it('overwriting a discount keeps what someone else changed elsewhere in it', () => {
  const mine = { ...before, name: 'Moss days' }
  const theirs = { ...before, percent: 20, productIds: [3], scope: 'products' as const }
  expect(mergeDiscounts(before, mine, theirs)).toEqual({ ...theirs, name: 'Moss days' })
})

it('overwriting a discount takes its kind and value from one of both', () => {
  const mine = { ...before, percent: 15 }
  const theirs = { ...before, kind: 'amount' as const, percent: null, amount: 5, maxUses: 9 }
  expect(mergeDiscounts(before, mine, theirs)).toEqual({ ...before, percent: 15, maxUses: 9 })
})
