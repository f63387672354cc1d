import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { OrderLinkProps } from './order-email-props'

function subject({ orderNumber }: OrderLinkProps): string {
  return `Your parcel should be there. Order ${orderNumber}`
}

const opening = 'The post says that your parcel has arrived. We hope it feels right.'
const trouble =
  'If it isn’t there, or something is wrong with it, reply to this mail. You have 30 days to send it back.'

function OrderDelivered(props: OrderLinkProps) {
  return (
    <EmailLayout
      preview={`Order ${props.orderNumber}`}
      title="Your parcel should be there."
      action={{ label: 'See your order', href: props.orderUrl }}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
    >
      <EmailText>{opening}</EmailText>
      <EmailText>{trouble}</EmailText>
    </EmailLayout>
  )
}

function text(props: OrderLinkProps): string {
  return [
    opening,
    trouble,
    `See your order:\n${props.orderUrl}`,
    footerText(props.contactEmail),
  ].join('\n\n')
}

export function orderDeliveredEmail(props: OrderLinkProps): EmailContent {
  return { subject: subject(props), text: text(props), element: <OrderDelivered {...props} /> }
}
