import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { DataRequestEmailProps } from './data-request-email-props'

function subject(): string {
  return 'Your data has been erased'
}

const opening =
  'What we held about you is erased: your account if you had one, addresses, things you saved, messages and letters. In past orders your name and address are replaced; amounts and dates stay for seven years, because tax law asks for them.'
const after =
  'This is the last mail you get from us, and with it we forget this address too. Take good care of yourself.'

/** The last mail of an erasure. */
function DeletionCompleted(props: DataRequestEmailProps) {
  return (
    <EmailLayout
      preview="It is done"
      title={subject()}
      action={{ label: 'See the dates of your request', href: props.requestUrl }}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
      after={<EmailText>{after}</EmailText>}
    >
      <EmailText>{opening}</EmailText>
    </EmailLayout>
  )
}

function text(props: DataRequestEmailProps): string {
  return [opening, props.requestUrl, after, footerText(props.contactEmail)].join('\n\n')
}

export function deletionCompletedEmail(props: DataRequestEmailProps): EmailContent {
  return { subject: subject(), text: text(props), element: <DeletionCompleted {...props} /> }
}
