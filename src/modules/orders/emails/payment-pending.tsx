import { thankYouGreeting } from '@/platform/email/greeting'
import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { OrderEmailProps } from './order-email-props'
import { OrderTable } from './order-table'
import { orderToText } from './order-text'

function subject({ firstName }: OrderEmailProps): string {
  return `${thankYouGreeting(firstName)} Your payment is on its way.`
}

const opening = ({ orderNumber }: OrderEmailProps): string =>
  `We have your order ${orderNumber}. The payment is not through yet: with a bank payment that can take a few working days. We print as soon as it arrives, and write to you then. There is nothing you need to do.`

/** Sent when the payment was made but the money has not arrived (an eCheck, or a review at PayPal). */
function PaymentPending(props: OrderEmailProps) {
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

export function paymentPendingEmail(props: OrderEmailProps): EmailContent {
  return { subject: subject(props), text: text(props), element: <PaymentPending {...props} /> }
}
