import { closingText, MailLayout, MailText } from './layout'
import type { OrderMailProps } from './mail-props'
import { OrderTable } from './order-table'
import { orderAsText } from './order-words'
import { thanks } from './plain-words'

export const subject = ({ firstName }: OrderMailProps): string => `${thanks(firstName)} Your payment is on its way.`

const opening = ({ orderNumber }: OrderMailProps): string =>
  `We have your order ${orderNumber}. The payment is not through yet: with a bank payment that can take a few working days. We print as soon as it arrives, and write to you then. There is nothing you need to do.`

/** Sent when the payment was made but the money has not arrived (an eCheck, or a review at PayPal). */
export const PaymentPending = (props: OrderMailProps) => (
  <MailLayout preview={`Order ${props.orderNumber}`} title={subject(props)} action={{ label: 'See your order', href: props.orderUrl }} shopUrl={props.shopUrl} contactEmail={props.contactEmail}>
    <MailText>{opening(props)}</MailText>
    <OrderTable {...props} />
  </MailLayout>
)

export const text = (props: OrderMailProps): string =>
  [subject(props), opening(props), orderAsText(props), `See your order:\n${props.orderUrl}`, closingText(props.contactEmail)].join('\n\n')
