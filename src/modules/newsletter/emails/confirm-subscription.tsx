import { Link } from '@react-email/components'

import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { NewsletterEmailProps } from './unsubscribe-text'

export type ConfirmSubscriptionProps = NewsletterEmailProps & { confirmUrl: string }

function subject(): string {
  return 'Shall we send you the letter?'
}

const opening =
  'Somebody, we hope it was you, asked for our letter with this address. It comes once a week: one reflection, one small practice, and first word of new prints.'
const caution = 'If it wasn’t you, you need not do anything. Without the button no letter is sent.'

/** The double opt-in: nothing is sent to an address before its owner has pressed the button. */
function ConfirmSubscription({
  confirmUrl,
  leaveUrl,
  shopUrl,
  contactEmail,
  postalAddress,
}: ConfirmSubscriptionProps) {
  return (
    <EmailLayout
      preview="One button, and the letter begins"
      title={subject()}
      action={{ label: 'Yes, send me the letter', href: confirmUrl }}
      shopUrl={shopUrl}
      contactEmail={contactEmail}
      postalAddress={postalAddress}
      after={
        <EmailText>
          {caution}{' '}
          <Link
            href={leaveUrl}
            className="ink"
            style={{ color: '#17241d', textDecoration: 'underline' }}
          >
            Take this request back
          </Link>
          .
        </EmailText>
      }
    >
      <EmailText>{opening}</EmailText>
      <EmailText>The button works for seven days.</EmailText>
    </EmailLayout>
  )
}

function text({
  confirmUrl,
  leaveUrl,
  contactEmail,
  postalAddress,
}: ConfirmSubscriptionProps): string {
  return [
    subject(),
    opening,
    `Yes, send me the letter (the link works for seven days):\n${confirmUrl}`,
    caution,
    `Take this request back:\n${leaveUrl}`,
    footerText(contactEmail, postalAddress),
  ].join('\n\n')
}

export function confirmSubscriptionEmail(props: ConfirmSubscriptionProps): EmailContent {
  return { subject: subject(), text: text(props), element: <ConfirmSubscription {...props} /> }
}
