import type { ReactNode } from 'react'

import { sanitizeName, thankYouGreeting } from '@/platform/email/greeting'
import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import { formatMoney } from '@/platform/money'

import type {
  OrderEmailProps,
  OrderLinkProps,
  OrderRefundedProps,
  OrderShippedProps,
} from './order-email-props'
import { OrderTable } from './order-table'
import { orderToText } from './order-text'

type Action = { label: string; href: string }
type Template = {
  subject: string
  /** The subject, unless given. */
  title?: string
  /** `Order DF-1001`, unless given. */
  preview?: string
  paragraphs: readonly string[]
  table?: ReactNode
  action?: Action
  /** Below the button. */
  after?: string
  /** The paragraphs of the text part; the footer follows. */
  text: readonly string[]
}

const seeOrder = ({ orderUrl }: OrderLinkProps): Action => ({
  label: 'See your order',
  href: orderUrl,
})
const actionText = ({ label, href }: Action): string => `${label}:\n${href}`

function orderEmail(
  props: OrderLinkProps,
  {
    subject,
    title = subject,
    preview = `Order ${props.orderNumber}`,
    paragraphs,
    table,
    action = seeOrder(props),
    after,
    text,
  }: Template,
): EmailContent {
  return {
    subject,
    text: [...text, footerText(props.contactEmail)].join('\n\n'),
    element: (
      <EmailLayout
        preview={preview}
        title={title}
        action={action}
        shopUrl={props.shopUrl}
        contactEmail={props.contactEmail}
        after={after ? <EmailText>{after}</EmailText> : undefined}
      >
        {paragraphs.map((paragraph) => (
          <EmailText key={paragraph}>{paragraph}</EmailText>
        ))}
        {table}
      </EmailLayout>
    ),
  }
}

function placedOrderEmail(props: OrderEmailProps, news: string, opening: string): EmailContent {
  const subject = `${thankYouGreeting(props.firstName)} ${news}`
  return orderEmail(props, {
    subject,
    paragraphs: [opening],
    table: <OrderTable {...props} />,
    text: [subject, opening, orderToText(props), actionText(seeOrder(props))],
  })
}

/** Sent once the money has arrived. */
export function orderReceivedEmail(props: OrderEmailProps): EmailContent {
  return placedOrderEmail(
    props,
    'It’s being printed.',
    `Your order ${props.orderNumber} is paid. Each piece is printed once it is ordered, which usually takes two to five working days. We write again when it is on its way.`,
  )
}

/** Sent when the payment was made but the money has not arrived (an eCheck, or a review at PayPal). */
export function paymentPendingEmail(props: OrderEmailProps): EmailContent {
  return placedOrderEmail(
    props,
    'Your payment is on its way.',
    `We have your order ${props.orderNumber}. The payment is not through yet: with a bank payment that can take a few working days. We print as soon as it arrives, and write to you then. There is nothing you need to do.`,
  )
}

/** Sent when a payment whose outcome was unknown turns out not to have been made. */
export function paymentFailedEmail(props: OrderEmailProps): EmailContent {
  const opening = `We couldn’t complete the payment for order ${props.orderNumber}, so nothing will be printed. You haven’t been charged.`
  const next = 'If you’d still like these items, you can order them again anytime.'
  const action = { label: 'Go to the shop', href: `${props.shopUrl}/products` }
  return orderEmail(props, {
    subject: `Your payment didn’t go through. Order ${props.orderNumber}`,
    title: 'Your payment didn’t go through.',
    paragraphs: [opening, next],
    table: <OrderTable {...props} />,
    action,
    text: [opening, next, actionText(action), orderToText(props)],
  })
}

const shippedTexts = {
  all: 'your parcel has left the printer.',
  part: 'this part of your order has left the printer. Each part comes in a parcel of its own.',
  again: 'a replacement has left the printer. There is nothing you need to do.',
}

/** Sent when the parcel is handed over. */
export function orderShippedEmail(props: OrderShippedProps): EmailContent {
  const { orderNumber, carrier, trackingNumber, trackingUrl, parcel = 'all' } = props
  const firstName = sanitizeName(props.firstName)
  const shipped = shippedTexts[parcel]
  const paragraphs = [
    firstName ? `${firstName}, ${shipped}` : shipped.charAt(0).toUpperCase() + shipped.slice(1),
    trackingNumber
      ? `It travels with ${carrier ?? 'the post'}, under the number ${trackingNumber}. It can take a day until the number shows something.`
      : 'There is no tracking number for it; it comes with the usual post.',
  ]
  const action = trackingUrl ? { label: 'Follow the parcel', href: trackingUrl } : seeOrder(props)
  return orderEmail(props, {
    subject: `It’s on its way. Order ${orderNumber}`,
    title: 'It’s on its way.',
    paragraphs,
    table: <OrderTable {...props} />,
    action,
    text: [...paragraphs, actionText(action), orderToText(props)],
  })
}

/** News of one order, without its line items. */
function orderNewsEmail(
  props: OrderLinkProps,
  title: string,
  paragraphs: readonly string[],
): EmailContent {
  return orderEmail(props, {
    subject: `${title} Order ${props.orderNumber}`,
    title,
    paragraphs,
    text: [...paragraphs, actionText(seeOrder(props))],
  })
}

export function orderDeliveredEmail(props: OrderLinkProps): EmailContent {
  return orderNewsEmail(props, 'Your parcel should be there.', [
    'The post says that your parcel has arrived. We hope it feels right.',
    'If it isn’t there, or something is wrong with it, reply to this mail. You have 30 days to send it back.',
  ])
}

/** Sent once for each refund that went through. */
export function orderRefundedEmail(props: OrderRefundedProps): EmailContent {
  const { amountCents, isWhole, orderNumber } = props
  return orderNewsEmail(props, 'Your money is on its way back.', [
    `We sent ${formatMoney(amountCents)} back to you${isWhole ? ', all that was paid' : ''} for order ${orderNumber}. PayPal passes it on to the card or account you paid with; a bank can take three to five working days until it shows.`,
  ])
}

/** Answers the look-up of a guest's order; only ever sent to the address of the order. */
export function orderLinkEmail(props: OrderLinkProps): EmailContent {
  const firstName = sanitizeName(props.firstName)
  const paragraphs = [
    firstName ? `Hello ${firstName},` : 'Hello,',
    `Somebody asked for a link to order ${props.orderNumber}, with this address. Here it is.`,
  ]
  const caution =
    'Whoever has the link can see the order, so keep it to yourself. If you did not ask for it, you need not do anything.'
  return orderEmail(props, {
    subject: `Here is your order, ${props.orderNumber}`,
    preview: 'The link you asked for',
    paragraphs,
    after: caution,
    text: [...paragraphs, props.orderUrl, caution],
  })
}
