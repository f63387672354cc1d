import { Text } from '@react-email/components'
import { MailLayout, MailText } from './layout'
import { day, sans } from './look'
import { plainName } from './plain-words'

/** Written by a visitor: every string is theirs and is only ever shown as text. */
export type ContactMessageProps = {
  name: string; email: string; topic: string; orderNumber: string | null; body: string
  messageUrl: string; shopUrl: string; contactEmail: string
}

export const subject = ({ topic, name }: ContactMessageProps): string => `${plainName(topic)}: a message from ${plainName(name) || 'a visitor'}`

const about = ({ name, email, topic, orderNumber }: ContactMessageProps): string[] =>
  [`From ${plainName(name)}, ${email}`, `About: ${topic}`, ...(orderNumber ? [`Order: ${orderNumber}`] : [])]

/** To the shop's own mail box. Replying goes to the person who wrote. */
export const ContactMessage = (props: ContactMessageProps) => (
  <MailLayout preview={`About: ${props.topic}`} title="Somebody wrote to the shop" action={{ label: 'Open it in the panel', href: props.messageUrl }} shopUrl={props.shopUrl} contactEmail={props.contactEmail} closing="Reply to this email and your answer goes to the person who wrote it.">
    <MailText>{about(props).map((line) => <span key={line} style={{ display: 'block' }}>{line}</span>)}</MailText>
    <Text className="ink line" style={{ margin: '0 0 16px', paddingLeft: 16, borderLeft: `3px solid ${day.line}`, fontFamily: sans, fontSize: 17, lineHeight: '27px', color: day.ink, whiteSpace: 'pre-wrap', wordBreak: 'break-word' }}>{props.body}</Text>
  </MailLayout>
)

export const text = (props: ContactMessageProps): string => [about(props).join('\n'), props.body, `Open it in the panel:\n${props.messageUrl}`].join('\n\n')
