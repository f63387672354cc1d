import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'

type OrderState = Pick<
  CustomerOrderView,
  'status' | 'paymentState' | 'orderNumber' | 'firstName' | 'email'
>
type OrderStatusMessage = {
  title: string
  lead: string
  /** The payment may still change by itself, so the page polls. */
  watch: boolean
  /** Nobody has paid and nobody is about to: the way back to the checkout. */
  unpaid: boolean
}

const thanks = (firstName: string): string =>
  firstName ? `Thank you, ${firstName}.` : 'Thank you.'

type MessageOf = (
  order: OrderState,
) => Pick<OrderStatusMessage, 'title' | 'lead'> & Partial<OrderStatusMessage>

const byStatus: Partial<Record<OrderState['status'], MessageOf>> = {
  paid: ({ firstName, email }) => ({
    title: thanks(firstName),
    lead: `Your order is paid and next in line to be printed. The receipt goes to ${email}.`,
  }),
  processing: ({ firstName }) => ({
    title: thanks(firstName),
    lead: 'Your order is being printed.',
  }),
  shipped: () => ({
    title: 'It’s on its way.',
    lead: 'Your order has left the printer and is traveling to you.',
  }),
  delivered: () => ({
    title: 'It has arrived.',
    lead: 'We hope it feels right. If it doesn’t, send it back within 30 days.',
  }),
  cancelled: () => ({
    title: 'This order was cancelled.',
    lead: 'Nothing will be printed or sent. If you paid for it, the money goes back the way it came.',
  }),
  refunded: () => ({
    title: 'This order was refunded.',
    lead: 'The money goes back the way it came. That can take a few working days.',
  }),
}

const inReview: MessageOf = ({ firstName, email }) => ({
  title: thanks(firstName),
  lead: `We have your order, and a person is looking at its payment. We write to ${email} as soon as that is done.`,
  watch: true,
})

const byPaymentState: Partial<Record<OrderState['paymentState'], MessageOf>> = {
  pending: ({ firstName, email }) => ({
    title: thanks(firstName),
    lead: `We have your order. The payment is not through yet: with a bank payment that can take a few working days. We print as soon as it arrives, and write to ${email} then. There is nothing you need to do.`,
    watch: true,
  }),
  capturing: () => ({
    title: 'One moment, please.',
    lead: 'We are still asking PayPal whether the payment went through. Please do not pay again: this page looks again by itself, and we write to you as soon as we know.',
    watch: true,
  }),
  mismatch: inReview,
  completed: inReview,
  declined: ({ orderNumber }) => ({
    title: `Order ${orderNumber} is not paid.`,
    lead: 'The payment was declined, and nothing was charged. You can try again at the checkout.',
    unpaid: true,
  }),
}

const notPaid: MessageOf = ({ orderNumber }) => ({
  title: `Order ${orderNumber} is not paid.`,
  lead: 'No payment has arrived for it. If you have just paid, this page shows it in a moment.',
  watch: true,
  unpaid: true,
})

/** The message on top of an order's page. 'Nothing was charged' only where that is known. */
export function orderStatusMessage(order: OrderState): OrderStatusMessage {
  const messageOf = byStatus[order.status] ?? byPaymentState[order.paymentState] ?? notPaid
  return { watch: false, unpaid: false, ...messageOf(order) }
}
