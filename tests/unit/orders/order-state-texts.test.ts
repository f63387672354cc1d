import { nextSteps } from '@/components/order/next-steps'
import { orderStatusLabel } from '@/components/order/order-status-label'
import { orderStatusMessage } from '@/components/order/order-status-message'
import { timelineSteps } from '@/components/order/timeline-steps'
import { calculateTotals, defaultPricingRules } from '@/modules/checkout/rules/pricing'
import {
  orderCanceledEmail,
  orderDeliveredEmail,
  orderReceivedEmail,
  orderRefundedEmail,
  orderShippedEmail,
  paymentFailedEmail,
  paymentPendingEmail,
} from '@/modules/orders/emails/order-emails'
import { orderStatuses } from '@/modules/orders/rules/order-status'
import { defaultPromises, promiseTexts } from '@/modules/shop/rules/promises'

const wren = { orderNumber: 'DF-1089', firstName: 'Wren', email: 'wren@example.com' }
const promises = promiseTexts(defaultPromises, defaultPricingRules)
const props = {
  ...wren,
  status: 'paid' as const,
  paymentState: 'completed' as const,
  items: [],
  totals: calculateTotals([], null, defaultPricingRules),
  shippingAddress: {
    firstName: 'Wren',
    lastName: 'Okafor',
    address1: '18 Alder Lane',
    address2: null,
    city: 'Ojai',
    stateCode: 'CA',
    zip: '93023',
    countryCode: 'US',
  },
  orderUrl: 'https://shop.example/orders/DF-1089',
  paymentUrl: 'https://shop.example/checkout/DF-1089',
  shopUrl: 'https://shop.example',
  contactEmail: 'hello@shop.example',
  promises,
}
const shipped = { ...props, carrier: 'USPS', trackingNumber: null, trackingUrl: null }

/** For each status and payment state: the page headline, the timeline step, the label, and the email. */
const states = [
  [
    'pending',
    'pending',
    'Thank you, Wren. Your payment is still processing.',
    null,
    'Payment processing',
    paymentPendingEmail(props),
  ],
  ['pending', 'capturing', 'We’re confirming your payment.', null, 'Confirming payment', null],
  [
    'pending',
    'mismatch',
    'Thank you, Wren. We’re checking your payment.',
    null,
    'Payment in review',
    null,
  ],
  [
    'pending',
    'completed',
    'Thank you, Wren. We’re checking your payment.',
    null,
    'Payment in review',
    null,
  ],
  [
    'pending',
    'declined',
    'Your payment didn’t go through.',
    null,
    'Not paid',
    paymentFailedEmail(props),
  ],
  ['pending', 'created', 'Order DF-1089 isn’t paid.', null, 'Not paid', null],
  ['pending', 'none', 'Order DF-1089 isn’t paid.', null, 'Not paid', null],
  [
    'paid',
    'completed',
    'Thank you, Wren. We’ve got your order.',
    'Placed',
    'Paid, waiting to be printed',
    orderReceivedEmail(props),
  ],
  ['processing', 'completed', 'Your order is being printed.', 'Printing', 'Being printed', null],
  [
    'shipped',
    'completed',
    'Your order is on its way.',
    'Shipped',
    'On its way',
    orderShippedEmail(shipped),
  ],
  [
    'delivered',
    'completed',
    'Your order was delivered.',
    'Delivered',
    'Delivered',
    orderDeliveredEmail(props),
  ],
  [
    'cancelled',
    'completed',
    'Your order was canceled.',
    null,
    'Canceled',
    orderCanceledEmail(props),
  ],
  [
    'refunded',
    'completed',
    'Your order was refunded.',
    null,
    'Refunded',
    orderRefundedEmail({
      ...props,
      amountCents: 3200,
      isWhole: true,
      cause: null,
      has: { items: true, cards: false },
    }),
  ],
] as const

