import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'

type OrderState = Pick<
  CustomerOrderView,
  'status' | 'paymentState' | 'orderNumber' | 'firstName' | 'email'
>
export type OrderStatusMessage = {
  title: string
  lead: string
  /** The payment may still change by itself, so the page polls. */
  watch: boolean
  /** Nobody has paid and nobody is about to: the way back to the checkout. */
  unpaid: boolean
}

const thanks = (firstName: string): string =>
  firstName ? `Thank you, ${firstName}.` : 'Thank you.'

/** What the page of an order says on top. 'Nothing was charged' only where that is known. */
export function orderStatusMessage({
  status,
  paymentState,
  orderNumber,
  firstName,
  email,
}: OrderState): OrderStatusMessage {
  const message = (
    title: string,
    lead: string,
    more: Partial<OrderStatusMessage> = {},
  ): OrderStatusMessage => ({ title, lead, watch: false, unpaid: false, ...more })
  if (status === 'paid')
    return message(
      thanks(firstName),
      `Your order is paid and next in line to be printed. The receipt goes to ${email}.`,
    )
  if (status === 'processing') return message(thanks(firstName), 'Your order is being printed.')
  if (status === 'shipped')
    return message('It’s on its way.', 'Your order has left the printer and is traveling to you.')
  if (status === 'delivered')
    return message(
      'It has arrived.',
      'We hope it feels right. If it doesn’t, send it back within 30 days.',
    )
  if (status === 'cancelled')
    return message(
      'This order was cancelled.',
      'Nothing will be printed or sent. If you paid for it, the money goes back the way it came.',
    )
  if (status === 'refunded')
    return message(
      'This order was refunded.',
      'The money goes back the way it came. That can take a few working days.',
    )
  if (paymentState === 'pending')
    return message(
      thanks(firstName),
      `We have your order. The payment is not through yet: with a bank payment that can take a few working days. We print as soon as it arrives, and write to ${email} then. There is nothing you need to do.`,
      { watch: true },
    )
  if (paymentState === 'capturing')
    return message(
      'One moment, please.',
      'We are still asking PayPal whether the payment went through. Please do not pay again: this page looks again by itself, and we write to you as soon as we know.',
      { watch: true },
    )
  if (paymentState === 'mismatch' || paymentState === 'completed')
    return message(
      thanks(firstName),
      `We have your order, and a person is looking at its payment. We write to ${email} as soon as that is done.`,
      { watch: true },
    )
  if (paymentState === 'declined')
    return message(
      `Order ${orderNumber} is not paid.`,
      'The payment was declined, and nothing was charged. You can try again at the checkout.',
      { unpaid: true },
    )
  return message(
    `Order ${orderNumber} is not paid.`,
    'No payment has arrived for it. If you have just paid, this page shows it in a moment.',
    { watch: true, unpaid: true },
  )
}
