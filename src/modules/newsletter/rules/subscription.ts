/** Where somebody may ask for the letter. The first four are the newsletter form's variants (storefront specification 2). */
export const newsletterForms = ['default', 'minimal', 'inline', 'tribe'] as const
export type NewsletterVariant = (typeof newsletterForms)[number]
export type SubscriptionForm = NewsletterVariant | 'checkout' | 'account'

const besideTheForm = 'One letter a week, once you have confirmed it by mail. Leave any time.'

/** The words a person agreed to, as they stand beside the button or box. They are kept with the agreement: a change here is a change of the page. */
export const consentWordings = {
  default: besideTheForm,
  minimal: besideTheForm,
  inline: besideTheForm,
  tribe: besideTheForm,
  checkout: 'Send me the weekly letter (one reflection, leave any time)',
  account: 'Send me the letter, once a week. I can leave any time.',
} satisfies Record<SubscriptionForm, string>

/** How long the link in the confirmation mail works. */
export const confirmationDays = 7

/** A network address with its last part removed: enough to answer a complaint, not enough to know a household. */
export function anonymizeIpAddress(address: string): string | null {
  const plain = address
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(plain)
  if (four) return `${four.slice(1).join('.')}.0`
  if (!/^[0-9a-f:]+$/.test(plain) || !plain.includes(':')) return null
  const [head = ''] = plain.split('::')
  return `${head.split(':').filter(Boolean).slice(0, 3).join(':')}::`
}

/** pending: asked, not confirmed. cleaned: their mailbox does not exist (any more). */
export const subscriberStatuses = ['pending', 'subscribed', 'unsubscribed', 'cleaned'] as const
export type SubscriberStatus = (typeof subscriberStatuses)[number]

export const subscriberStatusLabels = {
  pending: 'Waiting for confirmation',
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  cleaned: 'Address not reachable',
} satisfies Record<SubscriberStatus, string>
