const cardsOff =
  'Your PayPal account can’t take cards. Turn on card payments for it at PayPal, or turn cards off in Settings'

/** Why PayPal refuses payments to the shop's account, and what to do about it, by PayPal's issue code. */
const causes: Readonly<Partial<Record<string, string>>> = {
  PAYEE_ACCOUNT_RESTRICTED:
    'Your PayPal account is restricted. Sign in to PayPal, and open its Resolution Center to see what PayPal needs from you',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED:
    'Your PayPal account is locked or closed. Contact PayPal support to reopen it',
  PAYEE_ACCOUNT_INVALID:
    'PayPal doesn’t accept the account that your PayPal keys belong to. Check the keys, and that it’s a business account',
  PAYEE_ACCOUNT_NO_CONFIRMED_EMAIL:
    'The email address of your PayPal account isn’t confirmed. Sign in to PayPal and confirm it',
  PAYEE_ACCOUNT_NOT_VERIFIED:
    'Your PayPal account isn’t verified. Sign in to PayPal and finish its verification',
  PAYEE_COUNTRY_NOT_ENABLED:
    'PayPal doesn’t offer this payment method in your account’s country. Turn it off in Settings',
  PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING: cardsOff,
  NOT_ENABLED_FOR_CARD_PROCESSING: cardsOff,
  NOT_ENABLED_FOR_APPLE_PAY:
    'Your PayPal account can’t take Apple Pay. Turn it on at PayPal, or turn it off in Settings',
  NOT_ENABLED_FOR_GOOGLE_PAY:
    'Your PayPal account can’t take Google Pay. Turn it on at PayPal, or turn it off in Settings',
  NOT_ENABLED_FOR_PAYMENT_SOURCE:
    'Your PayPal account can’t take one of the payment methods your shop offers. Turn it on at PayPal, or turn it off in Settings',
  AUTH_CAPTURE_NOT_ENABLED:
    'Your PayPal account isn’t allowed to collect authorized payments. Ask PayPal support to turn this on',
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED:
    'Your PayPal account has reached its receiving limit. Sign in to PayPal to raise it',
  PERMISSION_DENIED:
    'Your PayPal app is missing a permission. Check the app’s features in PayPal’s developer dashboard',
}

/**
 * Says why PayPal refused a payment because of the shop's account, and what to do, without a period at the end.
 * @param issue PayPal's issue code; an unknown one is named, because PayPal's support asks for it
 */
export function describeRefusal(issue: string | null): string {
  if (!issue) return 'Sign in to PayPal to see why'
  return (
    causes[issue] ??
    `PayPal’s reason is “${issue}”. Sign in to PayPal, or ask its support about this code`
  )
}
