import { orderHeadline, waitingToPrint } from '@/modules/orders/rules/order-headline'
import { isUncharged } from '@/modules/orders/rules/order-status'
import {
  changedOrderName,
  changedThing,
  changeText,
  type PriceDifference,
} from '@/modules/orders/rules/price-difference'
import { completeTracking, trackingHint } from '@/modules/orders/rules/tracking'
import { shippedDelivery } from '@/modules/shop/rules/promises'
import { sanitizeName, thankYouGreeting } from '@/platform/email/greeting'
import { composeEmail, type EmailTemplate, LinkedText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import { formatMoney } from '@/platform/money'

import type {
  OrderDeliveredProps,
  OrderEmailProps,
  OrderLinkProps,
  OrderRefundedProps,
  OrderReturnProps,
  OrderShippedProps,
  PaymentLinkProps,
} from './order-email-props'
import { OrderTable } from './order-table'
import { type OrderTableProps, orderToText } from './order-text'

type Action = { label: string; href: string }
type Template = Pick<EmailTemplate, 'subject' | 'title' | 'paragraphs' | 'Paragraph'> & {
  /** `Order DF-1001`, unless given. */
  preview?: string
  /** Shown as a table, with its totals. */
  order?: OrderTableProps
  /** The paragraphs, the order, and the action, unless given. */
  text?: string[]
  /** To the order's page, unless given. */
  action?: Action
  after?: string
}

const seeOrder = ({ orderUrl }: OrderLinkProps): Action => ({
  label: 'See your order',
  href: orderUrl,
})
const payAction = ({ totals, paymentUrl }: PaymentLinkProps): Action => ({
  label: `Pay ${formatMoney(totals.totalCents)}`,
  href: paymentUrl,
})
const actionText = ({ label, href }: Action): string => `${label}:\n${href}`

function orderEmail(
  props: OrderLinkProps,
  {
    preview = `Order ${props.orderNumber}`,
    order,
    action = seeOrder(props),
    paragraphs = [],
    text = [...paragraphs, ...(order ? [orderToText(order)] : []), actionText(action)],
    ...template
  }: Template,
): EmailContent {
  const { shopUrl, contactEmail } = props
  const children = order && <OrderTable {...order} />
  const contents = { preview, paragraphs, children, action, text }
  return composeEmail({ shopUrl, contactEmail, ...contents, ...template })
}

function placedOrderEmail(props: OrderEmailProps, subject: string, opening: string): EmailContent {
  return orderEmail(props, {
    subject,
    paragraphs: [opening],
    order: props,
    text: [subject, opening, orderToText(props), actionText(seeOrder(props))],
  })
}

/** Sent once the payment has arrived, and again on request, when what comes next may be over. */
export function orderReceivedEmail(props: OrderEmailProps): EmailContent {
  const { orderNumber, firstName, promises, arrival, items, difference, totals } = props
  if (props.status !== 'paid' || (difference && difference.state !== 'open'))
    return placedOrderEmail(
      props,
      `${thankYouGreeting(firstName)} Here’s your receipt.`,
      `It’s for order ${orderNumber}. You can check its status on your order page.`,
    )
  if (difference)
    return placedOrderEmail(
      props,
      `${thankYouGreeting(firstName)} We got your payment.`,
      `You paid the difference to change ${difference.item ? 'an item in' : 'the shipping address for'} ${changedOrderName(difference)}. We’ll email you once it’s changed.`,
    )
  const headline = orderHeadline('paid', thankYouGreeting(firstName))
  if (items.length === 0)
    return placedOrderEmail(
      props,
      headline,
      `Your order ${orderNumber} is paid. We’ll email each gift card right away, or on the day you chose. Your order page shows when each one was sent and lets you correct an address before then.`,
    )
  return placedOrderEmail(
    props,
    headline,
    `Your order ${orderNumber} is ${totals.totalCents === 0 ? '' : 'paid and '}${waitingToPrint}. ${promises.printing} ${arrival ? `${arrival} ` : ''}We’ll email you when it ships.`,
  )
}

/** Sent when staff send items of an order again at no charge. */
export function orderReplacedEmail(props: OrderEmailProps): EmailContent {
  return placedOrderEmail(
    props,
    'We’re sending you a replacement.',
    `We’re sorry your order didn’t arrive the way it should have. We’re printing these items again as order ${props.orderNumber}, at no charge. You don’t need to do anything. We’ll email you when it ships.`,
  )
}

/** Sent when staff exchange items of a return for another size or color. */
export function orderExchangedEmail(props: OrderEmailProps): EmailContent {
  return placedOrderEmail(
    props,
    'We’re sending your exchange.',
    `We’re printing these items as order ${props.orderNumber}, at no charge. You don’t need to do anything. We’ll email you when it ships.`,
  )
}

/** Sent after the address or an item was changed, also to tell a buyer who didn’t change it. */
export function orderChangedEmail(props: OrderEmailProps): EmailContent {
  return placedOrderEmail(
    props,
    'Your order was changed.',
    `Here’s how we’ll print and ship order ${props.orderNumber} now. If you didn’t ask for this change, reply to this email right away.`,
  )
}

/** Sent when staff made an order for a customer, who pays by the link. */
export function paymentLinkEmail(props: PaymentLinkProps): EmailContent {
  const { orderNumber, payableUntil } = props
  const firstName = sanitizeName(props.firstName)
  const until = payableUntil ? ` You can pay at these prices until ${payableUntil}.` : ''
  const paragraphs = [
    `${firstName ? `${firstName}, we` : 'We'} put together order ${orderNumber} for you.${until}`,
    'You won’t be charged until you pay. If something isn’t right, reply to this email and we’ll change it.',
  ]
  const action = payAction(props)
  return orderEmail(props, {
    subject: `Your order is ready for payment. Order ${orderNumber}`,
    title: 'Your order is ready for payment.',
    paragraphs,
    order: props,
    action,
    after: 'Anyone with this link can see the order, so keep it private.',
  })
}

/** Sent when staff ask a customer to pay for a change of an order. Its link is that of the order. */
export function changeRequestEmail(props: PaymentLinkProps): EmailContent {
  const { difference, totals, shippingAddress, payableUntil, shopUrl } = props
  const name = changedOrderName(difference ?? { order: null })
  const change = changeText(difference?.item ?? null, shippingAddress, name)
  const amount = formatMoney(totals.totalCents)
  const paragraphs = [
    `We can change ${change}. It costs ${amount} more.`,
    `Open your order to see the change and pay for it${payableUntil ? ` by ${payableUntil}. We’ll hold printing until then and make` : '. We’ll make'} the change once you’ve paid.`,
    'If you don’t pay, nothing is charged, and your order won’t change. If you didn’t expect this, reply to this email.',
  ]
  const action = {
    label: 'See the change',
    href: difference?.order ? `${shopUrl}${difference.order.path}` : props.orderUrl,
  }
  return orderEmail(props, {
    subject: `A change to ${name} for ${amount}`,
    title: 'A change to your order',
    preview: `It costs ${amount} more.`,
    paragraphs,
    order: props,
    action,
    after: 'Anyone with this link can see the order, so keep it private.',
  })
}

/** Sent when the payment was made but the money has not arrived (an eCheck, or a review at PayPal). */
export function paymentPendingEmail(props: OrderEmailProps): EmailContent {
  const { orderNumber, firstName, items, difference } = props
  const next = difference
    ? `change your ${changedThing(difference)}`
    : items.length > 0
      ? 'print it'
      : 'send it'
  return placedOrderEmail(
    props,
    orderHeadline('payment-pending', thankYouGreeting(firstName)),
    `We have your order ${orderNumber}. Bank payments can take a few business days. We’ll ${next} as soon as the payment clears, and email you then. You don’t need to do anything.`,
  )
}

/** What a buyer can do after a failed payment, and where. */
function retryOf(props: PaymentLinkProps): { next: string; action: Action } {
  const { shopUrl, difference, payableUntil } = props
  if (difference && !(difference.isRequested && payableUntil))
    return {
      next: `If you’d still like to change the ${changedThing(difference)}, ${difference.item ? 'choose' : 'enter'} it again on your order page.`,
      action: seeOrder(props),
    }
  if (payableUntil)
    return {
      next: `You can still pay with the link below until ${payableUntil}.`,
      action: payAction(props),
    }
  return {
    next: 'If you’d still like these items, you can order them again anytime.',
    action: { label: 'Go to the shop', href: `${shopUrl}/products` },
  }
}

/** Sent when PayPal reports that a payment whose outcome was unknown was never made. */
export function paymentFailedEmail(props: PaymentLinkProps): EmailContent {
  const { orderNumber, difference } = props
  const opening = `We couldn’t complete the payment for order ${orderNumber}, so ${difference ? `${changedOrderName(difference)} hasn’t changed` : 'nothing will be printed'}. You haven’t been charged.`
  const { next, action } = retryOf(props)
  return orderEmail(props, {
    subject: `Your payment didn’t go through. Order ${props.orderNumber}`,
    title: 'Your payment didn’t go through.',
    paragraphs: [opening, next],
    order: props,
    action,
  })
}

const shippedTexts = {
  all: { subject: orderHeadline('shipped', ''), opening: 'your order has left the print shop.' },
  part: {
    subject: 'Part of your order is on its way.',
    opening:
      'part of your order has left the print shop. The rest will arrive in a separate package.',
  },
  rest: {
    subject: 'The rest of your order is on its way.',
    opening: 'the rest of your order has left the print shop.',
  },
  again: {
    subject: 'Your replacement is on its way.',
    opening: 'your replacement has left the print shop. You don’t need to do anything.',
  },
}

const trackingText = (tracking: Parameters<typeof trackingHint>[0]): string => {
  const { carrier, trackingNumber, trackingUrl } = tracking
  if (!trackingNumber) return trackingHint(tracking)
  return [
    carrier
      ? `It’s shipping with ${carrier}, tracking number ${trackingNumber}.`
      : `The tracking number is ${trackingNumber}.`,
    trackingUrl ? '' : trackingHint(tracking),
    'Tracking can take a day to update.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Sent when a package is handed to the carrier. */
export function orderShippedEmail(props: OrderShippedProps): EmailContent {
  const { orderNumber, extent = 'all', promises, arrival } = props
  const firstName = sanitizeName(props.firstName)
  const { subject, opening } = shippedTexts[extent]
  const tracking = completeTracking(props)
  const paragraphs = [
    firstName ? `${firstName}, ${opening}` : opening.charAt(0).toUpperCase() + opening.slice(1),
    `${trackingText(tracking)} ${shippedDelivery(promises.delivery)}${arrival && extent === 'all' ? ` ${arrival}` : ''}`,
  ]
  const action = tracking.trackingUrl
    ? { label: 'Track your package', href: tracking.trackingUrl }
    : seeOrder(props)
  return orderEmail(props, {
    subject: `${subject} Order ${orderNumber}`,
    title: subject,
    paragraphs,
    order: { ...props, isPart: extent !== 'all' },
    action,
  })
}

/** News about one order, without its line items. */
function orderNewsEmail(
  props: OrderLinkProps,
  title: string,
  paragraphs: readonly string[],
  Paragraph?: Template['Paragraph'],
): EmailContent {
  return orderEmail(props, {
    subject: `${title} Order ${props.orderNumber}`,
    title,
    paragraphs,
    Paragraph,
  })
}

export function orderDeliveredEmail(props: OrderDeliveredProps): EmailContent {
  return orderNewsEmail(props, orderHeadline('delivered', ''), [
    'We hope you love it. If you can’t find the package, or something isn’t right, reply to this email.',
    props.promises.returns,
  ])
}

/** Sent when the carrier brings a package back instead of delivering it. */
export function packageReturnedEmail(
  props: OrderLinkProps & Pick<OrderReturnProps, 'items'>,
): EmailContent {
  return orderNewsEmail(props, 'A package came back to us.', [
    `The carrier returned a package from order ${props.orderNumber} to our print shop, so it won’t reach you. It contained ${listItems(props.items)}.`,
    'We’ll email you about what happens next. If your address was incomplete or has changed, reply to this email.',
  ])
}

/** What a canceled order means for the buyer's money. A pending payment may still be completed. */
function canceledPaymentText({
  paymentState,
  totals,
  hasPaymentLink,
}: OrderEmailProps): string | null {
  if (isUncharged(paymentState))
    return `You haven’t been charged${hasPaymentLink ? ', and the payment link no longer works' : ''}.`
  const isFree = paymentState === 'completed' && totals.totalCents === 0
  return isFree ? null : 'If you paid, we’ll refund your original payment method.'
}

/**
 * Sent when an order with a payment (completed or pending) or a payment link is canceled and not refunded within a
 * minute.
 */
export function orderCanceledEmail(props: OrderEmailProps): EmailContent {
  const payment = canceledPaymentText(props)
  return orderNewsEmail(props, orderHeadline('cancelled', ''), [
    props.items.length === 0 ? 'We won’t send it.' : 'We won’t print or ship it.',
    ...(payment ? [payment] : []),
  ])
}

const listItems = (items: OrderReturnProps['items']): string =>
  items
    .map(({ name, quantity }) =>
      [quantity > 0 ? `${quantity} ×` : 'the lower price of', sanitizeName(name, 160)].join(' '),
    )
    .join(', ')

const refundedDifferenceText = (difference: PriceDifference): string => {
  const { item, state } = difference
  const order = changedOrderName(difference)
  if (state !== 'refused')
    return `It’s the difference you paid to change ${item ? 'an item in' : 'the shipping address for'} ${order}.`
  const stays = item
    ? `You’ll get ${sanitizeName(item.name)} as originally ordered.`
    : 'It will still ship to the original address.'
  return `By the time you paid the difference, ${order} could no longer be changed. ${stays}`
}

/** Why it was refunded, for refunds that come from a change of the order. */
function refundCauseText({ cause, has, orderNumber }: OrderRefundedProps): string[] {
  if (cause === 'address') return ['Tax or shipping costs less at the new address.']
  if (cause === null) return []
  const end = has.items ? ', so we won’t print or ship it' : ''
  const cards = has.cards ? ' Gift cards you bought with it can’t be used anymore.' : ''
  return [`Order ${orderNumber} is canceled${end}.${cards}`]
}

/** Sent once for each refund that went through, or for each of its two parts. */
export function orderRefundedEmail(props: OrderRefundedProps): EmailContent {
  const { amountCents, otherCents = 0, isWhole, isToCard, orderNumber } = props
  const { refundedItems = [], difference } = props
  const amount = `${isWhole && otherCents === 0 ? 'the full ' : ''}${formatMoney(amountCents)}`
  const [title, rest] =
    otherCents > 0
      ? [
          'We sent part of your refund.',
          ` The other ${formatMoney(otherCents)} goes to your ${isToCard ? 'original payment method' : 'gift card'}.`,
        ]
      : ['We sent you a refund.', '']
  // Only a price difference was refunded then, and the order that the buyer knows isn't.
  return orderNewsEmail(props, isWhole && !difference ? orderHeadline('refunded', '') : title, [
    `We refunded ${amount} for order ${orderNumber} to your ${
      isToCard
        ? 'gift card. You can use it again right away.'
        : 'original payment method. It can take your bank 3–5 business days to post it.'
    }${rest}`,
    ...refundCauseText(props),
    ...(refundedItems.length > 0 ? [`This is for: ${listItems(refundedItems)}.`] : []),
    ...(difference ? [refundedDifferenceText(difference)] : []),
  ])
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

const wishTexts = {
  refund: 'your refund',
  exchange: 'your exchange',
  'store-credit': 'your store credit',
} satisfies Record<OrderReturnProps['wish'], string>

/** Staff write parts of these emails, and may name a web address. */
function returnEmail(
  props: OrderReturnProps,
  title: string,
  paragraphs: readonly string[],
): EmailContent {
  return orderNewsEmail(props, title, paragraphs, LinkedText)
}

export function returnRequestedEmail(props: OrderReturnProps): EmailContent {
  return returnEmail(props, 'We got your return request.', [
    `You’d like to return: ${listItems(props.items)}. ${props.wishSentence}`,
    'We’ll review it and email you the next steps. Please keep the items until then.',
  ])
}

export function returnApprovedEmail(props: OrderReturnProps): EmailContent {
  return returnEmail(props, 'Your return is approved.', [
    `Items: ${listItems(props.items)}.`,
    ...linesOf(props.message),
  ])
}

export function returnDeclinedEmail(props: OrderReturnProps): EmailContent {
  return returnEmail(props, 'About your return request.', [
    'We’re sorry, but we can’t accept this return.',
    ...linesOf(props.message),
  ])
}

/** What staff write about an approved return later, such as where its label is. */
export function returnMessageEmail(props: OrderReturnProps): EmailContent {
  return returnEmail(props, 'A message about your return.', [
    `Items: ${listItems(props.items)}.`,
    ...linesOf(props.message),
  ])
}

export function returnReceivedEmail(props: OrderReturnProps): EmailContent {
  return returnEmail(props, 'We received your return.', [
    `Items: ${listItems(props.items)}.`,
    `We’ll check the items and email you about ${wishTexts[props.wish]}. There’s nothing else you need to do.`,
  ])
}

/** Sent when staff end a return without a refund or an exchange. */
export function returnClosedEmail(props: OrderReturnProps): EmailContent {
  const lines = linesOf(props.message)
  return returnEmail(props, 'Your return is closed.', [
    `Items: ${listItems(props.items)}.`,
    ...(lines.length > 0 ? lines : ['There’s nothing you need to do.']),
    'If you expected something else, please reply to this email.',
  ])
}

/** An order's link, which someone asked for or staff send; sent only to the address of the order. */
export function orderLinkEmail(props: OrderLinkProps): EmailContent {
  const firstName = sanitizeName(props.firstName)
  const paragraphs = [
    firstName ? `Hello ${firstName},` : 'Hello,',
    `Here’s the link to order ${props.orderNumber}.`,
  ]
  const caution =
    'Anyone with the link can see the order, so keep it private. If you didn’t ask for it, you can ignore this email.'
  return orderEmail(props, {
    subject: `Here’s your order, ${props.orderNumber}`,
    preview: 'The link to your order',
    paragraphs,
    after: caution,
    text: [...paragraphs, actionText(seeOrder(props)), caution],
  })
}
