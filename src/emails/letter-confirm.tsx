import { Link } from '@react-email/components'
import { closingText, MailLayout, MailText } from './layout'
import type { LetterMailProps } from './letter-words'

export type LetterConfirmProps = LetterMailProps & { confirmUrl: string }

export const subject = (): string => 'Shall we send you the letter?'

const opening = 'Somebody, we hope it was you, asked for our letter with this address. It comes once a week: one reflection, one small practice, and first word of new prints.'
const caution = 'If it wasn’t you, you need not do anything. Without the button no letter is sent.'

/** The double opt-in: nothing is sent to an address before its owner has pressed the button. */
export const LetterConfirm = ({ confirmUrl, leaveUrl, shopUrl, contactEmail, postalAddress }: LetterConfirmProps) => (
  <MailLayout
    preview="One button, and the letter begins" title={subject()} action={{ label: 'Yes, send me the letter', href: confirmUrl }} shopUrl={shopUrl} contactEmail={contactEmail} postalAddress={postalAddress}
    after={<MailText>{caution} <Link href={leaveUrl} className="ink" style={{ color: '#17241d', textDecoration: 'underline' }}>Take this request back</Link>.</MailText>}
  >
    <MailText>{opening}</MailText>
    <MailText>The button works for seven days.</MailText>
  </MailLayout>
)

export const text = ({ confirmUrl, leaveUrl, contactEmail, postalAddress }: LetterConfirmProps): string =>
  [subject(), opening, `Yes, send me the letter (the link works for seven days):\n${confirmUrl}`, caution, `Take this request back:\n${leaveUrl}`, closingText(contactEmail, postalAddress)].join('\n\n')
