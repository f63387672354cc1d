import { placeOrderProblem } from '@/app/(focused)/checkout/_payment/payment-problem'
import { ApiError } from '@/platform/http/api-client'

it('says what the shop says about PayPal, and that nothing was charged', () => {
  const busy = 'PayPal is busy right now. Please wait a minute and try again.'
  expect(placeOrderProblem(new ApiError(503, busy, busy, 'provider_unavailable'), true)).toEqual({
    kind: 'message',
    message: { kind: 'alert', text: `${busy} Nothing was charged.` },
  })
})
