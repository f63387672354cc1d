import type { PaymentMethod } from '@/platform/payment-methods'

/** What PayPal reports to have been paid with, by the way to pay. */
export const paymentSources = {
  paypal: 'paypal',
  card: 'card',
  venmo: 'venmo',
  card_fields: 'card',
  paylater: 'paypal',
  apple_pay: 'apple_pay',
  google_pay: 'google_pay',
  paypal_express: 'paypal',
} as const satisfies Record<PaymentMethod, string>
export type PaymentSource = (typeof paymentSources)[PaymentMethod]
