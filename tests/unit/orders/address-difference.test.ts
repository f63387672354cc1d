import { addressDifferenceText } from '@/modules/orders/rules/address-difference'

it.each([
  [{ taxCents: 0, shippingCents: 0 }, null],
  [
    { taxCents: -210, shippingCents: 0 },
    'The tax for the new address would be $2.10 less. The order keeps the tax that was paid. To give it back, refund $2.10.',
  ],
  [
    { taxCents: 256, shippingCents: 0 },
    'The tax for the new address would be $2.56 more. The order keeps the tax that was paid, and the customer isn’t charged.',
  ],
  [
    { taxCents: 0, shippingCents: 901 },
    'The shipping for the new address would be $9.01 more. The order keeps the shipping that was paid, and the customer isn’t charged.',
  ],
  [
    { taxCents: -210, shippingCents: null },
    'The tax for the new address would be $2.10 less. The order keeps the tax that was paid. To give it back, refund $2.10. The shipping for the new address may cost another amount. The order keeps the shipping that was paid.',
  ],
])('staff read what another address changes about money: %j', (difference, text) =>
  expect(addressDifferenceText(difference)).toBe(text),
)
