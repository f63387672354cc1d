import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import { formatMoney } from '@/platform/money'

import type { OrderRefundedProps } from './order-email-props'

function subject({ orderNumber }: OrderRefundedProps): string {
  return `Your money is on its way back. Order ${orderNumber}`
}

const opening = ({ amountCents, isWhole, orderNumber }: OrderRefundedProps): string =>
  `We sent ${formatMoney(amountCents)} back to you${isWhole ? `, all that was paid for order ${orderNumber}` : ` for order ${orderNumber}`}. PayPal passes it on to the card or account you paid with; a bank can take three to five working days until it shows.`

/** Sent once for each refund that went through. */
function OrderRefunded(props: OrderRefundedProps) {
  return (
    <EmailLayout
      preview={`Order ${props.orderNumber}`}
      title="Your money is on its way back."
      action={{ label: 'See your order', href: props.orderUrl }}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
    >
      <EmailText>{opening(props)}</EmailText>
    </EmailLayout>
  )
}

function text(props: OrderRefundedProps): string {
  return [
    opening(props),
    `See your order:\n${props.orderUrl}`,
    footerText(props.contactEmail),
  ].join('\n\n')
}

export function orderRefundedEmail(props: OrderRefundedProps): EmailContent {
  return { subject: subject(props), text: text(props), element: <OrderRefunded {...props} /> }
}
