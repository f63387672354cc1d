import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

import type { DataRequestEmailProps } from './data-request-email-props'

function subject({ needsLink }: DataRequestEmailProps): string {
  return needsLink
    ? 'Please confirm your data deletion request'
    : 'We have your data deletion request'
}

const opening = ({ needsLink, until }: DataRequestEmailProps): string =>
  needsLink
    ? `Somebody asked us to erase everything we hold under this address. If that was you, please confirm it by ${until}. If it wasn’t, you need not do anything: without your confirmation nothing is erased.`
    : `You asked us to erase everything we hold about you. We’ll do that after ${until}, and it can’t be undone then.`
const after = ({ needsLink }: DataRequestEmailProps): string =>
  needsLink
    ? 'The button opens a page that asks once more. After you confirm, there are seven days in which the same link takes your request back.'
    : 'Until then you can change your mind: the same link takes your request back. If an order is still on its way, we wait for it. We write to you when everything is done.'

/** The acknowledgment of a request to be deleted, with the link that confirms it or takes it back. */
function DataRequestReceived(props: DataRequestEmailProps) {
  return (
    <EmailLayout
      preview={props.needsLink ? 'One more step' : 'What happens next'}
      title={subject(props)}
      action={{
        label: props.needsLink ? 'Look at the request and confirm' : 'See where it stands',
        href: props.requestUrl,
      }}
      shopUrl={props.shopUrl}
      contactEmail={props.contactEmail}
      after={<EmailText>{after(props)}</EmailText>}
    >
      <EmailText>{opening(props)}</EmailText>
    </EmailLayout>
  )
}

function text(props: DataRequestEmailProps): string {
  return [opening(props), props.requestUrl, after(props), footerText(props.contactEmail)].join(
    '\n\n',
  )
}

export function dataRequestReceivedEmail(props: DataRequestEmailProps): EmailContent {
  return { subject: subject(props), text: text(props), element: <DataRequestReceived {...props} /> }
}
