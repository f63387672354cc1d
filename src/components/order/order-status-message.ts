import { variantName } from '@/modules/checkout/rules/cart'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { orderHeadline } from '@/modules/orders/rules/order-headline'
import { thankYouGreeting } from '@/platform/email/greeting'

type OrderState = Pick<
  CustomerOrderView,
  'status' | 'paymentState' | 'orderNumber' | 'firstName' | 'email'
> &
  Partial<Pick<CustomerOrderView, 'payment' | 'priceDifference'>> & { items?: readonly unknown[] }
type OrderStatusMessage = {
  title: string
  lead: string
  /** The payment may still change, so the page polls. */
  watch: boolean
  /** Not paid, and no payment is under way: the page links to the checkout. */
  unpaid: boolean
}

type MessageOf = (
  order: OrderState,
) => Pick<OrderStatusMessage, 'lead'> & Partial<OrderStatusMessage>

const byStatus: Partial<Record<OrderState['status'], MessageOf>> = {
  paid: ({ email }) => ({
    lead: `It’s paid and next in line to be printed. We emailed your receipt to ${email}.`,
  }),
  processing: () => ({ lead: 'We’ll email you when it ships.' }),
  shipped: () => ({ lead: 'It has left the printer.' }),
  delivered: () => ({ lead: 'We hope you love it. If something isn’t right, let us know.' }),
  cancelled: () => ({
    lead: 'We won’t print or ship it. If you paid, we’ll refund your original payment method.',
  }),
  refunded: () => ({
    lead: 'We refunded your original payment method. It can take your bank 3–5 business days to post it.',
  }),
}

const emailedByStatus: typeof byStatus = {
  paid: ({ email }) => ({
    lead: `It’s paid, and we email each gift card on its day. Your receipt is on its way to ${email}.`,
  }),
  delivered: () => ({
    title: 'Your gift cards are on their way.',
    lead: 'We emailed everything in this order.',
  }),
  cancelled: () => ({
    lead: 'We won’t send it. If you paid, we’ll refund your original payment method.',
  }),
}

const orderOf = ({ priceDifference }: OrderState): string => {
  const number = priceDifference?.order?.orderNumber
  return number ? `order ${number}` : 'your order'
}
/** 'Pine, XL' */
const wantedOf = ({ priceDifference }: OrderState): string =>
  priceDifference ? variantName(priceDifference.to) : ''
const isRefused = ({ priceDifference }: OrderState): boolean => priceDifference?.state === 'refused'

/** An order for a price difference is about the item of another order. */
const differenceByStatus: typeof byStatus = {
  paid: ({ firstName }) => ({
    title: `${thankYouGreeting(firstName)} We got your payment.`,
    lead: 'We’re changing your item now. This page updates automatically.',
    watch: true,
  }),
  delivered: (order) => ({
    title: 'Your item is changed.',
    lead: `You’ll get ${wantedOf(order)} with ${orderOf(order)}. We emailed your receipt to ${order.email}.`,
  }),
  cancelled: (order) =>
    isRefused(order)
      ? {
          title: 'We couldn’t change your item.',
          lead: `By the time you paid, ${orderOf(order)} couldn’t be changed anymore. It comes as you first ordered it, and we’re refunding the difference.`,
        }
      : {
          title: 'This difference wasn’t paid.',
          lead: `Nothing was charged, and nothing changes in ${orderOf(order)}.`,
        },
  refunded: (order) => ({
    title: isRefused(order) ? 'We couldn’t change your item.' : 'The difference was refunded.',
    lead: `${isRefused(order) ? `By the time you paid, ${orderOf(order)} couldn’t be changed anymore. It comes as you first ordered it. ` : ''}We refunded your original payment method. It can take your bank 3–5 business days to post it.`,
  }),
}

const inReview: MessageOf = ({ firstName, email }) => ({
  title: `${thankYouGreeting(firstName)} We’re checking your payment.`,
  lead: `We have your order, and our team is reviewing its payment. We’ll email ${email} as soon as that’s done. You don’t need to do anything.`,
  watch: true,
})

const byPaymentState: Partial<Record<OrderState['paymentState'], MessageOf>> = {
  pending: ({ firstName, email }) => ({
    title: orderHeadline('payment-pending', thankYouGreeting(firstName)),
    lead: `We have your order. Bank payments can take a few business days. We’ll print it as soon as the payment clears, and email ${email} then. You don’t need to do anything.`,
    watch: true,
  }),
  capturing: () => ({
    title: 'We’re confirming your payment.',
    lead: 'Please don’t pay again. This page updates automatically, and we’ll email you as soon as we know.',
    watch: true,
  }),
  mismatch: inReview,
  completed: inReview,
  declined: ({ orderNumber, payment }) => ({
    title: 'Your payment didn’t go through.',
    lead: `Order ${orderNumber} isn’t paid, and nothing was charged. You can try again${payment ? '' : ' at checkout'}.`,
    unpaid: true,
  }),
}

const notPaid: MessageOf = ({ orderNumber }) => ({
  title: `Order ${orderNumber} isn’t paid.`,
  lead: 'We haven’t received a payment for it. If you just paid, this page will update in a moment.',
  watch: true,
  unpaid: true,
})

const payableDifference: MessageOf = (order) => ({
  title: 'The difference is ready to pay.',
  lead: `We’ll change your item once it’s paid. Until then, nothing changes in ${orderOf(order)}.`,
  watch: true,
  unpaid: true,
})

const payable: MessageOf = ({ orderNumber }) => ({
  title: `Order ${orderNumber} is ready to pay.`,
  lead: 'We’ll print it once it’s paid. Nothing has been charged.',
  watch: true,
  unpaid: true,
})

/** Returns the message at the top of an order's page. It says 'nothing was charged' only where that is known. */
export function orderStatusMessage(order: OrderState): OrderStatusMessage {
  const { status, paymentState, firstName } = order
  const title = status === 'pending' ? '' : orderHeadline(status, thankYouGreeting(firstName))
  // An order of gift cards alone is emailed.
  const withoutItems = order.priceDifference
    ? differenceByStatus[status]
    : order.items?.length === 0
      ? emailedByStatus[status]
      : undefined
  if (withoutItems) return { watch: false, unpaid: false, title, ...withoutItems(order) }
  const open = order.payment ? (order.priceDifference ? payableDifference : payable) : notPaid
  const messageOf = byStatus[status] ?? byPaymentState[paymentState] ?? open
  return { title, watch: false, unpaid: false, ...messageOf(order) }
}
