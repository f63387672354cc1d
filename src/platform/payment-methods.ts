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

/** The 3-D Secure result from the card's bank, in PayPal's codes; null if absent. */
export type CardVerification = {
  liabilityShift: string | null
  enrollment: string | null
  authentication: string | null
}

/** Whether a card number is entered for this payment: what card testing aims at. Wallets only have cards of their own. */
export function isCardMethod(method: PaymentMethod): boolean {
  return method === 'card' || method === 'card_fields'
}

/** Why a payment was declined: codes of the card's processor, and PayPal's issues (reference, sections 2.5 and 6.4). */
const declines: readonly (readonly [text: string, codes: string])[] = [
  ['The bank declined the card', '0500 5100 PAYMENT_SOURCE_DECLINED_BY_PROCESSOR'],
  ['Wrong card number', '1330'],
  ['Wrong security code', '5110 00N7 PCVV INVALID_SECURITY_CODE_LENGTH'],
  ['Not enough money in the account', '5120'],
  ['Restricted card', '5180'],
  ['Expired card', '5400 CARD_EXPIRED'],
  ['Wrong expiration date', 'INVALID_EXPIRY_DATE'],
  ['Wrong billing address', 'BILLING_ADDRESS_INVALID'],
  ['Lost or stolen card', '9520'],
  ['Suspected fraud', '9500 DECLINED_BY_RISK_FRAUD_FILTERS'],
  ['PayPal refused the payment', 'PPAR PAYMENT_DENIED TRANSACTION_REFUSED COMPLIANCE_VIOLATION'],
  [
    'This card or account can’t be used',
    'PAYMENT_SOURCE_CANNOT_BE_USED PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED PAYER_CANNOT_PAY',
  ],
  ['The customer’s bank or card refused it', 'INSTRUMENT_DECLINED'],
  [
    'The customer has to confirm it or choose another way to pay at PayPal',
    'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING PAYER_ACTION_REQUIRED',
  ],
  ['The customer’s PayPal account is restricted', 'PAYER_ACCOUNT_RESTRICTED'],
  ['The customer’s PayPal account is locked or closed', 'PAYER_ACCOUNT_LOCKED_OR_CLOSED'],
  ['Over the customer’s PayPal limit', 'TRANSACTION_LIMIT_EXCEEDED'],
  ['The customer can only pay within their country', 'DOMESTIC_TRANSACTION_REQUIRED'],
  ['Too many attempts', 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'],
  [
    'A filter in your PayPal account blocked it',
    'PAYEE_BLOCKED_TRANSACTION TRANSACTION_BLOCKED_BY_PAYEE',
  ],
]

/** Why PayPal holds a payment or refused a refund, and 3-D Secure results (reference, sections 6.4 and 7; 2.4). */
const otherReasons: typeof declines = [
  ['The customer’s eCheck hasn’t cleared yet', 'ECHECK'],
  ['PayPal is reviewing the payment', 'PENDING_REVIEW'],
  ['The customer still has to send the money', 'TRANSACTION_APPROVED_AWAITING_FUNDING'],
  [
    'Sign in to PayPal to accept or refuse the payment',
    'INTERNATIONAL_WITHDRAWAL RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
  ],
  ['Your PayPal account can’t receive money yet', 'UNILATERAL'],
  ['Your PayPal account isn’t verified', 'VERIFICATION_REQUIRED'],
  ['The customer opened a case with PayPal', 'BUYER_COMPLAINT'],
  ['The customer’s bank took the money back', 'CHARGEBACK'],
  ['Already refunded', 'REFUNDED'],
  ['Not enough money in your PayPal account', 'REFUND_FAILED_INSUFFICIENT_FUNDS'],
  ['PayPal gave no reason', 'OTHER FAILED'],
  ['The bank approved the card', '0000'],
  ['The customer didn’t pass the bank’s check', '3DS-N'],
  ['The bank refused to check the card', '3DS-R'],
  ['The bank didn’t finish its check', '3DS-U 3DS-Y 3DS-A 3DS-I 3DS-C 3DS-D 3DS-–'],
]

const find = (reasons: typeof declines, code: string): string | undefined =>
  reasons.find(([, codes]) => codes.split(' ').includes(code))?.[0]

/** Returns why a payment was declined; undefined for any other code. */
export function declineReason(code: string): string | undefined {
  return find(declines, code)
}

/** 'Expired card (5400)'. Unknown codes and other reasons are returned as they are. */
export function describeReason(reason: string): string {
  const code = reason.replace(/^3-D Secure: \S (\S) .+$/, '3DS-$1')
  const text = find([...declines, ...otherReasons], code)
  return text ? `${text} (${reason})` : reason
}
