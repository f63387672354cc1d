import { Link } from '@react-email/components'

import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import { type NewsletterEmailProps, unsubscribeText } from './unsubscribe-text'

function subject(): string {
  return 'You already get the letter'
}

const opening =
  'Somebody asked for our letter with this address, and you’re on the list already. There is nothing to do. If it wasn’t you, nothing has changed.'

/** The answer to a form that was sent with the address of somebody who is subscribed. */
function AlreadySubscribed({
  leaveUrl,
  shopUrl,
  contactEmail,
  postalAddress,
}: NewsletterEmailProps) {
  return (
    <EmailLayout
      preview="Nothing to do"
      title={subject()}
      action={{ label: 'Something to read', href: `${shopUrl}/blog` }}
      shopUrl={shopUrl}
      contactEmail={contactEmail}
      postalAddress={postalAddress}
      after={
        <EmailText>
          Had enough of it?{' '}
          <Link
            href={leaveUrl}
            className="ink"
            style={{ color: '#17241d', textDecoration: 'underline' }}
          >
            Leave with one click
          </Link>
          .
        </EmailText>
      }
    >
      <EmailText>{opening}</EmailText>
    </EmailLayout>
  )
}

function text({ leaveUrl, shopUrl, contactEmail, postalAddress }: NewsletterEmailProps): string {
  return [
    subject(),
    opening,
    `Something to read:\n${shopUrl}/blog`,
    unsubscribeText(leaveUrl),
    footerText(contactEmail, postalAddress),
  ].join('\n\n')
}

export function alreadySubscribedEmail(props: NewsletterEmailProps): EmailContent {
  return { subject: subject(), text: text(props), element: <AlreadySubscribed {...props} /> }
}
