/**
 * Ways to pay. Each of them is a payment at PayPal, so they share one settlement. `paypal_express`: approved before the
 * buyer's details are known, which come from PayPal.
 */
export const paymentMethods = [
  'paypal',
  'card',
  'venmo',
  'card_fields',
  'paylater',
  'apple_pay',
  'google_pay',
  'paypal_express',
] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Buttons that the owner turns on or off, in the order in which buyers see them. PayPal itself is always offered, first. */
export const optionalPaymentMethods = [
  'apple_pay',
  'google_pay',
  'card',
  'venmo',
  'card_fields',
  'paylater',
] as const
type OptionalPaymentMethod = (typeof optionalPaymentMethods)[number]
/** Methods with a button at checkout. */
export type ButtonMethod = 'paypal' | OptionalPaymentMethod
export const defaultPaymentMethods: readonly OptionalPaymentMethod[] = ['card', 'venmo']

/** Characters of the file by which Apple checks the shop's domain; it has about 9,000. */
export const maxAppleDomainFile = 20_000

/** Labels for staff. */
export const paymentMethodLabels = {
  paypal: 'PayPal',
  card: 'Card',
  venmo: 'Venmo',
  card_fields: 'Card',
  paylater: 'Pay Later',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  paypal_express: 'PayPal express',
} satisfies Record<PaymentMethod, string>

/** What the bank of a card answered to 3-D Secure, in PayPal's letters; null if absent. */
export type CardVerification = {
  liabilityShift: string | null
  enrollment: string | null
  authentication: string | null
}

/** Whether a card number is entered for this payment: what card testing aims at. Wallets only have cards of their own. */
export function isCardMethod(method: PaymentMethod): boolean {
  return method === 'card' || method === 'card_fields'
}
