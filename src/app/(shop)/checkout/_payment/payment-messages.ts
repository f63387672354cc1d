/** Stands beside the button. `alert` is read out at once. 'Nothing was charged' only where that is certain. */
export type PaymentMessage = { kind: 'info' | 'alert'; text: string }

const alert = (text: string): PaymentMessage => ({ kind: 'alert', text })
const info = (text: string): PaymentMessage => ({ kind: 'info', text })

export const paymentMessages = {
  cancelled: info('Payment cancelled. Nothing was charged. You can try again.'),
  declined: alert(
    'The payment was declined. Nothing was charged. You can try again, with the same or another way to pay.',
  ),
  windowFailed: alert(
    'The payment window ran into trouble. Nothing was charged. Please try again.',
  ),
  stale: info('The payment button had to be fetched again. Please press it once more.'),
  changed: alert(
    'Your order has changed, as it says above. Nothing was charged. Please look it over and try again.',
  ),
  fields: alert('Some of the fields above need another look. Nothing was charged.'),
  offline: alert(
    'You seem to be offline. Nothing was charged. Your details are kept; please try again once you are connected.',
  ),
  noAnswer: alert('The shop is not answering. Nothing was charged. Please try again in a moment.'),
  provider: alert(
    'The payment service is not answering. Nothing was charged. Please try again in a moment.',
  ),
  tooMany: alert(
    'That was a lot of tries in a short time. Nothing was charged. Please wait a minute and try again.',
  ),
  again: alert(
    'This checkout had to be started anew. Nothing was charged. Please press the button once more.',
  ),
  notApproved: alert(
    'The payment was not approved in the payment window. Nothing was charged. You can try again.',
  ),
  fromShop: (error: string | undefined): PaymentMessage =>
    alert(
      error && /nothing was charged/i.test(error)
        ? error
        : `${error ?? 'That did not work.'} Nothing was charged.`,
    ),
} as const

/** What is going on, while the button is away. */
export const progressMessages = {
  opening: 'Opening the payment window …',
  approving: 'The payment window is open. Finish there, or close it to come back.',
  capturing: 'Finishing your payment. Please keep this page open.',
  waiting:
    'This takes longer than usual. We are still asking whether the payment went through. Please do not pay again.',
  leaving: 'Thank you. Taking you to your order …',
} as const
export type PaymentProgress = keyof typeof progressMessages
