import { variantName } from '@/modules/checkout/rules/cart'
import type { CustomerOrderView } from '@/modules/orders/queries/get-customer-order'
import { orderHeadline, waitingToPrint } from '@/modules/orders/rules/order-headline'
import { isUncharged } from '@/modules/orders/rules/order-status'
import {
  changedOrderName,
  changedThing,
  type PriceDifference,
} from '@/modules/orders/rules/price-difference'
import { thankYouGreeting } from '@/platform/email/greeting'

type OrderState = Pick<
  CustomerOrderView,
  'status' | 'paymentState' | 'orderNumber' | 'firstName' | 'email'
> &
  Partial<
    Pick<
      CustomerOrderView,
      | 'payment'
      | 'isLinkClosed'
      | 'priceDifference'
      | 'replacement'
      | 'totals'
      | 'refunds'
      | 'events'
      | 'shipments'
      | 'isReturnedToSender'
    >
  > & { items?: readonly unknown[] }
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

const refundText = {
  paypal:
    'We refunded your original payment method. It can take your bank 3–5 business days to post it.',
  'gift-card': 'We refunded your gift card. You can use it again right away.',
  'store-credit': 'We issued your refund as store credit and emailed you the code.',
}

/** Says where refunds went. Nothing is known about money that staff returned in another way. */
const refundedLead = ({ refunds = [] }: OrderState): string =>
  (['paypal', 'gift-card', 'store-credit'] as const)
    .filter((place) => refunds.some((refund) => refund.place === place))
    .map((place) => refundText[place])
    .join(' ') || 'If you haven’t received your refund, please email us.'

const newLinkText = 'If you’d still like it, email us, and we’ll send you a new payment link.'

/** An order whose gift cards were spent in part stays canceled once the rest was refunded. */
const canceledLead = (order: OrderState): string => {
  if (isUncharged(order.paymentState))
    return `You haven’t been charged.${order.isLinkClosed ? ` ${newLinkText}` : ''}`
  return order.totals?.purchasedCardsCents && order.refunds?.length
    ? refundedLead(order)
    : 'If you paid, we’ll refund your original payment method.'
}

/** Cards that were sent lose their value with the refund, not with the status. */
const canceledCardsText = ({ paymentState, refunds }: OrderState): string => {
  if (paymentState !== 'completed') return 'We won’t send it.'
  return refunds?.length
    ? 'Its gift cards can’t be used anymore.'
    : 'We won’t send any more of its gift cards.'
}

const replacementTitles = {
  exchange: 'We’re sending your exchange.',
  other: 'We’re sending you a replacement.',
} satisfies Record<NonNullable<CustomerOrderView['replacement']>, string>

const returnedToSender = {
  title: 'Your order came back to us.',
  lead: 'The carrier returned it to our print shop, so it won’t reach you. We’ll email you about what happens next. If you don’t hear from us, please email us.',
}

const byStatus: Partial<Record<OrderState['status'], MessageOf>> = {
  paid: ({ email, totals, replacement }) =>
    replacement
      ? {
          title: replacementTitles[replacement],
          lead: `It’s ${waitingToPrint}, at no charge. We’ll email ${email} when it ships.`,
        }
      : {
          lead: `It’s ${totals?.totalCents === 0 ? '' : 'paid and '}${waitingToPrint}. We emailed your receipt to ${email}.`,
        },
  processing: ({ shipments = [] }) => ({
    lead: `We’ll email you when ${shipments.length > 0 ? 'the rest' : 'it'} ships.`,
  }),
  shipped: ({ isReturnedToSender }) =>
    isReturnedToSender ? returnedToSender : { lead: 'It has left the print shop.' },
  delivered: ({ isReturnedToSender }) =>
    isReturnedToSender
      ? returnedToSender
      : { lead: 'We hope you love it. If something isn’t right, let us know.' },
  cancelled: (order) => ({ lead: `We won’t print or ship it. ${canceledLead(order)}` }),
  refunded: (order) => ({ lead: refundedLead(order) }),
}

const emailedByStatus: typeof byStatus = {
  paid: ({ email }) => ({
    lead: `It’s paid, and we’ll email each gift card right away, or on the day you chose. We emailed your receipt to ${email}.`,
  }),
  delivered: () => ({
    title: 'Your gift cards are on their way.',
    lead: 'We emailed everything in this order.',
  }),
  cancelled: (order) => ({ lead: `${canceledCardsText(order)} ${canceledLead(order)}` }),
}

type DifferenceMessageOf = (difference: PriceDifference, order: OrderState) => ReturnType<MessageOf>

const tooLate = (difference: PriceDifference): string =>
  `By the time you paid, ${changedOrderName(difference)} could no longer be changed. ${difference.item ? 'You’ll get it as originally ordered' : 'It will still ship to the original address'}`

const changed = (difference: PriceDifference): string => {
  const order = changedOrderName(difference)
  return difference.item
    ? `You’ll now get ${variantName(difference.item.to)} in ${order}.`
    : `We’ll ship ${order} to the new address.`
}

