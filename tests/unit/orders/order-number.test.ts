import { normalizeOrderNumber } from '@/modules/orders/rules/order-number'

describe('An order number that someone types', () => {
  it.each(['DF-1001', 'df 1001', '1001', '#1001', '#DF-1001', ' # df - 1001 '])(
    'is read from %j',
    (typed) => {
      expect(normalizeOrderNumber(typed)).toBe('DF-1001')
    },
  )

  it('stays as it was typed when it has no number', () => {
    expect(normalizeOrderNumber(' my order ')).toBe('my order')
  })
})
