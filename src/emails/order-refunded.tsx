import { formatMoney } from '../domain/money'
import { closingText, MailLayout, MailText } from './layout'
import type { OrderRefundedProps } from './mail-props'

export const subject = ({ orderNumber }: OrderRefundedProps): string => `Your money is on its way back. Order ${orderNumber}`

const opening = ({ amountCents, isWhole, orderNumber }: OrderRefundedProps): string =>
  `We sent ${formatMoney(amountCents)} back to you${isWhole ? `, all that was paid for order ${orderNumber}` : ` for order ${orderNumber}`}. PayPal passes it on to the card or account you paid with; a bank can take three to five working days until it shows.`

/** Sent once for each refund that went through. */
export const OrderRefunded = (props: OrderRefundedProps) => (
  <MailLayout preview={`Order ${props.orderNumber}`} title="Your money is on its way back." action={{ label: 'See your order', href: props.orderUrl }} shopUrl={props.shopUrl} contactEmail={props.contactEmail}>
    <MailText>{opening(props)}</MailText>
  </MailLayout>
)

export const text = (props: OrderRefundedProps): string => [opening(props), `See your order:\n${props.orderUrl}`, closingText(props.contactEmail)].join('\n\n')
