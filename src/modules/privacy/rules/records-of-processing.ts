import { sessionCookie, sessionHintCookie } from '@/modules/accounts/rules/session-hint'
import {
  formatIdentityProviders,
  identityProviders,
  identityRecipients,
} from '@/platform/identity-providers'

/**
 * The record of processing: what the shop stores about people, why, for how long, who receives it, and what an erasure
 * does with it. /privacy-policy shows it; modules/privacy/queries/personal-data lists the tables and columns.
 */

/** Services that may receive personal data, each only while the shop is connected to it. */
export const recipients = {
  paypal: { name: 'PayPal', privacy: 'https://www.paypal.com/us/legalhub/paypal/privacy-full' },
  mail: { name: 'The service that carries our mail', privacy: null },
  ...identityRecipients,
  printful: { name: 'Printful', privacy: 'https://www.printful.com/policies/privacy' },
  mailchimp: { name: 'Mailchimp', privacy: 'https://www.intuit.com/privacy/statement/' },
} as const
export type Recipient = keyof typeof recipients

/** How long data is kept that is not deleted with the account. The nightly job (actions/purge-expired) enforces it. */
export const retention = {
  orderYears: 7,
  messageDays: 365,
  tokenDays: 30,
  deliveryDays: 90,
  unconfirmedDays: 30,
} as const

type Category = {
  title: string
  what: string
  why: string
  howLong: string
  recipients: readonly Recipient[]
  atDeletion: string
}

/** What is stored on the server, grouped as a customer would. */
export const dataCategories = {
  account: {
    title: 'Your account',
    what: `User name, email, names if you gave them, your picture’s address if you came through ${formatIdentityProviders()}, a scrambled form of your password, and when you last signed in.`,
    why: 'To let you sign in, and to call you what you asked to be called.',
    howLong: 'As long as you have the account.',
    recipients: ['mail'],
    atDeletion: 'Deleted.',
  },
  sessions: {
    title: 'Sign-ins and keys',
    what: 'Which browsers are signed in and until when, and the links and recovery codes we made for you. Keys are stored so that they can’t be read back.',
    why: 'To keep you signed in, and to let you back in when you’ve lost your password.',
    howLong: 'Until they run out; used and expired keys go after 30 days.',
    recipients: ['mail'],
    atDeletion: 'Deleted.',
  },
  identities: {
    title: 'Ways to sign in',
    what: `The number ${formatIdentityProviders()} knows you by, with the name and email they told us when you linked it.`,
    why: 'To know you again when you come through them.',
    howLong: 'Until you unlink it.',
    recipients: identityProviders,
    atDeletion: 'Deleted.',
  },
  addresses: {
    title: 'Addresses you keep',
    what: 'Names, street, city, state, ZIP code, and a phone number if you added one.',
    why: 'So that you don’t have to type them at the next order.',
    howLong: 'Until you remove them.',
    recipients: [],
    atDeletion: 'Deleted.',
  },
  saved: {
    title: 'Things you saved',
    what: 'Which pieces and texts you marked.',
    why: 'To show them to you again.',
    howLong: 'Until you remove them.',
    recipients: [],
    atDeletion: 'Deleted.',
  },
  orders: {
    title: 'Orders and payments',
    what: 'What you ordered, what was paid and when, your name, email, phone if given, shipping and billing address, what happened to the order, and PayPal’s numbers of the payment. Never a card number.',
    why: 'To print, send and refund it, and because tax law asks for books.',
    howLong: '7 years. After that the person in it is replaced.',
    recipients: ['paypal', 'printful', 'mail'],
    atDeletion:
      'Amounts, dates, state, country, pieces and numbers stay for 7 years. Names, email, phone, street, city, ZIP code, notes and tracking are replaced.',
  },
  deliveries: {
    title: 'Notices from PayPal',
    what: 'What PayPal tells us about a payment, which can carry your name, email and address.',
    why: 'To learn that a payment or refund went through.',
    howLong: 'The contents 90 days.',
    recipients: [],
    atDeletion: 'The contents are deleted.',
  },
  reviews: {
    title: 'Reviews',
    what: 'The stars, the words, and the name you signed with.',
    why: 'To tell others how a piece is.',
    howLong: 'Until you remove them.',
    recipients: [],
    atDeletion:
      'Your name is replaced by “A former customer”. Reviews that were never shown are deleted.',
  },
  letters: {
    title: 'The letter',
    what: 'Your email, a name if you gave one, and when, where and to which words you said yes. Of your network address only its first part.',
    why: 'To send you the letter, and to be able to show that you wanted it.',
    howLong:
      'As long as you get it, or until you ask us to erase it. Requests that are never confirmed go after 30 days.',
    recipients: ['mailchimp', 'mail'],
    atDeletion: 'Deleted.',
  },
  messages: {
    title: 'Messages to us',
    what: 'Your name, email and what you wrote.',
    why: 'To answer you.',
    howLong: 'Until answered, and a year after.',
    recipients: ['mail'],
    atDeletion: 'Deleted.',
  },
  requests: {
    title: 'Requests about your data',
    what: 'When you asked, what you told us with it, and where it stands.',
    why: 'To do what you asked, in time.',
    howLong: 'What you told us until it is done. The dates and the code stay.',
    recipients: ['mail'],
    atDeletion: 'Only the dates and the code stay.',
  },
  panel: {
    title: 'Settings of the panel',
    what: 'How somebody who works here likes their lists sorted, what they have open, and the keys they made for programs.',
    why: 'To run the panel.',
    howLong: 'As long as they work here.',
    recipients: [],
    atDeletion: 'Deleted.',
  },
  runs: {
    title: 'Protocols of connections',
    what: 'Which address was passed on to a service the shop is connected to, and whether that worked.',
    why: 'To see what failed and try it again.',
    howLong: '90 days.',
    recipients: [],
    atDeletion: 'Lines with your email are deleted.',
  },
  audit: {
    title: 'Record of changes',
    what: 'That an account’s role, password or sign-in changed, and when. Numbers only, no names.',
    why: 'To notice fraud and break-ins.',
    howLong: 'As long as the shop exists.',
    recipients: [],
    atDeletion: 'Stays; the number no longer leads to anybody.',
  },
  limits: {
    title: 'Counted calls',
    what: 'How often a network address (or an email typed into a form) called us in the last minutes.',
    why: 'So that nobody can flood the shop or guess passwords.',
    howLong: 'Minutes to an hour; cleared for good an hour later.',
    recipients: [],
    atDeletion: 'Gone by itself; what carries your email is deleted.',
  },
} as const satisfies Record<string, Category>
export type DataCategory = keyof typeof dataCategories

