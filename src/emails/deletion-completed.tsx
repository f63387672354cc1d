import { closingText, MailLayout, MailText } from './layout'
import type { DataRequestProps } from './mail-props'

export const subject = (): string => 'Your data has been erased'

const opening = 'What we held about you is erased: your account if you had one, addresses, things you saved, messages and letters. In past orders your name and address are replaced; amounts and dates stay for seven years, because tax law asks for them.'
const after = 'This is the last mail you get from us, and with it we forget this address too. Take good care of yourself.'

/** The last mail of an erasure. */
export const DeletionCompleted = (props: DataRequestProps) => (
  <MailLayout preview="It is done" title={subject()} action={{ label: 'See the dates of your request', href: props.requestUrl }} shopUrl={props.shopUrl} contactEmail={props.contactEmail} after={<MailText>{after}</MailText>}>
    <MailText>{opening}</MailText>
  </MailLayout>
)

export const text = (props: DataRequestProps): string => [opening, props.requestUrl, after, closingText(props.contactEmail)].join('\n\n')
