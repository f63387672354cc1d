import { sanitizeName } from '@/platform/email/greeting'
import { EmailLayout, EmailText, footerText } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import type { AccountEmailKind } from '@/platform/job-queue'

/** `url` is where the button leads. */
type AccountEmailProps = {
  kind: AccountEmailKind
  username: string
  firstName: string
  url: string
  shopUrl: string
  contactEmail: string
}

type EmailCopy = {
  subject: string
  preview: string
  /** One or two paragraphs. */
  body: (props: AccountEmailProps) => string[]
  button: string
  after: string
}

/** Subjects are neutral, and no email mentions orders or reading: others may see the inbox. */
const emailCopy: Record<AccountEmailKind, EmailCopy> = {
  'verify-email': {
    subject: 'Please confirm your email address',
    preview: 'One press, and we know that it is yours',
    body: ({ username }) => [
      `Somebody, we hope you, gave this address for the account “${username}”. Press the button to confirm that it is yours. The link works once, for three days.`,
    ],
    button: 'Confirm this address',
    after:
      'If you did not ask for it, leave this email alone: without the button, the address counts for nothing.',
  },
  'address-taken': {
    subject: 'You already have an account with us',
    preview: 'Somebody tried to use your address again',
    body: ({ username }) => [
      `Somebody just gave this address for another account. You already have one with it: your username is “${username}”.`,
      'If it was you, sign in with that one. If you do not know the password any more, you can choose a new one there.',
    ],
    button: 'Sign in',
    after:
      'If it was not you, you need not do anything. Nobody learned that the address is yours, and nothing about your account has changed.',
  },
  'reset-password': {
    subject: 'Choose a new password',
    preview: 'The link you asked for',
    body: ({ username }) => [
      `Somebody asked for a new password for the account “${username}”. Press the button to choose one. The link works once, for an hour.`,
    ],
    button: 'Choose a new password',
    after: 'If you did not ask for it, leave this email alone: your password stays as it is.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    preview: 'A note, so that you know',
    body: ({ username }) => [
      `The password of the account “${username}” was just changed, and it was signed out on all other devices.`,
    ],
    button: 'Look at your account',
    after:
      'If it was not you, choose a new password with “Forgot your password?” on the sign-in page, and write to us.',
  },
  'email-change-asked': {
    subject: 'A new email address for your account',
    preview: 'A note, so that you know',
    body: ({ username }) => [
      `Somebody who is signed in as “${username}” asked us to use another email address for this account. As soon as the new one is confirmed, we write there instead of here.`,
    ],
    button: 'Look at your account',
    after:
      'If it was not you, change your password and sign out everywhere; both are under “Sign-in and security”.',
  },
  'sign-in-connected': {
    subject: 'A new way to sign in to your account',
    preview: 'A note, so that you know',
    body: ({ username }) => [
      `The account “${username}” was just connected with another way to sign in. You find it under “Sign-in and security”.`,
    ],
    button: 'Look at your account',
    after: 'If it was not you, disconnect it there, change your password, and write to us.',
  },
}

/** An email about an account, with one button and what to do if someone else caused it. */
export function accountEmail(props: AccountEmailProps): EmailContent {
  const { subject, preview, body, button, after } = emailCopy[props.kind]
  const name = sanitizeName(props.firstName)
  const paragraphs = [name ? `Hello ${name},` : 'Hello,', ...body(props)]
  return {
    subject,
    text: [...paragraphs, props.url, after, footerText(props.contactEmail)].join('\n\n'),
    element: (
      <EmailLayout
        preview={preview}
        title={subject}
        action={{ label: button, href: props.url }}
        shopUrl={props.shopUrl}
        contactEmail={props.contactEmail}
        after={<EmailText>{after}</EmailText>}
      >
        {paragraphs.map((paragraph) => (
          <EmailText key={paragraph}>{paragraph}</EmailText>
        ))}
      </EmailLayout>
    ),
  }
}
