import { Text } from '@react-email/components'

import { sanitizeName } from '@/platform/email/greeting'
import { composeEmail, EmailText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import { lightColors, sansFont } from '@/platform/email/theme'

/** Written by a visitor: every string is theirs and is only ever shown as text. */
type ContactMessageProps = {
  name: string
  email: string
  topic: string
  orderNumber: string | null
  body: string
  messageUrl: string
  shopUrl: string
  contactEmail: string
}

const about = ({ name, email, topic, orderNumber }: ContactMessageProps): string[] => [
  `From ${sanitizeName(name)}, ${email}`,
  `About: ${topic}`,
  ...(orderNumber ? [`Order: ${orderNumber}`] : []),
]

/** To the shop's own mailbox. Replies go to the person who wrote. */
export function contactMessageEmail(props: ContactMessageProps): EmailContent {
  const { name, topic, body, messageUrl, shopUrl, contactEmail } = props
  return composeEmail({
    subject: `${sanitizeName(topic)}: a message from ${sanitizeName(name) || 'a visitor'}`,
    title: 'New message from your shop’s contact form',
    preview: `About: ${topic}`,
    action: { label: 'Open in admin', href: messageUrl },
    shopUrl,
    contactEmail,
    closing: 'Reply to this email to answer the sender.',
    children: (
      <>
        <EmailText>
          {about(props).map((line) => (
            <span key={line} style={{ display: 'block' }}>
              {line}
            </span>
          ))}
        </EmailText>
        <Text
          className="ink line"
          style={{
            margin: '0 0 16px',
            paddingLeft: 16,
            borderLeft: `3px solid ${lightColors.line}`,
            fontFamily: sansFont,
            fontSize: 17,
            lineHeight: '27px',
            color: lightColors.ink,
            whiteSpace: 'pre-wrap',
            wordBreak: 'break-word',
          }}
        >
          {body}
        </Text>
      </>
    ),
    text: [about(props).join('\n'), body, `Open in admin:\n${messageUrl}`],
  })
}