/** What is stored in a visitor's browser. None of it is sent to third parties. */
export const browserStorage: readonly {
  name: string
  where: 'cookie' | 'storage' | 'storage of the tab'
  what: string
  howLong: string
}[] = [
  {
    name: sessionCookie,
    where: 'cookie',
    what: 'Keeps you signed in. Scripts can’t read it.',
    howLong: '30 days, or until you sign out',
  },
  {
    name: sessionHintCookie.name,
    where: 'cookie',
    what: 'Says “somebody is signed in here”, and nothing else, so that pages know whether to ask.',
    howLong: 'As long as the sign-in',
  },
  {
    name: 'dayfern-checkout',
    where: 'cookie',
    what: 'Brings you back to your order at checkout. Only the payment call sees it.',
    howLong: '6 hours',
  },
  {
    name: 'dayfern-auth-…',
    where: 'cookie',
    what: `While you sign in through ${formatIdentityProviders()}: makes sure that it is you who comes back.`,
    howLong: '10 minutes',
  },
  {
    name: 'payload-theme',
    where: 'cookie',
    what: 'Day or dusk in the panel, for staff.',
    howLong: 'A year',
  },
  { name: 'cart', where: 'storage', what: 'What is in your cart.', howLong: 'Until you empty it' },
  {
    name: 'wishlist',
    where: 'storage',
    what: 'The pieces of clothing you saved without an account.',
    howLong: 'Until you remove them',
  },
  {
    name: 'kept',
    where: 'storage',
    what: 'The pieces to read you kept without an account.',
    howLong: 'Until you remove them',
  },
  {
    name: 'saved-merged',
    where: 'storage',
    what: 'That these two were taken over into your account already.',
    howLong: 'Until they change',
  },
  {
    name: 'theme',
    where: 'storage',
    what: 'Day or dusk, if you chose one.',
    howLong: 'Until you clear it',
  },
  {
    name: 'days-since',
    where: 'storage',
    what: 'The day counter, if you switch it on. We never see it.',
    howLong: 'Until you switch it off',
  },
  {
    name: 'listening:…',
    where: 'storage',
    what: 'Where you stopped in a recording.',
    howLong: 'Until you have heard it to the end',
  },
  {
    name: 'checkout-form',
    where: 'storage of the tab',
    what: 'What you typed at checkout, so that a reload doesn’t lose it.',
    howLong: 'Until the tab is closed or the order is paid',
  },
  {
    name: 'checkout-attempt',
    where: 'storage of the tab',
    what: 'Which payment was begun, so that it is never begun twice.',
    howLong: 'Until the tab is closed or the order is paid',
  },
  {
    name: 'checkout-person',
    where: 'storage of the tab',
    what: 'Who began to fill in the checkout, so that nobody else finds it in the same tab.',
    howLong: 'Until the tab is closed',
  },
  {
    name: 'contact-draft',
    where: 'storage of the tab',
    what: 'A message you are writing to us.',
    howLong: 'Until it is sent or the tab is closed',
  },
  {
    name: 'person',
    where: 'storage of the tab',
    what: 'Your name and role, so that pages needn’t ask for them each time.',
    howLong: '5 minutes, or until you sign out',
  },
  {
    name: 'toast',
    where: 'storage of the tab',
    what: 'A short note for the next page, such as “Login successful”.',
    howLong: 'Until that page is shown',
  },
]

export const serverLogs = {
  title: 'Server logs',
  what: 'What went wrong and when, with numbers of orders. No names, addresses, emails or network addresses.',
  why: 'To find and mend faults.',
  howLong: '30 days.',
  atDeletion: 'Nothing in them is about you.',
} as const
