/** Ways to pay. Each of them is a payment at PayPal, so they share one settlement. */
export const paymentMethods = ['paypal', 'card', 'venmo', 'card_fields', 'paylater'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Those that the owner turns on or off. PayPal itself is always offered. */
export const optionalPaymentMethods = ['card', 'venmo', 'card_fields', 'paylater'] as const
export type OptionalPaymentMethod = (typeof optionalPaymentMethods)[number]
export const defaultPaymentMethods: readonly OptionalPaymentMethod[] = ['card', 'venmo']

/** What staff read on an order. */
export const paymentMethodLabels = {
  paypal: 'PayPal',
  card: 'Card',
  venmo: 'Venmo',
  card_fields: 'Card',
  paylater: 'Pay Later',
} satisfies Record<PaymentMethod, string>

/** What the bank of a card answered to 3-D Secure, in PayPal's letters; null where it gives none. */
export type CardVerification = {
  liabilityShift: string | null
  enrollment: string | null
  authentication: string | null
}

/** Whether a card number is entered for this payment: what card testing aims at. */
export function isCardMethod(method: PaymentMethod): boolean {
  return method === 'card' || method === 'card_fields'
}
