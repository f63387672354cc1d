import { sanitizeName } from '@/platform/email/greeting'
import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { OrderLinkProps } from './order-email-props'

function subject({ orderNumber }: OrderLinkProps): string {
  return `Here is your order, ${orderNumber}`
}

const hello = ({ firstName }: OrderLinkProps): string =>
  sanitizeName(firstName) ? `Hello ${sanitizeName(firstName)},` : 'Hello,'
const opening = ({ orderNumber }: OrderLinkProps): string =>
  `Somebody asked for a link to order ${orderNumber}, with this address. Here it is.`
const caution =
  'Whoever has the link can see the order, so keep it to yourself. If you did not ask for it, you need not do anything.'

/** Answers the look-up of a guest's order; only ever sent to the address of the order. */
function OrderLink(props: OrderLinkProps) {
  return (
    <EmailLayout
      preview="The link you asked for"
      title={subject(props)}
      action={{ label: 'See your order', href: props.orderUrl }}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
      after={<EmailText>{caution}</EmailText>}
    >
      <EmailText>{hello(props)}</EmailText>
      <EmailText>{opening(props)}</EmailText>
    </EmailLayout>
  )
}

function text(props: OrderLinkProps): string {
  return [
    `${hello(props)}\n\n${opening(props)}`,
    props.orderUrl,
    caution,
    footerText(props.contactEmail),
  ].join('\n\n')
}

export function orderLinkEmail(props: OrderLinkProps): EmailContent {
  return { subject: subject(props), text: text(props), element: <OrderLink {...props} /> }
}
