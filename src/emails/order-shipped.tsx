import { closingText, MailLayout, MailText } from './layout'
import type { OrderShippedProps } from './mail-props'
import { OrderTable } from './order-table'
import { orderAsText } from './order-words'
import { plainName } from './plain-words'

export const subject = ({ orderNumber }: OrderShippedProps): string => `It’s on its way. Order ${orderNumber}`

const whats = { all: 'your parcel has left the printer.', part: 'this part of your order has left the printer. Each part comes in a parcel of its own.', again: 'a replacement has left the printer. There is nothing you need to do.' }
const hello = ({ firstName, parcel }: OrderShippedProps): string => {
  const what = whats[parcel ?? 'all']
  return plainName(firstName) ? `${plainName(firstName)}, ${what}` : what.charAt(0).toUpperCase() + what.slice(1)
}
const tracking = ({ carrier, trackingNumber }: OrderShippedProps): string =>
  trackingNumber ? `It travels with ${carrier ?? 'the post'}, under the number ${trackingNumber}. It can take a day until the number shows something.` : 'There is no tracking number for it; it comes with the usual post.'

const actionOf = (props: OrderShippedProps) => (props.trackingUrl ? { label: 'Follow the parcel', href: props.trackingUrl } : { label: 'See your order', href: props.orderUrl })

/** Sent when the parcel is handed over. */
export const OrderShipped = (props: OrderShippedProps) => (
  <MailLayout preview={`Order ${props.orderNumber}`} title="It’s on its way." action={actionOf(props)} shopUrl={props.shopUrl} contactEmail={props.contactEmail}>
    <MailText>{hello(props)}</MailText>
    <MailText>{tracking(props)}</MailText>
    <OrderTable {...props} />
  </MailLayout>
)

export const text = (props: OrderShippedProps): string =>
  [hello(props), tracking(props), `${actionOf(props).label}:\n${actionOf(props).href}`, orderAsText(props), closingText(props.contactEmail)].join('\n\n')
