import { Link } from '@react-email/components'

import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import { type NewsletterEmailProps, unsubscribeText } from './unsubscribe-text'

function subject(): string {
  return 'The letter will find you'
}

const paragraphs = [
  'You’re on the list. Once a week there will be one reflection, one small practice, and first word of new prints.',
  'Read it when you like, or let it lie. Nothing in it runs out.',
]

/** Sent after somebody has confirmed. */
function NewsletterWelcome({
  leaveUrl,
  shopUrl,
  contactEmail,
  postalAddress,
}: NewsletterEmailProps) {
  return (
    <EmailLayout
      preview="Once a week, and you can leave any time"
      title={subject()}
      action={{ label: 'Something to read until then', href: `${shopUrl}/reflections` }}
      shopUrl={shopUrl}
      contactEmail={contactEmail}
      postalAddress={postalAddress}
      after={
        <EmailText>
          You can{' '}
          <Link
            href={leaveUrl}
            className="ink"
            style={{ color: '#17241d', textDecoration: 'underline' }}
          >
            leave with one click
          </Link>
          , here and in every letter.
        </EmailText>
      }
    >
      {paragraphs.map((words) => (
        <EmailText key={words}>{words}</EmailText>
      ))}
    </EmailLayout>
  )
}

function text({ leaveUrl, shopUrl, contactEmail, postalAddress }: NewsletterEmailProps): string {
  return [
    subject(),
    ...paragraphs,
    `Something to read until then:\n${shopUrl}/reflections`,
    unsubscribeText(leaveUrl),
    footerText(contactEmail, postalAddress),
  ].join('\n\n')
}

export function newsletterWelcomeEmail(props: NewsletterEmailProps): EmailContent {
  return { subject: subject(), text: text(props), element: <NewsletterWelcome {...props} /> }
}
