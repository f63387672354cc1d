import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { DataRequestEmailProps } from './data-request-email-props'

function subject(): string {
  return 'Your data deletion request was taken back'
}

const opening =
  'Nothing was erased, and everything stays as it was. What you told us with the request is forgotten.'
const after = 'If it wasn’t you who took it back, please change your password and write to us.'

/** A request to be deleted was taken back. */
function DeletionWithdrawn(props: DataRequestEmailProps) {
  return (
    <EmailLayout
      preview="Nothing was erased"
      title={subject()}
      action={{ label: 'Go to the shop', href: props.shopUrl }}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
      after={<EmailText>{after}</EmailText>}
    >
      <EmailText>{opening}</EmailText>
    </EmailLayout>
  )
}

function text(props: DataRequestEmailProps): string {
  return [opening, after, props.shopUrl, footerText(props.contactEmail)].join('\n\n')
}

export function deletionWithdrawnEmail(props: DataRequestEmailProps): EmailContent {
  return { subject: subject(), text: text(props), element: <DeletionWithdrawn {...props} /> }
}
