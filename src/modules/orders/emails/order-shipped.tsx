import { sanitizeName } from '@/platform/email/greeting'
import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { OrderShippedProps } from './order-email-props'
import { OrderTable } from './order-table'
import { orderToText } from './order-text'

function subject({ orderNumber }: OrderShippedProps): string {
  return `It’s on its way. Order ${orderNumber}`
}

const whats = {
  all: 'your parcel has left the printer.',
  part: 'this part of your order has left the printer. Each part comes in a parcel of its own.',
  again: 'a replacement has left the printer. There is nothing you need to do.',
}
const hello = ({ firstName, parcel }: OrderShippedProps): string => {
  const what = whats[parcel ?? 'all']
  return sanitizeName(firstName)
    ? `${sanitizeName(firstName)}, ${what}`
    : what.charAt(0).toUpperCase() + what.slice(1)
}
const tracking = ({ carrier, trackingNumber }: OrderShippedProps): string =>
  trackingNumber
    ? `It travels with ${carrier ?? 'the post'}, under the number ${trackingNumber}. It can take a day until the number shows something.`
    : 'There is no tracking number for it; it comes with the usual post.'

const actionOf = (props: OrderShippedProps) =>
  props.trackingUrl
    ? { label: 'Follow the parcel', href: props.trackingUrl }
    : { label: 'See your order', href: props.orderUrl }

/** Sent when the parcel is handed over. */
function OrderShipped(props: OrderShippedProps) {
  return (
    <EmailLayout
      preview={`Order ${props.orderNumber}`}
      title="It’s on its way."
      action={actionOf(props)}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
    >
      <EmailText>{hello(props)}</EmailText>
      <EmailText>{tracking(props)}</EmailText>
      <OrderTable {...props} />
    </EmailLayout>
  )
}

function text(props: OrderShippedProps): string {
  return [
    hello(props),
    tracking(props),
    `${actionOf(props).label}:\n${actionOf(props).href}`,
    orderToText(props),
    footerText(props.contactEmail),
  ].join('\n\n')
}

export function orderShippedEmail(props: OrderShippedProps): EmailContent {
  return { subject: subject(props), text: text(props), element: <OrderShipped {...props} /> }
}
