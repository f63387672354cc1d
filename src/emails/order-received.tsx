import { closingText, MailLayout, MailText } from './layout'
import type { OrderMailProps } from './mail-props'
import { OrderTable } from './order-table'
import { orderAsText } from './order-words'
import { thanks } from './plain-words'

export const subject = ({ firstName }: OrderMailProps): string => `${thanks(firstName)} It’s being printed.`

const opening = ({ orderNumber }: OrderMailProps): string =>
  `Your order ${orderNumber} is paid. Each piece is printed once it is ordered, which usually takes two to five working days. We write again when it is on its way.`

/** Sent once the money has arrived. */
export const OrderReceived = (props: OrderMailProps) => (
  <MailLayout preview={`Order ${props.orderNumber}`} title={subject(props)} action={{ label: 'See your order', href: props.orderUrl }} shopUrl={props.shopUrl} contactEmail={props.contactEmail}>
    <MailText>{opening(props)}</MailText>
    <OrderTable {...props} />
  </MailLayout>
)

export const text = (props: OrderMailProps): string =>
  [subject(props), opening(props), orderAsText(props), `See your order:\n${props.orderUrl}`, closingText(props.contactEmail)].join('\n\n')
