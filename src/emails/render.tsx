import { render } from '@react-email/components'
import type { ReactElement } from 'react'
import * as account from './account'
import * as dataRequestReceived from './data-request-received'
import * as deletionCompleted from './deletion-completed'
import * as deletionWithdrawn from './deletion-withdrawn'
import type { AccountMailProps, DataRequestProps, OrderLinkProps, OrderMailProps, OrderRefundedProps, OrderShippedProps } from './mail-props'
import * as contactMessage from './contact-message'
import * as letterConfirm from './letter-confirm'
import * as letterKnown from './letter-known'
import * as letterWelcome from './letter-welcome'
import type { LetterMailProps } from './letter-words'
import * as orderLink from './order-link'
import * as orderReceived from './order-received'
import * as orderDelivered from './order-delivered'
import * as orderRefunded from './order-refunded'
import * as orderShipped from './order-shipped'
import * as paymentPending from './payment-pending'
import * as weeklyLetter from './weekly-letter'

/** The props each mail is made of. */
export type MailProps = {
  'order-received': OrderMailProps
  'payment-pending': OrderMailProps
  'order-link': OrderLinkProps
  'order-shipped': OrderShippedProps
  'order-delivered': OrderLinkProps
  'order-refunded': OrderRefundedProps
  'letter-confirm': letterConfirm.LetterConfirmProps
  'letter-known': LetterMailProps
  'letter-welcome': LetterMailProps
  'contact-message': contactMessage.ContactMessageProps
  'account': AccountMailProps
  'data-request-received': DataRequestProps
  'deletion-withdrawn': DataRequestProps
  'deletion-completed': DataRequestProps
}
export type MailName = keyof MailProps
export type RenderedMail = { subject: string; html: string; text: string }

type Mail<Props> = { subject: (props: Props) => string; text: (props: Props) => string; element: (props: Props) => ReactElement }

const mails: { [Name in MailName]: Mail<MailProps[Name]> } = {
  'order-received': { ...orderReceived, element: (props) => <orderReceived.OrderReceived {...props} /> },
  'payment-pending': { ...paymentPending, element: (props) => <paymentPending.PaymentPending {...props} /> },
  'order-link': { ...orderLink, element: (props) => <orderLink.OrderLink {...props} /> },
  'order-shipped': { ...orderShipped, element: (props) => <orderShipped.OrderShipped {...props} /> },
  'order-delivered': { ...orderDelivered, element: (props) => <orderDelivered.OrderDelivered {...props} /> },
  'order-refunded': { ...orderRefunded, element: (props) => <orderRefunded.OrderRefunded {...props} /> },
  'letter-confirm': { ...letterConfirm, element: (props) => <letterConfirm.LetterConfirm {...props} /> },
  'letter-known': { ...letterKnown, element: (props) => <letterKnown.LetterKnown {...props} /> },
  'letter-welcome': { ...letterWelcome, element: (props) => <letterWelcome.LetterWelcome {...props} /> },
  'contact-message': { ...contactMessage, element: (props) => <contactMessage.ContactMessage {...props} /> },
  'account': { ...account, element: (props) => <account.AccountMail {...props} /> },
  'data-request-received': { ...dataRequestReceived, element: (props) => <dataRequestReceived.DataRequestReceived {...props} /> },
  'deletion-withdrawn': { ...deletionWithdrawn, element: (props) => <deletionWithdrawn.DeletionWithdrawn {...props} /> },
  'deletion-completed': { ...deletionCompleted, element: (props) => <deletionCompleted.DeletionCompleted {...props} /> },
}

/** React asks for pictures to be fetched early; in a mail that is only one more thing for a filter to dislike. */
const withoutPreloads = (html: string): string => html.replace(/<link rel="preload"[^>]*>/g, '')

/** A mail ready to be sent: subject, HTML and the text part. Sends nothing. */
export const renderMail = async <Name extends MailName>(name: Name, props: MailProps[Name]): Promise<RenderedMail> => {
  const mail: Mail<MailProps[Name]> = mails[name]
  return { subject: mail.subject(props), html: withoutPreloads(await render(mail.element(props))), text: mail.text(props) }
}

/** The weekly letter as a draft: a person looks at it and sends it in Mailchimp. */
export const renderWeeklyLetter = async (props: weeklyLetter.WeeklyLetterProps): Promise<{ subject: string; preview: string; html: string }> => ({
  subject: weeklyLetter.subject(props), preview: weeklyLetter.previewOf(props), html: withoutPreloads(await render(<weeklyLetter.WeeklyLetter {...props} />)),
})
