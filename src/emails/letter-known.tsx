import { Link } from '@react-email/components'
import { closingText, MailLayout, MailText } from './layout'
import { type LetterMailProps, leaveText } from './letter-words'

export const subject = (): string => 'You already get the letter'

const opening = 'Somebody asked for our letter with this address, and you’re on the list already. There is nothing to do. If it wasn’t you, nothing has changed.'

/** The answer to a form that was sent with the address of somebody who is subscribed. */
export const LetterKnown = ({ leaveUrl, shopUrl, contactEmail, postalAddress }: LetterMailProps) => (
  <MailLayout
    preview="Nothing to do" title={subject()} action={{ label: 'Something to read', href: `${shopUrl}/blog` }} shopUrl={shopUrl} contactEmail={contactEmail} postalAddress={postalAddress}
    after={<MailText>Had enough of it? <Link href={leaveUrl} className="ink" style={{ color: '#17241d', textDecoration: 'underline' }}>Leave with one click</Link>.</MailText>}
  >
    <MailText>{opening}</MailText>
  </MailLayout>
)

export const text = ({ leaveUrl, shopUrl, contactEmail, postalAddress }: LetterMailProps): string =>
  [subject(), opening, `Something to read:\n${shopUrl}/blog`, leaveText(leaveUrl), closingText(contactEmail, postalAddress)].join('\n\n')
