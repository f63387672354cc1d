import { closingText, MailLayout, MailText } from './layout'
import type { DataRequestProps } from './mail-props'

export const subject = (): string => 'Your data deletion request was taken back'

const opening = 'Nothing was erased, and everything stays as it was. What you told us with the request is forgotten.'
const after = 'If it wasn’t you who took it back, please change your password and write to us.'

/** A request to be deleted was taken back. */
export const DeletionWithdrawn = (props: DataRequestProps) => (
  <MailLayout preview="Nothing was erased" title={subject()} action={{ label: 'Go to the shop', href: props.shopUrl }} shopUrl={props.shopUrl} contactEmail={props.contactEmail} after={<MailText>{after}</MailText>}>
    <MailText>{opening}</MailText>
  </MailLayout>
)

export const text = (props: DataRequestProps): string => [opening, after, props.shopUrl, closingText(props.contactEmail)].join('\n\n')
