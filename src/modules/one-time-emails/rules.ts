export const oneTimeEmailKinds = ['back-in-stock', 'cart', 'review'] as const
/** Which of the three emails the owner offers, and how many days after the delivery the review reminder is sent. */
export const defaultOneTimeEmailSettings = {
  backInStock: true,
  cart: true,
  review: true,
  reviewDays: 14,
}
export type OneTimeEmailSettings = typeof defaultOneTimeEmailSettings

export const maxReviewDays = 90
/** How many variants one address may wait for. */
export const maxWaitingPerAddress = 30
/** How long the link to a cart works. */
export const cartLinkDays = 30

/** The response to every request, so that it reveals nothing about the address. */
export const requestedMessages = {
  'back-in-stock':
    'We’ll email you once when it’s back. If it isn’t back within 180 days, we delete your address.',
  cart: 'Your cart is on its way to your inbox. If you don’t see it in a few minutes, check your spam folder.',
} as const

/** @param deliveredAt ISO time; null before the order is on its way */
export function isReviewEmailDue(deliveredAt: string | null, days: number, now: Date): boolean {
  return deliveredAt !== null && now.getTime() >= Date.parse(deliveredAt) + days * 86_400_000
}
