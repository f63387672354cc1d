import { render } from '@react-email/components'
import type { ReactElement } from 'react'

import * as account from '@/modules/accounts/emails'
import * as letterKnown from '@/modules/newsletter/emails/already-subscribed'
import * as letterConfirm from '@/modules/newsletter/emails/confirm-subscription'
import type { NewsletterEmailProps } from '@/modules/newsletter/emails/unsubscribe-text'
import * as weeklyLetter from '@/modules/newsletter/emails/weekly-digest'
import * as letterWelcome from '@/modules/newsletter/emails/welcome'
import * as orderDelivered from '@/modules/orders/emails/order-delivered'
import type {
  DataRequestEmailProps,
  OrderEmailProps,
  OrderLinkProps,
  OrderRefundedProps,
  OrderShippedProps,
} from '@/modules/orders/emails/order-email-props'
import * as orderLink from '@/modules/orders/emails/order-link'
import * as orderReceived from '@/modules/orders/emails/order-received'
import * as orderRefunded from '@/modules/orders/emails/order-refunded'
import * as orderShipped from '@/modules/orders/emails/order-shipped'
import * as paymentPending from '@/modules/orders/emails/payment-pending'
import * as dataRequestReceived from '@/modules/privacy/emails/data-request-received'
import * as deletionCompleted from '@/modules/privacy/emails/deletion-completed'
import * as deletionWithdrawn from '@/modules/privacy/emails/deletion-withdrawn'
import * as contactMessage from '@/modules/shop/emails'

/** The props each mail is made of. */
export type EmailProps = {
  'order-received': OrderEmailProps
  'payment-pending': OrderEmailProps
  'order-link': OrderLinkProps
  'order-shipped': OrderShippedProps
  'order-delivered': OrderLinkProps
  'order-refunded': OrderRefundedProps
  'letter-confirm': letterConfirm.ConfirmSubscriptionProps
  'letter-known': NewsletterEmailProps
  'letter-welcome': NewsletterEmailProps
  'contact-message': contactMessage.ContactMessageProps
  account: account.AccountEmailProps
  'data-request-received': DataRequestEmailProps
  'deletion-withdrawn': DataRequestEmailProps
  'deletion-completed': DataRequestEmailProps
}
export type EmailName = keyof EmailProps
export type RenderedEmail = { subject: string; html: string; text: string }

type Mail<Props> = {
  subject: (props: Props) => string
  text: (props: Props) => string
  element: (props: Props) => ReactElement
}

const mails: { [Name in EmailName]: Mail<EmailProps[Name]> } = {
  'order-received': {
    ...orderReceived,
    element: (props) => <orderReceived.OrderReceived {...props} />,
  },
  'payment-pending': {
    ...paymentPending,
    element: (props) => <paymentPending.PaymentPending {...props} />,
  },
  'order-link': { ...orderLink, element: (props) => <orderLink.OrderLink {...props} /> },
  'order-shipped': {
    ...orderShipped,
    element: (props) => <orderShipped.OrderShipped {...props} />,
  },
  'order-delivered': {
    ...orderDelivered,
    element: (props) => <orderDelivered.OrderDelivered {...props} />,
  },
  'order-refunded': {
    ...orderRefunded,
    element: (props) => <orderRefunded.OrderRefunded {...props} />,
  },
  'letter-confirm': {
    ...letterConfirm,
    element: (props) => <letterConfirm.ConfirmSubscription {...props} />,
  },
  'letter-known': {
    ...letterKnown,
    element: (props) => <letterKnown.AlreadySubscribed {...props} />,
  },
  'letter-welcome': {
    ...letterWelcome,
    element: (props) => <letterWelcome.NewsletterWelcome {...props} />,
  },
  'contact-message': {
    ...contactMessage,
    element: (props) => <contactMessage.ContactMessageEmail {...props} />,
  },
  account: { ...account, element: (props) => <account.AccountEmail {...props} /> },
  'data-request-received': {
    ...dataRequestReceived,
    element: (props) => <dataRequestReceived.DataRequestReceived {...props} />,
  },
  'deletion-withdrawn': {
    ...deletionWithdrawn,
    element: (props) => <deletionWithdrawn.DeletionWithdrawn {...props} />,
  },
  'deletion-completed': {
    ...deletionCompleted,
    element: (props) => <deletionCompleted.DeletionCompleted {...props} />,
  },
}

/** React asks for pictures to be fetched early; in a mail that is only one more thing for a filter to dislike. */
const withoutPreloads = (html: string): string => html.replace(/<link rel="preload"[^>]*>/g, '')

/** A mail ready to be sent: subject, HTML and the text part. Sends nothing. */
export async function renderEmail<Name extends EmailName>(
  name: Name,
  props: EmailProps[Name],
): Promise<RenderedEmail> {
  const mail: Mail<EmailProps[Name]> = mails[name]
  return {
    subject: mail.subject(props),
    html: withoutPreloads(await render(mail.element(props))),
    text: mail.text(props),
  }
}

/** The weekly letter as a draft: a person looks at it and sends it in Mailchimp. */
export async function renderWeeklyDigest(
  props: weeklyLetter.WeeklyDigestProps,
): Promise<{ subject: string; preview: string; html: string }> {
  return {
    subject: weeklyLetter.subject(props),
    preview: weeklyLetter.digestPreviewText(props),
    html: withoutPreloads(await render(<weeklyLetter.WeeklyDigest {...props} />)),
  }
}
