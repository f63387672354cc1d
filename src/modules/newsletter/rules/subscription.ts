import { checkoutConsent } from './checkout-consent'

/** Variants of the newsletter form (storefront specification 2). */
export const newsletterForms = ['default', 'minimal', 'inline', 'tribe'] as const
export type NewsletterVariant = (typeof newsletterForms)[number]
export type SubscriptionForm = NewsletterVariant | 'checkout' | 'account'

const formWording = 'At most one email a week, after you confirm. Unsubscribe anytime.'

/** The text beside the button or checkbox. It is stored with the consent, and the pages show it from here. */
export const consentWordings = {
  default: formWording,
  minimal: formWording,
  inline: formWording,
  tribe: formWording,
  checkout: checkoutConsent,
  account: 'Send me the weekly newsletter. I can unsubscribe anytime.',
} satisfies Record<SubscriptionForm, string>

/** How long the link in the confirmation email works. */
export const confirmationDays = 7

/** Removes the last part of an IP address: what is left can answer a complaint but not identify a household. */
export function anonymizeIpAddress(address: string): string | null {
  const normalized = address
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
  const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(normalized)
  if (ipv4) return `${ipv4.slice(1).join('.')}.0`
  if (!/^[0-9a-f:]+$/.test(normalized) || !normalized.includes(':')) return null
  const [head = ''] = normalized.split('::')
  return `${head.split(':').filter(Boolean).slice(0, 3).join(':')}::`
}

/** For the owner of an address that Mailchimp marked as undeliverable. Its API doesn’t accept such an address again. */
export const undeliverableMessage =
  'We couldn’t deliver the newsletter to this address, so we stopped sending it. Please use another address, or contact us.'

/** pending: requested, not confirmed. cleaned: the mailbox does not exist. */
export const subscriberStatuses = ['pending', 'subscribed', 'unsubscribed', 'cleaned'] as const
export type SubscriberStatus = (typeof subscriberStatuses)[number]

export const subscriberStatusLabels = {
  pending: 'Waiting for confirmation',
  subscribed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  cleaned: 'Bounced',
} satisfies Record<SubscriberStatus, string>
