/** Shown beside the button. `alert` is announced immediately. Says 'nothing was charged' only where that is certain. */
export type PaymentMessage = { kind: 'info' | 'alert'; text: string; order?: OrderLink | null }
/** An order that the message names, with the key of its page. */
export type OrderLink = { orderNumber: string; key: string }

const alert = (text: string): PaymentMessage => ({ kind: 'alert', text })
const info = (text: string): PaymentMessage => ({ kind: 'info', text })

export const paymentMessages = {
  cancelled: info('Payment canceled. Nothing was charged. You can try again.'),
  unchecked: alert(
    'We couldn’t check with PayPal whether you approved this payment. If you did, we’ll email you once it goes through. If you didn’t, nothing was charged, and you can try again.',
  ),
  declined: alert(
    'Your payment was declined. Nothing was charged. Try again, or use another card or PayPal.',
  ),
  cardRefused: alert(
    'We couldn’t use this card. Nothing was charged. Please check its number, date, and code, or use another card.',
  ),
  unavailable: alert(
    'This payment method doesn’t work in your browser right now. Nothing was charged. Please choose another.',
  ),
  expressRefused: alert(
    'Something in your cart has changed. Nothing was charged. Please reload the page and try again.',
  ),
  windowFailed: alert(
    'Something went wrong in the payment window. Nothing was charged. Please try again.',
  ),
  approvedElsewhere: info(
    'You approved your payment. We’re confirming it and will email you as soon as it’s done. Please don’t pay again.',
  ),
  replaced: info('This payment has expired. Please choose how to pay again.'),
  stale: info('The payment button was refreshed. Please press it again.'),
  changed: alert(
    'Your order has changed (see above). Nothing was charged. Please review it and try again.',
  ),
  fields: alert('Please check the highlighted fields. Nothing was charged.'),
  offline: alert(
    'You’re offline. Nothing was charged, and we saved what you entered. Please try again once you’re connected.',
  ),
  noAnswer: alert('We couldn’t reach the shop. Nothing was charged. Please try again in a moment.'),
  tooMany: alert('Too many attempts. Nothing was charged. Please wait a minute and try again.'),
  again: alert(
    'We had to restart your checkout. Nothing was charged. Please press the button again.',
  ),
  notApproved: alert(
    'The payment wasn’t approved in the payment window. Nothing was charged. You can try again.',
  ),
  /** The gift card may have paid already. */
  coveredUnknown: (buttonLabel: string): PaymentMessage =>
    alert(
      `We couldn’t tell whether that went through. Press “${buttonLabel}” again; your gift card is used only once.`,
    ),
  /** It was put into the cart before, and checkout has no fields for it. */
  giftCard: (error: string): PaymentMessage =>
    alert(
      `There’s a problem with a gift card in your cart. ${error} To change it, remove the card from your cart and add it again. Nothing was charged.`,
    ),
  fromShop: (error: string | undefined): PaymentMessage =>
    alert(
      error && /nothing was charged/i.test(error)
        ? error
        : `${error ?? 'Something went wrong.'} Nothing was charged.`,
    ),
} as const

/** Progress while the button is hidden. */
export const progressMessages = {
  opening: 'Opening the payment window…',
  approving: 'Finish paying in the payment window, or close it to come back.',
  checking: 'Checking with PayPal…',
  capturing: 'Finishing your payment. Please keep this page open.',
  waiting:
    'This is taking longer than usual. We’re still confirming your payment. Please don’t pay again.',
  leaving: 'Thank you. Taking you to your order…',
} as const
type PaymentProgress = keyof typeof progressMessages

/** `idle`: the buttons may be pressed. `unknown`: the shop has no result yet and keeps checking in the background. */
export type PaymentPhase = 'idle' | PaymentProgress | 'unknown'
