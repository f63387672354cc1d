import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'

/** Emails about a deletion request. They carry no name: the mailbox may be someone else's. */
type Props = {
  /** We don't know yet that the request comes from the owner of the address. */
  needsLink: boolean
  /** The status page; in the first email with the key that confirms or withdraws the request. */
  requestUrl: string
  /** A formatted day: until when the link works, or from when on we erase. */
  until: string
  shopUrl: string
  contactEmail: string
}

type Copy = { subject: string; preview: string; opening: string; button: string; after: string }

const confirmCopy = (until: string): Copy => ({
  subject: 'Please confirm your data deletion request',
  preview: 'One more step',
  opening: `Somebody asked us to erase everything we hold under this address. If that was you, please confirm it by ${until}. If it wasn’t, you need not do anything: without your confirmation nothing is erased.`,
  button: 'Look at the request and confirm',
  after:
    'The button opens a page that asks once more. After you confirm, there are seven days in which the same link takes your request back.',
})

const receivedCopy = (until: string): Copy => ({
  subject: 'We have your data deletion request',
  preview: 'What happens next',
  opening: `You asked us to erase everything we hold about you. We’ll do that after ${until}, and it can’t be undone then.`,
  button: 'See where it stands',
  after:
    'Until then you can change your mind: the same link takes your request back. If an order is still on its way, we wait for it. We write to you when everything is done.',
})

const withdrawnCopy: Copy = {
  subject: 'Your data deletion request was taken back',
  preview: 'Nothing was erased',
  opening:
    'Nothing was erased, and everything stays as it was. What you told us with the request is forgotten.',
  button: 'Go to the shop',
  after: 'If it wasn’t you who took it back, please change your password and write to us.',
}

const completedCopy: Copy = {
  subject: 'Your data has been erased',
  preview: 'It is done',
  opening:
    'What we held about you is erased: your account if you had one, addresses, things you saved, messages and letters. In past orders your name and address are replaced; amounts and dates stay for seven years, because tax law asks for them.',
  button: 'See the dates of your request',
  after:
    'This is the last mail you get from us, and with it we forget this address too. Take good care of yourself.',
}

const build = (
  { subject, preview, opening, button, after }: Copy,
  href: string,
  { shopUrl, contactEmail }: Props,
): EmailContent => ({
  subject,
  text: [
    opening,
    ...(href === shopUrl ? [after, href] : [href, after]),
    footerText(contactEmail),
  ].join('\n\n'),
  element: (
    <EmailLayout
      preview={preview}
      title={subject}
      action={{ label: button, href }}
      shopUrl={shopUrl}
      contactEmail={contactEmail}
      after={<EmailText>{after}</EmailText>}
    >
      <EmailText>{opening}</EmailText>
    </EmailLayout>
  ),
})

export const dataRequestEmails = {
  'data-request-received': (props: Props) =>
    build((props.needsLink ? confirmCopy : receivedCopy)(props.until), props.requestUrl, props),
  'deletion-withdrawn': (props: Props) => build(withdrawnCopy, props.shopUrl, props),
  'deletion-completed': (props: Props) => build(completedCopy, props.requestUrl, props),
}
