import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

/** The test email of the go-live screen. */
export function testEmail(props: {
  url: string
  shopUrl: string
  contactEmail: string
}): EmailContent {
  const subject = 'Test email from your shop'
  const paragraphs = [
    'Your shop can send email. Press the button to confirm that this one arrived.',
    'Please also check that it didn’t land in spam and that your email app shows your shop’s domain as the sender, without a warning.',
  ]
  return {
    subject,
    text: [...paragraphs, props.url, footerText(props.contactEmail)].join('\n\n'),
    element: (
      <EmailLayout
        preview="Confirm that it arrived"
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
