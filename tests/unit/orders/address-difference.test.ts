import { addressDifferenceText } from '@/modules/orders/rules/address-difference'

it.each([
  [{ taxCents: 0, shippingCents: 0 }, null],
  [
    { taxCents: -210, shippingCents: 0 },
    'Sales tax at the new address would be $2.10 less. To give that back, refund $2.10.',
  ],
  [
    { taxCents: 256, shippingCents: 0 },
    'Sales tax at the new address would be $2.56 more. The customer isn’t charged for it.',
  ],
  [
    { taxCents: 0, shippingCents: 901 },
    'Shipping to the new address would be $9.01 more. The customer isn’t charged for it.',
  ],
  [
    { taxCents: -210, shippingCents: null },
    'Sales tax at the new address would be $2.10 less. To give that back, refund $2.10. Shipping to the new address may cost a different amount.',
  ],
])('describes for staff how a new address changes tax and shipping: %j', (difference, text) =>
  expect(addressDifferenceText(difference)).toBe(text),
)