/** An order for a price difference is about the item or the address of another order. */
const differenceByStatus: Partial<Record<OrderState['status'], DifferenceMessageOf>> = {
  paid: (difference, { firstName }) => ({
    title: `${thankYouGreeting(firstName)} We got your payment.`,
    lead: `We’re changing your ${changedThing(difference)} now. This page updates automatically.`,
    watch: true,
  }),
  delivered: (difference, { email }) => ({
    title: `Your ${changedThing(difference)} was changed.`,
    lead: `${changed(difference)} Check ${email} for your receipt and the updated order.`,
  }),
  cancelled: (difference) =>
    ({
      refused: {
        title: `We couldn’t change your ${changedThing(difference)}.`,
        lead: `${tooLate(difference)}, and we’ll refund the difference.`,
      },
      applied: { title: 'Your item was changed back.', lead: 'We’ll refund the difference.' },
      open: {
        title: 'The price difference wasn’t paid.',
        lead: `Nothing was charged, and we didn’t make this change to ${changedOrderName(difference)}.`,
      },
    })[difference.state],
  refunded: (difference, order) => ({
    title:
      difference.state === 'refused'
        ? `We couldn’t change your ${changedThing(difference)}.`
        : 'The price difference was refunded.',
    lead: `${difference.state === 'refused' ? `${tooLate(difference)}. ` : ''}${refundedLead(order)}`,
  }),
}

const pendingDifference: DifferenceMessageOf = (difference, { firstName, email }) => ({
  title: orderHeadline('payment-pending', thankYouGreeting(firstName)),
  lead: `Bank payments can take a few business days. If ${changedOrderName(difference)} hasn’t gone to print by then, we’ll change your ${changedThing(difference)}. If it has, we’ll refund you. Either way, we’ll email ${email}.`,
  watch: true,
})

const payableDifference: DifferenceMessageOf = (difference) => ({
  title: `Pay the difference to change your ${changedThing(difference)}.`,
  lead: `We’ll change it once you’ve paid. Without the payment, ${changedOrderName(difference)} won’t change.`,
  watch: true,
  unpaid: true,
})

function differenceMessage(difference: PriceDifference, order: OrderState) {
  if (order.status !== 'pending') return differenceByStatus[order.status]?.(difference, order)
  if (order.paymentState === 'pending') return pendingDifference(difference, order)
  const isOpen = order.payment && order.paymentState !== 'declined'
  return isOpen ? payableDifference(difference, order) : undefined
}

const inReview: MessageOf = ({ firstName, email }) => ({
  title: `${thankYouGreeting(firstName)} We’re checking your payment.`,
  lead: `We have your order, and our team is reviewing the payment. We’ll email ${email} as soon as that’s done. You don’t need to do anything.`,
  watch: true,
})

/** Whether its payment was made and denied later: the cart was emptied then. */
export function isCartEmptied({
  events = [],
}: Partial<Pick<CustomerOrderView, 'events'>>): boolean {
  return events.some(({ type }) => type === 'payment_pending')
}

const retryText = (order: OrderState): string => {
  if (order.payment) return 'You can try again.'
  if (order.isLinkClosed) return newLinkText
  return isCartEmptied(order) ? 'You can order again anytime.' : 'You can try again at checkout.'
}

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
  declined: (order) => ({
    title: 'Your payment didn’t go through.',
    lead: `Order ${order.orderNumber} isn’t paid, and nothing was charged. ${retryText(order)}`,
    unpaid: true,
  }),
}

const notPaid: MessageOf = ({ orderNumber, isLinkClosed }) => ({
  title: `Order ${orderNumber} isn’t paid.`,
  lead: isLinkClosed
    ? `Its payment link has expired. ${newLinkText} If you just paid, this page will update in a moment.`
    : 'We haven’t received a payment for it. If you just paid, this page will update in a moment.',
  watch: true,
  unpaid: true,
})

const payable: MessageOf = ({ orderNumber }) => ({
  title: `Order ${orderNumber} is ready for payment.`,
  lead: 'We’ll print it once it’s paid. You haven’t been charged.',
  watch: true,
  unpaid: true,
})

/** Returns the message at the top of an order's page. It says 'nothing was charged' only where that is known. */
export function orderStatusMessage(order: OrderState): OrderStatusMessage {
  const { status, paymentState, firstName } = order
  const title = status === 'pending' ? '' : orderHeadline(status, thankYouGreeting(firstName))
  const { priceDifference: difference, items } = order
  // An order of gift cards alone is emailed.
  const withoutItems = difference
    ? differenceMessage(difference, order)
    : items?.length === 0
      ? emailedByStatus[status]?.(order)
      : undefined
  if (withoutItems) return { watch: false, unpaid: false, title, ...withoutItems }
  const open = order.payment ? payable : notPaid
  const messageOf = byStatus[status] ?? byPaymentState[paymentState] ?? open
  return { title, watch: false, unpaid: false, ...messageOf(order) }
}
