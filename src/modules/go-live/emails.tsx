import { composeEmail } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

export function testEmail({
  url,
  ...shop
}: {
  url: string
  shopUrl: string
  contactEmail: string
}): EmailContent {
  const paragraphs = [
    'Your shop can send email. Use the link below to confirm that this one arrived.',
    'Please also check that it didn’t land in spam and that your email app shows your shop’s domain as the sender, without a warning.',
  ]
  return composeEmail({
    ...shop,
    subject: 'Test email from your shop',
    preview: 'Confirm that it arrived',
    paragraphs,
    action: { label: 'It arrived', href: url },
    text: [...paragraphs, `It arrived:\n${url}`],
  })
}
