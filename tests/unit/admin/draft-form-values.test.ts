import { toFormValues, toQuoteRequest, toRequest } from '@/admin/draft-orders/draft-form-values'
import { ApiError, errorSentence } from '@/platform/http/api-client'

const withDiscount = (discountKind: 'percent' | 'amount' | 'code', text: string) => ({
  ...toFormValues(null, []),
  discountKind,
  discountPercent: text,
  discountAmount: text,
  discountCode: text,
})

it.each([' $5 ', '5', '5.00'])('the amount of a draft’s discount can be typed as “%s”', (text) =>
  expect(toRequest(withDiscount('amount', text)).discount).toEqual({ kind: 'amount', amount: 5 }),
)

it.each([
  ['percent', ''],
  ['percent', 'ten'],
  ['percent', '-5'],
  ['amount', '0.'],
  ['code', ''],
] as const)('a draft is priced without a discount while its %s is “%s”', (kind, text) =>
  expect(toQuoteRequest(withDiscount(kind, text)).discount).toEqual({ kind: 'none' }),
)

it('a failed call is explained by the sentences of its fields', () => {
  const fields = { 'discount.percent': 'Please enter 100 or less.' }
  const error = new ApiError(400, '', 'Invalid input: discount.percent.', 'invalid', fields)
  expect(errorSentence(error)).toBe('Please enter 100 or less.')
  expect(errorSentence(new ApiError(409, '', 'Someone else changed this.'))).toBe(
    'Someone else changed this.',
  )
})
