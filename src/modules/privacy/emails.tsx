import { composeEmail } from '@/platform/email/layout'
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
  opening: `Someone asked us to delete all data we have for this address. If that was you, please confirm by ${until}. If it wasn’t, you can ignore this email. Nothing is deleted until you confirm.`,
  button: 'Review and confirm',
  after:
    'The link opens a page where you confirm. After that, you have 7 days to cancel with the same link.',
})

const receivedCopy = (until: string): Copy => ({
  subject: 'We have your data deletion request',
  preview: 'What happens next',
  opening: `You asked us to delete all data we have about you. We’ll do that after ${until}. From then on, it can’t be undone.`,
  button: 'Check the status',
  after:
    'You can change your mind and cancel with the same link until then. If an order is still on its way, we’ll wait for it. We’ll email you when everything is done.',
})

const withdrawnCopy: Copy = {
  subject: 'Your data deletion request was canceled',
  preview: 'Nothing was deleted',
  opening: 'Nothing was deleted. We’ve also removed what you told us in the request.',
  button: 'Go to the shop',
  after: 'If you didn’t cancel it, please change your password and email us.',
}

const completedCopy: Copy = {
  subject: 'Your data has been deleted',
  preview: 'It’s done',
  opening:
    'We’ve deleted the data we had about you: your account if you had one, addresses, saved items, messages, and newsletter subscription. Your name and address were removed from past orders; amounts and dates stay for 7 years because tax law requires it.',
  button: 'View your request',
  after:
    'This is the last email you’ll get from us. We’ve now deleted this address, too. Take good care of yourself.',
}

const build = (
  { subject, preview, opening, button, after }: Copy,
  href: string,
  { shopUrl, contactEmail }: Props,
): EmailContent => {
  const link = `${button}:\n${href}`
  return composeEmail({
    subject,
    preview,
    paragraphs: [opening],
    action: { label: button, href },
    shopUrl,
    contactEmail,
    after,
    text: [opening, ...(href === shopUrl ? [after, link] : [link, after])],
  })
}

export const dataRequestEmails = {
  'data-request-received': (props: Props) =>
    build((props.needsLink ? confirmCopy : receivedCopy)(props.until), props.requestUrl, props),
  'deletion-withdrawn': (props: Props) => build(withdrawnCopy, props.shopUrl, props),
  'deletion-completed': (props: Props) => build(completedCopy, props.requestUrl, props),
}
