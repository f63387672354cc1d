import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

/** The test email of the go-live screen. */
export function testEmail(props: {
  url: string
  shopUrl: string
  contactEmail: string
}): EmailContent {
  const subject = 'Your shop’s emails arrive'
  const paragraphs = [
    'You asked for this test email. Press the button to tell your shop that it arrived.',
    'Please also check that it isn’t in the spam folder, and that your email app shows your shop’s own domain as the sender, without a warning.',
  ]
  return {
    subject,
    text: [...paragraphs, props.url, footerText(props.contactEmail)].join('\n\n'),
    element: (
      <EmailLayout
        preview="A test from your go-live list"
        title={subject}
        action={{ label: 'It arrived', href: props.url }}
        shopUrl={props.shopUrl}
        contactEmail={props.contactEmail}
      >
        {paragraphs.map((paragraph) => (
          <EmailText key={paragraph}>{paragraph}</EmailText>
        ))}
      </EmailLayout>
    ),
  }
}
