import {
  checkoutCookie,
  deviceCookie,
  pendingSignInCookie,
  sessionCookie,
  sessionHintCookie,
} from '@/modules/accounts/rules/session-hint'
import { discountLinkCookie } from '@/modules/discounts/rules'
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
  mail: { name: 'Our email provider', privacy: null },
  ...identityRecipients,
  printful: { name: 'Printful', privacy: 'https://www.printful.com/policies/privacy' },
  mailchimp: { name: 'Mailchimp', privacy: 'https://www.intuit.com/privacy/statement/' },
} as const
export type Recipient = keyof typeof recipients

/** How long data is kept that is not deleted with the account. The nightly job (actions/purge-expired) enforces it. */
export const retention = {
  orderYears: 7,
  unpaidOrderDays: 90,
  messageDays: 365,
  tokenDays: 30,
  deviceDays: 400,
  deliveryDays: 90,
  unconfirmedDays: 30,
  failedEmailDays: 30,
  requestedEmailDays: 180,
  returnPhotoDays: 180,
  notificationDays: 30,
  mailchimpDeletionDays: 1,
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
    what: `Username, email, your name if you added it, your profile picture’s URL if you signed up with ${formatIdentityProviders()}, a hashed version of your password, when you last signed in, and your sales tax exemption certificate if our team noted one.`,
    why: 'To sign you in, address you by name, and leave sales tax off your orders if you’re exempt.',
    howLong: 'As long as you have an account.',
    recipients: ['mail'],
    atDeletion: 'Deleted.',
  },
  sessions: {
    title: 'Sign-ins and keys',
    what: 'Which browsers are signed in and until when, plus the links and recovery codes we created for you. Keys are stored hashed, so no one can read them. If you turned on two-step verification: its key, encrypted, and when you turned it on. If you added passkeys: their public keys, their names, and when each was last used. For staff: which browsers they have signed in with, as in “Chrome on Windows.”',
    why: 'To keep you signed in and let you reset your password, and to tell staff about a sign-in on a new device.',
    howLong:
      'Until they expire. Used and expired keys are deleted after 30 days, and staff browsers 400 days after their last sign-in.',
    recipients: ['mail'],
    atDeletion: 'Deleted.',
  },
  identities: {
    title: 'Sign-in methods',
    what: `Your ID with ${formatIdentityProviders()}, plus the name and email they shared when you connected it.`,
    why: 'To recognize you when you sign in with them.',
    howLong: 'Until you disconnect it.',
    recipients: identityProviders,
    atDeletion: 'Deleted.',
  },
  addresses: {
    title: 'Saved addresses',
    what: 'Name, street, city, state, ZIP code, and phone number if you added one.',
    why: 'To fill in checkout for you.',
    howLong: 'Until you remove them.',
    recipients: [],
    atDeletion: 'Deleted.',
  },
  saved: {
    title: 'Saved items',
    what: 'Which products and articles you saved.',
    why: 'To show them to you.',
    howLong: 'Until you remove them.',
    recipients: [],
    atDeletion: 'Deleted.',
  },
  orders: {
    title: 'Orders and payments',
    what: 'What you ordered, what you paid and when, what was refunded, which gift cards you used, your name, email, phone number if you added it, shipping and billing addresses, a gift’s recipient and note, who a gift card is for with their email and your message, the sales tax exemption certificate if you paid no tax because of it, what you return and why, with any photos you add (without their location data), the order’s history, our team’s notes, and PayPal’s payment IDs. We store the same for an order our team prepared for you. In express checkout, PayPal gives us your name, email, phone number, and address. We never get your card number.',
    why: 'To print, ship, and refund your order, and to keep the records tax law requires.',
    howLong:
      '7 years. After that your personal details and a tax exemption certificate are removed. If you never paid, that happens after 90 days, and orders our team prepared for you are deleted then. Photos of a return are deleted 180 days after its last update.',
    recipients: ['paypal', 'printful', 'mail'],
    atDeletion:
      'Amounts, dates, state, country, items, order numbers, and the tax exemption certificate of an order without tax stay for 7 years. Names, email, phone, street, city, ZIP code, gift notes, gift card recipients and messages, other notes, photos of returns, and tracking numbers are removed. If someone bought a gift card for you, your name, your email, and the message are removed from it. A gift card that’s still scheduled keeps them until it’s sent.',
  },
  deliveries: {
    title: 'PayPal notifications',
    what: 'What PayPal tells us about a payment, which can include your name, email, and address.',
    why: 'To know when a payment or refund went through.',
    howLong: 'Contents: 90 days.',
    recipients: [],
    atDeletion: 'The contents are deleted.',
  },
  reviews: {
    title: 'Reviews',
    what: 'Your rating, your review, and the name you signed it with.',
    why: 'To help other customers choose.',
    howLong: 'Until you remove them.',
    recipients: [],
    atDeletion:
      'Your name is replaced with “A former customer.” Reviews that were never shown are deleted.',
  },
  letters: {
    title: 'Newsletter',
    what: 'Your email, your name if you added it, and when, where, and to what wording you agreed. We store only the first part of your IP address.',
    why: 'To send you the newsletter and to prove that you subscribed.',
    howLong:
      'As long as you’re subscribed, or until you ask us to delete it. Unconfirmed requests are deleted after 30 days.',
    recipients: ['mailchimp', 'mail'],
    atDeletion: 'Deleted.',
  },
  requestedEmails: {
    title: 'Emails you asked for',
    what: 'Your email and what it’s about: an item that’s out of stock, the items in your cart, or an order you’d like to review.',
    why: 'To send you that one email.',
    howLong:
      'Until the email is sent, 180 days at most. You can cancel it with the link in the email.',
    recipients: ['mail'],
    atDeletion: 'Deleted.',
  },
  messages: {
    title: 'Messages to us',
    what: 'Your name, email, and message.',
    why: 'To reply to you.',
    howLong: '1 year after we reply.',
    recipients: ['mail'],
    atDeletion: 'Deleted.',
  },
  requests: {
    title: 'Requests about your data',
    what: 'When you asked, what you told us, and the status. After a deletion, also a code made from your email so Mailchimp deletes it, too.',
    why: 'To handle your request on time.',
    howLong:
      'What you told us: until it’s done. The code for Mailchimp: until a day after Mailchimp deletes your email. The dates and the request’s code stay.',
    recipients: ['mail', 'mailchimp'],
    atDeletion: 'Deleted, except for the dates and the codes.',
  },
  panel: {
    title: 'Staff settings',
    what: 'How staff sort their lists, what they have open, and the API keys they created.',
    why: 'To run the admin panel.',
    howLong: 'As long as they work here.',
    recipients: [],
    atDeletion: 'Deleted.',
  },
  runs: {
    title: 'Connection logs',
    what: 'Which address was sent to a connected service, and whether that worked.',
    why: 'To see what failed and try again.',
    howLong: '90 days.',
    recipients: [],
    atDeletion: 'Entries with your email are deleted.',
  },
  audit: {
    title: 'Audit log',
    what: 'When an account’s role, password, or sign-in method changed, with IDs but no names. After a deletion, also a code made from your email with our server’s key, so restoring a backup doesn’t bring your data back.',
    why: 'To notice fraud and break-ins.',
    howLong: 'As long as the shop exists.',
    recipients: [],
    atDeletion:
      'Kept, but the ID no longer points to anyone, and the code doesn’t reveal your email.',
  },
  limits: {
    title: 'Rate limits',
    what: 'How often an IP address (or an email entered in a form) sent us requests recently.',
    why: 'To stop abuse and password guessing.',
    howLong: 'From minutes to a day; deleted an hour later.',
    recipients: [],
    atDeletion: 'Expires on its own; entries with your email are deleted.',
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
    what: 'Only says that someone is signed in, so pages know whether to load your account.',
    howLong: 'As long as you’re signed in',
  },
  {
    name: pendingSignInCookie,
    where: 'cookie',
    what: 'If you use two-step verification: remembers that your password was correct until you enter the code.',
    howLong: '10 minutes',
  },
  {
    name: checkoutCookie.name,
    where: 'cookie',
    what: 'Links your browser to the orders you placed at checkout, so you find them again if you go back after paying. Only sent with requests about those orders.',
    howLong: '6 hours, or until you sign out',
  },
  {
    name: discountLinkCookie,
    where: 'cookie',
    what: 'The code of a discount link you opened, until you use it. Only sent with the cart and at checkout.',
    howLong: '7 days',
  },
  {
    name: 'dayfern-auth-…',
    where: 'cookie',
    what: `While you sign in through ${formatIdentityProviders()}: makes sure you’re the one who comes back.`,
    howLong: '10 minutes',
  },
  {
    name: 'dayfern-passkey-…',
    where: 'cookie',
    what: 'On the sign-in page, and while you add or use a passkey: makes sure the answer comes from this browser, once.',
    howLong: '5 minutes',
  },
  {
    name: deviceCookie,
    where: 'cookie',
    what: 'For staff: recognizes a browser they’ve signed in with, so we can email them about a new one.',
    howLong: '400 days',
  },
  {
    name: 'dayfern-connect-…',
    where: 'cookie',
    what: 'For staff, while they connect the shop to a service: makes sure the answer comes from this browser.',
    howLong: '10 minutes',
  },
  {
    name: 'payload-theme',
    where: 'cookie',
    what: 'Light or dark theme in the admin, for staff.',
    howLong: 'A year',
  },
  { name: 'cart', where: 'storage', what: 'What’s in your cart.', howLong: 'Until you empty it' },
  {
    name: 'gift-cards',
    where: 'storage',
    what: 'Gift cards in your cart, with the recipient and your message.',
    howLong: 'Until you buy or remove them',
  },
  {
    name: 'wishlist',
    where: 'storage',
    what: 'Products you saved without an account.',
    howLong: 'Until you remove them',
  },
  {
    name: 'kept',
    where: 'storage',
    what: 'Articles you saved without an account.',
    howLong: 'Until you remove them',
  },
  {
    name: 'saved-merged',
    where: 'storage',
    what: 'Whether your saved products and articles were added to your account.',
    howLong: 'Until they change',
  },
  {
    name: 'recently-viewed',
    where: 'storage',
    what: 'The last products you viewed. We never see them.',
    howLong: 'A month, until you clear them or use Quick exit',
  },
  {
    name: 'theme',
    where: 'storage',
    what: 'Light or dark theme, if you chose one.',
    howLong: 'Until you clear it',
  },
  {
    name: 'days-since',
    where: 'storage',
    what: 'Your day counter, if you turn it on. We never see it.',
    howLong: 'Until you turn it off',
  },
  {
    name: 'listening:…',
    where: 'storage',
    what: 'Where you paused a recording.',
    howLong: 'Until you finish it',
  },
  {
    name: 'checkout-form',
    where: 'storage of the tab',
    what: 'What you typed at checkout, so a reload doesn’t lose it.',
    howLong: 'Until you close the tab or pay',
  },
  {
    name: 'checkout-attempt',
    where: 'storage of the tab',
    what: 'Which payment you started, so it’s never started twice.',
    howLong: 'Until you close the tab or pay',
  },
  {
    name: 'cart-id',
    where: 'storage',
    what: 'A random number for your cart, so you don’t pay for it twice in two tabs.',
    howLong: 'Until you pay or empty your cart',
  },
  {
    name: 'checkout-contents',
    where: 'storage',
    what: 'The items and gift cards in the last payment you started, so your cart is right if you finish paying in another tab.',
    howLong: 'Until you pay or start another payment',
  },
  {
    name: 'placed-order',
    where: 'storage of the tab',
    what: 'The number of the order you placed last, so an empty cart can link to it.',
    howLong: 'Until your next order, or until the tab is closed',
  },
  {
    name: 'discount-code',
    where: 'storage of the tab',
    what: 'The discount code you entered at checkout.',
    howLong: 'Until you close the tab or pay',
  },
  {
    name: 'checkout-person',
    where: 'storage of the tab',
    what: 'Who started the checkout, so no one else sees it in the same tab.',
    howLong: 'Until you close the tab',
  },
  {
    name: 'contact-draft',
    where: 'storage of the tab',
    what: 'A message you’re writing to us.',
    howLong: 'Until you send it or close the tab',
  },
  {
    name: 'person',
    where: 'storage of the tab',
    what: 'Your name and role, so pages don’t have to load them each time.',
    howLong: '5 minutes, or until you sign out',
  },
  {
    name: 'toast',
    where: 'storage of the tab',
    what: 'A short note for the next page, such as “Login successful.”',
    howLong: 'Until that page is shown',
  },
  {
    name: 'focus',
    where: 'storage of the tab',
    what: 'Which section of your account you just changed, so you can pick up there after the page reloads.',
    howLong: 'Until that page is shown',
  },
]

export const serverLogs = {
  title: 'Server logs',
  what: 'What went wrong and when, with order numbers. No names, addresses, emails, or IP addresses.',
  why: 'To find and fix problems.',
  howLong: '30 days.',
  atDeletion: 'They contain nothing about you.',
} as const
