import { paymentMessages } from '@/app/(focused)/checkout/_payment/payment-messages'
import {
  placeOrderProblem,
  refusalProblem,
} from '@/app/(focused)/checkout/_payment/payment-problem'
import { ApiError } from '@/platform/http/api-client'

const refuse = (details: object) => {
  const error = 'This order’s discount is no longer available. Nothing was charged.'
  return refusalProblem('totals_changed', error, { error, code: 'totals_changed', ...details })
}

it('a changed order points to the list of changes when the shop sent one', () => {
  expect(refuse({ lines: [] })).toMatchObject({ message: paymentMessages.changed })
  expect(refuse({ totals: { total: '40.55' } })).toMatchObject({ message: paymentMessages.changed })
})

it('a changed order has the sentence of the shop when there is nothing to list', () => {
  expect(refuse({})).toMatchObject({
    kind: 'changed',
    message: { text: 'This order’s discount is no longer available. Nothing was charged.' },
  })
})

it('says what the shop says about PayPal, and that nothing was charged', () => {
  const busy = 'PayPal is busy right now. Please wait a minute and try again.'
  expect(placeOrderProblem(new ApiError(503, busy, busy, 'provider_unavailable'), true)).toEqual({
    kind: 'message',
    message: { kind: 'alert', text: `${busy} Nothing was charged.` },
  })
})
