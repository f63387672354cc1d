import { toCardDetails } from '@/app/(focused)/checkout/_payment/use-open-form'
import { toPaymentRequest } from '@/app/(focused)/checkout/[orderNumber]/payment-request'

const shippingAddress = {
  firstName: 'Linden',
  lastName: 'Marsh',
  address1: '18 Alder Lane',
  address2: null,
  city: 'Ojai',
  stateCode: 'CA',
  zip: '93023',
  countryCode: 'US',
}

const order = { email: 'linden@example.com', shippingAddress, priceDifference: null }

it('gives PayPal the order’s address to check a card against', () => {
  const request = toPaymentRequest(order, 5184, null)
  expect(toCardDetails(request, 'Linden Marsh')).toEqual({
    name: 'Linden Marsh',
    billingAddress: {
      addressLine1: '18 Alder Lane',
      addressLine2: undefined,
      adminArea2: 'Ojai',
      adminArea1: 'CA',
      postalCode: '93023',
      countryCode: 'US',
    },
  })
})

it('gives PayPal no address for an order of gift cards alone, or to which an order is moved', () => {
  const none = { ...shippingAddress, address1: '', city: '', stateCode: '', zip: '' }
  const move = { state: 'open' as const, item: null, order: null }
  for (const changes of [{ shippingAddress: none }, { priceDifference: move }]) {
    const request = toPaymentRequest({ ...order, ...changes }, 2500, null)
    expect(toCardDetails(request, 'Linden Marsh')).toEqual({ name: 'Linden Marsh' })
  }
})

it('names a gift card with what it pays', () => {
  const card = { code: 'ABCDEFGHJKMNPQRS', cents: 2000 }
  expect(toPaymentRequest(order, 3184, card)).toMatchObject({
    amount: '31.84',
    giftCard: { code: 'ABCDEFGHJKMNPQRS', amount: '20.00' },
  })
})
