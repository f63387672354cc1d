import { renderToStaticMarkup } from 'react-dom/server'

import { PayOrder } from '@/app/(focused)/checkout/[orderNumber]/pay-order'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'

const variant = { size: 'M', color: 'Pine' }
const difference: CustomerOrderView['priceDifference'] = {
  item: { name: 'Fern Tee', quantity: 1, from: variant, to: { ...variant, size: 'XL' } },
  state: 'open',
  order: { orderNumber: 'DF-1001', path: '/orders/DF-1001?key=a' },
}
const address = {
  firstName: 'Wren',
  lastName: 'Okafor',
  address1: '12 Alder Lane',
  address2: null,
  city: 'Ojai',
  stateCode: 'CA',
  zip: '93023',
  countryCode: 'US',
}
/** An order with nothing left to pay, for example because a gift card covers everything. */
const covered: CustomerOrderView = {
  orderNumber: 'DF-1002',
  status: 'pending',
  paymentState: 'none',
  isPaidByHand: false,
  firstName: 'Wren',
  email: 'wren@example.com',
  placedAt: '2026-11-25T12:00:00.000Z',
  arrival: { arrival: null, delivery: null },
  shippingMethod: 'standard',
  items: [],
  giftCards: [],
  totals: { subtotalCents: 0, discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0 },
  refundedCents: 0,
  refunds: [],
  discounts: [],
  shippingAddress: address,
  package: { isGift: false, recipient: null, note: null, senderName: null },
  isReturnedToSender: false,
  shipments: [],
  events: [],
  payment: null,
  isLinkClosed: false,
  priceDifference: null,
  replacement: null,
  changeRequest: null,
  addressChange: null,
  changes: { address: false, items: false, cancel: false },
}
const render = (
  priceDifference: CustomerOrderView['priceDifference'],
  totals = covered.totals,
): string =>
  renderToStaticMarkup(
    <PayOrder
      order={{ ...covered, priceDifference, totals }}
      orderKey="a"
      until="December 1, 2026"
      contactEmail="hello@example.com"
      takesGiftCards
      nonce={undefined}
    />,
  )

it('the button of an order covered by a gift card says what it does', () => {
  expect(render(difference)).toMatch(/<button[^>]*>Confirm the change</)
  expect(render(null)).toMatch(/<button[^>]*>Pay with gift card</)
  expect(render(difference) + render(null)).not.toContain('Place order')
})

it('a difference for another address says its price and where the order will go, and nothing about an item', () => {
  const page = render(
    { state: 'open', item: null, order: null },
    { ...covered.totals, shippingCents: 324, totalCents: 324 },
  )
  expect(page).toContain(
    'Once you’ve paid $3.24, we’ll change the shipping address for your order to 12 Alder Lane, Ojai, CA 93023. We hold this price for 30 minutes. If printing starts before you pay, you won’t be charged.',
  )
  expect(page).toMatch(/New address.*12 Alder Lane/)
  expect(page).not.toContain('Subtotal')
})

it('a change that staff asked for says until when it can be paid, and that its price may change', () => {
  const page = render(difference && { ...difference, isRequested: true })
  expect(page).toContain(
    'You can pay until December 1, 2026. If the price changes before then, we’ll tell you before you’re charged.',
  )
  expect(page).not.toContain('30 minutes')
})

it('a payment link says the total and asks how to pay before PayPal is contacted', () => {
  const page = render(null, { ...covered.totals, subtotalCents: 3200, totalCents: 3200 })
  // On a phone, the totals themselves are below the payment.
  expect(page).toMatch(/The total is \$32\.00\..*Choose how to pay/)
  expect(page).toMatch(/<button[^>]*>Choose how to pay</)
  expect(page).toContain('We won’t contact PayPal until you choose how to pay.')
  expect(page).not.toContain('Loading…')
  expect(render(null)).not.toContain('We won’t contact PayPal')
})
