import { sanitizeName } from '@/platform/email/greeting'
import { composeEmail } from '@/platform/email/layout'
import type { EmailContent } from '@/platform/email/render'
import type { AccountEmailKind } from '@/platform/job-queue'

/** `url` is where the button leads. */
export type AccountEmailProps = {
  kind: AccountEmailKind
  username: string
  firstName: string
  url: string
  shopUrl: string
  contactEmail: string
  /** The linked sign-in providers and passkeys, by their labels; only in `password-changed`. */
  linked?: readonly string[]
  /** Device and time in plain words; only in `new-sign-in`. */
  signIn?: { device: string; at: string }
}

type EmailCopy = {
  subject: string
  /** 'Just so you know', unless given. */
  preview?: string
  /** One or two paragraphs. */
  body: (props: AccountEmailProps) => string[]
  /** 'View your account', unless given. */
  button?: string
  after: string
}

/** Subjects are neutral, and no email mentions orders or reading: others may see the inbox. */
const emailCopy: Record<AccountEmailKind, EmailCopy> = {
  'verify-email': {
    subject: 'Please confirm your email address',
    preview: 'Confirm it’s yours',
    body: ({ username }) => [
      `Someone (we hope you) added this address to the account “${username}”. Use the link below to confirm it’s yours. It works once and expires in 3 days.`,
    ],
    button: 'Confirm address',
    after: 'If this wasn’t you, you can ignore this email. The address won’t be used.',
  },
  'address-taken': {
    subject: 'You already have an account with us',
    preview: 'Someone tried to sign up with your address',
    body: ({ username }) => [
      `Someone just tried to use this address for another account. You already have one: your username is “${username}”.`,
      'If this was you, sign in to that account. You can reset your password there if you need to.',
    ],
    button: 'Sign in',
    after:
      'If this wasn’t you, you can ignore this email. We didn’t tell them that this address has an account, and nothing about your account has changed.',
  },
  'reset-password': {
    subject: 'Choose a new password',
    preview: 'Here’s the link you asked for',
    body: ({ username }) => [
      `Someone asked to reset the password for the account “${username}”. Use the link below to choose a new one. It works once and expires in 1 hour.`,
      'Once you choose a new password, any recovery codes you have will stop working. You can create new ones under “Sign-in and security.”',
    ],
    button: 'Choose a new password',
    after: 'If this wasn’t you, you can ignore this email. Your password stays the same.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    body: ({ username, linked = [] }) => [
      `The password for the account “${username}” was just changed, and all other devices were signed out.`,
      ...(linked.length > 0
        ? [
            `These sign-in methods are still linked to it: ${linked.join(', ')}. If you don’t recognize one, remove it under “Sign-in and security.”`,
          ]
        : []),
    ],
    after:
      'If this wasn’t you, reset your password with “Forgot your password?” on the sign-in page, and email us.',
  },
  'email-change-asked': {
    subject: 'A new email address for your account',
    body: ({ username }) => [
      `Someone signed in as “${username}” asked us to change the email address for this account. Once the new address is confirmed, we’ll use it instead of this one.`,
    ],
    after:
      'If this wasn’t you, change your password and sign out everywhere under “Sign-in and security.”',
  },
  'email-changed': {
    subject: 'Your email address was changed',
    body: ({ username }) => [
      `The account “${username}” now uses a different email address, so we’ll no longer email you here about it.`,
    ],
    after: 'If this wasn’t you, email us right away.',
  },
  'sign-in-connected': {
    subject: 'A new way to sign in to your account',
    body: ({ username }) => [
      `The account “${username}” was just connected to another sign-in method. You can see it under “Sign-in and security.”`,
    ],
    after: 'If this wasn’t you, disconnect it there, change your password, and email us.',
  },
  'staff-invitation': {
    subject: 'You’re invited to Dayfern',
    preview: 'Choose a username and password',
    body: () => [
      'You’ve been invited to help run Dayfern. Use the link below to choose a username and password. It works once and expires in 3 days.',
    ],
    button: 'Accept invitation',
    after: 'If you weren’t expecting this, you can ignore this email.',
  },
  'second-factor-on': {
    subject: 'Two-step verification is on',
    body: ({ username }) => [
      `Two-step verification was just turned on for the account “${username}”. From now on, signing in also requires a code from an authenticator app. All other devices were signed out.`,
    ],
    after: 'If this wasn’t you, reset your password and email us right away.',
  },
  'second-factor-off': {
    subject: 'Your authenticator app was removed',
    body: ({ username }) => [
      `The authenticator app was just removed from the account “${username}”. Signing in no longer asks for its codes.`,
    ],
    after: 'If this wasn’t you, change your password, set up the app again, and email us.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    body: ({ username }) => [
      `A passkey was just added to the account “${username}”. It can be used to sign in without a password. You can see it under “Sign-in and security.”`,
    ],
    after: 'If this wasn’t you, remove it there, change your password, and email us right away.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    body: ({ username }) => [
      `A passkey was just removed from the account “${username}”. It can’t be used to sign in anymore.`,
    ],
    after: 'If this wasn’t you, change your password and email us right away.',
  },
  'new-sign-in': {
    subject: 'New sign-in to your Dayfern account',
    preview: 'On a device we haven’t seen before',
    body: ({ username, signIn }) => [
      `Someone signed in to the account “${username}” on a new device on ${signIn?.at}. Device: ${signIn?.device}.`,
      'If this was you, you don’t need to do anything. We recognize your devices by a cookie, so you’ll also get this email if you clear your cookies or use a private window.',
    ],
    after:
      'If this wasn’t you, press “Sign out everywhere” under “Sign-in and security,” change your password, and email us right away.',
  },
}

/** An email about an account, with one button and what to do if someone else caused it. */
export function accountEmail(props: AccountEmailProps): EmailContent {
  const {
    subject,
    preview = 'Just so you know',
    body,
    button = 'View your account',
    after,
  } = emailCopy[props.kind]
  // Nobody knows yet whose mailbox that is, and the name may be a stranger's text.
  const name = props.kind === 'verify-email' ? '' : sanitizeName(props.firstName)
  const paragraphs = [name ? `Hello ${name},` : 'Hello,', ...body(props)]
  return composeEmail({
    subject,
    preview,
    paragraphs,
    action: { label: button, href: props.url },
    shopUrl: props.shopUrl,
    contactEmail: props.contactEmail,
    after,
    text: [...paragraphs, `${button}:\n${props.url}`, after],
  })
}