/** Phrases that only a later status may use. Announcing a plan ("we'll email you when it ships") is fine. */
const claims = {
  printing: /\b(?:is|’s) being printed\b/i,
  shipped: /\b(?:on its way|has left the print shop|has shipped|was shipped)\b/i,
  delivered: /\b(?:was|been) delivered\b/i,
}
const claimsAhead = {
  pending: [claims.printing, claims.shipped, claims.delivered, /waiting to be printed/],
  paid: [claims.printing, claims.shipped, claims.delivered],
  processing: [claims.shipped, claims.delivered],
  shipped: [claims.delivered, /once it ships/i],
  delivered: [/once it ships/i],
  cancelled: [claims.printing, claims.shipped, claims.delivered],
  refunded: [claims.printing, claims.shipped, claims.delivered],
} as const

it('every order status is in the table', () =>
  expect(new Set(states.map(([status]) => status))).toEqual(new Set(orderStatuses)))

it.each(states)(
  'page, timeline, label, and email agree for status %s with payment %s',
  (status, paymentState, headline, step, label, email) => {
    const order = { ...wren, status, paymentState }
    const { title, lead } = orderStatusMessage(order)
    expect(title).toBe(headline)
    expect(orderStatusLabel(order).label).toBe(label)
    const steps = timelineSteps({
      status,
      placedAt: '2026-11-17T10:00:00.000Z',
      events: [],
      items: ['Tee'],
    })
    expect(steps?.find(({ state }) => state === 'current')?.name ?? null).toBe(step)
    if (email) expect(email.subject.startsWith(headline)).toBe(true)
    const texts = [title, lead, label, email?.subject ?? '', ...(email?.text.split('\n') ?? [])]
    for (const text of [...texts, ...nextSteps(status, promises)])
      for (const claim of claimsAhead[status]) expect(text).not.toMatch(claim)
  },
)

it.each(orderStatuses.filter((status) => status !== 'paid'))(
  'the receipt of an order with status %s promises nothing that is over',
  (status) => {
    const cards = { recipientName: 'Sam', amountCents: 5000, sendOn: null }
    for (const order of [props, { ...props, giftCards: [cards] }]) {
      const { subject, text } = orderReceivedEmail({ ...order, status })
      expect(subject).toBe('Thank you, Wren. Here’s your receipt.')
      expect(text).toContain('Total: ')
      expect(text).not.toMatch(/waiting to be printed|when it ships|before then|once it’s changed/)
    }
  },
)

it('the receipt of a price difference says that the change follows only until it was made', () => {
  const order = { orderNumber: 'DF-1088', path: '/orders/DF-1088' }
  const receipt = (state: 'open' | 'applied' | 'refused') =>
    orderReceivedEmail({ ...props, difference: { item: null, state, order } }).text
  expect(receipt('open')).toContain('We’ll email you once it’s changed.')
  for (const state of ['applied', 'refused'] as const)
    expect(receipt(state)).not.toContain('once it’s changed')
})

it.each([
  ['none', true, 'You haven’t been charged, and the payment link no longer works.'],
  ['declined', false, 'You haven’t been charged.'],
  ['capturing', false, 'If you paid, we’ll refund your original payment method.'],
  ['pending', true, 'If you paid, we’ll refund your original payment method.'],
  ['mismatch', true, 'If you paid, we’ll refund your original payment method.'],
  ['completed', false, 'If you paid, we’ll refund your original payment method.'],
] as const)(
  'the email about a canceled order with payment %s (by link: %s) says what happens to the money',
  (paymentState, hasPaymentLink, sentence) => {
    const { text } = orderCanceledEmail({
      ...props,
      totals: { ...props.totals, totalCents: 3200 },
      paymentState,
      hasPaymentLink,
    })
    expect(text.split('\n')).toContain(sentence)
    expect(text.includes('haven’t been charged')).toBe(sentence.startsWith('You'))
  },
)
