import { closingText, MailLayout, MailText } from './layout'
import type { OrderLinkProps } from './mail-props'
import { plainName } from './plain-words'

export const subject = ({ orderNumber }: OrderLinkProps): string => `Here is your order, ${orderNumber}`

const hello = ({ firstName }: OrderLinkProps): string => (plainName(firstName) ? `Hello ${plainName(firstName)},` : 'Hello,')
const opening = ({ orderNumber }: OrderLinkProps): string => `Somebody asked for a link to order ${orderNumber}, with this address. Here it is.`
const caution = 'Whoever has the link can see the order, so keep it to yourself. If you did not ask for it, you need not do anything.'

/** Answers the look-up of a guest's order; only ever sent to the address of the order. */
export const OrderLink = (props: OrderLinkProps) => (
  <MailLayout preview="The link you asked for" title={subject(props)} action={{ label: 'See your order', href: props.orderUrl }} shopUrl={props.shopUrl} contactEmail={props.contactEmail} after={<MailText>{caution}</MailText>}>
    <MailText>{hello(props)}</MailText>
    <MailText>{opening(props)}</MailText>
  </MailLayout>
)

export const text = (props: OrderLinkProps): string =>
  [`${hello(props)}\n\n${opening(props)}`, props.orderUrl, caution, closingText(props.contactEmail)].join('\n\n')
