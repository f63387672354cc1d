import { addressDifferenceText } from '@/modules/orders/rules/address-difference'

it.each([
  [{ taxCents: 0, shippingCents: 0 }, 0, null],
  [
    { taxCents: -210, shippingCents: 0 },
    210,
    'Sales tax at the new address is $2.10 less. We’ll refund $2.10.',
  ],
  [
    { taxCents: 256, shippingCents: 0 },
    0,
    'Sales tax at the new address is $2.56 more. The customer isn’t charged for it.',
  ],
  [
    { taxCents: -210, shippingCents: 901 },
    210,
    'Sales tax at the new address is $2.10 less. Shipping to the new address is $9.01 more. The customer isn’t charged for it. We’ll refund $2.10.',
  ],
  [
    { taxCents: -210, shippingCents: 0, paidTaxCents: 24 },
    210,
    'Sales tax at the new address is $2.10 less. We’ll refund $2.10. Tax on paid price differences ($0.24) isn’t adjusted. Refund what’s no longer due from their orders.',
  ],
  [
    { taxCents: 0, shippingCents: null },
    0,
    'Shipping to the new address may cost a different amount.',
  ],
])(
  'describes for staff how a new address changes tax and shipping: %j',
  (difference, refundCents, text) =>
    expect(addressDifferenceText(difference, { refundCents, chargeCents: 0 })).toBe(text),
)

it('doesn’t say that the customer isn’t charged where they can be asked to pay', () => {
  expect(
    addressDifferenceText(
      { taxCents: 256, shippingCents: 901 },
      { refundCents: 0, chargeCents: 1157 },
    ),
  ).toBe('Sales tax at the new address is $2.56 more. Shipping to the new address is $9.01 more.')
})
