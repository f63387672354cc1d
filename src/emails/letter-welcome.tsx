import { Link } from '@react-email/components'
import { closingText, MailLayout, MailText } from './layout'
import { type LetterMailProps, leaveText } from './letter-words'

export const subject = (): string => 'The letter will find you'

const paragraphs = [
  'You’re on the list. Once a week there will be one reflection, one small practice, and first word of new prints.',
  'Read it when you like, or let it lie. Nothing in it runs out.',
]

/** Sent after somebody has confirmed. */
export const LetterWelcome = ({ leaveUrl, shopUrl, contactEmail, postalAddress }: LetterMailProps) => (
  <MailLayout
    preview="Once a week, and you can leave any time" title={subject()} action={{ label: 'Something to read until then', href: `${shopUrl}/reflections` }} shopUrl={shopUrl} contactEmail={contactEmail} postalAddress={postalAddress}
    after={<MailText>You can <Link href={leaveUrl} className="ink" style={{ color: '#17241d', textDecoration: 'underline' }}>leave with one click</Link>, here and in every letter.</MailText>}
  >
    {paragraphs.map((words) => <MailText key={words}>{words}</MailText>)}
  </MailLayout>
)

export const text = ({ leaveUrl, shopUrl, contactEmail, postalAddress }: LetterMailProps): string =>
  [subject(), ...paragraphs, `Something to read until then:\n${shopUrl}/reflections`, leaveText(leaveUrl), closingText(contactEmail, postalAddress)].join('\n\n')
