import { thankYouGreeting } from '@/platform/email/greeting'
import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { OrderEmailProps } from './order-email-props'
import { OrderTable } from './order-table'
import { orderToText } from './order-text'

function subject({ firstName }: OrderEmailProps): string {
  return `${thankYouGreeting(firstName)} It’s being printed.`
}

const opening = ({ orderNumber }: OrderEmailProps): string =>
  `Your order ${orderNumber} is paid. Each piece is printed once it is ordered, which usually takes two to five working days. We write again when it is on its way.`

/** Sent once the money has arrived. */
function OrderReceived(props: OrderEmailProps) {
  return (
    <EmailLayout
      preview={`Order ${props.orderNumber}`}
      title={subject(props)}
      action={{ label: 'See your order', href: props.orderUrl }}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
    >
      <EmailText>{opening(props)}</EmailText>
      <OrderTable {...props} />
    </EmailLayout>
  )
}

function text(props: OrderEmailProps): string {
  return [
    subject(props),
    opening(props),
    orderToText(props),
    `See your order:\n${props.orderUrl}`,
    footerText(props.contactEmail),
  ].join('\n\n')
}

export function orderReceivedEmail(props: OrderEmailProps): EmailContent {
  return { subject: subject(props), text: text(props), element: <OrderReceived {...props} /> }
}
